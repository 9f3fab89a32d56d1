// Clocks that run: what a seat has left now, as the server last told it.

const written = ms => {
  const left = Math.max(0, ms),
    minutes = Math.floor(left / 60000),
    seconds = (left % 60000) / 1000;
  if (left < 10000) return `0:0${seconds.toFixed(1)}`;
  return `${minutes}:${String(Math.floor(seconds)).padStart(2, '0')}`;
};

// A seat's clock as text; `since` are the milliseconds since it was told.
export const clockNow = (clock, since) => {
  if (!clock) return '';
  const elapsed = clock.elapsed + (clock.runs ? since : 0);
  if (clock.bank === null) return written(clock.time - elapsed);
  return written(clock.bank - Math.max(0, elapsed - clock.time));
};

// Whether a clock is about to run out.
export const isShort = (clock, since) => {
  if (!clock?.runs) return false;
  return clock.time + (clock.bank ?? 0) - clock.elapsed - since < 10000;
};
