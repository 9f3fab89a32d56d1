// A position, and the moves that it allows. A square is [file, rank], both from 0: a1 is [0, 0].

const STEPS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
const TO_PLACE = { 7: [1, 2], 9: [2, 3], 10: [3, 4] }; // by size: the first player's, and White's

export const spell = ([file, rank]) => "abcdefghij"[file] + (rank + 1);

export class State {
  // The position in a `state` line, with what `newgame` and `go` said of it.
  constructor(text, game, go, settings) {
    const [rows, second, phase] = text.split(" ");
    const veletas = game.game === "veletas";
    this.game = game.game; // "what-the-shell" or "veletas"
    this.seat = Number(game.seat); // yours, 1 or 2
    this.board = rows.split("/").reverse().map((rank) => [...rank]); // [rank][file], and in it
    // "." empty, "b" "w" turtles or stones, "o" an egg, "S" a shooter, "B" "W" claimed ones
    this.size = this.board.length;
    this.eggs = veletas || second === "-" ? [] : second.split(","); // the oldest first
    this.phase = veletas ? phase : "play"; // "place1", "choose", "place2" or "play"
    this.colour = veletas ? second : "bw"[this.seat - 1]; // yours; not decided yet in "choose"
    this.budget = budget(go); // milliseconds that this turn may take, if others are to have as much
    this.settings = settings; // the options that were set, a Map of texts
  }

  // All legal moves but placements, of which there are too many to list.
  moves() {
    if (this.phase === "choose") return ["black", "white"];
    return this.game === "veletas" ? this.shots() : this.squares(".").map(spell);
  }

  // "d6" if no shooter moves, "c3-c5/d6" if one does.
  shots() {
    const moves = new Set(); // two shooters may fire at the same square
    for (const start of this.squares("S")) {
      const ends = this.seen(start);
      this.put(start, "."); // it may fire at the square that it has left
      for (const end of ends) {
        moves.add(spell(end));
        for (const target of this.seen(end)) {
          moves.add(`${spell(start)}-${spell(end)}/${spell(target)}`);
        }
      }
      this.put(start, "S");
    }
    return [...moves];
  }

  // The empty squares on the queen's lines from a square: past shooters, up to a stone.
  seen([file, rank]) {
    const found = [];
    for (const [df, dr] of STEPS) {
      for (let f = file + df, r = rank + dr; ; f += df, r += dr) {
        const cell = this.board[r]?.[f];
        if (cell === undefined || cell === "b" || cell === "w") break;
        if (cell === ".") found.push([f, r]);
      }
    }
    return found;
  }

  put([file, rank], cell) {
    this.board[rank][file] = cell;
  }

  // The squares that hold this cell.
  squares(cell) {
    const all = this.board.flatMap((row, rank) => row.map((_, file) => [file, rank]));
    return all.filter(([file, rank]) => this.board[rank][file] === cell);
  }

  // Whether a square is not on the edge, so that a shooter may be placed there.
  isInner(square) {
    return square.every((line) => line > 0 && line < this.size - 1);
  }

  shootersToPlace() {
    return TO_PLACE[this.size][this.phase === "place1" ? 0 : 1];
  }
}

// The free time, and a twentieth of the bank with half of what it gains, or a period.
function budget({ time = 0, bank = 0, inc = 0, period = 0 }) {
  const saved = Math.min(bank, bank / 20 + inc / 2);
  return Number(time) + Math.max(saved, period);
}
