// Keeps a run's page up to date by server-sent events, and says so when they stop.
import {swap} from './swap.js';

const parts = document.getElementById('parts');
const stale = document.getElementById('stale');
let stream = null;
let heard = new Date();

const clockTime = date => date.toTimeString().slice(0, 8);

const tellStale = why => {
  parts.dataset.live = 'no';
  if (!stale.hidden) return;
  document.getElementById('stale-why').textContent = why;
  document.getElementById('stale-since').textContent = clockTime(heard);
  stale.hidden = false;
};

const hear = () => {
  heard = new Date();
  stale.hidden = true;
  parts.dataset.live = 'yes';
};

const update = event => {
  hear();
  for (const [name, news] of Object.entries(JSON.parse(event.data).parts)) {
    const part = document.getElementById(name);
    if (part) swap(part, news);
  }
};

const stop = () => {
  if (stream) stream.close();
  stream = null;
};

// The address of the events, with the marks of what the page has already.
const address = () => {
  const asked = new URL(parts.dataset.events, location.href);
  for (const part of parts.querySelectorAll('[data-mark]')) {
    asked.searchParams.append('has', `${part.id}:${part.dataset.mark}`);
  }
  return asked;
};

const listen = () => {
  stop();
  stream = new EventSource(address());
  stream.addEventListener('update', update);
  stream.addEventListener('trouble', event => tellStale(`${JSON.parse(event.data).cause}.`));
  stream.addEventListener('error', () => tellStale('The server does not answer.'));
};

// A browser grants a site few lasting connections, so pages that nobody looks at hold none.
const follow = () => (document.hidden ? stop() : listen());

document.getElementById('again').onclick = listen;
document.addEventListener('visibilitychange', follow);
follow();
