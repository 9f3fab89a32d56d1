// A table: the board on which a person moves or looks on, and what stands around it.
import {Board, parseState, stepsOf, viewOf} from './board.js';
import {Choosing} from './choosing.js';
import {node, shape} from './elements.js';
import {seatHue, stripOrder} from './figures.js';
import {drawMarks} from './marks.js';
import {moveTable, resultPanel, stepPanels} from './panels.js';
import {Place} from './place.js';
import {send} from './sending.js';

const STEP_PAUSE = 700;
const TICK = 100;
const MANY_WORDS = 12;
const PAUSED = 'Live updates stopped; trying again. The game itself goes on.';
const GONE = 'This table is no longer here: the server was started anew, or made room for others.';
const NO_END = {unplayed: [], faults: [], scores: [], termination: ''};

class Table {
  constructor(root) {
    const {base, game, title, size} = root.dataset;
    Object.assign(this, {root, base, game, title});
    this.sight = null;
    this.turns = [];
    this.shown = {turn: 0, step: Infinity};
    this.choosing = new Choosing(null);
    this.svg = shape('svg');
    this.board = new Board(this.svg, game, Number(size) || 9);
    this.board.onhover = square => {
      this.hover = square;
      this.mark();
    };
    this.upper = new Place(game);
    this.lower = new Place(game);
    this.build();
    this.listen();
    setInterval(() => this.tick(), TICK);
  }

  build() {
    this.says = node('p', {class: 'says', role: 'status'});
    this.trouble = node('p', {class: 'trouble', role: 'alert'});
    this.words = node('div', {class: 'acts'});
    this.hintButton = node('button', {hidden: ''}, 'Hint');
    this.backButton = node('button', {hidden: ''}, 'Step back');
    this.resignButton = node('button', {hidden: ''}, 'Resign');
    this.hintButton.onclick = () => this.askHint();
    this.backButton.onclick = () => this.back();
    this.resignButton.onclick = () => this.askResign();
    this.aside = node('div', {class: 'news'});
    this.steps = stepPanels(number => this.showTurn(this.turns.length, number));
    this.moves = node('div');
    this.root.replaceChildren(
      node(
        'div',
        {class: 'gcol'},
        this.upper.element,
        this.svg,
        this.lower.element,
        this.steps.buttons,
      ),
      node(
        'div',
        {class: 'side'},
        this.aside,
        node(
          'div',
          {class: 'prompt'},
          this.says,
          this.words,
          node('div', {class: 'acts'}, this.hintButton, this.backButton, this.resignButton),
          this.trouble,
        ),
        this.steps.element,
        this.moves,
      ),
    );
    addEventListener('keydown', event => {
      if (event.key === 'Escape' && this.back()) event.preventDefault();
    });
  }

  // Hears of the table for as long as the page is open.
  listen() {
    const source = new EventSource(`${this.base}/events`);
    source.onmessage = event => {
      this.tell('');
      this.take(JSON.parse(event.data));
      if (this.sight.end) source.close();
    };
    source.onerror = () => this.tell(source.readyState === EventSource.CLOSED ? GONE : PAUSED);
  }

  tell(trouble) {
    this.trouble.textContent = trouble;
  }

  // Takes in what the server tells: it replaces all but the turns that are known already.
  take(sight) {
    const before = this.sight ? this.turns.length : sight.known + sight.turns.length;
    this.turns = [...this.turns.slice(0, sight.known), ...sight.turns];
    this.sight = {...sight, at: performance.now()};
    this.start ??= sight.start;
    if (this.choosing.turn !== sight.turn || !sight.choices)
      this.choosing = new Choosing(sight.choices);
    else this.choosing.choices = sight.choices;
    this.choosing.turn = sight.turn;
    if (this.hintTurn !== sight.turn || !sight.may) this.hint = null;
    if (this.turns.length > before) this.animate(before + 1);
    else if (!this.timer) this.showTurn(this.turns.length);
    this.around();
  }

  get isSeated() {
    return this.sight.seat !== null;
  }

  get own() {
    return this.sight.seats.find(seat => seat.seat === this.sight.seat);
  }

  // The piece that the viewer's moves bring.
  get stone() {
    return this.position.side ?? (this.own ? seatHue(this.own) : 'n');
  }

  // A turn

