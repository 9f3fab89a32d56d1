// A game that has no drawing of its own: its letters on a grid, or its text.
import {shape, symbol} from './elements.js';
import {SEAT_HUES, seatHue} from './figures.js';
import {asPiece, brackets, cellsOf, lattice, moving, sentences} from './pieces.js';

const parsePlain = text => {
  const rows = text.split(' ')[0];
  const ranks = rows.split('/');
  const isGrid =
    ranks.length > 1 &&
    ranks.length <= 26 &&
    ranks.every(rank => [...rank].length === ranks.length);
  return {at: isGrid ? cellsOf(rows) : {}, eggs: [], size: isGrid ? ranks.length : 1, text, isGrid};
};

const plainLabel = (position, square) =>
  position.isGrid ? (position.at[square] ?? 'empty') : position.text;

const plainSteps = turn =>
  turn.events.map(event => ({
    word: event[0],
    events: [event],
    text: sentences([event]),
    label: `${event[0][0].toUpperCase()}${event[0].slice(1)}`,
  }));

// Nobody knows here what an event does, so the pieces change with the last of them.
const plainView = (before, steps, count, turn) => ({
  position: count >= steps.length ? parsePlain(turn.state) : before,
  marks: {count, events: steps.slice(0, count).flatMap(step => step.events)},
});

const plainPiece = (grid, kind, square, cls = '') => {
  const [x, y] = grid.middle(square);
  return shape(
    'text',
    {class: `letter ${cls}`, x, y: y + grid.unit * 0.18, 'font-size': grid.unit * 0.5},
    kind,
  );
};

const plainText = text =>
  text
    .match(/.{1,36}/gsu)
    ?.slice(0, 18)
    .map((line, i) =>
      shape('text', {class: 'letter m', x: 180, y: 28 + i * 18, 'font-size': 14}, line),
    ) ?? [];

const drawPlain = (grid, position, marks) => {
  if (!position.isGrid) return plainText(position.text);
  const touched = (marks?.events ?? []).flatMap(([, seat, squares]) =>
    squares.map(square => [square, SEAT_HUES[seat] ?? 'n']),
  );
  const known = new Set(grid.squares());
  return [
    ...touched
      .filter(([square]) => known.has(square))
      .map(([square, hue]) => moving(brackets(grid, square, hue), 'fade', 0, 200)),
    ...Object.entries(position.at).map(([square, kind]) =>
      asPiece(plainPiece(grid, kind, square), square, kind),
    ),
  ];
};

export const plainKit = {
  parse: parsePlain,
  label: plainLabel,
  steps: plainSteps,
  view: plainView,
  ground: lattice,
  piece: plainPiece,
  draw: drawPlain,
  summary: () => '',
  dots: () => [],
  seat: (position, seat) => symbol(seatHue(seat) === 'w' ? 'st-w' : 'st-b'),
};
