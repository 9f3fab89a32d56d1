// Where squares are, and the marks that both games share.
import {shape} from './elements.js';

export const HUES = {b: 'cb', w: 'cw', n: 'cn'};
export const COLOUR_NAMES = {b: 'Black', w: 'White'};
export const otherColour = colour => (colour === 'b' ? 'w' : 'b');

// The squares of a board that is 360 units wide, whatever its size.
export class Grid {
  constructor(size) {
    this.size = size;
    this.unit = 360 / size;
    this.scale = this.unit / 36;
  }

  file(square) {
    return square.charCodeAt(0) - 97;
  }

  rank(square) {
    return Number(square.slice(1));
  }

  left(square) {
    return this.file(square) * this.unit;
  }

  top(square) {
    return (this.size - this.rank(square)) * this.unit;
  }

  middle(square) {
    return [this.left(square) + this.unit / 2, this.top(square) + this.unit / 2];
  }

  // The square on this file and rank, or null beyond the edge.
  named(file, rank) {
    const inside = file >= 0 && file < this.size && rank >= 1 && rank <= this.size;
    return inside ? String.fromCharCode(97 + file) + rank : null;
  }

  // All squares as they are read: the top rank first.
  squares() {
    return Array.from({length: this.size ** 2}, (_, i) =>
      this.named(i % this.size, this.size - Math.floor(i / this.size)),
    );
  }
}

// What stands where, from ROWS: {square: cell}.
export const cellsOf = rows => {
  const ranks = rows.split('/');
  const at = {};
  ranks.forEach((rank, i) =>
    [...rank].forEach((cell, file) => {
      if (cell !== '.') at[String.fromCharCode(97 + file) + (ranks.length - i)] = cell;
    }),
  );
  return at;
};

// Lets an element move when it is first drawn on a board that is in motion: its motion's name
// (see board.css), when it begins and how long it lasts in milliseconds at speed 1.
export const moving = (element, motion, at, lasts, properties = {}) => {
  element.classList.add(`m-${motion}`);
  const all = {'--at': `${at}ms`, '--lasts': `${lasts}ms`, ...properties};
  for (const [name, value] of Object.entries(all)) element.style.setProperty(name, value);
  return element;
};

// Notes on an element which piece it shows, and where.
export const asPiece = (element, square, kind) => {
  Object.assign(element.dataset, {square, piece: kind});
  return element;
};

// A ground of hairlines between the squares.
export const lattice = grid => {
  const at = Array.from({length: grid.size - 1}, (_, i) => (i + 1) * grid.unit);
  return [
    shape('rect', {class: 'ground', width: 360, height: 360, rx: 6}),
    shape('path', {class: 'lattice', d: at.map(x => `M${x} 0v360M0 ${x}h360`).join('')}),
  ];
};

// A symbol that fills a square and says what it is.
export const onSquare = (grid, id, square, attributes = {}) =>
  shape('use', {
    href: `#${id}`,
    x: grid.left(square),
    y: grid.top(square),
    width: grid.unit,
    height: grid.unit,
    ...attributes,
  });

// Corner brackets around a square. `half` is '', 'left' or 'right'.
export const brackets = (grid, square, hue, half = '') => {
  const u = grid.unit;
  const n = 3;
  const f = u - 3;
  const arm = u / 4 + 0.5;
  const far = u - arm;
  const left = `M${n} ${arm}V${n}H${arm}M${arm} ${f}H${n}V${far}`;
  const right = `M${far} ${n}H${f}V${arm}M${f} ${far}V${f}H${far}`;
  return shape('path', {
    class: `lastb ${HUES[hue]}`,
    d: half === 'left' ? left : half === 'right' ? right : left + right,
    transform: `translate(${grid.left(square)} ${grid.top(square)})`,
  });
};

// The number of a step beside what it did.
export const badge = (grid, square, step, past) => {
  const x = grid.left(square) + grid.unit - 6;
  const y = grid.top(square) + 6;
  return shape(
    'g',
    {class: past ? 'badge past' : 'badge'},
    shape('circle', {cx: x, cy: y, r: 7.5}),
    shape('text', {x, y: y + 3.6}, String(step)),
  );
};

// A line between two points, shortened at both ends.
export const span = ([x, y], [z, w], from, to, attributes) => {
  const length = Math.hypot(z - x, w - y) || 1;
  const dx = (z - x) / length;
  const dy = (w - y) / length;
  return shape('line', {
    x1: x + dx * from,
    y1: y + dy * from,
    x2: z - dx * to,
    y2: w - dy * to,
    ...attributes,
  });
};

// A line that is drawn from its beginning.
export const drawnLine = (line, at, lasts) =>
  moving(line, 'draw', at, lasts, {
    'transform-origin': `${line.getAttribute('x1')}px ${line.getAttribute('y1')}px`,
  });

// What events say, as sentences.
export const sentences = events =>
  events.map(([, , , text]) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(' ');

// Events as steps, [{word, events}]: an event goes with those of the step before it if
// `belongs(word of that step, word of the event)`.
export const grouped = (events, belongs) => {
  const steps = [];
  for (const event of events) {
    const last = steps.at(-1);
    if (last && belongs(last.word, event[0])) last.events.push(event);
    else steps.push({word: event[0], events: [event]});
  }
  return steps;
};
