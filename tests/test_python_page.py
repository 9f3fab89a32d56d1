"""The examples of docs/python.md, run in order on a run's store."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena import notebook
from arena.store.store import Store
from tests.run_records import DRAW, LOSS, WIN, header, record

PAGE = (Path(__file__).parent.parent / "docs/python.md").read_text(encoding="utf-8")


def test_the_examples_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.create(tmp_path / "cup.arena", header()) as store:
        for id_, scores in enumerate([WIN, WIN, DRAW, LOSS], 1):
            store.save(record(id_, ("greedy", "random"), scores))
        store.save(record(5, ("mcts", "greedy"), WIN))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        exec(code, names)
    told = capsys.readouterr().out
    assert "greedy is better with probability 0." in told
    assert re.search(r"^5 line 3 99\.0$", told, re.MULTILINE)


def test_every_call_is_told() -> None:
    calls = {
        name
        for name, value in vars(notebook).items()
        if getattr(value, "__module__", "") == notebook.__name__
    }
    assert {name for name in calls if f"`{name}(run" not in PAGE} == set()
