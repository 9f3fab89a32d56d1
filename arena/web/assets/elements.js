// Makes elements: data goes in as text and attributes, never as markup.
const SVG_SPACE = 'http://www.w3.org/2000/svg';

const filled = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
};

// An HTML element: node('p', {class: 's'}, 'text', other).
export const node = (name, attributes = {}, ...children) =>
  filled(document.createElement(name), attributes, children);

// An SVG element, in the same way.
export const shape = (name, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG_SPACE, name), attributes, children);

// A small picture made of one of the page's symbols.
export const symbol = (id, attributes = {}) =>
  shape(
    'svg',
    {viewBox: '0 0 40 40', 'aria-hidden': 'true', ...attributes},
    shape('use', {href: `#${id}`}),
  );

// An icon of a control.
export const icon = id => shape('svg', {'aria-hidden': 'true'}, shape('use', {href: `#${id}`}));

// A bot's name, whatever it holds: kept apart from the text around it, cut by CSS, whole on hover.
export const botName = name => node('bdi', {class: 'name', title: name}, name);
