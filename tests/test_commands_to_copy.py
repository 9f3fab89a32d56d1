"""Commands that are printed to be copied: a shell takes them as they are, whatever a path has."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ARENA, arena
from tests.web.crafted import craft

RUN = "my run.arena"
BOTS = Path(__file__).parent / "bots"
FAIR = shlex.join([sys.executable, "-S", "-B", str(BOTS / "fair.py")])
FAILING = shlex.join([sys.executable, "-S", "-B", str(BOTS / "broken.py"), "malformed-move"])
GAME = "what-the-shell"


@pytest.mark.parametrize(
    ("table", "command"), [("ratings", ["games", RUN]), ("games", ["show", RUN])]
)
def test_a_table_leads_to_faults(table: str, command: list[str], tmp_path: Path) -> None:
    craft(tmp_path / RUN, ("ada", "bob"))
    hint = arena(table, RUN, cwd=tmp_path).stderr
    assert shlex.split(hint)[:3] == ["arena", *command]


def test_a_match_leads_to_what_it_kept_and_that_to_a_bots_input(tmp_path: Path) -> None:
    words = ("match", FAILING, FAIR, "--game", GAME, "--games", 1, "--store", RUN)
    why = arena(*words, cwd=tmp_path).stdout.rpartition("why: ")[2]
    assert shlex.split(why) == ["arena", "show", RUN, "1"]
    fed = arena("feed", FAIR, RUN, 1, "--write", "its input", cwd=tmp_path).stdout
    assert shlex.split(fed)[-2:] == ["<", str(tmp_path / "its input")]


def test_a_game_with_a_person_leads_to_its_replay(tmp_path: Path) -> None:
    words = ("play", GAME, "--against", "random", "--name", "Ada", "--store", RUN)
    command = [*ARENA, *words]
    done = subprocess.run(
        command, cwd=tmp_path, input="resign\n", capture_output=True, text=True, check=True
    )
    again = done.stdout.rpartition("; ")[2]
    assert shlex.split(again)[:4] == ["arena", "show", RUN, "1"]
