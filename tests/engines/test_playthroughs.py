"""Every registered game and variant has a playthrough, and replaying it gives each line again."""

from __future__ import annotations

import pytest

from engines.base import Game
from tests.engines.playthrough import FOLDER, as_told, path, tell
from tests.engines.positions import GAMES, LABELS, Variant


@pytest.mark.parametrize(("game", "variant"), GAMES, ids=LABELS)
def test_a_playthrough_replays_line_by_line(game: Game, variant: Variant) -> None:
    file = path(game, variant)
    write_it = f"python -m tests.engines.playthrough {game.name}"
    assert file.exists(), f"{game.name} has no {file.name}; write it with `{write_it}`"
    lines = file.read_text(encoding="utf-8").splitlines()
    for number, (told, kept) in enumerate(
        zip(tell(game, variant, as_told(lines)), lines, strict=True), 1
    ):
        assert told == kept, f"{file.name}, line {number}"


def test_every_playthrough_belongs_to_a_game() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(path(game, variant) for game, variant in GAMES)
