// What stands beside the board while nothing is asked: an invitation, and how the game came out.
import {node} from './elements.js';
import {resultPanel} from './panels.js';

// What there is to tell of a table, as elements.
export const newsOf = (sight, turns) => {
  if (sight.end) return [outcome(sight, turns)];
  return sight.invitation ? [invitation(new URL(sight.invitation, location).href)] : [];
};

const invitation = link =>
  node(
    'div',
    {class: 'card'},
    node('h2', {}, 'Invite somebody'),
    node(
      'p',
      {class: 's'},
      'Who opens this link first sits down at the other seat; then the game begins.',
    ),
    node(
      'div',
      {class: 'cmd'},
      node('pre', {tabindex: 0}, link),
      node('button', {type: 'button', 'data-copy': ''}, 'Copy'),
    ),
  );

const outcome = ({end, link, seats}, turns) => {
  const panel = end.termination
    ? resultPanel({end, seats: seats.map(seat => ({...seat, bot: seat.name})), turns})
    : node('div', {class: 'result'}, node('h2', {}, end.title), node('p', {}, end.text));
  const links = link ? [node('a', {href: link}, `Game ${end.id} in the record`), ' '] : [];
  panel.append(node('p', {class: 'after'}, ...links, node('a', {href: '/play'}, 'Play another')));
  return panel;
};