  animate(turn) {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.stepOn(), STEP_PAUSE);
    this.showTurn(turn, 1, true);
  }

  stepOn() {
    const {turn, step} = this.shown,
      steps = stepsOf(this.game, this.turns[turn - 1]).length;
    if (step < steps) this.showTurn(turn, step + 1, true);
    else if (turn < this.turns.length) this.showTurn(turn + 1, 1, true);
    else this.settle();
  }

  settle() {
    clearInterval(this.timer);
    this.timer = 0;
    this.showTurn(this.turns.length);
    this.around();
  }

  showTurn(turn, step = Infinity, moves = false) {
    this.shown = {turn, step};
    const told = this.turns[turn - 1],
      steps = told ? stepsOf(this.game, told) : [];
    const before = parseState(this.game, this.turns[turn - 2]?.state ?? this.sight.start);
    const view = told
      ? viewOf(this.game, before, told, Math.min(step, steps.length))
      : {position: before, marks: null};
    this.position = view.position;
    this.view = view;
    this.board.show(view.position, view.marks, moves ? 1 : 0);
    this.svg.setAttribute('aria-label', `${this.title} board, ${turn ? `turn ${turn}` : 'start'}`);
    this.steps.show(turn ? `Turn ${turn}` : 'Start', steps, Math.min(step, steps.length), []);
    this.list?.mark(turn);
    this.isPlain = false;
    this.mark();
  }

  // Around the board

  around() {
    const {sight} = this,
      seats = stripOrder({seats: sight.seats});
    if (this.isSeated && seats[0].seat === sight.seat) seats.reverse();
    [this.upper, this.lower].forEach((strip, i) =>
      strip.show(seats[i], this.position, this.note(seats[i])),
    );
    this.board.onsquare = sight.may ? square => this.pick(square) : null;
    const isOn = this.isSeated && sight.on;
    this.hintButton.hidden = !(isOn && 'adviser' in this.root.dataset);
    this.hintButton.disabled = !sight.may;
    this.resignButton.hidden = !isOn;
    this.resignButton.disabled = sight.resigning || sight.sealed === 'resign';
    this.aside.replaceChildren(...this.news());
    this.listMoves();
    this.prompt();
    this.tick();
  }

  // The list is made anew only where it differs, so that whoever is in it stays there.
  listMoves() {
    const {sight, turns} = this,
      listed = `${turns.length} ${Boolean(sight.end)}`;
    if (!turns.length || listed === this.listed) return;
    const story = {
      game: this.game,
      title: this.title,
      turns,
      end: sight.end ?? NO_END,
      seats: sight.seats.map(seat => ({...seat, bot: seat.name})),
    };
    this.listed = listed;
    this.list = moveTable(story, turn => this.showTurn(turn));
    this.moves.replaceChildren(node('h2', {}, 'Moves'), this.list.element);
    this.list.mark(this.shown.turn);
  }

  note(seat) {
    const {sight} = this;
    if (sight.waiting.includes(seat.seat)) return ', waiting';
    return !sight.hidden && sight.moves.includes(seat.seat) ? ', to move' : '';
  }

  news() {
    const {sight} = this;
    if (sight.end) return [this.result()];
    if (!sight.invitation) return [];
    const link = new URL(sight.invitation, location).href;
    return [
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
      ),
    ];
  }

  result() {
    const {end, link, seats} = this.sight;
    const panel = end.termination
      ? resultPanel({end, seats: seats.map(seat => ({...seat, bot: seat.name})), turns: this.turns})
      : node('div', {class: 'result'}, node('h2', {}, end.title), node('p', {}, end.text));
    const links = link ? [node('a', {href: link}, `Game ${end.id} in the record`), ' '] : [];
    panel.append(node('p', {class: 'after'}, ...links, node('a', {href: '/play'}, 'Play another')));
    return panel;
  }

  prompt() {
    const {sight} = this,
      {kind, moves = []} = this.choosing.choices;
    this.says.textContent = this.sentence();
    this.says.classList.toggle('vh', Boolean(sight.end));
    this.backButton.hidden = !this.choosing.picks.length;
    this.svg.classList.toggle('mine', sight.may);
    if (this.promptKind === `${kind} ${sight.turn}`) return;
    this.promptKind = `${kind} ${sight.turn}`;
    const isList = kind === 'words' && moves.length <= MANY_WORDS;
    this.words.replaceChildren(
      ...(isList
        ? moves.map(move => this.wordButton(move))
        : ['words', 'text'].includes(kind)
          ? [this.textForm()]
          : []),
    );
  }

  sentence() {
    const {sight} = this,
      turn = `Turn ${sight.turn}`;
    if (sight.end) return `${sight.end.title}.`;
    if (!sight.on) return 'The game begins when both seats are taken.';
    if (sight.sealed === 'resign') return 'You resign. It counts when the turn is over.';
    if (sight.sealed)
      return `${turn}: ${sight.sealed} is sealed. It is played when both have chosen.`;
    const later = sight.resigning ? ' You resign as soon as it is your turn.' : '';
    if (sight.may) return `${turn}: ${this.asked()}`;
    if (sight.hidden) return `${turn}: both choose.${later}`;
    const mover = sight.seats.find(seat => sight.moves.includes(seat.seat));
    return `${turn}: ${mover?.who ?? 'nobody'} is to move.${later}`;
  }

  asked() {
    const {kind, moves = []} = this.choosing.choices;
    if (kind === 'words' && moves.includes('black')) return 'choose the colour that you play.';
    const words = this.choosing.words;
    return words ? `${words[0].toLowerCase()}${words.slice(1)}` : '';
  }

  wordButton(move) {
    const text = {black: 'Play Black', white: 'Play White'}[move] ?? move;
    const button = node('button', {}, text);
    button.onclick = () => this.play(move);
    return button;
  }

  textForm() {
    const input = node('input', {'aria-label': 'Your move', autocomplete: 'off'});
    const form = node('form', {class: 'acts'}, input, node('button', {}, 'Move'));
    form.onsubmit = event => {
      event.preventDefault();
      this.play(input.value.trim());
    };
    return form;
  }

  tick() {
    if (!this.sight) return;
    const since = performance.now() - this.sight.at;
    this.upper.tick(since);
    this.lower.tick(since);
  }

  // What the person does

  mark() {
    if (!this.sight) return;
    const {sealed, on, may} = this.sight,
      rests = Boolean(this.timer);
    const isPlain =
      !rests &&
      this.shown.turn === this.turns.length &&
      Boolean(this.choosing.picks.length || this.hint);
    if (isPlain !== this.isPlain && !rests)
      this.board.show(this.view.position, isPlain ? null : this.view.marks);
    this.isPlain = isPlain;
    drawMarks(this.board, this.position, {
      choosing: rests || this.shown.turn !== this.turns.length ? new Choosing(null) : this.choosing,
      hover: this.hover,
      hint: rests ? null : this.hint,
      stone: this.stone,
      sealed: rests || sealed === 'resign' ? null : sealed,
      waits: this.isSeated && on && !may && !rests,
    });
  }

  // While a turn is told, a click only ends the telling.
  pick(square) {
    if (this.timer || this.shown.turn !== this.turns.length) return this.settle();
    if (!this.choosing.pick(square)) return undefined;
    const {move} = this.choosing;
    if (move) return this.play(move);
    this.mark();
    return this.prompt();
  }

  back() {
    if (!this.choosing.back()) return false;
    this.mark();
    this.prompt();
    return true;
  }

  async play(move) {
    const {turn} = this.sight;
    this.board.onsquare = null;
    await this.dare(() => send(`${this.base}/move`, {turn, move}));
    this.choosing.picks = [];
    if (this.sight.turn === turn && this.sight.may && !this.sight.sealed)
      this.board.onsquare = square => this.pick(square);
    this.mark();
  }

  async askHint() {
    const {turn} = this.sight;
    this.hintButton.disabled = true;
    this.hintButton.textContent = 'Thinking';
    await this.dare(async () => {
      const {move} = await send(`${this.base}/hint`, {turn});
      if (this.sight.turn !== turn || !this.sight.may) return;
      Object.assign(this, {hint: move, hintTurn: turn});
      this.mark();
      this.says.textContent = `The hint: ${move}.`;
    });
    this.hintButton.textContent = 'Hint';
    this.hintButton.disabled = !this.sight.may;
  }

  askResign() {
    const dialog = document.getElementById('resigning');
    dialog.returnValue = 'no';
    dialog.onclose = () => {
      if (dialog.returnValue === 'yes') this.dare(() => send(`${this.base}/resign`, {}));
    };
    dialog.showModal();
  }

  // Does it, and says what went wrong.
  async dare(deed) {
    this.tell('');
    try {
      await deed();
    } catch (error) {
      this.tell(error.message);
    }
  }
}

new Table(document.getElementById('table'));
