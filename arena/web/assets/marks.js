// What is drawn over the pieces while a person chooses: legal, hovered, chosen, sealed, hinted.
import {shape} from './elements.js';
import {HUES, span} from './pieces.js';

const SHOT_TEXT = /^(\w+)-(\w+)\/(\w+)$/;

// The squares of a move's text and what stands on each after it: [[square, kind]].
const piecesOf = (move, stone) => {
  const shot = SHOT_TEXT.exec(move),
    [head, tail] = move.split('/');
  if (shot)
    return [
      [shot[2], 'S'],
      [shot[3], stone],
    ];
  if (tail) return [...head.split(',').map(square => [square, 'S']), [tail, stone]];
  return /^[a-z]\d+$/.test(move) ? [[move, stone]] : [];
};

const frame = (board, square, attributes) => {
  const {grid} = board,
    inset = 2;
  return shape('rect', {
    x: grid.left(square) + inset,
    y: grid.top(square) + inset,
    width: grid.unit - 2 * inset,
    height: grid.unit - 2 * inset,
    rx: 4,
    ...attributes,
  });
};

const chosen = (board, square, hue) => frame(board, square, {class: `chosen ${HUES[hue]}`});

const legalDot = (board, square, hue, occupied) => {
  if (occupied) return frame(board, square, {class: `may ${HUES[hue]}`});
  const [cx, cy] = board.grid.middle(square);
  return shape('circle', {class: `legal f${hue}`, cx, cy, r: 1.8});
};

const hinted = (board, move, stone) => {
  const {grid} = board,
    shot = SHOT_TEXT.exec(move);
  const lines = shot
    ? [
        span(grid.middle(shot[1]), grid.middle(shot[2]), 8, 16 * grid.scale, {class: 'hinted'}),
        span(grid.middle(shot[2]), grid.middle(shot[3]), 16 * grid.scale, 16 * grid.scale, {
          class: 'hinted dots',
        }),
      ]
    : [];
  return [
    ...(shot ? [frame(board, shot[1], {class: 'hinted'})] : []),
    ...lines,
    ...piecesOf(move, stone).flatMap(([square, kind]) => [
      board.piece(kind, square, 'ghost'),
      frame(board, square, {class: 'hinted'}),
    ]),
  ];
};

const dimmed = () => shape('rect', {class: 'dim', width: 360, height: 360});

const sealedMarks = (board, move, stone) => [
  dimmed(),
  ...piecesOf(move, stone).flatMap(([square, kind]) => [
    board.piece(kind, square),
    chosen(board, square, stone),
  ]),
];

// The shooter that has been taken up, where it goes, and what is placed so far.
const picked = (board, choosing, stone) => {
  const [start, end] = choosing.picks;
  if (choosing.choices.kind === 'placement') {
    return choosing.picks.flatMap(square => [board.piece('S', square), chosen(board, square, 'n')]);
  }
  if (!end) return start ? [chosen(board, start, 'n')] : [];
  return [
    frame(board, start, {class: 'left'}),
    board.piece('S', end),
    chosen(board, end, 'n'),
    span(board.grid.middle(start), board.grid.middle(end), 8, 14 * board.grid.scale, {class: 'mv'}),
  ];
};

// Draws all of it into the board's overlay. `stone` is the viewer's piece ('b' or 'w').
export const drawMarks = (board, position, {choosing, hover, sealed, hint, stone, waits}) => {
  const {next} = choosing,
    hoverKind = choosing.isStone ? stone : 'S';
  const stands = square =>
    Boolean(position.at[square]) && !(choosing.picks.length && square === choosing.picks[0]);
  board.overlay.replaceChildren(
    ...(sealed ? sealedMarks(board, sealed, stone) : waits ? [dimmed()] : []),
    ...picked(board, choosing, stone),
    ...(hint ? [] : next)
      .filter(square => square !== hover)
      .map(square => legalDot(board, square, hoverKind === 'S' ? 'n' : stone, stands(square))),
    ...(hint ? hinted(board, hint, stone) : []),
    ...(hover && next.includes(hover)
      ? [stands(hover) ? legalDot(board, hover, 'n', true) : board.piece(hoverKind, hover, 'ghost')]
      : []),
  );
  board.overlay.dataset.legal = next.join(' ');
};
