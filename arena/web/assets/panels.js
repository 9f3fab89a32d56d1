// What stands around a replayed board: strips, steps, story, result and moves.
import {summaryOf, seatPicture, claimPips} from './board.js';
import {botName, node} from './elements.js';
import {clockText, limitText, millis, seatHue} from './figures.js';

// A player's strip: `show(turn, position)` tells the clock and the claims after a turn.
export const strip = (story, seat) => {
  const picture = node('span', {class: 'seat'}), pips = node('span'), who = node('small', {class: 'n'});
  const clock = node('b'), last = node('small');
  const element = node('div', {class: 'player'}, picture,
    node('div', {class: 'who'}, node('b', {}, botName(seat.bot)), pips, node('br'), who),
    node('div', {class: 'clk'}, clock, last));
  const spent = lastTimes(story, seat);
  const show = (turn, position) => {
    picture.replaceChildren(seatPicture(story.game, position, seat));
    pips.replaceChildren(...claimPips(story.game, position, seat));
    who.textContent = `${nameNow(story, seat, turn)}, seat ${seat.seat}`;
    [clock.textContent, last.textContent] = clockWords(story, seat, turn, spent[turn]);
  };
  return {element, show};
};

// What a seat is called after a turn: names change when colours are chosen.
const nameNow = (story, seat, turn) => {
  const next = story.turns.slice(turn).find(each => each.who[seat.seat]);
  return next ? next.who[seat.seat] : seat.who;
};

// By turn, the seat's last measured time so far: a number, 'opening', or null before its first.
const lastTimes = (story, seat) => {
  const times = [null];
  for (const turn of story.turns) {
    const ms = turn.ms[seat.seat];
    times.push(ms === undefined ? times.at(-1) : ms ?? 'opening');
  }
  return times;
};

const clockWords = (story, seat, turn, ms) => {
  const bank = turn ? story.turns[turn - 1].banks[seat.seat] : seat.bank;
  const limit = seat.time ? ` of ${limitText(seat.time)}` : '';
  const used = ms === null ? 'not yet asked' : ms === 'opening' ? 'opening turn' : null;
  if (bank === null || bank === undefined) return used ? ['', used] : [clockText(ms), limit.trim()];
  return [clockText(bank), used ?? `last ${millis(ms)} ms${limit}`];
};

// The result of the game, in the winner's hue.
export const resultPanel = story => {
  const {end, seats} = story, winner = end.scores.length && new Set(end.scores).size > 1 ? end.scores.indexOf(Math.max(...end.scores)) : -1;
  const kind = end.faults.length ? 'chip bad' : end.termination === 'void' ? 'chip nob' : 'chip';
  return node('div', {class: `result ${winner < 0 ? '' : `by-${seatHue(seats[winner])}`}`},
    node('h2', {}, end.title), node('p', {}, end.text, ' ', node('span', {class: kind}, end.termination)),
    end.faults.map(fault => node('p', {class: 'fault'}, botName(seats[fault.seat - 1].bot), ` (seat ${fault.seat}): ${fault.text}`)),
    unplayed(story));
};

const unplayed = story => {
  const moves = story.end.unplayed.filter(reply => reply.move);
  if (!moves.length) return null;
  return node('p', {}, `Not played in turn ${story.turns.length + 1}: `,
    moves.flatMap((reply, i) => [i ? ', ' : '', `${reply.who} `, node('b', {class: 'm cut', title: reply.move}, reply.move)]), '.');
};

const SQUARE = /\b([a-z][1-9][0-9]?)\b/;

// A sentence with its squares set as moves are.
const told = text => text.split(SQUARE).map((part, i) => (i % 2 ? node('b', {class: 'm'}, part) : part));

