// How a move is put together, square by square, from what may be chosen.

const NOTHING = {kind: 'none'};
const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const numberOf = (count, thing) => `${counts[count] ?? count} ${thing}${count === 1 ? '' : 's'}`;

// By kind: the squares that come next, what is still to do, and the move when nothing is.
const WAYS = {
  none: {next: () => [], words: () => '', move: () => null},
  square: {
    next: ({squares}, picks) => (picks.length ? [] : squares),
    words: () => 'Choose an empty square.',
    move: (choices, [square]) => square ?? null,
  },
  shot: {
    next: ({direct, shots}, [start, end]) => {
      if (!start) return [...Object.keys(shots), ...direct];
      if (!shots[start]) return [];
      return end ? shots[start][end] : Object.keys(shots[start]);
    },
    words: ({shots}, [start, end]) => {
      if (!start) return 'Choose a shooter to move, or where a stone lands without a move.';
      if (!shots[start]) return '';
      return end
        ? `Choose where the shooter on ${end} shoots.`
        : `Choose where the shooter on ${start} goes.`;
    },
    move: ({shots}, [start, end, target]) => {
      if (start && !shots[start]) return start;
      return target ? `${start}-${end}/${target}` : null;
    },
  },
  placement: {
    next: ({shooters, inner, empty}, picks) =>
      (picks.length < shooters ? inner : picks.length === shooters ? empty : []).filter(
        square => !picks.includes(square),
      ),
    words: ({shooters}, picks) => {
      const left = shooters - picks.length;
      const thing = picks.length ? 'more shooter' : 'shooter';
      if (left <= 0) return 'Now your stone, on any empty square.';
      return `Place ${numberOf(left, thing)} on inner squares, then your stone.`;
    },
    move: ({shooters}, picks) =>
      picks.length > shooters ? `${picks.slice(0, shooters).join(',')}/${picks[shooters]}` : null,
  },
  words: {next: () => [], words: () => 'Choose.', move: () => null},
  text: {next: () => [], words: () => 'Write your move.', move: () => null},
};

export class Choosing {
  // `choices` of a turn as the server tells them, or null if there is nothing to choose; `picks`
  // are the squares taken so far.
  constructor(choices, turn, picks = []) {
    this.choices = choices ?? NOTHING;
    this.turn = turn;
    this.picks = picks;
  }

  get way() {
    return WAYS[this.choices.kind] ?? WAYS.text;
  }

  // The squares that may be chosen next.
  get next() {
    return this.way.next(this.choices, this.picks);
  }

  // What is to be done, in a sentence.
  get words() {
    return this.way.words(this.choices, this.picks);
  }

  // The move, once it is whole.
  get move() {
    return this.way.move(this.choices, this.picks);
  }

  // Whether the square to come takes a stone; else it is a shooter's.
  get isStone() {
    const {kind, shooters, shots} = this.choices;
    if (kind === 'placement') return this.picks.length >= shooters;
    return (
      kind !== 'shot' || this.picks.length === 2 || (this.picks.length === 0 && Boolean(shots))
    );
  }

  // Takes a square: the next one, one that is taken back, or another shooter instead.
  pick(square) {
    if (this.next.includes(square)) this.picks.push(square);
    else if (this.picks.includes(square))
      this.picks.splice(this.choices.kind === 'placement' ? this.picks.indexOf(square) : 0);
    else if (this.choices.shots?.[square]) this.picks = [square];
    else return false;
    return true;
  }

  // Gives back all squares.
  restart() {
    this.picks = [];
  }

  // One square back; false if there is none.
  back() {
    return this.picks.pop() !== undefined;
  }
}
