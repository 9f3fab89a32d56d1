"""`docs/write-a-bot.md` says what is so: its table, its first idea in each language, its claims."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from arena import match, starters
from arena.clock import Clock
from arena.plan import tournament
from arena.plan.bots import from_folder, read_description, resolve
from arena.plan.building import build
from arena.plan.tournament_file import load
from tests.starters.talking import Starter

GUIDE = (Path(__file__).parents[2] / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
LAST_LINE = {
    "c": "return moves.text[below(moves.count)];",
    "cpp": "return moves.at(random() % moves.size());",
    "go": "return moves[random.Intn(len(moves))]",
    "java": "return moves.get(random.nextInt(moves.size()));",
    "javascript": "return random.pick(state.moves());",
    "python": "return random.choice(state.moves())",
    "rust": "Some(random.pick(&state.moves()).clone())",
    "shell": "print moves[below(count) + 1]",
}
"""The last line of each `choose`, before which an idea goes."""
GAMES = 8
FIRST_SQUARE = """import sys
for line in sys.stdin:
    match line.split():
        case ["arena", *_]: print("plays what-the-shell\\nready", flush=True)
        case ["newgame", game, *_]: print("ready", game, flush=True)
        case ["state", rows, _]: square = rows.replace("/", "").index(".")
        case ["go", turn, *_]: print("move", turn, "abcdefghi"[square % 9] + str(9 - square // 9))
        case ["quit"]: break
"""


def test_its_table_has_every_starter_and_its_file() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \| `(\S+)` \|$", GUIDE, re.MULTILINE)
    assert dict(rows) == starters.CHOICES


def test_its_links_lead_somewhere() -> None:
    prose = re.sub(r"^```.*?^```$", "", GUIDE, flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)#]+)\)", prose):
        assert (Path(__file__).parents[2] / "docs" / link).exists(), link
    titles = re.findall(r"^## (.*)$", GUIDE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]*)\)", GUIDE)) == anchors


SLOW_TO_BUILD = [pytest.param(each, marks=pytest.mark.slow) for each in ("cpp", "java", "rust")]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "starter", ["c", "go", "javascript", "python", "shell", *SLOW_TO_BUILD], indirect=True
)
def test_its_first_idea_is_one_in_each_language(starter: Starter, tmp_path: Path) -> None:
    """It builds, it plays both games, and it beats chance."""
    fence = {"shell": "awk"}.get(starter.language, starter.language)
    (idea,) = re.findall(rf"^```{fence}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    folder = tmp_path / "bot"
    shutil.copytree(starter.folder, folder)
    choice = folder / starters.CHOICES[starter.language]
    before, found, after = choice.read_text().rpartition(LAST_LINE[starter.language])
    assert found
    margin = before[before.rindex("\n") + 1 :]
    choice.write_text(f"{before.removesuffix(margin)}{idea}{margin}{found}{after}")
    assert build(read_description(folder), sandbox="none") == bool(read_description(folder).build)
    assert _points(folder, "what-the-shell", GAMES) > GAMES / 2
    _points(folder, "veletas", 2)


def _points(folder: Path, game: str, games: int) -> float:
    bots = (from_folder(folder), *resolve(["random"]))
    clock = Clock(time=2000, margin=1000)
    score = match.play(tournament.match(bots, tournament.contest(game), games, clock))
    assert [record.faults for record in score.games] == [(None, None)] * games
    return score.points(bots[0].name)


def test_two_copies_of_a_deterministic_bot_collide(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST_SQUARE)
    bots = resolve(["python3 first.py"] * 2, tmp_path)
    plan = tournament.match(
        bots,
        tournament.contest("what-the-shell"),
        games=1,
        clock=Clock(time=2000, margin=1000),
        openings=tournament.NO_OPENINGS,
    )
    (record,) = match.play(plan).games
    assert (record.termination, len(record.turns)) == ("board-full", 81)
    assert record.final.partition(" ")[0] == "/".join(["o" * 9] * 9)


def test_its_tournament_file_can_be_read(tmp_path: Path) -> None:
    (text,) = re.findall(r"^```yaml\n# cup.yaml\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    starters.copy("python", tmp_path / "mybot")
    (tmp_path / "cup.yaml").write_text(text)
    assert load(tmp_path / "cup.yaml").names == ("mybot", "random", "greedy")
