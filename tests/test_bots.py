"""From a user's words to a bot that can be started, and its fingerprint."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from arena import resources
from arena.cli.bots import bots as bots_command
from arena.errors import ArenaError
from arena.plan import bots, fingerprint
from arena.record import BotSpec


def make_bot(folder: Path, text: str = "name: mine\nrun: '{python} main.py'\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.yaml").write_text(text)
    (folder / "main.py").write_text("print('hello')\n")
    return folder


def make_program(path: Path, *, executable: bool = True) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\necho hello\n")
    path.chmod(0o755 if executable else 0o644)
    return path


def refusal(text: str, base: Path) -> str:
    with pytest.raises(ArenaError) as caught:
        bots.resolve([text], base)
    assert str(caught.value).isprintable()
    return str(caught.value)


def run(bot: BotSpec) -> str:
    """What the bot says when it is started as its spec tells."""
    done = subprocess.run(bot.command, cwd=bot.folder, capture_output=True, check=True, text=True)
    return done.stdout


def test_a_folder_is_read_and_runs_in_its_folder(tmp_path: Path) -> None:
    text = "name: mine\nrun: ['{python}', main.py]\noptions: {depth: 3, fast: true, s: 'a b'}\n"
    make_bot(tmp_path / "x", text)
    (bot,) = bots.resolve(["x"], tmp_path)
    assert bot == BotSpec(
        "mine",
        (sys.executable, "main.py"),
        str(tmp_path / "x"),
        (("depth", "3"), ("fast", "true"), ("s", "a b")),
    )
    assert run(bot) == "hello\n"


@pytest.mark.parametrize("program", ["./go", "bin/go", "go-here"])
def test_a_program_in_the_folder_is_found(tmp_path: Path, program: str) -> None:
    make_bot(tmp_path / "x", f"name: mine\nrun: {program} --fast\n")
    make_program(tmp_path / "x" / program)
    (bot,) = bots.resolve([str(tmp_path / "x")])
    assert bot.command == (str(tmp_path / "x" / program), "--fast")
    assert run(bot) == "hello\n"


def test_a_bundled_name_is_found_anywhere(tmp_path: Path) -> None:
    (bot,) = bots.resolve(["random"], tmp_path)
    assert bot.name == "random"
    assert bot.folder == str(resources.folder("bots") / "random")


def test_a_folder_with_a_description_hides_a_bundled_name_and_another_does_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "random").mkdir()
    assert bots.resolve(["random"], tmp_path)[0].name == "random"
    make_bot(tmp_path / "random")
    assert bots.resolve(["random"], tmp_path)[0].name == "mine"


def test_a_command_runs_in_the_current_folder(tmp_path: Path) -> None:
    make_program(tmp_path / "my bot.sh")
    (bot,) = bots.resolve(["'./my bot.sh' --depth 3"], tmp_path)
    assert bot == BotSpec("my bot", (str(tmp_path / "my bot.sh"), "--depth", "3"), str(tmp_path))
    assert run(bot) == "hello\n"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("sh deep.sh -x", "deep"),
        ("./deep.sh", "deep"),
        ("sh -c 'echo 1'", "sh"),
        (f"sh -c 'echo {'1' * 5000}'", "sh"),
        ("{python} -m this", "python"),
    ],
)
def test_a_command_is_named_after_its_script_or_program(
    tmp_path: Path, command: str, name: str
) -> None:
    make_program(tmp_path / "deep.sh")
    assert bots.resolve([command], tmp_path)[0].name == name


def test_equal_names_are_told_apart(tmp_path: Path) -> None:
    found = bots.resolve(["sh", "sh", "sh", "random"], tmp_path)
    assert [bot.name for bot in found] == ["sh", "sh-2", "sh-3", "random"]
    taken = [replace(found[0], name=name) for name in ("a", "a-2", "a", "a-2")]
    assert len({bot.name for bot in bots.told_apart(taken)}) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randm", "found 'randm', which is no program in PATH; expected a folder with bot.yaml"),
        ("randm", "did you mean 'random'?"),
        ("./nothing", "there is no file"),
        ("/nothing --x", "found '/nothing', but there is no file '/nothing'"),
        ("plain.txt", "the file in this folder is ./plain.txt"),
        ("./plain.txt", "may not be executed (chmod +x)"),
        ("empty", "found the folder 'empty' without a bot.yaml"),
        ("made/bot.yaml", "found the file 'made/bot.yaml', expected its folder, 'made'"),
        ("", "found '', expected a command line"),
        ("   ", "expected a command line"),
        ("sh 'x", "expected each quote to be closed"),
        ("x" * 5000, "which is no program in PATH"),
        ("x/" * 5000, "but there is no file"),
        ("~nobody-here/x", "but there is no file"),
        ("a\0b", "found 'a\\x00b'"),
        ("no\nsuch", "which is no program in PATH"),
    ],
)
def test_what_is_no_bot_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    make_program(tmp_path / "plain.txt", executable=False)
    (tmp_path / "empty").mkdir()
    make_bot(tmp_path / "made")
    assert message in refusal(text, tmp_path)


@given(st.text() | st.text("'\"~/.{}\\ \0\nsh"))
def test_any_text_is_a_bot_or_one_line(text: str) -> None:
    try:
        (bot,) = bots.resolve([text], Path("/"))
    except ArenaError as error:
        refused = str(error)
    else:
        assert bot.name.isprintable()
        refused = ""
    assert refused.isprintable()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run: x\n", "bot.yaml:1: found no key 'name', expected one"),
        ("name: x\n", "bot.yaml:1: found no key 'run', expected one"),
        ("name: 5\nrun: sh\n", "bot.yaml:1: name: found 5 (to YAML a number), expected a name"),
        (f"name: {'x' * 41}\nrun: sh\n", "expected a name of at most 40 characters"),
        ("name: x\nrun: sh 'a\n", 'bot.yaml:2: run: found "sh \'a", expected each quote'),
        ("name: x\nrun: []\n", "bot.yaml:2: run: found a list, expected the words of a command"),
        ("name: x\nrun: {a: b}\n", "bot.yaml:2: run: found a mapping, expected a command line"),
        ("name: x\nrun: sh\nbuld: make\n", "bot.yaml:3: buld: found a key that is not known"),
        (
            "name: x\nrun: sh\ngames: veletas\n",
            "bot.yaml:3: games: found 'veletas', expected",
        ),
        (
            "name: x\nrun: sh\ngames: [veletas, chess]\n",
            "bot.yaml:3: games[2]: found 'chess', expected a game: what-the-shell or veletas",
        ),
        ("name: x\nrun: sh\noptions: {a b: 1}\n", "expected a word without = or spaces"),
        ("name: x\nrun: sh\noptions: {a: [1]}\n", "options.a: found a list, expected one line"),
        (
            "name: x\nbuild: [cargo fetch, cargo build]\nrun: ./missing\n",
            "bot.yaml: run: found './missing', but there is no file",
        ),
        (
            "name: x\nbuild: make all\nrun: ./missing\n",
            "build it first: arena build ",
        ),
    ],
)
def test_a_bad_description_names_its_line(tmp_path: Path, text: str, message: str) -> None:
    make_bot(tmp_path / "x", text)
    assert message in refusal("x", tmp_path)


SHELL_ONLY = "name: mine\nrun: '{python} main.py'\ngames: [what-the-shell]\n"


def test_a_bot_plays_no_game_that_its_description_leaves_out(tmp_path: Path) -> None:
    folder = make_bot(tmp_path / "x", SHELL_ONLY)
    bots.check_games(bots.from_folder(folder), ["what-the-shell"])
    with pytest.raises(ArenaError) as caught:
        bots.check_games(bots.from_folder(folder), ["what-the-shell", "veletas"], "here: ")
    told = f"here: bot mine does not play veletas: `games` in '{folder}/bot.yaml' names "
    assert str(caught.value) == f"{told}what-the-shell"


def test_a_description_says_nothing_of_another_command_in_its_folder(tmp_path: Path) -> None:
    folder = make_bot(tmp_path / "x", SHELL_ONLY)
    other = bots.from_command("{python} other.py", folder)
    assert bots.games_named(other) == ()
    (folder / "bot.yaml").write_text("broken")
    assert bots.games_named(other) == ()


def test_bundled_bots_are_called_like_their_folders_and_can_be_started(tmp_path: Path) -> None:
    described = bots.bundled()
    assert {"random"} <= {bot.name for bot in described}
    for bot in described:
        assert bot.name == bot.folder.name
        assert bot.author
        assert bot.games
        if not bot.build:
            assert bots.from_folder(bot.folder).command
            continue
        unbuilt = tmp_path / bot.name
        shutil.copytree(bot.folder, unbuilt, ignore=shutil.ignore_patterns("target"))
        with pytest.raises(ArenaError, match="build it first: arena build"):
            bots.from_folder(unbuilt)


def test_a_bundled_bot_that_is_not_built_is_told_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignored = shutil.ignore_patterns("target")
    shutil.copytree(resources.folder("bots"), tmp_path / "bots", ignore=ignored)
    monkeypatch.setattr(resources, "folder", tmp_path.joinpath)
    told = "bot leatherback is not built yet; build it first: arena build leatherback"
    assert refusal("leatherback", tmp_path) == told


def test_the_command_lists_them() -> None:
    runner = CliRunner()
    rows = json.loads(runner.invoke(bots_command, ["--format", "json"]).output)
    assert [row["name"] for row in rows] == list(bots.bundled_names())
    assert rows[0].keys() == {"name", "games", "author", "description", "options"}
    table = runner.invoke(bots_command).output.splitlines()
    assert table[0].split() == ["bot", "games", "author", "description"]
    assert len(table) == len(rows) + 1


def test_a_fingerprint_follows_the_files_and_the_command_alone(tmp_path: Path) -> None:
    def of(folder: Path) -> str:
        return fingerprint.fingerprint(bots.from_folder(folder))

    folder = make_bot(tmp_path / "x")
    first = of(folder)
    for ignored in (".git/x", "__pycache__/x", "target/x", "run.arena", "run.arena-wal"):
        path = folder / ignored
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    os.symlink(tmp_path, folder / "loop")
    os.symlink("nowhere", folder / "dangling")
    os.mkfifo(folder / "pipe")
    assert of(folder) == first
    assert of(folder.rename(tmp_path / "y")) == first
    seen = {first}
    moved = tmp_path / "y"
    for path, text in (("main.py", "2"), ("data/net", "2"), ("data/net", "3"), ("net", "3")):
        (moved / path).parent.mkdir(exist_ok=True)
        (moved / path).write_text(text)
        seen.add(of(moved))
    (moved / "net").rename(moved / "nets")
    seen.add(of(moved))
    (moved / "bot.yaml").write_text("name: mine\nrun: '{python} main.py -x'\n")
    seen.add(of(moved))
    assert len(seen) == 7


def test_a_fingerprint_sees_a_built_program_that_is_run(tmp_path: Path) -> None:
    folder = make_bot(tmp_path / "x", "name: x\nrun: target/go\n")
    program = make_program(folder / "target" / "go")
    first = fingerprint.fingerprint(bots.from_folder(folder))
    program.write_text("#!/bin/sh\necho other\n")
    assert fingerprint.fingerprint(bots.from_folder(folder)) != first


def test_a_commands_fingerprint_reads_the_files_it_names_and_no_others(tmp_path: Path) -> None:
    make_program(tmp_path / "deep.sh")

    def now() -> str:
        return fingerprint.fingerprint(bots.from_command("sh deep.sh", tmp_path))

    first = now()
    (tmp_path / "other").write_text("x")
    assert now() == first
    (tmp_path / "deep.sh").write_text("echo other")
    assert now() != first


def test_a_fingerprint_is_bounded_in_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "MAX_BYTES", 200)
    folder = make_bot(tmp_path / "x")

    def with_net(net: str) -> str:
        (folder / "net").write_text(net)
        return fingerprint.fingerprint(bots.from_folder(folder))

    assert with_net("a" * 1000) == with_net("b" * 1000)
    assert with_net("a" * 1000) != with_net("a" * 1001)


def test_options_are_set_by_name() -> None:
    entered = bots.with_options(
        bots.resolve(["mcts", "random"]), ["mcts.playouts=7", "mcts.playouts=8"]
    )
    assert dict(entered[0].options)["playouts"] == "8"
    assert entered[1] == bots.resolve(["random"])[0]


def test_an_option_without_a_bot_is_set_for_all_and_may_be_for_one_after() -> None:
    given = ["playouts=7", "mcts-2.playouts=a.b=c"]
    entered = bots.with_options(bots.resolve(["mcts", "mcts", "mcts"]), given)
    assert [dict(bot.options)["playouts"] for bot in entered] == ["7", "a.b=c", "7"]


def test_a_bot_and_its_option_may_have_dots() -> None:
    named = [replace(bots.resolve(["random"])[0], name=name) for name in ("v1", "v1.2")]
    one, two = bots.with_options(named, ["v1.2.depth=3", "v1.search.depth=4"])
    assert (dict(one.options)["search.depth"], dict(two.options)["depth"]) == ("4", "3")


@pytest.mark.parametrize("text", ["=7", "mcts.playouts", "mcts.=7", "mtcs.playouts=7"])
def test_an_option_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(ArenaError, match=r"^option: found '.*', expected [^\n]*NAME[^\n]*$"):
        bots.with_options(bots.resolve(["mcts"]), [text])
