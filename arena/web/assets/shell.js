// What the Shell: its positions, and how a turn is resolved step by step.
import {symbol} from './elements.js';
import {SEAT_HUES, counted, seatHue} from './figures.js';
import {COLOUR_NAMES, cellsOf, grouped, sentences} from './pieces.js';
import {drawShell, shellGround, shellPiece} from './shelldrawing.js';

const LABELS = {
  placed: 'Placed',
  laid: 'Egg laid',
  captured: 'Captured',
  vanished: 'Vanished',
  lined: 'Line',
};

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
const shellSteps = turn =>
  grouped(turn.events, goesWith).map(step => ({
    ...step,
    label: stepLabel(step),
    text: stepText(step),
  }));

const goesWith = (last, word) =>
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
    position.at[square] = SEAT_HUES[seat];
    marks.placed.push({square, colour: SEAT_HUES[seat], step});
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
      colour: SEAT_HUES[seat],
      chain: whole.word === 'hatched',
      step,
    }),
  hatched: (position, marks, step, [, seat, [square]]) => {
    leave(position, square);
    position.at[square] = SEAT_HUES[seat];
    marks.hatched.push({square, step});
  },
  vanished: (position, marks, step, [, , [square]]) => {
    leave(position, square);
    marks.vanished.push({square, step});
  },
  lined: (position, marks, step, [, seat, squares]) =>
    marks.lined.push({colour: SEAT_HUES[seat], squares, step}),
};

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
