"""Checks rules vectors: positions and games as JSON lines, with what the rules make of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import engines
from arena.rules.verify import is_legal
from engines.base import Event, Game, RulesError, State
from engines.perft import perft

PERFT_LIMIT = 1_000_000
"""Perft counts above this are not checked unless asked for."""


class Mismatch(Exception):
    """Why a vector fails, in one line."""


class Vector(dict[str, Any]):
    """One vector's fields."""

    def __missing__(self, key: str) -> Any:
        raise Mismatch(f"has no field {key!r}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the vector `id` passes: `problem` says why not, `note` what was left out."""

    id: str
    problem: str | None = None
    note: str = ""

    def __str__(self) -> str:
        if self.problem:
            return f"FAIL {self.id}: {self.problem}"
        return f"ok   {self.id}" + (f" ({self.note})" if self.note else "")


def check_file(path: Path, perft_limit: int = PERFT_LIMIT) -> Iterator[Verdict]:
    """A verdict for each line of a vector file, in order; blank lines are skipped."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _check_line(f"{path.name}:{number}", line, perft_limit)


def _check_line(place: str, line: str, perft_limit: int) -> Verdict:
    try:
        vector = json.loads(line, object_hook=Vector)
    except ValueError as error:
        return Verdict(place, f"is no JSON: {error}")
    except RecursionError:
        return Verdict(place, "is nested too deep")
    if not isinstance(vector, Vector):
        return Verdict(place, "is no JSON object")
    return check(vector, str(vector.get("id", place)), perft_limit)


def check(vector: Vector, name: str, perft_limit: int = PERFT_LIMIT) -> Verdict:
    """The verdict on one vector, called `name`."""
    try:
        game = engines.load(vector["game"])
        if vector["kind"] == "perft":
            return Verdict(name, note=_check_perft(game, vector, perft_limit))
        _check_of(game.name, vector["kind"])(game, vector)
    except (Mismatch, RulesError, engines.UnknownGame) as error:
        return Verdict(name, str(error))
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        return Verdict(name, f"a field does not fit its kind ({type(error).__name__}: {error})")
    return Verdict(name)


def _check_of(game: str, kind: str) -> Callable[[Game, Vector], None]:
    if check := CHECKS.get((game, kind)):
        return check
    kinds = ["perft", *(kind for name, kind in CHECKS if name == game)]
    raise Mismatch(f"no kind {kind!r} for {game}, expected one of {', '.join(kinds)}")


def expect(what: str, found: object, expected: object) -> None:
    """Raise Mismatch unless the two are equal."""
    if found != expected:
        raise Mismatch(f"{what} is {found!r}, expected {expected!r}")


# What both games share


def _joint(state: State, texts: str | Sequence[str]) -> dict[int, Any]:
    """The moves of one turn, from one text or from one for each seat to move."""
    texts = [texts] if isinstance(texts, str) else texts
    expect("the number of moves in a turn", len(texts), len(state.to_move))
    pairs = zip(state.to_move, texts, strict=True)
    return {seat: state.parse_move(seat, text) for seat, text in pairs}


def _play(
    game: Game, start: str, turns: Sequence[Any]
) -> tuple[list[State], list[tuple[Event, ...]]]:
    """The states from `start` on, the start included, and the events of each turn."""
    states, events = [game.parse(start)], list[tuple[Event, ...]]()
    for texts in turns:
        moves = _joint(states[-1], texts)
        events.append(states[-1].events(moves))
        states.append(states[-1].play(moves))
        expect("the state's text, read again,", str(game.parse(str(states[-1]))), str(states[-1]))
    return states, events


def _digest(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def _check_texts(vector: Vector, states: Sequence[State]) -> None:
    """The checkpoints, the last state and the digest of all states of a game."""
    texts = [str(state) for state in states]
    for turn, text in vector["checkpoints"].items():
        expect(f"the state after turn {turn}", texts[int(turn)], text)
    expect("the last state", texts[-1], vector["final"])
    expect("states_sha256", _digest(texts[1:]), vector["states_sha256"])


def _check_perft(game: Game, vector: Vector, limit: int) -> str:
    """Check the counts up to `limit`; the note says which were left out."""
    state = game.parse(vector["start"])
    left_out = []
    for depth, count in vector["counts"].items():
        if count > limit:
            left_out.append(f"{count} sequences of {depth} turns not counted")
        else:
            found, what = perft(state, int(depth), most=count), f"the count at depth {depth}"
            if found > count:
                raise Mismatch(f"{what} is more than {count}, expected {count}")
            expect(what, found, count)
    if "stationary" in vector:
        expect("stationary", _stationary(_moves(state)), vector["stationary"])
    return ", ".join(left_out)


def _moves(state: State) -> list[str]:
    (seat,) = state.to_move
    return sorted(state.legal(seat))


# What the Shell


SHELL_COLOURS = {1: "b", 2: "w"}


def _shell_counts(state: Any) -> dict[str, int]:
    return {colour: state.winning_count(seat) for seat, colour in SHELL_COLOURS.items()}


def _shell_outcome(state: State) -> str:
    if state.outcome is None:
        return "sudden" if any(_shell_counts(state).values()) else "play"
    black, white = state.outcome.scores
    return "draw" if black == white else "black" if black > white else "white"


def _check_shell_end(vector: Vector, state: State) -> None:
    expect("the last state", str(state), vector["final"])
    expect("the outcome", _shell_outcome(state), vector["outcome"])
    expect("counts", _shell_counts(state), vector["counts"])


def _shell_trace(events: Sequence[Event]) -> dict[str, list[Any]]:
    """A turn's events in the vectors' form; captures and chain sorted."""
    trace: dict[str, list[Any]] = {"captures": [], "hatched": [], "chain": []}
    for event in events:
        colour = SHELL_COLOURS.get(event.seat or 0, "-")
        if event.word in ("hatched", "vanished"):
            trace["hatched"].append([event.squares[0], colour])
        elif event.word == "captured":
            closer, first, second, end = event.squares
            capture = [colour, closer, sorted((first, second)), end]
            trace["chain" if trace["hatched"] else "captures"].append(capture)
    return _sorted_captures(trace)


def _sorted_captures(trace: dict[str, list[Any]]) -> dict[str, list[Any]]:
    def ordered(captures: list[Any]) -> list[Any]:
        return sorted([colour, closer, sorted(two), end] for colour, closer, two, end in captures)

    captures, chain = ordered(trace["captures"]), ordered(trace["chain"])
    return {"captures": captures, "hatched": trace["hatched"], "chain": chain}


def _shell_turn(game: Game, vector: Vector) -> None:
    states, events = _play(game, vector["start"], vector["moves"])
    expect("outcomes", [_shell_outcome(state) for state in states[1:]], vector["outcomes"])
    _check_shell_end(vector, states[-1])
    for turn, (told, trace) in enumerate(zip(events, vector["trace"], strict=True), 1):
        expect(f"what happened in turn {turn}", _shell_trace(told), _sorted_captures(trace))


def _shell_illegal(game: Game, vector: Vector) -> None:
    state = game.parse(vector["start"])
    at_fault = [seat for seat in (1, 2) if not is_legal(state, seat, vector["move"][seat - 1])]
    names = {(): None, (1,): "black", (2,): "white", (1, 2): "both"}
    expect("who is refused", names[tuple(at_fault)], vector["illegal"])


def _shell_game(game: Game, vector: Vector) -> None:
    states, _ = _play(game, vector["start"], vector["moves"])
    _check_texts(vector, states)
    letters = {"play": "p", "sudden": "s", "black": "B", "white": "W", "draw": "D"}
    outcomes = "".join(letters[_shell_outcome(state)] for state in states[1:])
    expect("outcomes", outcomes, vector["outcomes"])
    _check_shell_end(vector, states[-1])


def _shell_reading(game: Game, vector: Vector) -> None:
    states, _ = _play(game, vector["start"], vector["moves"])
    _check_shell_end(vector["results"][vector["recommended"]], states[-1])


# Veletas


def _first(state: State) -> str:
    """The colour that the first player plays."""
    return str(state).split(" ")[3]


def _winner(state: State) -> str | None:
    if state.outcome is None:
        return None
    first_won = state.outcome.scores[0] == 1
    return "b" if first_won == (_first(state) == "b") else "w"


def _claims(events: Sequence[Event], state: State) -> list[list[str]]:
    """The `[square, colour]` claimed in a turn that led to `state`."""
    colours = ("b", "w") if _first(state) == "b" else ("w", "b")
    claimed = {
        event.squares[0]: colours[event.seat - 1]
        for event in events
        if event.word == "claimed" and event.seat
    }
    by_place = sorted(claimed.items(), key=lambda claim: (claim[0][0], int(claim[0][1:])))
    return [list(claim) for claim in by_place]


def _stationary(moves: Sequence[str]) -> int:
    return sum("/" not in move for move in moves)


def _check_legality(vector: Vector, state: State) -> None:
    (seat,) = state.to_move
    for text in vector["legal"]:
        state.parse_move(seat, text)
    for text in vector["illegal"]:
        if is_legal(state, seat, text):
            raise Mismatch(f"{text!r} is taken for legal, expected a refusal")


def _veletas_setup_legality(game: Game, vector: Vector) -> None:
    _check_legality(vector, game.parse(vector["start"]))


def _veletas_setup_result(game: Game, vector: Vector) -> None:
    states, _ = _play(game, vector["start"], vector["moves"])
    expect("the last state", str(states[-1]), vector["final"])
    expect("movers", [state.to_move[0] for state in states], vector["movers"])
    expect("first_player_colour", _first(states[-1]), vector["first_player_colour"])


def _veletas_legality(game: Game, vector: Vector) -> None:
    state = game.parse(vector["start"])
    _check_legality(vector, state)
    moves = _moves(state)
    expect("n_legal", len(moves), vector["n_legal"])
    expect("n_stationary", _stationary(moves), vector["n_stationary"])
    expect("moves_sha256", _digest(moves), vector["moves_sha256"])


def _veletas_turn(game: Game, vector: Vector) -> None:
    states, events = _play(game, vector["start"], [vector["move"]])
    expect("the last state", str(states[-1]), vector["final"])
    expect("claims", _claims(events[0], states[-1]), vector["claims"])
    expect("winner", _winner(states[-1]), vector["winner"])


def _veletas_game(game: Game, vector: Vector) -> None:
    states, events = _play(game, vector["start"], vector["moves"])
    _check_texts(vector, states)
    turns = {str(turn): _claims(told, states[-1]) for turn, told in enumerate(events)}
    expect("claims", {turn: claims for turn, claims in turns.items() if claims}, vector["claims"])
    expect("first_player_colour", _first(states[-1]), vector["first_player_colour"])
    expect("winner", _winner(states[-1]), vector["winner"])
    outcome = states[-1].outcome
    winner = outcome.scores.index(1) + 1 if outcome else None
    expect("winner_player", winner, vector["winner_player"])


CHECKS: dict[tuple[str, str], Callable[[Game, Vector], None]] = {
    ("what-the-shell", "turn"): _shell_turn,
    ("what-the-shell", "illegal"): _shell_illegal,
    ("what-the-shell", "game"): _shell_game,
    ("what-the-shell", "reading"): _shell_reading,
    ("veletas", "setup_legality"): _veletas_setup_legality,
    ("veletas", "setup_result"): _veletas_setup_result,
    ("veletas", "legality"): _veletas_legality,
    ("veletas", "turn"): _veletas_turn,
    ("veletas", "game"): _veletas_game,
}
"""How each kind of vector of each game is checked; kind `perft` is the same for all games."""
