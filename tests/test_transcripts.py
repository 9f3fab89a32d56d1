"""The golden transcripts: they are the protocol's own words, and games that the rules confirm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import engines
from arena import wire
from engines.base import Game, MoveError, State

FOLDER = Path(__file__).parent.parent / "protocol" / "transcripts"
PATHS = sorted(FOLDER.glob("*.txt"))
LINE = re.compile(r"([12])([<>]) (.*)")


@dataclass(frozen=True)
class Said:
    """One line of a transcript: by or to whom, and the comment above it."""

    number: int
    seat: int
    direction: str
    text: str
    comment: str

    def parse(self) -> wire.ArenaMessage | wire.BotMessage:
        return wire.parse_arena(self.text) if self.direction == ">" else wire.parse_bot(self.text)


def read(path: Path) -> Iterator[Said]:
    comment = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            comment = f"{comment} {line[2:]}"
        elif line:
            match = LINE.fullmatch(line)
            assert match, f"{path.name}:{number}: neither a comment nor a line of a seat: {line!r}"
            seat, direction, text = match.groups()
            yield Said(number, int(seat), direction, text, comment)
            comment = ""


every_transcript = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def test_both_games_have_a_whole_game_and_one_that_ends_in_a_fault() -> None:
    names = {path.stem for path in PATHS}
    assert {"what-the-shell-line", "what-the-shell-fault"} <= names
    assert {"veletas-majority", "veletas-fault"} <= names


@every_transcript
def test_every_line_is_a_message_that_is_written_the_same_again(path: Path) -> None:
    for said in read(path):
        message = said.parse()
        assert wire.encode(message) == said.text, said
        expected_unknown = "Unknown:" in said.comment
        assert isinstance(message, wire.Unknown) == expected_unknown, said


@every_transcript
def test_each_seat_has_a_whole_conversation(path: Path) -> None:
    """From `arena 1` to `quit`, each step in its place."""
    for seat in (1, 2):
        heard = [said.parse() for said in read(path) if said.seat == seat and said.direction == ">"]
        kinds = " ".join(type(message).__name__ for message in heard)
        turn = r"( Played)* Position( Legal)? Go"
        assert re.fullmatch(rf"Hello( SetOption)* NewGame({turn})*( Played)*( Result)? Quit", kinds)


@every_transcript
def test_seeds_differ_and_fit_a_double(path: Path) -> None:
    seeds = [m.seed for m in map(Said.parse, read(path)) if isinstance(m, wire.NewGame)]
    assert len(set(seeds)) == 2
    assert all(0 <= seed < 2**53 for seed in seeds)


@dataclass
class Replay:
    """A game as the transcript tells it, checked line by line against the reference engine."""

    game: Game
    states: list[State]
    joints: list[dict[int, str]] = field(default_factory=list)
    heard: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})
    answers: dict[tuple[int, int], wire.MoveReply | wire.Resign] = field(default_factory=dict)
    asked: dict[int, set[int]] = field(default_factory=dict)
    results: dict[int, wire.Result] = field(default_factory=dict)

    @classmethod
    def begin(cls, path: Path) -> Replay:
        terms = next(m for m in map(Said.parse, read(path)) if isinstance(m, wire.NewGame))
        game = engines.load(terms.game)
        variant = {key: terms.terms[key] for key in game.variants[0]}
        return cls(game, [game.start(**variant)])

    def hear(self, said: Said) -> None:
        match said.parse():
            case wire.Played(turn, moves):
                self.hear_played(said, turn, dict(moves))
            case wire.Position(text):
                assert self.heard[said.seat] == len(self.joints), f"not told of all turns: {said}"
                assert text == str(self.states[-1]), said
                assert str(self.game.parse(text)) == text
            case wire.Legal(moves):
                state = self.states[-1]
                legal = tuple(state.legal(said.seat)) if state.lists_moves else None
                assert moves == legal, said
            case wire.Go(turn):
                assert turn == len(self.joints) + 1, said
                assert said.seat in self.states[-1].to_move, said
                self.asked.setdefault(turn, set()).add(said.seat)
            case wire.MoveReply(turn) | wire.Resign(turn) as answer:
                self.answers.setdefault((turn, said.seat), answer)
            case wire.Result() as result:
                assert self.heard[said.seat] == len(self.joints), f"not told of all turns: {said}"
                self.results[said.seat] = result

    def hear_played(self, said: Said, turn: int, moves: dict[int, str]) -> None:
        assert turn == self.heard[said.seat] + 1, f"turns are told in order, once: {said}"
        self.heard[said.seat] = turn
        if turn > len(self.joints):
            state = self.states[-1]
            vetted = {seat: state.parse_move(seat, move) for seat, move in moves.items()}
            assert tuple(vetted) == state.to_move, said
            assert vetted == moves, f"not the moves' canonical texts: {said}"
            self.joints.append(moves)
            self.states.append(state.play(vetted))
        assert self.joints[turn - 1] == moves, f"the seats are told different moves: {said}"

    def fault(self, seat: int) -> str | None:
        """What is wrong with a seat's answer to the last turn that was asked for."""
        answer = self.answers.get((len(self.joints) + 1, seat))
        if isinstance(answer, wire.MoveReply):
            try:
                self.states[-1].parse_move(seat, answer.move)
            except MoveError:
                return "illegal"
        return "resign" if isinstance(answer, wire.Resign) else None


