// A table: the board on which a person moves or looks on, and what stands around it.
import {Board, STEP_TIME, parseState, viewOf} from './board.js';
import {Choosing} from './choosing.js';
import {node, shape} from './elements.js';
import {seatHue, stripOrder} from './figures.js';
import {drawMarks} from './marks.js';
import {newsOf} from './news.js';
import {moveTable, stepPanels} from './panels.js';
import {Place} from './place.js';
import {Prompt} from './prompt.js';
import {send} from './sending.js';

const TICK = 100;
const PAUSED = 'Live updates stopped; trying again. The game itself goes on.';
const GONE = 'This table is no longer here: the server was started anew, or made room for others.';
const NO_END = {unplayed: [], faults: [], scores: [], termination: ''};
const NOTHING_TO_CHOOSE = new Choosing(null, 0);

class Table {
  constructor(root) {
    const {base, game, title, size} = root.dataset;
    Object.assign(this, {root, base, game, title});
    this.sight = null;
    this.turns = [];
    this.shown = {turn: 0, step: Infinity};
    this.choosing = NOTHING_TO_CHOOSE;
    this.hint = null;
    this.sent = null;
    this.svg = shape('svg');
    this.board = new Board(this.svg, game, Number(size) || 9);
    this.board.onhover = square => {
      this.hover = square;
      this.mark();
    };
    this.build();
    this.listen();
  }

