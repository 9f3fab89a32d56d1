// What the Shell: turtles, eggs, and how a turn is resolved step by step.
import {shape, symbol} from './elements.js';
import {counted, seatHue} from './figures.js';
import {COLOUR_NAMES, HUES, cellsOf, moving, onSquare, sentences} from './pieces.js';
import {badge, brackets, drawnLine, span} from './pieces.js';

const SYMBOLS = {b: 'tb', w: 'tw', o: 'egg'};
const SEAT_COLOURS = {1: 'b', 2: 'w'};
const LABELS = {
  placed: 'Placed',
  laid: 'Egg laid',
  captured: 'Captured',
  vanished: 'Vanished',
  lined: 'Line',
};
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

const parseShell = text => {
  const [rows, eggs] = text.split(' ');
  return {at: cellsOf(rows), eggs: eggs === '-' ? [] : eggs.split(','), size: 9};
};

const shellLabel = (position, square) => {
  const kind = position.at[square];
  if (kind === 'o') return `egg ${position.eggs.indexOf(square) + 1}`;
  return kind ? `${COLOUR_NAMES[kind]} turtle` : 'empty';
};

// Both turtles land in one step, and so do all their captures; every hatch is a step of its own
// and takes its captures along.
const shellSteps = turn => {
  const steps = [];
  for (const event of turn.events) {
    if (belongs(steps.at(-1)?.word, event[0])) steps.at(-1).events.push(event);
    else steps.push({word: event[0], events: [event]});
  }
  return steps.map(step => ({...step, label: stepLabel(step), text: stepText(step)}));
};

const belongs = (last, word) =>
  (last === word && !['hatched', 'vanished'].includes(word)) ||
  (last === 'hatched' && word === 'captured');

const isSuddenDeath = ({word, events}) =>
  word === 'lined' && events.length === 2 && events[0][2].length === events[1][2].length;

const stepLabel = step => {
  if (step.word === 'hatched') return step.events.length > 1 ? 'Hatched, chain' : 'Hatched';
  return isSuddenDeath(step) ? 'Sudden death' : LABELS[step.word];
};

const stepText = step =>
  sentences(step.events) + (isSuddenDeath(step) ? ' Equal, so play goes on.' : '');

// The position after the first `count` steps, and the marks of what they did.
const shellView = (before, steps, count) => {
  const position = {...before, at: {...before.at}, eggs: [...before.eggs]};
  const marks = emptyMarks(count, steps[count - 1]?.word === 'lined');
  steps.slice(0, count).forEach((step, i) => {
    step.events.forEach(event => EFFECTS[event[0]](position, marks, i + 1, event, step));
    removeVictims(position, marks, i + 1);
  });
  return {position, marks};
};

// `settled`: no step stands out any more, since the last one only counts lines.
const emptyMarks = (count, settled) => ({
  count,
  settled,
  placed: [],
  ghosts: [],
  captures: [],
  hatched: [],
  vanished: [],
  lined: [],
});

const leave = (position, square) => {
  delete position.at[square];
  position.eggs = position.eggs.filter(egg => egg !== square);
};

// Captures of one step are made on one board, so the victims leave when all are known.
const removeVictims = (position, marks, step) => {
  const victims = marks.captures
    .filter(capture => capture.step === step)
    .flatMap(({victims: both}) => both);
  const at = marks.hatched.some(hatch => hatch.step === step) ? 540 : 200;
  for (const square of new Set(victims)) {
    marks.ghosts.push({square, kind: position.at[square], step, at});
    leave(position, square);
  }
};

const EFFECTS = {
  placed: (position, marks, step, [, seat, [square]]) => {
    position.at[square] = SEAT_COLOURS[seat];
    marks.placed.push({square, colour: SEAT_COLOURS[seat], step});
  },
  laid: (position, marks, step, [, , [square]]) => {
    position.at[square] = 'o';
    position.eggs.push(square);
    marks.placed.push({square, colour: 'n', step});
  },
  captured: (position, marks, step, [, seat, [from, first, second, far]], whole) =>
    marks.captures.push({
      from,
      far,
      victims: [first, second],
      colour: SEAT_COLOURS[seat],
      chain: whole.word === 'hatched',
      step,
    }),
  hatched: (position, marks, step, [, seat, [square]]) => {
    leave(position, square);
    position.at[square] = SEAT_COLOURS[seat];
    marks.hatched.push({square, step});
  },
  vanished: (position, marks, step, [, , [square]]) => {
    leave(position, square);
    marks.vanished.push({square, step});
  },
  lined: (position, marks, step, [, seat, squares]) =>
    marks.lined.push({colour: SEAT_COLOURS[seat], squares, step}),
};

const shellPiece = (grid, kind, square, cls = '', number = '') => {
  const use = onSquare(grid, SYMBOLS[kind], square, {class: cls});
  if (kind !== 'o' || !number) return use;
  const [x, y] = grid.middle(square);
  use.removeAttribute('class');
  return shape('g', {class: cls}, use, shape('text', {class: 'en', x, y: y + 5}, String(number)));
};

const shellGround = grid => {
  const dark = grid.squares().filter(square => (grid.file(square) + grid.rank(square)) % 2 === 1);
  const u = grid.unit;
  const path = dark
    .map(square => `M${grid.left(square)} ${grid.top(square)}h${u}v${u}h${-u}z`)
    .join('');
  return [
    shape('rect', {class: 's1', width: 360, height: 360, rx: 6}),
    shape('path', {class: 's2', d: path}),
  ];
};