// The steps of a turn: a row of buttons under the board, and the story beside it.
export const stepPanels = choose => {
  const buttons = node('div', {class: 'stages', role: 'group', 'aria-label': 'Steps of this turn'});
  const heading = node('h2'), list = node('ol'), said = node('p', {class: 'vh', role: 'status'}), thoughts = node('div');
  const element = node('div', {class: 'story', 'aria-live': 'polite', 'aria-atomic': 'false'}, heading, list, said, thoughts);
  const show = (title, steps, count, empty, infos) => {
    heading.textContent = title;
    buttons.replaceChildren(...steps.map((step, i) => stepButton(step, i + 1, count, choose)));
    list.replaceChildren(...(steps.length ? steps.map((step, i) => storyLine(step, i + 1, count)) : [node('li', {class: 'on plain'}, empty)]));
    thoughts.replaceChildren(...infos.map(([bot, text]) => node('p', {class: 's thought'}, botName(bot), ' ', node('span', {class: 'm'}, text))));
    said.textContent = steps.length ? steps[count - 1]?.text ?? '' : empty;
  };
  return {buttons, element, show};
};

const stepButton = (step, number, count, choose) => {
  const button = node('button', {'aria-pressed': String(number === count)}, node('i', {}, String(number)), step.label);
  button.onclick = () => choose(number);
  return button;
};

const storyLine = (step, number, count) =>
  node('li', {class: number <= count ? 'on' : ''}, node('i', {}, String(number)), node('span', {}, told(step.text)));

// The list of moves: `mark(turn)` shows which one the board shows; a click calls `seek(turn)`.
export const moveTable = (story, seek) => {
  const isJoint = story.turns.some(turn => Object.keys(turn.moves).length > 1);
  const rows = story.turns.map(turn => moveRow(story, turn, isJoint, seek));
  const head = isJoint ? story.seats.map(seat => node('th', {}, `${seat.who} `, node('small', {}, 'ms'))) : [node('th', {}, 'Move ', node('small', {}, 'ms'))];
  const table = node('table', {}, node('thead', {}, node('tr', {}, node('th', {class: 'r'}, 'Turn'), head, node('th', {class: 'r'}, 'What happened'))),
    node('tbody', {}, rows, lastReplies(story, isJoint)));
  const box = node('div', {class: 'moves', tabindex: 0, role: 'region', 'aria-label': 'Move list'}, table);
  const mark = turn => {
    box.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const row = rows[turn - 1];
    row?.setAttribute('aria-current', 'true');
    box.scrollTop = row ? row.offsetTop - box.clientHeight / 2 : 0;
  };
  return {element: box, mark};
};

const moveRow = (story, turn, isJoint, seek) => {
  const asked = isJoint ? story.seats.map(seat => seat.seat) : Object.keys(turn.moves);
  const cells = asked.map(seat => node('td', {}, isJoint ? null : seatPicture(story.game, null, {seat: Number(seat), who: turn.who[seat]}),
    node('span', {class: 'm'}, turn.moves[seat] ?? ''), ' ', node('small', {}, turn.ms[seat] === null ? '' : millis(turn.ms[seat]))));
  const summary = [turn.opening ? node('span', {class: 'chip'}, 'opening') : null, ' ', summaryOf(story.game, turn)];
  const row = node('tr', {}, node('td', {class: 'r'}, String(turn.turn)), cells, node('td', {class: 'r'}, summary));
  row.onclick = () => seek(turn.turn);
  return row;
};

// The answers of a last turn that was not played.
const lastReplies = (story, isJoint) => {
  const {unplayed: replies, faults, termination} = story.end;
  if (!replies.some(reply => reply.move)) return null;
  const answer = reply => [node('span', {class: 'm cut', title: reply.move}, reply.move || 'no move'), ' ', node('small', {}, reply.ms === null ? '' : millis(reply.ms))];
  const cells = isJoint
    ? story.seats.map(seat => node('td', {}, ...replies.filter(reply => reply.seat === seat.seat).map(answer)))
    : [node('td', {}, ...replies.map(answer))];
  return node('tr', {class: 'unplayed'}, node('td', {class: 'r'}, String(story.turns.length + 1)), cells,
    node('td', {class: 'r'}, 'not played ', node('span', {class: faults.length ? 'chip bad' : 'chip'}, faults[0]?.word ?? termination)));
};
