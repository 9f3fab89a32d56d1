// The ratings' course on a run's page: loaded with the page, and again when the standings change.
import { drawCourse } from './coursechart.js';

const PAUSE = 5000;

const figure = document.getElementById('course');
const chart = figure.querySelector('.chart');
let shown = null;
let last = 0;
let waiting = 0;

const load = async () => {
  waiting = 0;
  last = Date.now();
  const answer = await fetch(figure.dataset.course);
  if (!answer.ok) return;
  const course = await answer.json();
  if (!course.lines.length) return;
  shown = course;
  figure.hidden = false;
  drawCourse(chart, course);
};

const loadSoon = () => {
  if (!waiting) waiting = setTimeout(load, Math.max(0, last + PAUSE - Date.now()));
};

addEventListener('swapped', event => { if (event.target.id === 'standings') loadSoon(); });
addEventListener('resize', () => { if (shown) drawCourse(chart, shown); });
load();
