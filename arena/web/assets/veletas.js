// Veletas: its positions, what a turn does step by step, and claims.
import {node, shape, symbol} from './elements.js';
import {COLOUR_HUES} from './figures.js';
import {cellsOf, grouped, lattice, otherColour, sentences} from './pieces.js';
import {shootersSeeing} from './sight.js';
import {drawVeletas, veletasPiece} from './veletasdrawing.js';

const STEP_LABELS = {
  placed: 'Placed',
  chose: 'Colour chosen',
  moved: 'Shooter moves',
  shot: 'Stone shot',
  claimed: 'Claimed',
};
const KIND_NAMES = {
  b: 'black stone',
  w: 'white stone',
  S: 'shooter',
  B: 'shooter claimed by Black',
  W: 'shooter claimed by White',
};
const CLAIMS_TO_WIN = {7: 2, 9: 3, 10: 4};

const parseVeletas = text => {
  const [rows, side, phase, first = '-'] = text.split(' ');
  return {at: cellsOf(rows), eggs: [], side, phase, first, size: rows.split('/').length};
};

const veletasLabel = (position, square) => KIND_NAMES[position.at[square]] ?? 'empty';

const seatColour = (position, seat) => {
  if (position.first === '-') return null;
  return seat === 1 ? position.first : otherColour(position.first);
};

// How many shooters a colour has claimed, and how many win.
const claimsOf = (position, colour) => ({
  claimed: Object.values(position.at).filter(kind => kind === colour.toUpperCase()).length,
  needed: CLAIMS_TO_WIN[position.size],
});

// The claims of a turn are one step: all are made on one board.
const veletasSteps = turn =>
  grouped(turn.events, (last, word) => last === word).map(step => ({
    ...step,
    label: STEP_LABELS[step.word],
    text: sentences(step.events),
  }));

const veletasView = (before, steps, count) => {
  const position = {...before, at: {...before.at}};
  const marks = {count, placed: [], ghosts: [], moves: [], shots: [], claims: []};
  steps
    .slice(0, count)
    .forEach((step, i) =>
      step.events.forEach(event => DEEDS[event[0]](position, marks, i + 1, event)),
    );
  return {position, marks};
};

const DEEDS = {
  placed: (position, marks, step, [, , squares]) => {
    const stone = squares.at(-1);
    squares.forEach(square => {
      position.at[square] = square === stone ? position.side : 'S';
      marks.placed.push({square, colour: square === stone ? position.side : 'n', step});
    });
  },
  chose: () => {},
  moved: (position, marks, step, [, , [from, to]]) => {
    delete position.at[from];
    position.at[to] = 'S';
    marks.ghosts.push(from);
    marks.placed.push({square: to, colour: 'n', step});
    marks.moves.push({from, to, step});
  },
  shot: (position, marks, step, [, , [square]]) => {
    const from = marks.moves.length ? [marks.moves[0].to] : shootersSeeing(position, square);
    position.at[square] = position.side;
    marks.placed.push({square, colour: position.side, step});
    marks.shots.push({from, square, colour: position.side, step});
  },
  claimed: (position, marks, step, [, seat, [square]]) => {
    const colour = seatColour(position, seat);
    position.at[square] = colour.toUpperCase();
    marks.claims.push({square, colour, step});
  },
};

const veletasSummary = turn =>
  turn.events
    .map(([word, , squares, text]) => {
      if (word === 'claimed') return `${squares[0]} to ${text.split(' ')[0]}`;
      if (word === 'chose') return text.slice(text.indexOf('takes'));
      return word === 'placed' ? 'placed' : '';
    })
    .filter(Boolean)
    .join(', ');

const veletasDots = turn => (turn.events.some(([word]) => word === 'claimed') ? ['k'] : []);

// Without a position, the seat's name tells its colour.
const seatVane = (position, seat) => {
  const colour = position ? seatColour(position, seat.seat) : COLOUR_HUES[seat.who];
  return symbol(colour ? `st-${colour}` : 'rose');
};

const pipsOf = (position, seat) => {
  const colour = seatColour(position, seat.seat);
  if (!colour) return [];
  const {claimed, needed} = claimsOf(position, colour);
  const total = Math.max(claimed, needed);
  const pips = Array.from({length: total}, (_, i) => {
    const pip = symbol('vane', {class: i < claimed ? null : 'off'});
    if (i < claimed) pip.append(shape('circle', {class: `st${colour}`, cx: 20, cy: 20, r: 11}));
    return pip;
  });
  return [
    node(
      'span',
      {class: 'pips', role: 'img', 'aria-label': `claimed ${claimed} of ${needed}`},
      pips,
    ),
  ];
};

export const veletasKit = {
  parse: parseVeletas,
  label: veletasLabel,
  steps: veletasSteps,
  view: veletasView,
  ground: lattice,
  piece: veletasPiece,
  draw: drawVeletas,
  summary: veletasSummary,
  dots: veletasDots,
  seat: seatVane,
  pips: pipsOf,
};
