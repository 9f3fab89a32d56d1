// A board: its ground, coordinates, pieces and marks, and squares that a keyboard can reach.
import {shape} from './elements.js';
import {Grid} from './pieces.js';
import {plainKit} from './plain.js';
import {shellKit} from './shell.js';
import {veletasKit} from './veletas.js';

const KITS = {'what-the-shell': shellKit, veletas: veletasKit};
const kitOf = game => KITS[game] ?? plainKit;

// A state's text as {at: {square: piece}, eggs, side, phase, first, size}.
export const parseState = (game, text) => kitOf(game).parse(text);

// How long a step is shown at speed 1, in milliseconds.
export const STEP_TIME = 700;

// What the first `count` steps of a turn, one at least, make of the position before it:
// {position, marks} to show, all its steps [{word, label, text, events}], and how many are done.
// When all are, whose turn it is comes from the turn's state too. Without a turn, the position.
export const viewOf = (game, before, turn, count) => {
  if (!turn) return {position: before, marks: null, steps: [], count: 0};
  const kit = kitOf(game);
  const steps = kit.steps(turn);
  const done = Math.min(steps.length, Math.max(1, count));
  const {position, marks} = kit.view(before, steps, done, turn);
  const {at, eggs} = position;
  const after = done < steps.length ? position : {...kit.parse(turn.state), at, eggs};
  return {position: after, marks, steps, count: done};
};

const FOCUS_MOVES = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

export class Board {
  // Draws an empty board into an <svg>. `overlay` is a <g> above the pieces for marks of one's own.
  constructor(svg, game, size) {
    this.svg = svg;
    this.kit = kitOf(game);
    this.grid = new Grid(size);
    this.layer = shape('g', {class: 'layer'});
    this.overlay = shape('g', {class: 'overlay'});
    this.hits = shape('g', {class: 'hits'});
    this.onhover = () => {};
    this.chosen = null;
    svg.classList.add('board');
    svg.setAttribute('viewBox', '0 0 360 378');
    svg.setAttribute('role', 'group');
    svg.replaceChildren(
      ...this.kit.ground(this.grid),
      ...this.coordinates(),
      this.layer,
      this.overlay,
      this.hits,
    );
    this.addSquares();
  }

  // Called with the square of a click, Enter or Space; null for a board that is only looked at.
  set onsquare(action) {
    this.chosen = action;
    for (const hit of this.hits.children) hit.setAttribute('role', action ? 'button' : 'img');
  }

  // Shows a position, and marks of a turn if given. Pieces and marks that are new in it move if
  // `speed` is above 0.
  show(position, marks = null, speed = 0) {
    this.svg.classList.toggle('anim', speed > 0);
    this.svg.style.setProperty('--speed', speed || 1);
    this.layer.replaceChildren(...this.kit.draw(this.grid, position, marks));
    for (const hit of this.hits.children) {
      const square = hit.dataset.square;
      hit.setAttribute('aria-label', `${square}, ${this.kit.label(position, square)}`);
    }
  }

  // A piece ('b', 'w', 'o', 'S', 'B', 'W') on a square, as an element to append to `overlay`.
  piece(kind, square, cls = '') {
    return this.kit.piece(this.grid, kind, square, cls);
  }

  coordinates() {
    return Array.from({length: this.grid.size}, (_, i) => {
      const middle = (i + 0.5) * this.grid.unit;
      return [
        shape('text', {class: 'co', x: middle, y: 374}, String.fromCharCode(97 + i)),
        shape('text', {class: 'co', x: -10, y: 360 - middle + 4}, String(i + 1)),
      ];
    }).flat();
  }

  addSquares() {
    for (const square of this.grid.squares()) {
      const hit = shape('rect', {
        class: 'hit',
        role: 'img',
        'data-square': square,
        tabindex: this.hits.children.length ? -1 : 0,
        rx: 4,
        x: this.grid.left(square),
        y: this.grid.top(square),
        width: this.grid.unit,
        height: this.grid.unit,
      });
      hit.onclick = () => this.chosen?.(square);
      hit.onpointerenter = hit.onfocus = () => this.onhover(square);
      hit.onpointerleave = hit.onblur = () => this.onhover(null);
      hit.onkeydown = event => this.pressed(event, square);
      this.hits.append(hit);
    }
  }

  // Arrows move the focus; the board has one tab stop, which goes along.
  pressed(event, square) {
    if (this.chosen && (event.key === 'Enter' || event.key === ' ')) this.chosen(square);
    else if (!FOCUS_MOVES[event.key] || event.shiftKey) return;
    else this.moveFocus(square, FOCUS_MOVES[event.key]);
    event.preventDefault();
    event.stopPropagation();
  }

  moveFocus(square, [dx, dy]) {
    const next = this.grid.named(this.grid.file(square) + dx, this.grid.rank(square) + dy);
    if (!next) return;
    this.hit(square).setAttribute('tabindex', -1);
    this.hit(next).setAttribute('tabindex', 0);
    this.hit(next).focus();
  }

  // The rectangle that takes a square's clicks.
  hit(square) {
    return [...this.hits.children].find(hit => hit.dataset.square === square);
  }
}

// What a turn came to, in a few words for a list of moves.
export const summaryOf = (game, turn) => kitOf(game).summary(turn);

// The dots that a turn has over the slider: 'e' an egg, 'k' a capture or a trapped shooter.
export const dotsOf = (game, turn) => kitOf(game).dots(turn);

// The piece that stands for a seat; before colours are chosen, nobody's.
export const seatPicture = (game, position, seat) => kitOf(game).seat(position, seat);

// The claims of a seat as a row of vanes, where a game has claims.
export const claimPips = (game, position, seat) => kitOf(game).pips?.(position, seat) ?? [];
