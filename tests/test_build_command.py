"""`arena build`: what is built, what is left alone, and what is said when it fails."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.errors import RunError
from arena.plan import building
from arena.referee.sandbox import why_not
from tests.commands import arena
from tests.sampled import every
from tests.tools import lacking

PLAIN = Path(__file__).parent / "bots" / "plain.py"
YAML = """name: tortuga
build:
  - mkdir -p build && cat source.txt > build/made
  - echo once >> .count
run: cat build/made
"""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot whose build counts, in a hidden file, how often it has run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.yaml").write_text(YAML)
    (folder / "source.txt").write_text("one")
    return folder


def build(bot: Path, *flags: str) -> str:
    return arena("build", "bot", *flags, cwd=bot.parent).stdout


def builds(bot: Path) -> int:
    return len((bot / ".count").read_text().splitlines())


def test_the_lines_run_in_the_bots_folder_and_are_shown(bot: Path) -> None:
    assert build(bot).splitlines() == [
        "$ mkdir -p build && cat source.txt > build/made",
        "$ echo once >> .count",
        f"tortuga is built in {bot}",
    ]
    assert (bot / "build" / "made").read_text() == "one"


def test_a_home_of_nobody_is_no_bot(tmp_path: Path) -> None:
    done = arena("build", "~nouser/x", cwd=tmp_path, status=2)
    assert "found '~nouser/x', expected a folder with a bot.yaml" in done.stderr


def test_what_has_not_changed_is_left_alone(bot: Path) -> None:
    build(bot)
    unchanged = f"tortuga has not changed since it was built in {bot}\n"
    assert build(bot) == unchanged
    (bot / "source.txt").write_text("one")  # written anew, but the same
    assert build(bot) == unchanged
    assert builds(bot) == 1


def test_a_changed_source_is_built(bot: Path) -> None:
    build(bot)
    (bot / "source.txt").write_text("two")
    assert build(bot).endswith(f"tortuga is built in {bot}\n")
    assert (bot / "build" / "made").read_text() == "two"


def test_a_changed_build_line_is_built(bot: Path) -> None:
    build(bot)
    (bot / "bot.yaml").write_text(YAML.replace("echo once", "echo again"))
    assert build(bot).endswith(f"tortuga is built in {bot}\n")


def test_what_is_lost_is_built(bot: Path) -> None:
    build(bot)
    (bot / "build" / "made").unlink()
    (bot / "build").rmdir()
    assert build(bot).endswith(f"tortuga is built in {bot}\n")


def test_force_builds_what_has_not_changed(bot: Path) -> None:
    build(bot)
    build(bot, "--force")
    assert builds(bot) == 2


def test_a_copy_of_the_folder_is_not_built_again(bot: Path) -> None:
    build(bot)
    bot.rename(bot.with_name("other"))
    assert "has not changed" in arena("build", "other", cwd=bot.parent).stdout


def test_a_failure_shows_what_the_line_printed_and_is_tried_again(bot: Path) -> None:
    line = "'echo out; printf \"a\\\\tb\" >&2; exit 3'"
    (bot / "bot.yaml").write_text(f"name: t\nbuild: {line}\nrun: x\n")
    for _ in range(2):
        done = arena("build", "bot", cwd=bot.parent, status=1)
        error, *output = done.stderr.splitlines()
        assert error.startswith(
            f"arena: {bot}/bot.yaml: build: found exit status 3, expected 0 of "
        )
        assert output == ["  | out", "  | a       b"]


def test_a_failure_stops_the_build(bot: Path) -> None:
    (bot / "bot.yaml").write_text("name: t\nbuild: ['false', 'echo once >> .count']\nrun: x\n")
    arena("build", "bot", cwd=bot.parent, status=1)
    assert not (bot / ".count").exists()


def test_a_failed_build_after_a_good_one_does_not_pass_for_built(bot: Path) -> None:
    build(bot)
    (bot / "source.txt").unlink()
    arena("build", "bot", cwd=bot.parent, status=1)
    arena("build", "bot", cwd=bot.parent, status=1)


def test_of_long_output_the_beginning_is_shown(bot: Path) -> None:
    (bot / "bot.yaml").write_text("name: t\nbuild: 'seq 1000; exit 1'\nrun: x\n")
    lines = arena("build", "bot", cwd=bot.parent, status=1).stderr.splitlines()
    assert lines[1:3] == ["  | 1", "  | 2"]
    assert lines[-2:] == ["  | 60", "  | … 940 more lines"]


def test_a_missing_program_is_named(bot: Path) -> None:
    (bot / "bot.yaml").write_text("name: t\nbuild: no-such-compiler -o x\nrun: x\n")
    done = arena("build", "bot", cwd=bot.parent, status=1)
    assert "found no program 'no-such-compiler' in PATH, expected one, for" in done.stderr
    assert done.stderr.count("\n") == 1


def test_python_in_a_line_is_the_arenas(bot: Path) -> None:
    line = "'{python} -c \"import arena\"'"
    (bot / "bot.yaml").write_text(f"name: t\nbuild: {line}\nrun: x\n")
    assert build(bot).endswith(f"t is built in {bot}\n")


@pytest.fixture
def sandbox() -> None:
    """The machine must be able to make a sandbox: CI can, others may not."""
    if reason := why_not():
        lacking(reason)


HERMETIC = {
    "the network is away": "test $(ls /sys/class/net 2>/dev/null | wc -l) -le 1",
    "no other folder can be written": "touch ../stray || true",
    "no other folder can be read": "! test -e ../secret",
    "the home is another": "! test -e ~/secret && touch ~/kept",
    "the home is kept": "test -e ~/kept || touch ~/kept",
    "there is room for compilers": "head -c 100000000 /dev/zero > /tmp/large",
}


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("line", HERMETIC.values(), ids=HERMETIC)
def test_in_the_sandbox(line: str, bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bot.parent / "secret").touch()
    monkeypatch.setenv("HOME", str(bot.parent))
    (bot / "bot.yaml").write_text(f"name: t\nbuild: [{line!r}]\nrun: x\n")
    build(bot, "--sandbox", "require")
    assert not (bot.parent / "stray").exists()


@pytest.mark.usefixtures("sandbox")
def test_a_failure_in_the_sandbox_says_so(bot: Path) -> None:
    (bot / "bot.yaml").write_text("name: t\nbuild: exit 1\nrun: x\n")
    done = arena("build", "bot", cwd=bot.parent, status=1)
    hint = "(in a sandbox without network; --sandbox none builds without one)"
    assert hint in done.stderr
    done = arena("build", "bot", "--sandbox", "none", cwd=bot.parent, status=1)
    assert hint not in done.stderr


@pytest.mark.usefixtures("sandbox")
def test_a_failure_names_no_flag_to_who_has_none(bot: Path) -> None:
    """Such as a cluster's worker, which builds for a run elsewhere."""
    (bot / "bot.yaml").write_text("name: t\nbuild: exit 1\nrun: x\n")
    with pytest.raises(RunError, match=r" of 'exit 1' \(in a sandbox without network\)$"):
        building.build(building.find(str(bot), bot.parent))


