// The ratings' course on a run's page: loaded with the page, and again when the standings change.
import {drawCourse, onResize} from './coursechart.js';

const PAUSE = 5000;

const figure = document.getElementById('course');
const chart = figure.querySelector('.chart');
let shown = null;
let last = 0;
let waiting = 0;

const show = course => {
  if (!course.lines.length) return;
  shown = course;
  figure.hidden = false;
  drawCourse(chart, course);
};

// A chart that is there already stays when there is no newer one to be had.
const tellTrouble = () => {
  if (shown) return;
  figure.hidden = false;
  chart.textContent = 'could not be read; reload the page to try again.';
};

const load = async () => {
  waiting = 0;
  last = Date.now();
  try {
    const answer = await fetch(figure.dataset.course);
    if (!answer.ok) throw new Error(`${answer.status}`);
    show(await answer.json());
  } catch {
    tellTrouble();
  }
};

const loadSoon = () => {
  if (!waiting) waiting = setTimeout(load, Math.max(0, last + PAUSE - Date.now()));
};

addEventListener('swapped', event => {
  if (event.target.id === 'standings') loadSoon();
});
onResize(() => {
  if (shown) drawCourse(chart, shown);
});
load();
