"""docs/formats.md: its files are read, and its format works."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from arena.cli import COMMANDS
from arena.plan import formats
from arena.plan.tournament_file import load
from engines import load as engine
from tests.field_of_play import by_chance, meetings, play, tournament

PAGE = (Path(__file__).parent.parent / "docs/formats.md").read_text(encoding="utf-8")
FILES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", FILES)
def test_the_files_are_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text(f"{engine('veletas').start(size=7)}\n")
    bots = "bots: [random, greedy]" if "sprt" in text else "bots: [random, greedy, mcts]"
    top = "games: {game: veletas, size: 7}\n" + (f"{bots}\n" if "bots:" not in text else "")
    file = tmp_path / "cup.yaml"
    file.write_text(top + text)
    plan = load(file)
    assert plan.format in text or "format:" not in text


def test_every_format_and_its_terms_are_told() -> None:
    for name in formats.names():
        assert f"[`{name}`](#" in PAGE
        for term in formats.defaults(name):
            assert f"`{term}`" in PAGE, (name, term)


def test_the_commands_are_there() -> None:
    assert set(re.findall(r"\barena ([a-z]+) ", PAGE)) <= set(COMMANDS)


def test_its_format_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "hill.py").write_text(code)
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "arena.plan.formats.hill", raising=False)
    assert "hill" in formats.names()
    plan = tournament(4, "hill", terms=(("reigns", 3),))
    outcomes = play(plan, by_chance(1))
    assert play(plan, by_chance(1), 5) == outcomes
    kings = [meeting.pairing.first for meeting in meetings(plan, outcomes)]
    assert len(kings) == 9
    assert len(set(kings)) > 1
