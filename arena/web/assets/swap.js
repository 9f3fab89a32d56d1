// Swaps a part of the page for its new HTML; the reader notices nothing but the news.
// Focus stays on what it was on, known by data-key, and sideways scrolling stays where it was.
const focusedKey = part =>
  part.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;

const refocus = (part, key) => {
  const same = [...part.querySelectorAll('[data-key]')].find(each => each.dataset.key === key);
  if (same) same.focus({preventScroll: true});
};

const scrolls = part => [...part.querySelectorAll('.scrolls')];

export const swap = (part, news) => {
  if (part.dataset.mark === news.mark) return;
  const key = focusedKey(part);
  const places = scrolls(part).map(each => each.scrollLeft);
  part.innerHTML = news.html;
  part.dataset.mark = news.mark;
  scrolls(part).forEach((each, index) => {
    each.scrollLeft = places[index] || 0;
  });
  if (key !== undefined) refocus(part, key);
  part.dispatchEvent(new CustomEvent('swapped', {bubbles: true}));
};