// The ends of every line of five or more among a colour's winning turtles.
const linesAmong = (grid, squares) => {
  const found = [];
  const all = new Set(squares);
  for (const square of squares)
    for (const [dx, dy] of DIRECTIONS) {
      const step = (from, by) => grid.named(grid.file(from) + by * dx, grid.rank(from) + by * dy);
      if (all.has(step(square, -1))) continue;
      let length = 1,
        end = square;
      for (let next = step(square, 1); all.has(next); next = step(next, 1)) {
        length += 1;
        end = next;
      }
      if (length >= 5) found.push([square, end]);
    }
  return found;
};

const capsules = (grid, {colour, squares, step}, count) => {
  const lines = linesAmong(grid, squares).map(([from, to]) => [grid.middle(from), grid.middle(to)]);
  const layer = cls =>
    shape(
      'g',
      {class: cls},
      lines.map(([from, to]) => span(from, to, 0, 0, {})),
    );
  const group = shape(
    'g',
    {},
    layer(`win1 ${HUES[colour]}`),
    layer('win2'),
    layer(`win3 ${HUES[colour]}`),
  );
  return step === count ? moving(group, 'fade', 0, 260) : group;
};

const cross = (grid, square) => {
  const [x, y] = grid.middle(square);
  return shape('path', {class: 'cross', d: `M${x - 5} ${y - 5}l10 10m0-10l-10 10`});
};

const captureMarks = (grid, capture, marks) => {
  const {from, far, victims, chain, step} = capture;
  const fresh = step === marks.count;
  const begin = chain ? 340 : 0;
  const line = span(grid.middle(from), grid.middle(far), 13, 13, {
    class: chain ? 'cap chain' : 'cap',
  });
  const ring = shape('circle', {
    class: 'capo',
    cx: line.getAttribute('x2'),
    cy: line.getAttribute('y2'),
    r: 3.5,
  });
  const crosses = shape(
    'g',
    {},
    victims.map(square => cross(grid, square)),
  );
  if (fresh) {
    drawnLine(line, begin, 200);
    moving(ring, 'fade', begin + 120, 80);
    moving(crosses, 'fade', begin + 200, 160);
  }
  return shape('g', {class: fresh || marks.settled ? '' : 'past'}, line, ring, crosses);
};

const ghost = (grid, {square, kind, step, at}, count) => {
  const element = shellPiece(grid, kind, square, 'ghost');
  return step === count ? moving(element, 'leave', at, at > 200 ? 160 : 200) : element;
};

const broken = (grid, square, fresh, cls = '') => {
  const shell = onSquare(grid, 'crack', square, {class: cls});
  return fresh ? moving(shell, 'crack', 0, 120) : shell;
};

const vanishedMarks = (grid, {square, step}, count) => {
  const shell = shape(
    'g',
    {class: 'ghost'},
    broken(grid, square, step === count),
    shellPiece(grid, 'o', square),
  );
  return [
    brackets(grid, square, 'b', 'left'),
    brackets(grid, square, 'w', 'right'),
    step === count ? moving(shell, 'leave', 120, 200) : shell,
  ];
};

const standing = (grid, position, marks) => {
  const dropped = new Map([
    ...(marks?.placed ?? [])
      .filter(each => each.step === marks.count)
      .map(each => [each.square, 0]),
    ...(marks?.hatched ?? [])
      .filter(each => each.step === marks.count)
      .map(each => [each.square, 120]),
  ]);
  return Object.entries(position.at).map(([square, kind]) => {
    const element = shellPiece(grid, kind, square, '', position.eggs.indexOf(square) + 1);
    element.dataset.square = square;
    element.dataset.piece = kind;
    return dropped.has(square) ? moving(element, 'drop', dropped.get(square), 220) : element;
  });
};

const badges = (grid, marks) => {
  const places = [
    ...marks.hatched,
    ...marks.vanished,
    ...marks.captures.map(({from, step}) => ({square: from, step})),
  ];
  const seen = new Map(places.map(({square, step}) => [`${square} ${step}`, {square, step}]));
  return [...seen.values()].map(({square, step}) =>
    badge(grid, square, step, !marks.settled && step < marks.count),
  );
};

const drawShell = (grid, position, marks) =>
  !marks
    ? standing(grid, position)
    : [
        ...marks.lined.map(lined => capsules(grid, lined, marks.count)),
        ...marks.placed.map(({square, colour}) => brackets(grid, square, colour)),
        ...marks.ghosts.map(each => ghost(grid, each, marks.count)),
        ...marks.vanished.flatMap(each => vanishedMarks(grid, each, marks.count)),
        ...marks.hatched.map(({square, step}) => broken(grid, square, step === marks.count)),
        ...standing(grid, position, marks),
        ...marks.captures.map(capture => captureMarks(grid, capture, marks)),
        ...badges(grid, marks),
      ];

const countOf = (turn, word) => turn.events.filter(event => event[0] === word).length;

const shellSummary = turn => {
  if (countOf(turn, 'laid')) return [symbol('egg'), 'egg'];
  const told = [
    counted(countOf(turn, 'captured'), 'capture', 'captures'),
    counted(countOf(turn, 'hatched'), 'hatched'),
    counted(countOf(turn, 'vanished'), 'vanished'),
  ];
  return told.filter(Boolean).join(', ');
};

const shellDots = turn => {
  if (countOf(turn, 'laid')) return ['e'];
  return countOf(turn, 'captured') ? ['k'] : [];
};

export const shellKit = {
  parse: parseShell,
  label: shellLabel,
  steps: shellSteps,
  view: shellView,
  ground: shellGround,
  piece: shellPiece,
  draw: drawShell,
  summary: shellSummary,
  dots: shellDots,
  seat: (position, seat) => symbol(`t${seatHue(seat)}`),
};
