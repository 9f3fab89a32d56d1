// Veletas on its board: shooters, stones in groups, lines of fire, and the marks of a turn.
import {shape} from './elements.js';
import {HUES, asPiece, brackets, drawnLine, moving, onSquare, span} from './pieces.js';
import {decidingStones, linksOf} from './sight.js';

const disc = (grid, square, radius, attributes = {}) => {
  const [cx, cy] = grid.middle(square);
  return shape('circle', {cx, cy, r: radius * grid.scale, ...attributes});
};

export const veletasPiece = (grid, kind, square, cls = '') => {
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
      const element = asPiece(veletasPiece(grid, kind, square), square, kind);
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

export const drawVeletas = (grid, position, marks) =>
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
