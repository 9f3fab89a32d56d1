// Who sees and touches whom on a board of Veletas.
import {Grid} from './pieces.js';

const RIGHT = [1, 0];
const UP = [0, 1];
const SIDES = [RIGHT, UP, [-1, 0], [0, -1]];
const QUEEN = [-1, 0, 1].flatMap(x => [-1, 0, 1].map(y => [x, y])).filter(([x, y]) => x || y);

const neighbour = (size, square, [dx, dy], distance = 1) => {
  const grid = new Grid(size);
  return grid.named(grid.file(square) + dx * distance, grid.rank(square) + dy * distance);
};

// The unclaimed shooters that could fire at a square, nearest first: only stones are in the way.
export const shootersSeeing = (position, square) => {
  const found = [];
  for (const direction of QUEEN) {
    for (let distance = 1; ; distance += 1) {
      const seen = neighbour(position.size, square, direction, distance);
      const kind = position.at[seen];
      if (!seen || kind === 'b' || kind === 'w') break;
      if (kind === 'S') found.push([distance, seen]);
    }
  }
  return found.sort(([a], [b]) => a - b).map(([, seen]) => seen);
};

const groupOf = (position, square) => {
  const colour = position.at[square];
  const group = new Set([square]);
  for (const stone of group) {
    const beside = SIDES.map(side => neighbour(position.size, stone, side));
    beside.filter(next => next && position.at[next] === colour).forEach(next => group.add(next));
  }
  return group;
};

// The stones beside a shooter whose groups are their colour's largest there: [square, size].
export const decidingStones = (position, square) =>
  ['b', 'w'].flatMap(colour => {
    const beside = SIDES.map(side => neighbour(position.size, square, side)).filter(
      next => next && position.at[next] === colour,
    );
    const sized = beside.map(next => [next, groupOf(position, next).size]);
    const largest = Math.max(0, ...sized.map(([, size]) => size));
    return sized.filter(([, size]) => size === largest);
  });

// The bars between orthogonal neighbours of one colour.
export const linksOf = (position, colour) => {
  const own = Object.keys(position.at).filter(square => position.at[square] === colour);
  const isOwn = square => square !== null && position.at[square] === colour;
  return own.flatMap(square =>
    [RIGHT, UP]
      .map(side => neighbour(position.size, square, side))
      .filter(isOwn)
      .map(next => [square, next]),
  );
};
