"""What a starter's folder holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena import starters
from arena.errors import ArenaError
from arena.plan.bots import read_description
from arena.plan.fingerprint import BUILT

FOLDER = Path(__file__).parents[2] / "protocol" / "starters"
every_language = pytest.mark.parametrize("language", sorted(starters.CHOICES))
FOREIGN = ("[dependencies]", '"dependencies"', "require ")
"""What says in a project's file that more than the standard library is needed."""


def sources(language: str) -> list[Path]:
    """The files that an author gets."""
    found = [path for path in (FOLDER / language).rglob("*") if path.is_file()]
    return [path for path in found if not BUILT & set(path.parts) and path.name[0] != "."]


def test_each_folder_is_a_language_that_can_be_asked_for() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(starters.CHOICES)


@every_language
def test_it_has_a_file_to_choose_in_and_one_to_leave_alone(language: str) -> None:
    choice = FOLDER / language / starters.CHOICES[language]
    assert "This file is" in choice.read_text()
    alone = [path for path in sources(language) if "Leave this file alone" in path.read_text()]
    assert len(alone) == 1
    assert alone != [choice]


@every_language
def test_its_readme_is_one_screen_and_tells_every_file(language: str) -> None:
    readme = (FOLDER / language / "README.md").read_text()
    assert len(readme.splitlines()) <= 32
    told = [path for path in sources(language) if path.suffix not in (".md", ".toml", ".lock")]
    for path in told:
        if path.name not in ("go.mod", "package.json"):
            assert path.relative_to(FOLDER / language).as_posix() in readme, path.name


@every_language
def test_it_plays_both_games_and_is_small(language: str) -> None:
    described = read_description(FOLDER / language)
    assert (described.name, set(described.games)) == (
        starters.PLACEHOLDER,
        {"what-the-shell", "veletas"},
    )
    for path in sources(language):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) < 250, path.name
        assert max(map(len, lines)) <= 100, path.name


@every_language
def test_it_needs_the_standard_library_alone(language: str) -> None:
    for path in sources(language):
        if path.suffix in (".toml", ".json", ".mod"):
            assert not [word for word in FOREIGN if word in path.read_text()], path.name


@every_language
def test_a_copy_has_the_name_and_nothing_that_was_built(language: str, tmp_path: Path) -> None:
    choice = starters.copy(language, tmp_path / "bot", "Ação #1: {%d} /*")
    assert choice == tmp_path / "bot" / starters.CHOICES[language]
    assert choice.is_file()
    assert read_description(tmp_path / "bot").name == "Ação #1: {%d} /*"
    copied = [path for path in (tmp_path / "bot").rglob("*") if path.is_file()]
    assert len(copied) == len(sources(language))
    assert not [path for path in copied if starters.PLACEHOLDER in path.read_text()]


@pytest.mark.parametrize(
    ("word", "language"), [("C++", "cpp"), ("js", "javascript"), ("Rust", "rust"), ("awk", "shell")]
)
def test_languages_have_other_names(word: str, language: str) -> None:
    assert starters.folder(word).name == language


@pytest.mark.parametrize(
    ("word", "hint"), [("pyhton", "; did you mean 'python'?"), ("zzz", ": c, cpp, go, java, ")]
)
def test_an_unknown_language_is_refused(word: str, hint: str) -> None:
    with pytest.raises(
        ArenaError, match=f"^found '{word}', expected a language with a starter"
    ) as e:
        starters.folder(word)
    assert hint in str(e.value)


@pytest.mark.parametrize("name", ['a"b', "a\\b", "$a", " a", "", "a\nb", "x" * 41])
def test_a_name_that_cannot_stand_in_a_source_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="expected 1 to 40 characters, no quotes"):
        starters.copy("c", tmp_path / "bot", name)
    assert not (tmp_path / "bot").exists()


def test_a_folder_with_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ArenaError, match="expected a folder that is new or empty"):
        starters.copy("c", tmp_path)
    with pytest.raises(ArenaError, match="found the file "):
        starters.copy("c", tmp_path / "notes.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
