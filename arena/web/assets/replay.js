// A game replayed from its story: board, steps, controls, moves and graphs.
import {Board, STEP_TIME, dotsOf, parseState, viewOf} from './board.js';
import {icon, node, shape} from './elements.js';
import {stripOrder} from './figures.js';
import {scoreGraph, timeGraph} from './graphs.js';
import {moveTable, resultPanel, stepPanels, strip} from './panels.js';

const SPEEDS = [
  ['0.5', '½×'],
  ['1', '1×'],
  ['2', '2×'],
  ['4', '4×'],
];
const ALL = Infinity;

export class Replay {
  // Builds itself into `root`. `onplace(turn, step)` is called for every place it comes to, the
  // step null where all are shown; `about` is an element of the page's own, put below the moves.
  constructor(root, story, {onplace = () => {}, about = null} = {}) {
    this.story = story;
    this.onplace = onplace;
    this.last = story.turns.length;
    this.turn = 0;
    this.step = ALL;
    this.timer = 0;
    this.build(root, about);
    this.go(this.last);
  }

  build(root, about) {
    const {story} = this;
    const seek = turn => this.seek(turn);
    this.svg = shape('svg');
    this.board = new Board(this.svg, story.game, this.after(0).size);
    this.strips = stripOrder(story).map(seat => strip(story, seat));
    this.steps = stepPanels(number => this.chooseStep(number));
    this.moves = moveTable(story, seek);
    this.graphs = this.last ? [scoreGraph(story, seek), timeGraph(story, seek)] : [];
    const [upper, ...lower] = this.strips.map(each => each.element);
    root.replaceChildren(
      node(
        'div',
        {class: 'gcol'},
        upper,
        this.svg,
        lower,
        this.steps.buttons,
        this.slider(),
        this.controls(),
        this.graphs.map(graph => graph.element),
      ),
      node(
        'div',
        {class: 'side'},
        resultPanel(story),
        this.steps.element,
        node('div', {}, node('h2', {}, 'Moves'), this.moves.element),
        about,
      ),
    );
  }

  // The dots over the slider, and the slider.
  slider() {
    const at = turn => `calc(8px + (100% - 16px) * ${turn / Math.max(1, this.last)})`;
    const dots = this.story.turns.flatMap(turn =>
      dotsOf(this.story.game, turn).map(kind => {
        const dot = shape('circle', {class: kind, r: kind === 'e' ? 2.5 : 4, cy: 5});
        dot.style.cx = at(turn.turn);
        return dot;
      }),
    );
    this.range = node('input', {type: 'range', min: 0, max: this.last, 'aria-label': 'Turn'});
    this.range.oninput = () => this.seek(Number(this.range.value));
    return [shape('svg', {class: 'ticks', 'aria-hidden': 'true'}, dots), this.range];
  }

  controls() {
    const button = (label, id, action, cls) => {
      const made = node('button', {'aria-label': label, class: cls}, icon(id));
      made.onclick = action;
      return made;
    };
    const seek = turn => this.seek(turn);
    this.playButton = button('Play', 'i-play', () => this.play(!this.timer), 'pri');
    this.speed = node(
      'select',
      {'aria-label': 'Speed'},
      SPEEDS.map(([value, text]) =>
        node('option', {value, selected: value === '1' ? '' : null}, text),
      ),
    );
    this.speed.onchange = () => this.timer && this.play(true);
    this.place = node('span', {class: 'n'});
    return node(
      'div',
      {class: 'ctl'},
      button('First turn', 'i-first', () => seek(0)),
      button('Turn back', 'i-back', () => seek(this.turn - 1)),
      this.playButton,
      button('Turn forward', 'i-fwd', () => seek(this.turn + 1)),
      button('Last turn', 'i-last', () => seek(this.last)),
      this.speed,
      this.place,
    );
  }

  // The position after a turn.
  after(turn) {
    const {game, start, turns} = this.story;
    return parseState(game, turns[turn - 1]?.state ?? start);
  }

  // Shows the position after a turn, or in the middle of it after so many of its steps. Only what
  // comes by steps moves.
  go(turn, step = ALL, moves = false) {
    this.turn = Math.min(this.last, Math.max(0, turn));
    const {game, turns} = this.story;
    const view = viewOf(game, this.after(this.turn - 1), turns[this.turn - 1], step);
    this.step = view.count < view.steps.length ? view.count : ALL;
    this.board.show(view.position, view.marks, moves ? Number(this.speed.value) : 0);
    this.tell(view);
    this.onplace(this.turn, this.step === ALL ? null : this.step);
  }

  tell({position, steps, count}) {
    const {story, turn} = this;
    const opening = story.turns[turn - 1]?.opening ? ', opening' : '';
    const title = turn ? `Turn ${turn}${opening}` : 'Start';
    this.svg.setAttribute('aria-label', `${story.title} board, ${turn ? `turn ${turn}` : 'start'}`);
    this.strips.forEach(each => each.show(turn, position));
    this.steps.show(title, steps, count, this.thoughts());
    if (this.told !== turn) this.tellTurn(turn);
  }

  // The last that each bot said in this turn of what it thinks: [[bot, text]…].
  thoughts() {
    return this.story.seats.flatMap(({seat, bot}) =>
      this.story.infos
        .filter(info => this.turn > 0 && info.turn === this.turn && info.seat === seat)
        .slice(-1)
        .map(info => [bot, info.text]),
    );
  }

  // What does not change from step to step.
  tellTurn(turn) {
    this.told = turn;
    this.moves.mark(turn);
    this.graphs.forEach(graph => graph.mark(turn));
    this.range.value = turn;
    this.range.setAttribute('aria-valuetext', `turn ${turn} of ${this.last}`);
    this.place.textContent = `turn ${turn} of ${this.last}`;
  }

  // Stops playing and shows the position after a turn.
  seek(turn) {
    this.play(false);
    this.go(turn);
  }

  chooseStep(number) {
    this.play(false);
    this.go(this.turn, number, true);
    this.steps.buttons.children[number - 1]?.focus();
  }

  // One step on, in motion; false at the end of the game.
  next() {
    if (this.step !== ALL) this.go(this.turn, this.step + 1, true);
    else if (this.turn < this.last) this.go(this.turn + 1, 1, true);
    else return false;
    return true;
  }

  // Plays on by itself, or stops. From the end it begins anew.
  play(on) {
    clearInterval(this.timer);
    this.timer = 0;
    if (on) {
      if (this.turn === this.last && this.step === ALL) this.go(0);
      this.timer = setInterval(
        () => this.next() || this.play(false),
        STEP_TIME / Number(this.speed.value),
      );
    }
    this.playButton.setAttribute('aria-label', on ? 'Pause' : 'Play');
    this.playButton.replaceChildren(icon(on ? 'i-pause' : 'i-play'));
  }

  // Keys of the page: arrows are turns, Shift+Right a step, Space plays, Home and End jump.
  key(event) {
    const {target} = event;
    const takesKeys = target.closest?.('input, select, textarea, [contenteditable]');
    if (takesKeys || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && target.closest?.('button, a, summary')) return;
    const deed = this.deeds()[event.key];
    if (!deed) return;
    event.preventDefault();
    deed(event.shiftKey);
  }

  deeds() {
    return {
      ArrowLeft: () => this.seek(this.turn - 1),
      ArrowRight: shift => {
        this.play(false);
        if (shift) this.next();
        else this.go(this.turn + 1);
      },
      Home: () => this.seek(0),
      End: () => this.seek(this.last),
      ' ': () => this.play(!this.timer),
    };
  }
}
