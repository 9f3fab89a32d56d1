// A place at the table: its piece, who sits there, the claims, the clock.
import {claimPips, seatPicture} from './board.js';
import {clockNow, isShort} from './clocks.js';
import {botName, node} from './elements.js';

export class Place {
  constructor(game) {
    this.game = game;
    this.picture = node('span', {class: 'seat'});
    this.name = node('b');
    this.pips = node('span');
    this.who = node('small');
    this.clock = node('b', {role: 'timer', 'aria-live': 'off'});
    this.words = node('small');
    this.element = node(
      'div',
      {class: 'player'},
      this.picture,
      node('div', {class: 'who'}, this.name, this.pips, node('br'), this.who),
      node('div', {class: 'clk'}, this.clock, this.words),
    );
  }

  show(seat, position, note) {
    this.seat = seat;
    this.picture.replaceChildren(seatPicture(this.game, position, seat));
    this.pips.replaceChildren(...claimPips(this.game, position, seat));
    this.name.replaceChildren(seat.name ? botName(seat.name) : 'nobody yet');
    this.who.textContent = `${seat.who}, seat ${seat.seat}${note}`;
    this.words.textContent = seat.words;
  }

  tick(since) {
    this.clock.textContent = clockNow(this.seat.clock, since);
    this.clock.classList.toggle('short', isShort(this.seat.clock, since));
  }
}
