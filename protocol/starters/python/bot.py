"""The conversation with the arena. Leave this file alone: what the bot plays is in choose.py."""

import sys
from random import Random

from choose import NAME, OPTIONS, choose
from state import State, Terms


def main() -> None:
    settings: dict[str, str] = {}
    game, random, text = Terms(), Random(), ""
    for line in sys.stdin:
        match line.split():
            case ["arena", "1", *_]:
                greet()
            case ["arena", version, *_]:
                sys.exit(f"this bot speaks version 1 of the protocol, not {version}")
            case ["set", name, *_]:
                settings[name] = line.rstrip("\r\n").split(" ", 2)[-1]
            case ["newgame", number, *rest]:
                game = terms(rest)
                random = Random(int(settings.get("seed", 0)) or int(game["seed"]))
                print("game", number, "as seat", game["seat"], file=sys.stderr)
                say("ready", number)
            case ["state", *words]:
                text = " ".join(words)
            case ["go", turn, *rest]:
                state = State.parse(text, game, terms(rest), settings)
                move = choose(state, random)
                say(*(("resign", turn) if move == "resign" else ("move", turn, move)))
            case ["ping", token, *_]:
                say("pong", token)
            case ["quit", *_]:
                break  # anything else is not for us: the arena may say more than this bot knows


def greet() -> None:
    say("id name", NAME)
    for option in OPTIONS:
        say("option", option)
    say("plays what-the-shell")
    say("plays veletas")
    say("ready")


def terms(fields: list[str]) -> Terms:
    return dict(field.split("=", 1) for field in fields if "=" in field)


def say(*words: str) -> None:
    print(*words, flush=True)


if __name__ == "__main__":
    main()
