// What a report holds: its games, and their stories, which are unpacked when they are asked for.
const BATCH = 10;

export const held = JSON.parse(document.getElementById('data').textContent);

// A game's row with its fields named; `place` is where it stands in the report.
export const gamesHeld = held.games.map(
  ([id, kind, bots, scores, termination, faults, turns, difference], place) => ({
    id,
    place,
    kind: held.kinds[kind],
    bots,
    scores,
    termination,
    faults,
    turns,
    difference,
  }),
);

const inflate = async text => {
  const bytes = Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
};

const unpacked = new Map();

// The story of the game at a place.
export const storyAt = async place => {
  const number = Math.floor(place / BATCH);
  if (!unpacked.has(number))
    unpacked.set(number, inflate(document.getElementById(`stories-${number}`).textContent));
  return (await unpacked.get(number))[place % BATCH];
};
