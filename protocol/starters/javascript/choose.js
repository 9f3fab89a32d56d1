// What the bot plays. This file is yours: it begins with a legal move at random.
import { spell } from "./state.js";

export const NAME = "my-bot";
export const OPTIONS = ["name=seed type=int default=0 min=0"]; // 0 stands for the seed of each game

// The move to play, or "resign". It should come within state.budget milliseconds.
export function choose(state, random) {
  if (state.phase === "place1" || state.phase === "place2") return placement(state, random);
  return random.pick(state.moves());
}

// Shooters anywhere but on the edge, and a stone anywhere: c3,d4,e5/f6.
function placement(state, random) {
  const draw = (squares) => squares.splice(random.below(squares.length), 1)[0];
  const inner = state.squares(".").filter((square) => state.isInner(square));
  const shooters = Array.from({ length: state.shootersToPlace() }, () => draw(inner));
  const names = shooters.map(spell);
  const stone = random.pick(state.squares(".").map(spell).filter((name) => !names.includes(name)));
  return `${names.join(",")}/${stone}`;
}
