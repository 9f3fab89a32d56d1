"""Checks of a process's life: several games, the end, copies, a new start, memory, chance."""

from __future__ import annotations

import signal

from arena import wire
from arena.clock import Clock
from arena.examiner.base import Check, Failed, Finding, NotExamined, advised, passed
from arena.examiner.exam import SHORT, Exam
from arena.examiner.games import SETTLED
from arena.examiner.session import PAUSE, TURNS, Session, is_answer
from arena.record import GameSpec, Record
from arena.referee.family import resident
from arena.referee.process import QUIT_PAUSE

NODES = 40
"""Nodes to search where chance is examined, so that time need not decide."""
LEAK, DRIFT = 256 * 1024, 48 * 1024
"""Bytes a game that a process may not grow by, and those past which that is remarkable."""
MIB = 1024 * 1024


def late_replies(exam: Exam) -> Finding:
    """After `ready` nothing of the last game may come: it would be taken for an answer."""
    with exam.session() as session:
        session.play(exam.spec(exam.games[0]), TURNS)
        session.begin(exam.spec(exam.games[0]), game_id="2")
        session.overhear(PAUSE)
    said = [wire.parse_bot(line) for line in exam.said]
    begun = said.index(wire.Ready("2"))
    if late := [str(message) for message in said[begun:] if is_answer(message)]:
        raise Failed(f"`{late[0]}` comes after `ready 2`, and counts as an answer in that game")
    if (number := sum(map(is_answer, said))) > TURNS:
        return advised(f"it gave {number} answers to {TURNS} questions; the first of each counts")
    return passed("one answer to each `go`, and nothing of the last game in the next")


def determinism(exam: Exam) -> Finding:
    """The same seed three times: in a new process twice, and once more in the second."""
    game = exam.games[0]
    clock = Clock(time=exam.effort.move_time, nodes=NODES, margin=exam.effort.patience)
    spec = exam.spec(game, clock=clock, turns=SHORT + 2)
    exam.end_process()
    first = exam.play(spec, keep=False)
    second, again = exam.play(spec, keep=True), exam.play(spec, keep=True)
    exam.end_process()
    if where := _difference(first, second):
        return advised(f"the same seed gives another game from turn {where} on: time, or chance")
    if where := _difference(second, again):
        raise Failed(
            f"in a used process it plays another game from turn {where} on than in a new one, "
            "under the same seed: something of the last game is left"
        )
    return passed("the same seed gives the same game, in a new process and in a used one")


def _difference(one: Record, two: Record) -> int | None:
    """The first turn in which the bot, at seat 1, moved otherwise."""
    for turn, (mine, other) in enumerate(zip(one.turns, two.turns, strict=False), 1):
        if [r.move for r in mine if r.seat == 1] != [r.move for r in other if r.seat == 1]:
            return turn
    return None


def memory(exam: Exam) -> Finding:
    """Many short games in one process, weighed after a quarter, in the middle, at the end."""
    exam.end_process()
    sizes: list[int] = []
    games = exam.effort.games
    for number in range(1, games + 1):
        exam.lines.clear()
        exam.play(_short(exam), keep=True)
        if number in (games // 4, games * 5 // 8, games):
            sizes.append(resident(exam.process().process.pid))
    exam.end_process()
    if not sizes[0]:
        raise NotExamined("this system does not tell the memory of a process")
    growth = (sizes[2] - sizes[0]) / (games - games // 4)
    steady = min(sizes[1] - sizes[0], sizes[2] - sizes[1]) > 0
    told = f"{sizes[0] / MIB:.1f} MiB after {games // 4} games, {sizes[2] / MIB:.1f} after {games}"
    if steady and growth > LEAK:
        raise Failed(f"it grows with every game: {told}")
    return advised(f"it grows: {told}") if steady and growth > DRIFT else passed(told)


def _short(exam: Exam) -> GameSpec:
    return exam.spec(exam.games[0], clock=exam.hurried, turns=2)


def copies(exam: Exam) -> Finding:
    """Two processes at once, each in a game."""
    with exam.session() as one, exam.session() as two:
        games = [session.begin(exam.spec(exam.games[0])) for session in (one, two)]
        for game in games:
            game.turn()
    return passed("two processes play side by side")


def quit_(exam: Exam) -> Finding:
    """`quit`, with the input left open."""
    with exam.session() as session:
        session.begin(exam.spec(exam.games[0])).turn()
        session.tell("quit")
        return _end(session, "`quit`")


def end_of_input(exam: Exam) -> Finding:
    """The input ends without `quit`."""
    with exam.session() as session:
        session.begin(exam.spec(exam.games[0])).turn()
        session.bot.process.channel.hang_up("")
        return _end(session, "the end of its input")


def _end(session: Session, word: str) -> Finding:
    """Whether the process ends by itself, and soon."""
    if session.ends_within(QUIT_PAUSE):
        return passed(f"it ends at {word}")
    if session.ends_within(QUIT_PAUSE):
        return advised(f"it ends later than {QUIT_PAUSE} s after {word}, and is told by SIGTERM")
    raise Failed(f"it has not ended {2 * QUIT_PAUSE:.0f} s after {word}")


def restart(exam: Exam) -> Finding:
    """A process is killed in the middle of a turn, and another one plays."""
    with exam.session() as session:
        game = session.begin(exam.spec(exam.games[0]))
        session.tell(*game.position(), *game.go())
        session.bot.process.signal(signal.SIGKILL)
    with exam.session() as session:
        session.begin(exam.spec(exam.games[0])).turn()
    return passed("after a kill it starts anew")


CHECKS = (
    Check(
        "late-replies",
        "what a thread writes late is taken for an answer in the next game",
        "before-it",
        late_replies,
        needs=SETTLED,
    ),
    Check(
        "determinism",
        "a lost game can only be looked into if the same seed plays it again",
        "before-it",
        determinism,
        needs=SETTLED,
    ),
    Check(
        "memory",
        "a process plays thousands of games; one that grows is ended by the system in one of them",
        "3-transport",
        memory,
        needs=SETTLED,
    ),
    Check(
        "quit",
        "who does not end by himself is ended by signals, and loses what he had still to write",
        "3-transport",
        quit_,
        needs=SETTLED,
    ),
    Check(
        "end-of-input",
        "if the arena is gone the input ends; a bot that reads on burns a processor for ever",
        "3-transport",
        end_of_input,
        needs=SETTLED,
    ),
    Check(
        "copies",
        "a tournament plays several games at once, and a bot may play itself",
        "3-transport",
        copies,
        needs=SETTLED,
    ),
    Check(
        "restart",
        "after a fault the process is killed, and its next game begins with a new one",
        "after-it",
        restart,
        needs=SETTLED,
    ),
)
