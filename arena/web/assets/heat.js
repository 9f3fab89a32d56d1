// The cross-table: one tab stop, arrows inside, and a fixed readout instead of tooltips.
import {node} from './elements.js';

const table = () => document.querySelector('.heat');
const cells = () => [...document.querySelectorAll('.heat td a')];
const SIDE = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

const nameOf = (link, column) => {
  const cell = link.parentNode;
  const head = column ? table().rows[0].cells[cell.cellIndex] : cell.parentNode.cells[0];
  return column ? head.title : head.querySelector('.name').title;
};

const readOut = link => {
  const {points, games, expected, p} = link.dataset;
  const chance = link.parentNode.classList.contains('sig') ? 'outside' : 'within';
  const part = (100 * expected / games).toFixed(1);
  document.getElementById('read').replaceChildren(
    node('bdi', {}, nameOf(link, false)),
    ' against ',
    node('bdi', {}, nameOf(link, true)),
    node('br'),
    `${points} points in ${games} games: `,
    node('b', {}, `${(100 * points / games).toFixed(1)}%`),
    node('br'),
    `expected ${expected} (${part}%); p = ${p}, ${chance} chance`,
  );
};

const oneTabStop = link =>
  cells().forEach(each => {
    each.tabIndex = each === link ? 0 : -1;
  });

const onArrow = event => {
  const step = SIDE[event.key];
  const link = event.target.closest?.('.heat td a');
  if (!step || !link) return;
  event.preventDefault();
  const rows = table().tBodies[0].rows;
  let row = link.closest('tr').sectionRowIndex + step[0];
  let column = link.parentNode.cellIndex + step[1];
  for (; rows[row] && rows[row].cells[column]; row += step[0], column += step[1]) {
    const next = rows[row].cells[column].querySelector('a');
    if (next) return next.focus();
  }
};

const enter = event => {
  const link = event.target.closest?.('.heat td a');
  if (!link) return;
  if (event.type === 'focusin') oneTabStop(link);
  readOut(link);
};

const settle = () => {
  const focused = cells().find(each => each === document.activeElement);
  if (cells().length) oneTabStop(focused || cells()[0]);
  const shown = focused || document.querySelector('.heat .sig a') || cells()[0];
  if (shown) readOut(shown);
};

addEventListener('mouseover', enter);
addEventListener('focusin', enter);
addEventListener('keydown', onArrow);
addEventListener('swapped', settle);
settle();
