// The pages of a report: its tables, its games, one game. What stands after # says which is shown.
import {showList} from './listing.js';
import {leaveGame, pressInGame, showHeldGame} from './opened.js';
import {showTables} from './sheets.js';

const PAGES = ['tables', 'games', 'voids', 'game'];
const title = document.title;
let pageShown = 'tables';

// The page that the address names, a game's number, and the fields after them.
const addressed = () => {
  const [name, ...rest] = location.hash.slice(1).split('#')[0].split('&');
  const game = /^game-(\d+)$/.exec(name);
  const page = game ? 'game' : PAGES.includes(name) ? name : 'tables';
  return {page, game: game && Number(game[1]), fields: new URLSearchParams(rest.join('&'))};
};

const turnTo = page => {
  for (const each of PAGES) document.getElementById(`page-${each}`).hidden = each !== page;
  for (const link of document.querySelectorAll('header nav a')) {
    if (link.hash === `#${page}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
};

const begin = page => {
  if (page === pageShown) return;
  pageShown = page;
  scrollTo(0, 0);
  document.querySelector(`#page-${page} h1`).focus({preventScroll: true});
};

const followAddress = async () => {
  const {page, game, fields} = addressed();
  if (page !== 'game') leaveGame();
  turnTo(page);
  if (page === 'tables') showTables(fields);
  if (page === 'games') showList(fields);
  if (page === 'game') await showHeldGame(game, fields);
  begin(page);
  document.title = game ? `Game ${game}, ${title}` : title;
};

addEventListener('hashchange', followAddress);
addEventListener('keydown', pressInGame);
followAddress();
