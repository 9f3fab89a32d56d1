"""docs/tournament-file.md: it has the keys that the readers know, no others, and all of it is true.

The readers say themselves which keys they know, when they refuse one that they don't.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.plan import formats
from arena.plan.bots import read_description
from arena.plan.tournament import Tournament
from arena.plan.tournament_file import load
from engines import load as engine

PAGE = (Path(__file__).parent.parent / "docs/tournament-file.md").read_text(encoding="utf-8")
GAMES, BOTS = "games: {game: veletas, size: 7}", "bots: [random, greedy]"
WRAPPED = {
    "games": f"games: {{%s}}\n{BOTS}",
    "bots": f"{GAMES}\nbots: [random, greedy, {{%s}}]",
    **{
        key: f"{GAMES}\n{BOTS}\n{key}: {{%s}}"
        for key in ("format", "openings", "clock", "ratings", "limits")
    },
}
"""Files in which a table's keys stand where they belong, by the heading above the table."""
SOURCES = ("bot", "folder", "command")


@dataclass(frozen=True)
class Row:
    """A row of a table of keys, and the heading above the table."""

    heading: str
    cells: tuple[str, ...]

    @property
    def key(self) -> str:
        return self.cells[-5].strip("`")

    @property
    def example(self) -> str:
        return self.cells[-1].strip("`")

    @property
    def default(self) -> str | None:
        """The default as a file can say it."""
        found = re.fullmatch("`(.*)`", self.cells[-2])
        return found and found[1]


def rows() -> Iterator[Row]:
    for section in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        for line in re.findall(r"^\| (?!.*---|key |format \| key )(.*) \|$", text, re.MULTILINE):
            yield Row(heading, tuple(line.split(" | ")))


ROWS = tuple(rows())
TOURNAMENT = [row for row in ROWS if row.heading != "bot.yaml"]


def file_with(row: Row, value: str) -> str:
    """A tournament file in which the row's key has a value; `value` has what it needs beside."""
    if row.heading == "The file":
        others = [text for text in (GAMES, BOTS) if not text.startswith(f"{row.key}:")]
        return "\n".join([*others, value])
    if row.heading == "bots" and row.key not in SOURCES:
        value = f"bot: mcts, name: other, {value}" if row.key != "name" else f"bot: mcts, {value}"
    return WRAPPED[row.heading] % value


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where what the examples name is there."""
    (tmp_path / "my-bot").mkdir()
    (tmp_path / "my-bot/bot.yaml").write_text("name: mine\nrun: sh bot.sh\n")
    (tmp_path / "openings.txt").write_text(f"{engine('veletas').start(size=7)}\n")
    return tmp_path


def read(folder: Path, text: str) -> Tournament:
    (folder / "cup.yaml").write_text(text)
    return load(folder / "cup.yaml")


def known(error: pytest.ExceptionInfo[ArenaError]) -> set[str]:
    """The keys that a refusal of one says are known."""
    return set(str(error.value).partition("; known are ")[2].split(", "))


def keys_under(heading: str, among: Iterable[Row] = ROWS) -> set[str]:
    return {row.key for row in among if row.heading == heading}


def test_it_has_the_files_own_keys(folder: Path) -> None:
    with pytest.raises(ArenaError) as error:
        read(folder, f"{GAMES}\n{BOTS}\nxxxxxxxx: 1")
    assert keys_under("The file") == known(error)


@pytest.mark.parametrize(
    ("heading", "before"),
    [
        ("games", "game: veletas, "),
        *((heading, "") for heading in ("bots", "openings", "clock", "ratings", "limits")),
    ],
)
def test_it_has_the_keys_of_every_mapping(folder: Path, heading: str, before: str) -> None:
    with pytest.raises(ArenaError) as error:
        read(folder, WRAPPED[heading] % f"{before}xxxxxxxx: 1")
    assert keys_under(heading) == known(error)


@pytest.mark.parametrize("name", formats.names())
def test_it_has_the_numbers_of_every_format(folder: Path, name: str) -> None:
    with pytest.raises(ArenaError) as error:
        read(folder, WRAPPED["format"] % f"name: {name}, xxxxxxxx: 1")
    theirs = [row for row in ROWS if row.heading == "format" and row.cells[0] in (name, "any")]
    assert keys_under("format", theirs) == known(error)
    (names,) = [row.cells[-3] for row in theirs if row.key == "name"]
    assert f"`{name}`" in names


def test_it_has_the_keys_of_bot_yaml(folder: Path) -> None:
    (folder / "bot.yaml").write_text("xxxxxxxx: 1")
    with pytest.raises(ArenaError) as error:
        read_description(folder)
    assert keys_under("bot.yaml") == known(error)


def test_every_heading_with_keys_is_looked_at() -> None:
    assert {row.heading for row in ROWS} == {"The file", *WRAPPED, "bot.yaml"}


@pytest.mark.parametrize("row", TOURNAMENT, ids=lambda row: f"{row.heading}-{row.key}")
def test_an_example_is_read_and_says_something(folder: Path, row: Row) -> None:
    assert re.search(rf"\b{row.key}: ", row.example)
    text = file_with(row, row.example)
    if row.heading == "format" and "sprt" not in text:
        text = text.replace("[random, greedy]", "[random, greedy, mcts]")
    told = read(folder, text)
    if row.heading == "The file" and row.key not in ("games", "bots"):
        assert told != read(folder, f"{GAMES}\n{BOTS}")


@pytest.mark.parametrize(
    "row", [row for row in TOURNAMENT if row.default], ids=lambda row: f"{row.heading}-{row.key}"
)
def test_a_default_is_what_there_is_without_the_key(folder: Path, row: Row) -> None:
    needed = {
        "format": f"name: {row.cells[0]}, ",
        "games": "game: veletas, ",
        "clock": "" if row.key == "time" else "time: 100ms, ",
    }.get(row.heading, "")
    if row.heading == "The file" or row.key == "name":
        without = f"{GAMES}\n{BOTS}"
    elif row.heading == "bots":
        without = file_with(row, "").replace("other, ", "other")
    else:
        without = WRAPPED[row.heading] % needed.removesuffix(", ")
    value = f"{row.key}: {row.default}"
    said = file_with(row, value if row.key == "name" else f"{needed}{value}")
    assert read(folder, said) == read(folder, without)


@pytest.mark.parametrize("row", [row for row in ROWS if row.heading == "bot.yaml"])
def test_an_example_of_bot_yaml_is_read(folder: Path, row: Row) -> None:
    needed = [text for text in ("name: x", "run: y") if not row.example.startswith(text[:4])]
    (folder / "bot.yaml").write_text("\n".join([*needed, row.example]))
    assert getattr(read_description(folder), row.key)


def test_the_whole_files_are_read(folder: Path) -> None:
    tournament, bot = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(read(folder, tournament).entrants) == 2
    (folder / "bot.yaml").write_text(bot)
    assert read_description(folder).name == "my-bot"


def test_its_links_lead_on() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-").replace(".", "") for heading in headings}
    assert set(re.findall(r"\(#([^)]*)\)", PAGE)) <= anchors
