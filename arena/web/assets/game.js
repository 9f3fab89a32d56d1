// The page of a game: its replay, the address that names the turn, the lines beside it, exports.
import {offerBoard} from './picture.js';
import {addressKeeper, placeIn, placeText} from './places.js';
import {Replay} from './replay.js';

// Shows the lines of a turn in each list of protocol lines.
let turnOfLines = -1;
const showLines = turn => {
  if (turn === turnOfLines) return;
  turnOfLines = turn;
  for (const list of document.querySelectorAll('.lines')) {
    list.querySelectorAll('.on').forEach(line => line.classList.remove('on'));
    const here = [...list.querySelectorAll(`[data-turn="${turn}"]`)];
    here.forEach(line => line.classList.add('on'));
    if (here.length) list.scrollTop = here[0].offsetTop - 40;
  }
};

const story = JSON.parse(document.getElementById('story').textContent);
const keepAddress = addressKeeper(
  (turn, step) => `${location.pathname}#${placeText(turn, step)}`,
);
let isSettled = false;
const replay = new Replay(document.getElementById('replay'), story, {
  about: document.getElementById('about'),
  onplace: (turn, step) => {
    showLines(turn);
    if (isSettled) keepAddress(turn, step);
  },
});
const goToAddress = () => {
  const place = placeIn(new URLSearchParams(location.hash.slice(1) || location.search));
  if (place) replay.go(...place);
};

goToAddress();
isSettled = true;
addEventListener('hashchange', goToAddress);
addEventListener('keydown', event => replay.key(event));
document.getElementById('save-board').onclick = () => offerBoard(replay);