  build() {
    this.upper = new Place(this.game);
    this.lower = new Place(this.game);
    this.prompt = new Prompt({
      move: move => this.play(move),
      hint: 'adviser' in this.root.dataset ? () => this.askHint() : null,
      back: () => this.back(),
      resign: () => this.askResign(),
    });
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
        this.prompt.element,
        this.steps.element,
        this.moves,
      ),
    );
    addEventListener('keydown', event => {
      if (event.key === 'Escape' && this.back()) event.preventDefault();
    });
  }

  // Hears of the table for as long as the game is on.
  listen() {
    const source = new EventSource(`${this.base}/events`);
    source.onmessage = event => {
      this.prompt.tell('');
      this.take(JSON.parse(event.data));
      if (this.sight.end) source.close();
    };
    source.onerror = () =>
      this.prompt.tell(source.readyState === EventSource.CLOSED ? GONE : PAUSED);
  }

  // Takes in what the server tells: it replaces all but the turns that are known already, and what
  // has been picked for a move of this turn.
  take(sight) {
    const before = this.sight ? this.turns.length : sight.known + sight.turns.length;
    const isSame = this.choosing.turn === sight.turn && sight.choices;
    this.turns = [...this.turns.slice(0, sight.known), ...sight.turns];
    this.sight = {...sight, at: performance.now()};
    this.choosing = new Choosing(sight.choices, sight.turn, isSame ? this.choosing.picks : []);
    if (this.hint?.turn !== sight.turn || !sight.may) this.hint = null;
    if (this.turns.length > before) this.animate(before + 1);
    else if (!this.timer) this.showTurn(this.turns.length);
    this.around();
  }

  // The piece that the viewer's moves bring.
  get stone() {
    const {seats, seat} = this.sight;
    const own = seats.find(each => each.seat === seat);
    return this.view.position.side ?? (own ? seatHue(own) : 'n');
  }

  // A turn

  animate(turn) {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.stepOn(), STEP_TIME);
    this.showTurn(turn, 1, true);
  }

  stepOn() {
    const {turn, step} = this.shown;
    if (step < this.view.steps.length) this.showTurn(turn, step + 1, true);
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
    const before = parseState(this.game, this.turns[turn - 2]?.state ?? this.sight.start);
    const view = viewOf(this.game, before, this.turns[turn - 1], step);
    Object.assign(this, {view, shown: {turn, step}, isPlain: false});
    this.board.show(view.position, view.marks, moves ? 1 : 0);
    this.svg.setAttribute('aria-label', `${this.title} board, ${turn ? `turn ${turn}` : 'start'}`);
    this.steps.show(turn ? `Turn ${turn}` : 'Start', view.steps, view.count, []);
    this.list?.mark(turn);
    this.mark();
  }

  // Around the board

  around() {
    const {sight} = this;
    const seats = stripOrder({seats: sight.seats});
    if (seats[0].seat === sight.seat) seats.reverse();
    [this.upper, this.lower].forEach((strip, i) =>
      strip.show(seats[i], this.view.position, this.note(seats[i])),
    );
    this.aside.replaceChildren(...newsOf(sight, this.turns));
    this.listMoves();
    this.openSquares();
    this.prompt.show(sight, this.choosing);
    this.runClocks();
  }

  // The list is made anew only where it differs, so that whoever is in it stays there.
  listMoves() {
    const {sight, turns} = this;
    const listed = `${turns.length} ${Boolean(sight.end)}`;
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

  // Clocks are told anew for as long as one that is shown runs.
  runClocks() {
    clearInterval(this.ticking);
    this.tick();
    const isRunning = !this.sight.end && this.sight.seats.some(seat => seat.clock?.runs);
    if (isRunning) this.ticking = setInterval(() => this.tick(), TICK);
  }

  tick() {
    const since = performance.now() - this.sight.at;
    this.upper.tick(since);
    this.lower.tick(since);
  }

  // Squares can be chosen while the viewer may move, until the turn's move is sent.
  openSquares() {
    const isOpen = this.sight.may && this.sent !== this.sight.turn;
    this.board.onsquare = isOpen ? square => this.pick(square) : null;
  }

  // What the person does

  mark() {
    if (!this.sight) return;
    const {sealed, on, may, seat} = this.sight;
    const rests = Boolean(this.timer);
    const isNow = !rests && this.shown.turn === this.turns.length;
    const isPlain = isNow && Boolean(this.choosing.picks.length || this.hint);
    if (isPlain !== this.isPlain && !rests)
      this.board.show(this.view.position, isPlain ? null : this.view.marks);
    this.isPlain = isPlain;
    drawMarks(this.board, this.view.position, {
      choosing: isNow ? this.choosing : NOTHING_TO_CHOOSE,
      hover: this.hover,
      hint: rests ? null : this.hint?.move,
      stone: this.stone,
      sealed: rests || sealed === 'resign' ? null : sealed,
      waits: seat !== null && on && !may && !rests,
    });
  }

  // While a turn is told, a click only ends the telling.
  pick(square) {
    if (this.timer || this.shown.turn !== this.turns.length) return this.settle();
    if (!this.choosing.pick(square)) return undefined;
    const {move} = this.choosing;
    return move ? this.play(move) : this.showChoosing();
  }

  back() {
    if (!this.choosing.back()) return false;
    this.showChoosing();
    return true;
  }

  showChoosing() {
    this.mark();
    this.prompt.show(this.sight, this.choosing);
  }

  async play(move) {
    const {turn} = this.sight;
    this.sent = turn;
    this.openSquares();
    const isTaken = await this.dare(() => send(`${this.base}/move`, {turn, move}));
    if (!isTaken) this.sent = null;
    if (this.choosing.turn === turn) this.choosing.restart();
    this.openSquares();
    this.mark();
  }

  async askHint() {
    const {turn} = this.sight;
    this.prompt.think(true);
    await this.dare(async () => {
      const {move} = await send(`${this.base}/hint`, {turn});
      if (this.sight.turn !== turn || !this.sight.may) return;
      this.hint = {turn, move};
      this.mark();
      this.prompt.say(`The hint: ${move}.`);
    });
    this.prompt.think(false, this.sight.may);
  }

  askResign() {
    const dialog = document.getElementById('resigning');
    dialog.returnValue = 'no';
    dialog.onclose = () => {
      if (dialog.returnValue === 'yes') this.dare(() => send(`${this.base}/resign`, {}));
    };
    dialog.showModal();
  }

  // Does it, and says what went wrong; whether nothing did.
  async dare(deed) {
    this.prompt.tell('');
    try {
      await deed();
      return true;
    } catch (error) {
      this.prompt.tell(error.message);
      return false;
    }
  }
}

new Table(document.getElementById('table'));
