// Veletas: shooters, stones in groups, lines of fire and claims.
import {node, shape, symbol} from './elements.js';
import {HUES, cellsOf, moving, onSquare, otherColour, sentences} from './pieces.js';
import {brackets, drawnLine, span} from './pieces.js';
import {decidingStones, linksOf, shootersSeeing} from './sight.js';

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
export const claimsOf = (position, colour) => ({
  claimed: Object.values(position.at).filter(kind => kind === colour.toUpperCase()).length,
  needed: CLAIMS_TO_WIN[position.size],
});

// The claims of a turn are one step: all are made on one board.
const veletasSteps = turn => {
  const steps = [];
  for (const event of turn.events) {
    if (steps.at(-1)?.word === event[0]) steps.at(-1).events.push(event);
    else steps.push({word: event[0], events: [event]});
  }
  return steps.map(step => ({
    ...step,
    label: STEP_LABELS[step.word],
    text: sentences(step.events),
  }));
};

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

const veletasGround = grid => {
  const at = Array.from({length: grid.size - 1}, (_, i) => (i + 1) * grid.unit);
  return [
    shape('rect', {class: 'ground', width: 360, height: 360, rx: 6}),
    shape('path', {class: 'lattice', d: at.map(x => `M${x} 0v360M0 ${x}h360`).join('')}),
  ];
};

const disc = (grid, square, radius, attributes = {}) => {
  const [cx, cy] = grid.middle(square);
  return shape('circle', {cx, cy, r: radius * grid.scale, ...attributes});
};

const veletasPiece = (grid, kind, square, cls = '') => {
  if (kind === 'S') return onSquare(grid, 'rose', square, {class: cls});
  const colour = kind.toLowerCase();
  if (kind === colour) return disc(grid, square, 11.5, {class: `st${colour} ${cls}`});
  return shape(
    'g',
    {class: cls},
    onSquare(grid, 'vane', square),
    disc(grid, square, 10, {class: `st${colour}`}),
  );
};

const barPath = (grid, links) =>
  links.map(([a, b]) => `M${grid.middle(a)}L${grid.middle(b)}`).join('');

// Groups: all edges first, then all fills. A stone in flight has its bars when it has landed.
const stones = (grid, position, colour, landing) => {
  const squares = Object.keys(position.at).filter(square => position.at[square] === colour);
  const links = linksOf(position, colour);
  const k = grid.scale;
  const isNew = link => link.includes(landing?.square);
  const late = path => (landing ? moving(path, 'fade', landing.at + landing.lasts, 80) : path);
  const bars = width => [
    shape('path', {
      d: barPath(
        grid,
        links.filter(link => !isNew(link)),
      ),
      'stroke-width': width * k,
    }),
    late(shape('path', {d: barPath(grid, links.filter(isNew)), 'stroke-width': width * k})),
  ];
  const flying = (element, square) =>
    square === landing?.square
      ? moving(element, landing.motion, landing.at, landing.lasts, landing.properties)
      : element;
  const discs = (radius, data) =>
    squares.map(square =>
      flying(
        disc(grid, square, radius, data ? {'data-square': square, 'data-piece': colour} : {}),
        square,
      ),
    );
  return [
    shape('g', {class: `edge${colour}`}, discs(12.8, false), bars(13.5)),
    shape('g', {class: `fill${colour}`}, discs(11.5, true), bars(11)),
  ];
};

const fromTo = (grid, from, to) => {
  const [x, y] = grid.middle(from);
  const [z, w] = grid.middle(to);
  return {'--dx': `${x - z}px`, '--dy': `${y - w}px`};
};

// How the stone of this step lands, if one does.
const landingOf = (grid, marks, colour) => {
  const shot = marks?.shots.find(each => each.step === marks.count && each.colour === colour);
  if (shot) {
    const properties = shot.from.length ? fromTo(grid, shot.from[0], shot.square) : {};
    return {square: shot.square, motion: 'travel', at: 0, lasts: 180, properties};
  }
  const placed = marks?.placed.find(each => each.step === marks.count && each.colour === colour);
  return placed && {square: placed.square, motion: 'drop', at: 0, lasts: 220, properties: {}};
};

const shooters = (grid, position, marks) =>
  Object.entries(position.at)
    .filter(([, kind]) => 'SBW'.includes(kind))
    .map(([square, kind]) => {
      const element = veletasPiece(grid, kind, square);
      element.dataset.square = square;
      element.dataset.piece = kind;
      return marks ? inMotion(grid, element, square, marks) : element;
    });