def replay(path: Path) -> Replay:
    game = Replay.begin(path)
    for said in read(path):
        game.hear(said)
    return game


@every_transcript
def test_states_legal_moves_and_turns_are_those_of_the_rules(path: Path) -> None:
    game = replay(path)
    assert game.joints
    for turn, seats in game.asked.items():
        assert seats == set(game.states[turn - 1].to_move), f"turn {turn}"


@every_transcript
def test_what_was_played_is_what_the_seats_answered(path: Path) -> None:
    game = replay(path)
    for turn, joint in enumerate(game.joints, 1):
        if turn in game.asked:
            answered = {seat: game.answers[turn, seat] for seat in joint}
            assert answered == {seat: wire.MoveReply(turn, move) for seat, move in joint.items()}
        else:
            assert min(game.asked) > turn, "only an opening is played without asking"


@every_transcript
def test_the_end_is_what_the_rules_make_of_it(path: Path) -> None:
    game = replay(path)
    failed = {seat: word for seat in (1, 2) if (word := game.fault(seat))}
    termination, scores = _end(game.states[-1], failed)
    assert set(game.results) == {1, 2}
    for seat, result in game.results.items():
        verdict = {1: "win", 0.5: "draw", 0: "loss"}[scores[seat - 1]]
        assert result == wire.Result(result.id, verdict, termination, tuple(map(float, scores)))


def _end(state: State, failed: dict[int, str]) -> tuple[str, tuple[float, ...]]:
    if state.outcome:
        return state.outcome.termination, state.outcome.scores
    assert failed, "the transcript ends in the middle"
    if len(failed) == 2:
        word = "resign" if set(failed.values()) == {"resign"} else "double-fault"
        return word, (0.5, 0.5)
    return next(iter(failed.values())), (0.0, 1.0) if 1 in failed else (1.0, 0.0)


def test_the_whole_games_show_what_they_are_meant_to_show() -> None:
    shell = replay(FOLDER / "what-the-shell-line.txt")
    events = _words(shell)
    assert "captured" in events
    assert "hatched" in events
    assert any(joint[1] == joint[2] for joint in shell.joints)
    assert "claimed" in _words(replay(FOLDER / "veletas-majority.txt"))


def _words(game: Replay) -> set[str]:
    found: set[str] = set()
    for state, joint in zip(game.states, game.joints, strict=False):
        vetted = {seat: state.parse_move(seat, move) for seat, move in joint.items()}
        found |= {event.word for event in state.events(vetted)}
    return found
