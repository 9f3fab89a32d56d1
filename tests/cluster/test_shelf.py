"""Where a worker keeps the bots that it was sent."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from arena.cluster import shelf
from arena.cluster.luggage import pack, portable
from arena.record import BotSpec


def test_machines_that_share_a_cache_each_build_a_bot_for_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    folder = tmp_path / "ada"
    folder.mkdir()
    (folder / "bot.py").touch()
    own = BotSpec("ada", (sys.executable, "bot.py"), str(folder))
    luggage, data = pack(own)
    bot = portable(own)
    folder.rename(tmp_path / "gone")

    found = []
    for machine in ("one", "other"):
        monkeypatch.setattr(socket, "gethostname", lambda name=machine: name)
        with pytest.raises(shelf.NotHere):
            shelf.find(bot, luggage)
        shelf.keep(data)
        found.append(shelf.find(bot, luggage).folder)
    assert [Path(each).parent.name for each in found] == ["one", "other"]