def test_without_a_sandbox_a_line_may_do_more(bot: Path) -> None:
    (bot / "bot.yaml").write_text("name: t\nbuild: touch ../stray\nrun: x\n")
    build(bot, "--sandbox", "none")
    assert (bot.parent / "stray").exists()


PLAYED = (
    "check bot --only handshake",
    "match bot bot --game what-the-shell --games 1",
    "run cup.yaml --quiet",
    "feed bot cup.arena 1",
    "play what-the-shell --against bot --name me",
)


@pytest.mark.parametrize("command", every(5, PLAYED), ids=["check", "match", "run", "feed", "play"])
def test_who_uses_a_bot_that_has_changed_since_it_was_built_is_told(
    command: str, bot: Path
) -> None:
    """In one note, however often it is entered, with the command that ends it."""
    play = command.split()
    yaml = YAML.replace("cat build/made", "'{python} build/made'")
    (bot / "bot.yaml").write_text(yaml)
    (bot / "source.txt").write_text(PLAIN.read_text())
    bots = "[bot, {bot: bot, name: again}]"
    (bot.parent / "cup.yaml").write_text(f"games: what-the-shell\nbots: {bots}\nopenings: none\n")
    build(bot)
    if "feed" in play:
        arena("run", "cup.yaml", "--quiet", cwd=bot.parent)
    assert "since it was built" not in notes(bot, *play)
    with (bot / "source.txt").open("a") as source:
        source.write("# changed")
    told = notes(bot, *play)
    (again,) = re.findall(r"since it was built; to build it anew: arena build (.*)\n", told)
    arena("build", again, cwd=bot.parent)
    assert "since it was built" not in notes(bot, *play)
    (bot / "bot.yaml").write_text(yaml.replace("echo once", "echo again"))
    assert "since it was built" in notes(bot, *play)
    (bot / ".arena-build").unlink()  # as if it had been built by hand
    assert "since it was built" not in notes(bot, *play)


def notes(bot: Path, *command: str) -> str:
    """All that is said."""
    done = arena(*command, cwd=bot.parent)
    return done.stdout + done.stderr


def test_several_bots_and_one_that_needs_no_build(bot: Path) -> None:
    done = arena("build", "bot", "random", cwd=bot.parent)
    assert done.stdout.endswith(f"tortuga is built in {bot}\nrandom needs no build\n")


@pytest.mark.parametrize("text", ["nothing", "rando", "python3 bot.py"])
def test_what_is_no_folder_of_a_bot_is_refused(text: str, tmp_path: Path) -> None:
    done = arena("build", text, cwd=tmp_path, status=2)
    assert done.stderr.startswith(f"arena: found '{text}', expected a folder with a bot.yaml")
    assert ("did you mean 'random'?" in done.stderr) == (text == "rando")
