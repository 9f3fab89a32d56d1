// The list of a report's games: chosen by what the address asks for, and page by page.
import {botName, node} from './elements.js';
import {gamesHeld, held} from './held.js';

const PER_PAGE = 50;
const HALVES = {0: '0', 0.5: '½', 1: '1'};
const filters = document.getElementById('filters');
const list = document.getElementById('list');
const foundWords = document.getElementById('found');
const severalKinds = held.kinds.length > 1;

// Whether a game is asked for; bots are numbers of the report.
const isAsked = (game, fields) => {
  const [bot, opponent, culprit] = ['bot', 'opponent', 'by'].map(key => fields.get(key));
  const fault = fields.get('fault') ?? (culprit && 'any');
  const failed = game.faults.map((word, i) =>
    word && (fault === 'any' || word === fault) && (!culprit || game.bots[i] === Number(culprit)),
  );
  return (
    (!bot || game.bots.includes(Number(bot))) &&
    (!opponent || (bot === opponent ? isOwn(game, bot) : game.bots.includes(Number(opponent)))) &&
    (!fields.get('termination') || game.termination === fields.get('termination')) &&
    (!fields.get('game') || game.kind.game === fields.get('game')) &&
    (!fields.get('size') || game.kind.size === Number(fields.get('size'))) &&
    (!fault || failed.some(Boolean))
  );
};

const isOwn = (game, bot) => game.bots.every(each => each === Number(bot));

const link = (fields, key, value) => {
  const changed = new URLSearchParams(fields);
  changed.set(key, value);
  return `#games&${changed}`;
};

const botLink = place => node('a', {href: `#games&bot=${place}`}, botName(held.bots[place]));

const row = game =>
  node(
    'tr',
    {},
    node('td', {class: 'r'}, node('a', {href: `#game-${game.id}`}, String(game.id))),
    severalKinds ? node('td', {class: 'wide'}, game.kind.title) : null,
    game.bots.map((bot, i) =>
      node('td', {}, game.scores[i] === 1 ? node('b', {}, botLink(bot)) : botLink(bot)),
    ),
    node('td', {class: 'n'}, game.scores.map(score => HALVES[score] ?? score).join(' – ')),
    node(
      'td',
      {},
      node('span', {class: `chip ${held.hues[game.termination]}`}, game.termination),
    ),
    node('td', {class: 'r wide'}, String(game.turns)),
  );

const heads = () =>
  [
    ['id', 'r'],
    ...(severalKinds ? [['game', 'wide']] : []),
    ['seat 1'],
    ['seat 2'],
    ['scores'],
    ['termination'],
    ['turns', 'r wide'],
  ].map(([text, cls]) => node('th', {scope: 'col', class: cls}, text));

const tableOf = rows =>
  node(
    'div',
    {class: 'card flush scrolls'},
    node(
      'table',
      {class: 'stand games'},
      node('thead', {}, node('tr', {}, heads())),
      node('tbody', {}, rows.map(row)),
    ),
  );

const nothing = () =>
  node(
    'article',
    {class: 'card empty'},
    node('h2', {}, 'No such games'),
    node('p', {class: 's'}, 'No game of this report fits what is asked for.'),
  );

const pagesOf = (fields, number, pages) => {
  const to = (text, page, rel) => node('a', {href: link(fields, 'page', page), rel}, text);
  return node(
    'nav',
    {class: 'pages', 'aria-label': 'Pages of the list'},
    number > 1 ? [to('First', 1), to('Back', number - 1, 'prev')] : null,
    node('span', {class: 's n'}, `Page ${number} of ${pages}`),
    number < pages ? [to('Next', number + 1, 'next'), to('Last', pages)] : null,
  );
};

const foundText = (count, fields) => {
  const words = `${count.toLocaleString('en')} ${count === 1 ? 'game' : 'games'}`;
  const culprit = held.bots[fields.get('by')];
  return culprit === undefined ? [words] : [`${words} in which `, botName(culprit), ' failed'];
};

// Lets the form say what is asked for.
const tellForm = fields => {
  for (const select of filters.querySelectorAll('select'))
    select.value = fields.get(select.name) ?? '';
  if (filters.kind)
    filters.kind.value = held.kinds.findIndex(
      kind =>
        kind.game === fields.get('game') && String(kind.size ?? '') === (fields.get('size') ?? ''),
    );
  if (filters.kind?.selectedIndex < 0) filters.kind.value = '';
};

// What the form asks for; a culprit that an address has named stays.
const fieldsOfForm = culprit => {
  const asked = {...Object.fromEntries(new FormData(filters)), by: culprit ?? ''};
  const kind = held.kinds[asked.kind || -1];
  delete asked.kind;
  if (kind) Object.assign(asked, {game: kind.game, size: kind.size ?? ''});
  return new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
};

// Shows the games that an address asks for.
export const showList = fields => {
  const chosen = gamesHeld.filter(game => isAsked(game, fields));
  if (fields.get('order') === 'newest') chosen.reverse();
  const pages = Math.max(1, Math.ceil(chosen.length / PER_PAGE));
  const number = Math.min(pages, Math.max(1, Number(fields.get('page')) || 1));
  const rows = chosen.slice((number - 1) * PER_PAGE, number * PER_PAGE);
  foundWords.replaceChildren(...foundText(chosen.length, fields));
  list.replaceChildren(rows.length ? tableOf(rows) : nothing());
  if (pages > 1) list.append(pagesOf(fields, number, pages));
  tellForm(fields);
  filters.onchange = () => {
    location.hash = ['#games', fieldsOfForm(fields.get('by'))].filter(String).join('&');
  };
};
