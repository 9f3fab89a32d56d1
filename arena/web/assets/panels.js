// What stands around a replayed board: strips, steps, story, result and moves.
import {summaryOf, seatPicture, claimPips} from './board.js';
import {botName, node} from './elements.js';
import {clockText, limitText, millis, seatHue} from './figures.js';

// A player's strip: `show(turn, position)` tells the clock and the claims after a turn.
export const strip = (story, seat) => {
  const picture = node('span', {class: 'seat'});
  const pips = node('span');
  const who = node('small', {class: 'n'});
  const clock = node('b');
  const last = node('small');
  const element = node(
    'div',
    {class: 'player'},
    picture,
    node('div', {class: 'who'}, node('b', {}, botName(seat.bot)), pips, node('br'), who),
    node('div', {class: 'clk'}, clock, last),
  );
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
    times.push(ms === undefined ? times.at(-1) : (ms ?? 'opening'));
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
  const {end, seats} = story;
  const isWon = new Set(end.scores).size > 1;
  const winner = isWon ? seats[end.scores.indexOf(Math.max(...end.scores))] : null;
  const kind = end.faults.length ? 'chip bad' : end.termination === 'void' ? 'chip nob' : 'chip';
  return node(
    'div',
    {class: winner ? `result by-${seatHue(winner)}` : 'result'},
    node('h2', {}, end.title),
    node('p', {}, end.text, ' ', node('span', {class: kind}, end.termination)),
    end.faults.map(fault =>
      node(
        'p',
        {class: 'fault'},
        botName(seats[fault.seat - 1].bot),
        ` (seat ${fault.seat}): ${fault.text}`,
      ),
    ),
    unplayed(story),
  );
};

const unplayed = story => {
  const moves = story.end.unplayed.filter(reply => reply.move);
  if (!moves.length) return null;
  return node(
    'p',
    {},
    `Not played in turn ${story.turns.length + 1}: `,
    moves.flatMap((reply, i) => [
      i ? ', ' : '',
      `${reply.who} `,
      node('b', {class: 'm cut', title: reply.move}, reply.move),
    ]),
    '.',
  );
};

const SQUARE = /\b([a-z][1-9][0-9]?)\b/;

// A sentence with its squares set as moves are.
const told = text =>
  text.split(SQUARE).map((part, i) => (i % 2 ? node('b', {class: 'm'}, part) : part));

const NOTHING_YET = 'The first position: no turn is played yet.';

// The steps of a turn: a row of buttons under the board, and the story beside it.
export const stepPanels = choose => {
  const buttons = node('div', {class: 'stages', role: 'group', 'aria-label': 'Steps of this turn'});
  const heading = node('h2');
  const list = node('ol');
  const said = node('p', {class: 'vh', 'aria-live': 'polite'});
  const thoughts = node('div');
  const element = node('div', {class: 'story'}, heading, list, said, thoughts);
  const show = (title, steps, count, infos) => {
    const lines = steps.map((step, i) => storyLine(step, i + 1, count));
    heading.textContent = title;
    buttons.replaceChildren(...steps.map((step, i) => stepButton(step, i + 1, count, choose)));
    list.replaceChildren(
      ...(lines.length ? lines : [node('li', {class: 'on plain'}, NOTHING_YET)]),
    );
    thoughts.replaceChildren(...infos.map(thought));
    said.textContent = steps[count - 1]?.text ?? NOTHING_YET;
  };
  return {buttons, element, show};
};

const thought = ([bot, text]) =>
  node('p', {class: 's thought'}, botName(bot), ' ', node('span', {class: 'm'}, text));

const stepButton = (step, number, count, choose) => {
  const button = node(
    'button',
    {'aria-pressed': String(number === count)},
    node('i', {}, String(number)),
    step.label,
  );
  button.onclick = () => choose(number);
  return button;
};

const storyLine = (step, number, count) =>
  node(
    'li',
    {class: number <= count ? 'on' : ''},
    node('i', {}, String(number)),
    node('span', {}, told(step.text)),
  );

// The list of moves: `mark(turn)` shows which one the board shows; a click calls `seek(turn)`.
export const moveTable = (story, seek) => {
  const isJoint = story.turns.some(turn => Object.keys(turn.moves).length > 1);
  const rows = story.turns.map(turn => moveRow(story, turn, isJoint, seek));
  const row = node(
    'tr',
    {},
    node('th', {class: 'r'}, 'Turn'),
    moveHeads(story, isJoint),
    node('th', {class: 'r'}, 'What happened'),
  );
  const table = node(
    'table',
    {},
    node('thead', {}, row),
    node('tbody', {}, rows, lastReplies(story, isJoint)),
  );
  const box = node(
    'div',
    {class: 'moves', tabindex: 0, role: 'region', 'aria-label': 'Move list'},
    table,
  );
  const mark = turn => {
    box.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const row = rows[turn - 1];
    row?.setAttribute('aria-current', 'true');
    box.scrollTop = row ? row.offsetTop - box.clientHeight / 2 : 0;
  };
  return {element: box, mark};
};

const moveHeads = (story, isJoint) =>
  (isJoint ? story.seats.map(seat => seat.who) : ['Move']).map(name =>
    node('th', {}, `${name} `, node('small', {}, 'ms')),
  );

// A move with its time, if it was measured.
const answerParts = (move, ms) => [
  node('span', {class: 'm cut', title: move}, move),
  ' ',
  node('small', {}, ms === null || ms === undefined ? '' : millis(ms)),
];

const moveRow = (story, turn, isJoint, seek) => {
  const asked = isJoint ? story.seats.map(seat => seat.seat) : Object.keys(turn.moves).map(Number);
  const picture = seat =>
    isJoint ? null : seatPicture(story.game, null, {seat, who: turn.who[seat]});
  const cells = asked.map(seat =>
    node('td', {}, picture(seat), answerParts(turn.moves[seat] ?? '', turn.ms[seat])),
  );
  const summary = [
    turn.opening ? node('span', {class: 'chip'}, 'opening') : null,
    ' ',
    summaryOf(story.game, turn),
  ];
  const row = node(
    'tr',
    {},
    node('td', {class: 'r'}, String(turn.turn)),
    cells,
    node('td', {class: 'r'}, summary),
  );
  row.onclick = () => seek(turn.turn);
  return row;
};

// The answers of a last turn that was not played.
const lastReplies = (story, isJoint) => {
  const {unplayed: replies, faults, termination} = story.end;
  if (!replies.some(reply => reply.move)) return null;
  const answer = reply => answerParts(reply.move || 'no move', reply.ms);
  const cells = isJoint
    ? story.seats.map(seat =>
        node('td', {}, ...replies.filter(reply => reply.seat === seat.seat).map(answer)),
      )
    : [node('td', {}, ...replies.map(answer))];
  return node(
    'tr',
    {class: 'unplayed'},
    node('td', {class: 'r'}, String(story.turns.length + 1)),
    cells,
    node(
      'td',
      {class: 'r'},
      'not played ',
      node('span', {class: faults.length ? 'chip bad' : 'chip'}, faults[0]?.word ?? termination),
    ),
  );
};
