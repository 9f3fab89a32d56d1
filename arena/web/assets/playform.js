// The form that makes a table: which game, against whom, with how much time.
import {node} from './elements.js';
import {onSubmit, send} from './sending.js';

const NAME_KEY = 'arena-name';
const found = id => document.getElementById(id);
const {games, bots} = JSON.parse(found('data').textContent);

const rememberedName = () => {
  try {
    return localStorage.getItem(NAME_KEY) ?? '';
  } catch {
    return '';
  }
};
const rememberName = name => {
  try {
    localStorage.setItem(NAME_KEY, name);
  } catch {
    /* it is asked for again */
  }
};

// A row of radio buttons: [value, text] each, the first chosen unless `chosen` is among them.
const radios = (box, name, choices, chosen, changed = () => {}) => {
  const value = choices.some(([each]) => each === chosen) ? chosen : choices[0]?.[0];
  box.replaceChildren(
    ...choices.map(([each, text]) => {
      const input = node('input', {
        type: 'radio',
        name,
        value: each,
        checked: each === value ? '' : null,
      });
      input.onchange = changed;
      return node('label', {}, input, node('span', {}, text));
    }),
  );
};

const form = found('order');
const chosenOf = name => form.elements[name]?.value ?? '';
const gameHere = () => games.find(game => game.name === chosenOf('game'));
const botHere = () =>
  bots.find(bot => bot.name === chosenOf('opponent') && found('opponent').selectedIndex > 0);

// An option that says how strong the bot plays, from one number to another.
const isLevel = ({name, min, max}) => name === 'level' && min !== null && max - min < 30;

const choicesOf = option => {
  if (isLevel(option)) {
    return Array.from({length: option.max - option.min + 1}, (_, i) => String(option.min + i));
  }
  return option.type === 'bool' ? ['true', 'false'] : option.type === 'choice' ? option.values : null;
};

const optionField = option => {
  const id = `option-${option.name}`,
    choices = choicesOf(option);
  const input = choices
    ? node(
        'select',
        {id, 'data-option': option.name},
        choices.map(value =>
          node('option', {value, selected: value === option.default ? '' : null}, value),
        ),
      )
    : node('input', {
        id,
        'data-option': option.name,
        value: option.default,
        type: option.type === 'int' ? 'number' : 'text',
        min: option.min,
        max: option.max,
      });
  return node('div', {class: 'field'}, node('label', {for: id}, option.name), input);
};

const showBot = () => {
  const bot = botHere();
  found('thinks-field').hidden = !bot;
  found('waiting-field').hidden = Boolean(bot) || !gameHere().simultaneous;
  const options = bot?.options ?? [],
    others = options.filter(option => !isLevel(option));
  found('level').replaceChildren(...options.filter(isLevel).map(optionField));
  found('options-field').hidden = !others.length;
  found('options').replaceChildren(...others.map(optionField));
};

const showGame = () => {
  const game = gameHere(),
    sizes = game.sizes.filter(Boolean);
  found('sizes-set').hidden = sizes.length < 2;
  radios(
    found('sizes'),
    'size',
    sizes.map(size => [String(size), `${size}×${size}`]),
    chosenOf('size'),
  );
  radios(
    found('seats'),
    'seat',
    [['any', 'either'], ...game.seats.map((name, place) => [String(place + 1), name])],
    chosenOf('seat'),
  );
  const before = botHere()?.name,
    here = bots.filter(bot => bot.games.includes(game.name));
  found('opponent').replaceChildren(
    node('option', {value: ''}, 'a person, by a link'),
    ...here.map(bot => node('option', {value: bot.name}, bot.name)),
  );
  const index = here.findIndex(bot => bot.name === (before ?? 'mcts'));
  found('opponent').selectedIndex = Math.max(index, here.length ? 0 : -1) + 1;
  showBot();
};

// The options that differ from what the bot would do anyway.
const settings = () => {
  const bot = botHere(),
    inputs = [...form.querySelectorAll('[data-option]')];
  const changed = inputs.filter(
    input =>
      input.value !== bot?.options.find(option => option.name === input.dataset.option)?.default,
  );
  return Object.fromEntries(changed.map(input => [input.dataset.option, input.value]));
};

const order = () => ({
  game: chosenOf('game'),
  size: Number(chosenOf('size')),
  name: chosenOf('name'),
  seat: chosenOf('seat'),
  opponent: chosenOf('opponent'),
  options: settings(),
  thinks: Number(chosenOf('thinks')),
  clock: JSON.parse(chosenOf('clock')),
  waiting: !found('waiting-field').hidden && found('waiting').checked,
});

radios(
  found('games'),
  'game',
  games.map(game => [game.name, game.title]),
  null,
  showGame,
);
found('opponent').onchange = showBot;
found('name').value = rememberedName();
showGame();
onSubmit(form, found('trouble'), async () => {
  rememberName(chosenOf('name'));
  const {seat} = await send('/play', order());
  location.assign(seat);
});
