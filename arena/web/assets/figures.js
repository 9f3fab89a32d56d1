// How numbers and seats of a story are written and coloured.
export const SEAT_HUES = {1: 'b', 2: 'w'};
export const COLOUR_HUES = {Black: 'b', White: 'w'};

// The hue of a seat: the colour that it plays, or else by its place.
export const seatHue = seat => COLOUR_HUES[seat.who] ?? SEAT_HUES[seat.seat] ?? 'n';

// The seats as strips show them: the one above the board first, which is White if anybody is.
export const stripOrder = story =>
  [...story.seats].sort((a, b) => Number(seatHue(b) === 'w') - Number(seatHue(a) === 'w'));

// Milliseconds as a number: one decimal below ten.
export const millis = ms => (ms < 9.95 ? ms.toFixed(1) : String(Math.round(ms)));

// A time with its unit: measured ones and limits.
export const clockText = ms => (ms < 1000 ? `${millis(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);
export const limitText = ms => (ms % 1000 ? `${ms} ms` : `${ms / 1000} s`);

// What a bot said that it expects, from 0 to 1, or null: the `score` field of an `info` line.
export const scoreIn = text => {
  const [fields] = text.split(/(?:^|\s)text=/);
  const found = /(?:^|\s)score=(\d*\.?\d+)(?:\s|$)/.exec(fields);
  return found && Number(found[1]) <= 1 ? Number(found[1]) : null;
};

// "1 capture", "3 captures", "2 hatched", or nothing.
export const counted = (number, one, many = one) =>
  number ? `${number} ${number === 1 ? one : many}` : '';