// A shooter of this step: it drops, slides, or has the claiming stone dropped on it.
const inMotion = (grid, element, square, marks) => {
  const now = each => each.step === marks.count;
  const move = marks.moves.find(each => now(each) && each.to === square);
  if (marks.claims.some(each => now(each) && each.square === square)) {
    moving(element.lastChild, 'drop', 160, 220);
  } else if (move) moving(element, 'travel', 0, 260, fromTo(grid, move.from, move.to));
  else if (marks.placed.some(each => now(each) && each.square === square))
    moving(element, 'drop', 0, 220);
  return element;
};

// How far from the middle of `to` a line that comes from `from` meets the brackets around it.
const gapBefore = (grid, from, to) => {
  const isDiagonal = grid.file(from) !== grid.file(to) && grid.rank(from) !== grid.rank(to);
  return (isDiagonal ? 26 : 17) * grid.scale;
};

const arrow = (grid, {from, to, step}, count) => {
  const gap = gapBefore(grid, from, to);
  const line = span(grid.middle(from), grid.middle(to), 8 * grid.scale, gap, {class: 'mv'});
  const [x, y] = [line.getAttribute('x2'), line.getAttribute('y2')];
  const [a, b] = [grid.middle(from), grid.middle(to)];
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const head = shape('path', {
    class: 'mv',
    d: 'M-5-5l5 5-5 5',
    transform: `translate(${x} ${y}) rotate(${turn})`,
  });
  const group = shape('g', {}, line, head);
  return step === count ? moving(group, 'fade', 60, 200) : group;
};

const fire = (grid, {from, square, colour, step}, count) =>
  from.map(shooter => {
    const gap = gapBefore(grid, shooter, square);
    const line = span(grid.middle(shooter), grid.middle(square), 12 * grid.scale, gap, {
      class: `fire ${HUES[colour]} ${from.length > 1 ? 'past' : ''}`,
    });
    return step === count ? drawnLine(line, 0, 180) : line;
  });

const TRAP_ANGLES = [0, 45, 90, 135, 180, 225, 270, 315];

const trapBars = (grid, {square, step}, count) => {
  const [x, y] = grid.middle(square);
  const k = grid.scale;
  const bars = shape(
    'g',
    {},
    TRAP_ANGLES.map(angle =>
      shape('path', {
        class: 'trap',
        d: 'M-4-17h8',
        transform: `translate(${x} ${y}) rotate(${angle}) scale(${k})`,
      }),
    ),
  );
  return step === count ? moving(bars, 'close', 0, 160) : bars;
};

const groupSizes = (grid, position, {square, step}, count) => {
  const texts = decidingStones(position, square).map(([stone, size]) => {
    const [x, y] = grid.middle(stone);
    return shape('text', {class: `gsz g${position.at[stone]}2`, x, y: y + 4}, String(size));
  });
  const group = shape('g', {}, texts);
  return step === count ? moving(group, 'fade', 0, 160) : group;
};

const allStones = (grid, position, marks) =>
  ['b', 'w'].flatMap(colour => stones(grid, position, colour, landingOf(grid, marks, colour)));

const drawVeletas = (grid, position, marks) =>
  !marks
    ? [...allStones(grid, position), ...shooters(grid, position)]
    : [
        ...marks.placed.map(({square, colour}) => brackets(grid, square, colour)),
        ...allStones(grid, position, marks),
        ...marks.ghosts
          .filter(square => !position.at[square])
          .map(square => veletasPiece(grid, 'S', square, 'ghost')),
        ...shooters(grid, position, marks),
        ...marks.moves.map(move => arrow(grid, move, marks.count)),
        ...marks.shots.flatMap(shot => fire(grid, shot, marks.count)),
        ...marks.claims.map(claim => trapBars(grid, claim, marks.count)),
        ...marks.claims.map(claim => groupSizes(grid, position, claim, marks.count)),
      ];

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
  const colour = position ? seatColour(position, seat.seat) : {Black: 'b', White: 'w'}[seat.who];
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
  ground: veletasGround,
  piece: veletasPiece,
  draw: drawVeletas,
  summary: veletasSummary,
  dots: veletasDots,
  seat: seatVane,
  pips: pipsOf,
};
