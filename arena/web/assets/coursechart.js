// Rating against games played: a line for each bot, named at its end, read out by pointing.
import {shape} from './elements.js';

const TALL = 320;
const LEFT = 40;
const LETTER = 7.5;
const LONGEST = 20;
const LINE = 16;
const MOST_NAMED = 24;
const HALF_WIDTH = 1.96;

const roundStep = rough => {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(step => step * unit).find(step => step >= rough * .999);
};

const ticksOf = (low, high, count) => {
  const step = roundStep((high - low) / count);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
};

const short = (name, most) => {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : name;
};

// Drawn to the measure of its place, so that text has its own size on a phone, too.
const scalesOf = (course, wide) => {
  const mus = course.lines.flatMap(line => line.points.map(point => point[1]));
  const low = Math.min(...mus) - .5;
  const high = Math.max(...mus) + .5;
  const most = Math.min(LONGEST, Math.floor((wide * .4 - 24) / LETTER));
  const named = Math.max(...course.lines.map(line => [...short(line.bot, most)].length));
  const right = wide - 24 - LETTER * named;
  return {
    low,
    high,
    wide,
    right,
    most,
    x: game => LEFT + game / Math.max(1, course.games) * (right - LEFT),
    y: mu => 8 + (high - mu) / (high - low) * (TALL - 40),
  };
};

// Names stand beside the ends of their lines, pushed apart so that none covers another.
const placesOf = (lines, y) => {
  const ends = lines.map((line, index) => ({index, y: y(line.points.at(-1)[1])}));
  ends.sort((one, other) => one.y - other.y);
  for (let i = 1; i < ends.length; i++) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + LINE);
  let floor = TALL - 26;
  for (let i = ends.length - 1; i >= 0; i--, floor -= LINE) ends[i].y = Math.min(ends[i].y, floor);
  return new Map(ends.map(end => [end.index, end.y]));
};

const clamped = ({low, high}, mu) => Math.min(high, Math.max(low, mu));

const pathOf = (points, scales, offset = 0) => points.map(([game, mu, sigma], i) => {
  const at = scales.y(clamped(scales, mu + offset * sigma));
  return `${i ? 'L' : 'M'}${scales.x(game).toFixed(1)} ${at.toFixed(1)}`;
}).join('');

const bandOf = (points, scales) => {
  const back = [...points].reverse();
  const down = pathOf(back, scales, -HALF_WIDTH).replace('M', 'L');
  return `${pathOf(points, scales, HALF_WIDTH)}${down}Z`;
};

const axesOf = (course, scales) => {
  const mus = ticksOf(scales.low, scales.high, 6).flatMap(mu => {
    const at = scales.y(mu);
    return [
      shape('path', {class: 'gr', d: `M${LEFT} ${at}H${scales.right}`}),
      shape('text', {x: LEFT - 8, y: at + 4, class: 'end'}, String(+mu.toFixed(6))),
    ];
  });
  const games = ticksOf(0, course.games, scales.wide / 160).map(game =>
    shape('text', {x: scales.x(game), y: TALL - 8, class: 'mid'}, game.toLocaleString('en')),
  );
  return shape('g', {}, mus, games);
};

// A bot's name beside the end of its line.
const nameOfLine = (line, scales, nameAt) => {
  const [x, end] = [scales.right, scales.y(line.points.at(-1)[1])];
  return [
    shape('path', {class: 'lead', d: `M${x + 2} ${end}L${x + 14} ${nameAt}`}),
    shape('text', {x: x + 18, y: nameAt + 4, class: 'who'}, short(line.bot, scales.most)),
  ];
};

// What a highlighted line is read out as, always in the same corner.
const readoutOf = (line, figures) =>
  shape(
    'text',
    {class: 'told', x: LEFT + 8, y: 20},
    shape('tspan', {}, short(line.bot, LONGEST)),
    `: ${figures}`,
  );

const lineOf = (line, scales, nameAt) => {
  const [, mu, sigma] = line.points.at(-1);
  const figures = `${mu.toFixed(2)} ± ${(HALF_WIDTH * sigma).toFixed(2)}`;
  const label = `${line.bot}: ${figures}`;
  const d = pathOf(line.points, scales);
  return shape(
    'g',
    {class: 'line', tabindex: -1, role: 'img', 'aria-label': label, 'data-bot': line.bot},
    shape('path', {class: 'band', d: bandOf(line.points, scales)}),
    shape('path', {class: 'near', d}),
    shape('path', {class: 'mu', d}),
    nameAt === undefined ? null : nameOfLine(line, scales, nameAt),
    readoutOf(line, figures),
  );
};

const highlight = (svg, group) => {
  svg.querySelectorAll('.line.on').forEach(each => each.classList.remove('on'));
  svg.classList.toggle('chosen', Boolean(group));
  if (!group) return;
  group.classList.add('on');
};

// One tab stop; up and down go from line to line in the order of their ends.
const walk = (svg, groups) => {
  groups.forEach((group, index) => {
    group.tabIndex = index ? -1 : 0;
    group.onmouseenter = () => highlight(svg, group);
    group.onfocus = () => highlight(svg, group);
    group.onblur = () => highlight(svg, null);
    group.onkeydown = event => {
      const to = groups[index + ({ArrowUp: -1, ArrowDown: 1}[event.key] || 0)];
      if (!to || to === group) return;
      event.preventDefault();
      group.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    };
  });
  svg.onmouseleave = () => highlight(svg, null);
};

// A new drawing goes on where the reader was: with the same bot highlighted, and in focus.
const highlighted = chart => {
  const line = chart.querySelector('.line.on');
  return line && {bot: line.dataset.bot, focused: line === document.activeElement};
};

const goOn = (svg, groups, before) => {
  const same = before && groups.find(group => group.dataset.bot === before.bot);
  if (!same) return;
  highlight(svg, same);
  if (!before.focused) return;
  groups.forEach(group => {
    group.tabIndex = group === same ? 0 : -1;
  });
  same.focus({preventScroll: true});
};

// Draws a course into an element, which is to be visible.
export const drawCourse = (chart, course) => {
  const before = highlighted(chart);
  const scales = scalesOf(course, chart.clientWidth);
  const lines = [...course.lines].sort((a, b) => b.points.at(-1)[1] - a.points.at(-1)[1]);
  const names = placesOf(lines.slice(0, MOST_NAMED), scales.y);
  const label = `Ratings of ${lines.length} bots along ${course.games} games`;
  const view = {viewBox: `0 0 ${scales.wide} ${TALL}`, role: 'group', 'aria-label': label};
  const groups = lines.map((line, index) => lineOf(line, scales, names.get(index)));
  const svg = shape('svg', view, axesOf(course, scales), groups);
  walk(svg, groups);
  chart.replaceChildren(svg);
  goOn(svg, groups, before);
};

// Has a drawing made anew when the window has another measure, once a frame at most.
export const onResize = redraw => {
  let frame = 0;
  addEventListener('resize', () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(redraw);
  });
};
