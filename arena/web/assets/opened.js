// A game of a report: its replay, opened when the address names it.
import {botName, icon, node} from './elements.js';
import {gamesHeld, held, storyAt} from './held.js';
import {offerBoard} from './picture.js';
import {addressKeeper, placeIn, placeText} from './places.js';
import {Replay} from './replay.js';

const byId = id => document.getElementById(id);
const about = byId('about');
let wantedGame = null;
let openGame = null;

const keepPlace = addressKeeper((turn, step) =>
  openGame && openGame.id === wantedGame
    ? `#game-${openGame.id}&${placeText(turn, step)}`
    : location.hash,
);

const verifiedChip = () =>
  node('span', {class: 'chip verified'}, icon('i-check'), 'verified by the reference engine');

const tellHead = game => {
  const names = game.bots.flatMap((bot, i) => [
    i ? ' against ' : '',
    node('a', {href: `#games&bot=${bot}`}, botName(held.bots[bot])),
  ]);
  byId('against').replaceChildren(...names);
  byId('which').replaceChildren(
    `${game.kind.title}, game ${game.id} `,
    ...(game.difference === null ? [verifiedChip()] : []),
  );
  byId('doubt').hidden = game.difference === null;
  byId('doubt').querySelector('p').textContent =
    `The reference engine does not confirm this record: ${game.difference}. ` +
    'What is shown is the part that it confirms.';
};

const tellBeside = place => {
  const to = (game, text, rel) =>
    game ? node('a', {href: `#game-${game.id}`, rel}, `${text} ${game.id}`) : null;
  byId('beside').replaceChildren(
    ...[
      to(gamesHeld[place - 1], 'Back to game', 'prev'),
      node('a', {href: '#games'}, 'All games'),
      to(gamesHeld[place + 1], 'On to game', 'next'),
    ].filter(Boolean),
  );
};

const tellMissing = id => {
  byId('against').textContent = `Game ${id}`;
  byId('which').textContent = 'This report does not hold it.';
  byId('doubt').hidden = true;
  byId('replay').replaceChildren();
  byId('beside').replaceChildren(node('a', {href: '#games'}, 'All games'));
};

const replayed = (id, story) => {
  let isSettled = false;
  byId('clock').textContent = `${story.clock}.`;
  const replay = new Replay(byId('replay'), story, {
    about,
    onplace: (turn, step) => isSettled && keepPlace(turn, step),
  });
  isSettled = true;
  byId('save-board').onclick = () => offerBoard(replay);
  return {id, replay};
};

// Opens a game at the place that the fields of an address name.
export const showHeldGame = async (id, fields) => {
  wantedGame = id;
  if (openGame?.id !== id) {
    leaveGame();
    wantedGame = id;
    const game = gamesHeld.find(each => each.id === id);
    if (!game) return tellMissing(id);
    tellHead(game);
    tellBeside(game.place);
    const story = await storyAt(game.place);
    if (wantedGame !== id) return;
    openGame = replayed(id, story);
  }
  const place = placeIn(fields);
  if (place) openGame.replay.go(...place);
};

// Closes the game that is shown.
export const leaveGame = () => {
  openGame?.replay.play(false);
  openGame = wantedGame = null;
};

// A key of the page, for the game that is shown.
export const pressInGame = event => openGame?.replay.key(event);
