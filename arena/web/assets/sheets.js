// The tables of a report: one view is shown, the others wait in templates.
import {drawCourse, onResize} from './coursechart.js';
import {swap} from './swap.js';

const sheets = new Map();
const sheetParts = [...document.querySelectorAll('#page-tables .part[data-mark]')];
const courseFigure = document.getElementById('course');
const courses = JSON.parse(document.getElementById('courses').textContent);
let courseShown = null;

const keepSheet = (name, view, html) => sheets.set(`${name}: ${view}`, html);

for (const part of sheetParts) keepSheet(part.id, part.dataset.mark, part.innerHTML);
for (const each of document.querySelectorAll('template[data-part]'))
  keepSheet(each.dataset.part, each.dataset.view, each.innerHTML);

// How the report calls a view: what an address asks for, in a fixed order.
const viewNamed = (fields, ...keys) =>
  ['method', 'game', 'size'].map(key => (keys.includes(key) && fields.get(key)) || '').join(' ');

// Draws the chart to the measure of its place, if that is to be seen.
const redrawCourse = () => {
  if (courseShown && courseFigure.offsetParent)
    drawCourse(courseFigure.querySelector('.chart'), courseShown);
};

// Shows the tables that an address asks for; a part that does not differ between them stays.
export const showTables = fields => {
  const full = viewNamed(fields, 'method', 'game', 'size');
  const kind = viewNamed(fields, 'game', 'size');
  for (const part of sheetParts)
    for (const view of [full, kind]) {
      const html = sheets.get(`${part.id}: ${view}`);
      if (html === undefined) continue;
      swap(part, {html, mark: view});
      break;
    }
  const course = courses[kind] ?? courses['  '];
  courseFigure.hidden = !course.lines.length;
  if (!courseFigure.hidden) courseShown = course;
  redrawCourse();
};

onResize(redrawCourse);
