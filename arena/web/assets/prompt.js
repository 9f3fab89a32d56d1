// What is asked of a person: a sentence, what answers it in words, the buttons, what went wrong.
import {node} from './elements.js';

const MANY_WORDS = 12;
const MOVE_WORDS = {black: 'Play Black', white: 'Play White'};

export class Prompt {
  // `deeds`: what `move(text)`, `hint()`, `back()` and `resign()` do; `hint` is null if nobody
  // gives any.
  constructor(deeds) {
    this.deeds = deeds;
    this.says = node('p', {class: 'says', role: 'status'});
    this.answers = node('div', {class: 'acts'});
    this.hint = actButton('Hint', deeds.hint);
    this.back = actButton('Step back', deeds.back);
    this.resign = actButton('Resign', deeds.resign);
    this.trouble = node('p', {class: 'trouble', role: 'alert'});
    this.element = node(
      'div',
      {class: 'prompt'},
      this.says,
      this.answers,
      node('div', {class: 'acts'}, this.hint, this.back, this.resign),
      this.trouble,
    );
  }

  // Asks for what a sight of the table and the choosing of a move leave to be done.
  show(sight, choosing) {
    const isOn = sight.seat !== null && sight.on;
    this.say(sentence(sight, choosing));
    this.says.classList.toggle('vh', Boolean(sight.end));
    this.hint.hidden = !(isOn && this.deeds.hint);
    this.hint.disabled = !sight.may || this.isThinking;
    this.back.hidden = !choosing.picks.length;
    this.resign.hidden = !isOn;
    this.resign.disabled = sight.resigning || sight.sealed === 'resign';
    this.showAnswers(choosing);
  }

  // They are made anew only where they differ, so that whoever writes a move goes on.
  showAnswers({choices, turn}) {
    const shown = `${choices.kind} ${turn}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.answers.replaceChildren(...answersTo(choices, this.deeds.move));
  }

  say(text) {
    this.says.textContent = text;
  }

  // Tells what went wrong; '' when it is over.
  tell(trouble) {
    this.trouble.textContent = trouble;
  }

  // Shows that a hint is being thought of, or no more; `may` is whether one can be asked for.
  think(isThinking, may) {
    this.isThinking = isThinking;
    this.hint.textContent = isThinking ? 'Thinking' : 'Hint';
    this.hint.disabled = isThinking || !may;
  }
}

const actButton = (text, deed, attributes = {hidden: ''}) => {
  const button = node('button', attributes, text);
  button.onclick = deed;
  return button;
};

const answersTo = ({kind, moves = []}, play) => {
  if (kind === 'words' && moves.length <= MANY_WORDS)
    return moves.map(move => actButton(MOVE_WORDS[move] ?? move, () => play(move), {}));
  return ['words', 'text'].includes(kind) ? [moveForm(play)] : [];
};

const moveForm = play => {
  const input = node('input', {'aria-label': 'Your move', autocomplete: 'off'});
  const form = node('form', {class: 'acts'}, input, node('button', {}, 'Move'));
  form.onsubmit = event => {
    event.preventDefault();
    play(input.value.trim());
  };
  return form;
};

const sentence = (sight, choosing) => {
  const turn = `Turn ${sight.turn}`;
  if (sight.end) return `${sight.end.title}.`;
  if (!sight.on) return 'The game begins when both seats are taken.';
  if (sight.sealed === 'resign') return 'You resign. It counts when the turn is over.';
  if (sight.sealed)
    return `${turn}: ${sight.sealed} is sealed. It is played when both have chosen.`;
  if (sight.may) return `${turn}: ${asked(choosing)}`;
  const later = sight.resigning ? ' You resign as soon as it is your turn.' : '';
  if (sight.hidden) return `${turn}: both choose.${later}`;
  const mover = sight.seats.find(seat => sight.moves.includes(seat.seat));
  return `${turn}: ${mover?.who ?? 'nobody'} is to move.${later}`;
};

const asked = ({choices, words}) => {
  if (choices.kind === 'words' && choices.moves.includes('black'))
    return 'choose the colour that you play.';
  return words ? `${words[0].toLowerCase()}${words.slice(1)}` : '';
};
