// What the bots expected and how long they thought, turn by turn, on one axis.
import {node, shape} from './elements.js';
import {clockText, limitText, millis, scoreIn, seatHue, stripOrder} from './figures.js';

const WIDE = 560;
const EDGE = 12;
const SCORE_HEIGHT = 100;
const TIME_HEIGHT = 72;

const pitch = turns => (WIDE - 2 * EDGE) / turns;
const placeOf = (turn, turns) => EDGE + (turn - 0.5) * pitch(turns);
const rule = (cls, y) => shape('line', {class: cls, x1: 0, x2: WIDE, y1: y, y2: y});

// A figure with a cursor: `mark(turn)` moves it, a click calls `seek(turn)`.
const graphFigure = (title, height, turns, label, seek) => {
  const cursor = shape('line', {class: 'cur', y1: 0, y2: height});
  const picture = shape('svg', {
    viewBox: `0 0 ${WIDE} ${height}`,
    role: 'img',
    'aria-label': label,
  });
  const caption = node('figcaption', {}, node('b', {}, title));
  picture.onclick = event => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDE;
    seek(Math.min(turns, Math.max(1, Math.round((x - EDGE) / pitch(turns) + 0.5))));
  };
  const mark = turn => {
    cursor.toggleAttribute('hidden', turn === 0);
    cursor.setAttribute('x1', placeOf(turn || 1, turns));
    cursor.setAttribute('x2', placeOf(turn || 1, turns));
  };
  return {
    element: node('figure', {class: 'graph'}, caption, picture),
    picture,
    caption,
    cursor,
    mark,
  };
};

const wordsOnly = (title, text) => ({
  element: node(
    'figure',
    {class: 'graph'},
    node('figcaption', {}, node('b', {}, title)),
    node('p', {class: 's'}, text),
  ),
  mark: () => {},
});

const keyOf = seat => {
  const value = node('span', {class: 'n'});
  return {
    value,
    element: node(
      'span',
      {class: `key k${seatHue(seat)}`},
      node('span', {class: 'name'}, node('bdi', {}, seat.bot)),
      value,
    ),
  };
};

// The last score that a seat told in each turn: [[turn, score]…].
const scoresOf = (story, seat) => {
  const told = new Map();
  for (const info of story.infos)
    if (info.seat === seat.seat && info.turn >= 1) {
      const score = scoreIn(info.text);
      if (score !== null) told.set(info.turn, score);
    }
  return [...told].sort(([a], [b]) => a - b);
};

const scoreLine = (points, turns, hue, isUp) => {
  const at = points.map(([turn, score]) => [
    placeOf(turn, turns),
    94 - 88 * (isUp ? score : 1 - score),
  ]);
  const dots =
    at.length < 3
      ? at.map(([x, y]) => shape('circle', {class: `f${hue}`, cx: x, cy: y, r: 2.5}))
      : [];
  return [
    shape('polyline', {
      class: `gl c${hue}`,
      points: at.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '),
    }),
    ...dots,
  ];
};

// One line for each bot; up is better for the seat whose strip is above the board.
export const scoreGraph = (story, seek) => {
  const upper = stripOrder(story)[0];
  const turns = story.turns.length;
  const lines = story.seats.map(seat => ({
    seat,
    points: scoresOf(story, seat).filter(([turn]) => turn <= turns),
  }));
  if (!lines.some(line => line.points.length)) return wordsOnly('Evaluation', silence(story));
  const drawn = graphFigure(
    'Evaluation',
    SCORE_HEIGHT,
    turns,
    `What the bots expected, by turn; up is better for ${upper.who}`,
    seek,
  );
  const keys = lines.map(({seat}) => keyOf(seat));
  drawn.caption.append(
    node('span', {}, `up is better for ${upper.who}`),
    ...keys.map(key => key.element),
  );
  drawn.picture.append(
    rule('gr', 6),
    rule('gr', 94),
    rule('ax', 50),
    ...lines.flatMap(({seat, points}) => scoreLine(points, turns, seatHue(seat), seat === upper)),
    drawn.cursor,
  );
  const mark = turn => {
    drawn.mark(turn);
    lines.forEach(({points}, i) => {
      keys[i].value.textContent = points.find(([at]) => at === turn)?.[1].toFixed(2) ?? '';
    });
  };
  return {element: drawn.element, mark};
};

const silence = story => {
  const said = story.infos.length
    ? 'no info line of this game holds a score'
    : 'neither bot sent info lines in this game';
  return `Nothing to draw: ${said}. A line is drawn of info score=0.8 (1 a win, 0 a loss).`;
};

const bar = (turn, turns, hue, share, isUp) => {
  const wide = Math.max(1, Math.min(16, pitch(turns) * 0.8));
  const high = Math.max(0.75, share * 33);
  return shape('rect', {
    class: `f${hue}`,
    x: placeOf(turn, turns) - wide / 2,
    width: wide,
    height: high,
    y: isUp ? 35 - high : 37,
    rx: Math.min(1, high / 2),
  });
};

// The time that a full bar stands for, and what the outer lines mean.
const timeScale = story => {
  const most = Math.max(
    0,
    ...story.turns.flatMap(turn => Object.values(turn.ms).map(ms => ms ?? 0)),
  );
  const limits = new Set(story.seats.map(seat => seat.time));
  const limit = limits.size === 1 ? [...limits][0] : null;
  if (limit && most * 4 >= limit)
    return {top: Math.max(most, limit), limit, text: `outer lines: the limit, ${limitText(limit)}`};
  const far = limit ? `; the limit of ${limitText(limit)} is far off` : '';
  return {top: most, limit: null, text: `the longest took ${clockText(most)}${far}`};
};

// The measured time of each move, the seat above the board upwards.
export const timeGraph = (story, seek) => {
  const upper = stripOrder(story)[0];
  const turns = story.turns.length;
  const scale = timeScale(story);
  if (!scale.top) return wordsOnly('Time', 'No move of this game was measured.');
  const lower = story.seats
    .filter(seat => seat !== upper)
    .map(seat => seat.who)
    .join(', ');
  const drawn = graphFigure(
    'Time',
    TIME_HEIGHT,
    turns,
    `Time by turn, ${upper.who} up, ${lower} down`,
    seek,
  );
  const bars = story.turns.flatMap(turn =>
    story.seats
      .filter(seat => turn.ms[seat.seat] !== null && turn.ms[seat.seat] !== undefined)
      .map(seat =>
        bar(turn.turn, turns, seatHue(seat), turn.ms[seat.seat] / scale.top, seat === upper),
      ),
  );
  const reach = (33 * (scale.limit ?? scale.top)) / scale.top;
  const now = node('span', {class: 'n'});
  drawn.caption.append(node('span', {}, `ms per move, ${upper.who} up; ${scale.text}`), now);
  drawn.picture.append(rule('gr', 35 - reach), rule('gr', 37 + reach), ...bars, drawn.cursor);
  const mark = turn => {
    drawn.mark(turn);
    const taken = Object.entries(story.turns[turn - 1]?.ms ?? {}).filter(([, ms]) => ms !== null);
    now.textContent = taken
      .map(([seat, ms]) => `${story.turns[turn - 1].who[seat]} ${millis(ms)}`)
      .join(', ');
  };
  return {element: drawn.element, mark};
};
