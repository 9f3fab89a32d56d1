// What the Shell on its board: turtles, eggs, and the marks of what a turn did.
import {shape} from './elements.js';
import {HUES, asPiece, badge, brackets, drawnLine, moving, onSquare, span} from './pieces.js';

const SYMBOLS = {b: 'tb', w: 'tw', o: 'egg'};
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

export const shellPiece = (grid, kind, square, cls = '', number = '') => {
  const use = onSquare(grid, SYMBOLS[kind], square, {class: cls});
  if (kind !== 'o' || !number) return use;
  const [x, y] = grid.middle(square);
  use.removeAttribute('class');
  return shape('g', {class: cls}, use, shape('text', {class: 'en', x, y: y + 5}, String(number)));
};

export const shellGround = grid => {
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
    const number = position.eggs.indexOf(square) + 1;
    const element = asPiece(shellPiece(grid, kind, square, '', number), square, kind);
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

export const drawShell = (grid, position, marks) =>
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
