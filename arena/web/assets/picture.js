// A drawn board as a file of its own: no style sheet, no symbols from elsewhere, colours resolved.
import {shape} from './elements.js';

const PAINTED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
];

// Sets what is seen as attributes, so that a copy looks the same anywhere.
const resolve = (original, copy) => {
  const style = getComputedStyle(original);
  for (const name of PAINTED)
    copy.setAttribute(name, style.getPropertyValue(name).replaceAll('"', "'"));
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  [...original.children].forEach((child, i) => resolve(child, copy.children[i]));
};

// A resolved copy of each symbol that is used, also by other symbols. What a use says of its
// colours reaches into the symbol, so the paints that a symbol leaves open are left open here.
const symbolsUsed = (within, found = new Map()) => {
  for (const use of within.querySelectorAll('use')) {
    const id = use.getAttribute('href').slice(1);
    const original = document.getElementById(id);
    if (!original || found.has(id)) continue;
    const copy = original.cloneNode(true);
    [...original.children].forEach((child, i) => resolve(child, copy.children[i]));
    if (id === 'body')
      for (const part of copy.querySelectorAll('*'))
        ['fill', 'stroke'].forEach(name => part.removeAttribute(name));
    found.set(id, copy);
    symbolsUsed(original, found);
  }
  return found;
};

// The text of an SVG file that shows what this board shows.
const boardFile = (svg, title) => {
  const copy = svg.cloneNode(true);
  resolve(svg, copy);
  copy.querySelectorAll('.hits, .hit').forEach(hit => hit.remove());
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: '-20 -6 386 388',
    width: 772,
    height: 776,
  };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value);
  copy.removeAttribute('aria-label');
  copy.prepend(shape('title', {}, title), shape('defs', {}, ...symbolsUsed(svg).values()), paper());
  return new XMLSerializer().serializeToString(copy);
};

const paper = () =>
  shape('rect', {
    x: -20,
    y: -6,
    width: 386,
    height: 388,
    fill: getComputedStyle(document.documentElement).backgroundColor,
  });

// Offers a drawing as a file of this name.
const offerFile = (name, text) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

// Offers the board that a replay shows as a file.
export const offerBoard = ({story, svg, turn}) =>
  offerFile(
    `game-${story.id}-turn-${turn}.svg`,
    boardFile(svg, `${story.title}, game ${story.id}, turn ${turn}`),
  );
