"""`arena check` as an author runs it."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

from tests.commands import arena
from tests.examiner.test_examination import EXAMINEES


def bot(stem: str) -> str:
    return shlex.join([sys.executable, "-S", "-B", str(EXAMINEES / f"{stem}.py")])


def test_a_check_says_its_verdict_why_it_matters_and_where_it_stands(tmp_path: Path) -> None:
    done = arena("check", bot("sound"), "--only", "ready", cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert [line.split()[:2] for line in lines[0:6:2]] == [
        ["pass", "flush:"],
        ["pass", "handshake:"],
        ["pass", "ready:"],
    ]
    assert lines[5].strip().startswith("why: all that comes before the `ready`")
    assert lines[5].endswith("(SPEC.md#before-it)")
    assert lines[-1] == "sound: 3 pass, 0 fail, 0 advice, 0 skipped"


def test_a_failure_shows_what_was_said_and_costs_the_exit_status(tmp_path: Path) -> None:
    done = arena("check", bot("options"), "--only", "options", cwd=tmp_path, status=1)
    said = [line.strip() for line in done.stdout.splitlines()]
    assert any(line.startswith("fail     options: ") for line in done.stdout.splitlines())
    assert "> set depth 3" in said
    assert "| not implemented: set" in said


def test_json_has_every_check_with_its_promised_names(tmp_path: Path) -> None:
    words = ("check", bot("handshake"), "--only", "options", "--format", "json")
    found = json.loads(arena(*words, cwd=tmp_path, status=1).stdout)
    assert list(found) == ["bot", "passed", "checks"]
    assert found["passed"] is False
    names = ["check", "verdict", "text", "why", "spec", "notes", "lines"]
    assert all(list(check) == names for check in found["checks"])
    verdicts = {check["check"]: check["verdict"] for check in found["checks"]}
    assert verdicts == {"flush": "pass", "handshake": "fail", "options": "skipped"}


def test_a_mistake_is_one_line(tmp_path: Path) -> None:
    for words in (("nobody",), (bot("sound"), "--only", "redy")):
        done = arena("check", *words, cwd=tmp_path, status=2)
        assert done.stderr.count("\n") == 1
