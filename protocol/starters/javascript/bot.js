// The conversation with the arena. Leave this file alone: what the bot plays is in choose.js.
import { createInterface } from "node:readline";

import { NAME, OPTIONS, choose } from "./choose.js";
import { Random } from "./random.js";
import { State } from "./state.js";

const settings = new Map();
let game = {};
let random = new Random(0);
let position = "";

const say = (line) => process.stdout.write(line + "\n");

const hearers = {
  arena([version]) {
    if (version !== "1") {
      console.error(`this bot speaks version 1 of the protocol, not ${version}`);
      process.exit(1);
    }
    say(`id name ${NAME}`);
    OPTIONS.forEach((option) => say(`option ${option}`));
    say("plays what-the-shell\nplays veletas\nready");
  },
  set([name, ...words]) {
    settings.set(name, words.join(" "));
  },
  newgame([number, ...fields]) {
    game = terms(fields);
    random = new Random(Number(settings.get("seed")) || Number(game.seed));
    console.error(`game ${number} as seat ${game.seat}`);
    say(`ready ${number}`);
  },
  state(words) {
    position = words.join(" ");
  },
  go([turn, ...fields]) {
    const move = choose(new State(position, game, terms(fields), settings), random);
    say(move === "resign" ? `resign ${turn}` : `move ${turn} ${move}`);
  },
  ping([token]) {
    say(`pong ${token}`);
  },
  quit() {
    process.exit(0);
  },
};

function terms(fields) {
  const pairs = fields.filter((field) => field.includes("=")).map((field) => field.split("="));
  return Object.fromEntries(pairs);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [keyword, ...words] = line.split(" ");
  // A keyword without a hearer is not for us: the arena may say more than this bot knows.
  if (Object.hasOwn(hearers, keyword)) hearers[keyword](words);
}
