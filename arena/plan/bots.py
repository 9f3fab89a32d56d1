"""From what a user types to a bot that can be started.

A BOT is a folder with a `bot.yaml`, else the name of a bundled bot, else a command line.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import engines
from arena import resources
from arena.errors import ArenaError
from arena.plan import yaml_file
from arena.plan.yaml_file import Value
from arena.record import BotSpec
from arena.words import any_of, did_you_mean
from engines.base import quoted

FILE = "bot.yaml"
PYTHON = "{python}"
"""Stands, in a command, for the interpreter that runs the arena."""
MAX_NAME = 40
A_NAME = f"a name of at most {MAX_NAME} characters, no space at its ends"
_KEYS = ("name", "author", "description", "games", "build", "run", "options")


@dataclass(frozen=True, slots=True)
class Description:
    """What a folder's `bot.yaml` says: `run` is split into words, `build` a list of lines."""

    folder: Path
    name: str
    run: tuple[str, ...]
    author: str = ""
    description: str = ""
    games: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


def resolve(texts: Iterable[str], base: Path | None = None) -> tuple[BotSpec, ...]:
    """The bots that `texts` say, equal names told apart by `-2`, `-3`, ….

    Relative paths start at `base` (the current folder). Raises ArenaError for what is no bot.
    """
    return told_apart(from_text(text, base or Path.cwd()) for text in texts)


def told_apart(bots: Iterable[BotSpec]) -> tuple[BotSpec, ...]:
    """The same bots, the second of a name called `NAME-2`, and so on."""
    named: dict[str, BotSpec] = {}
    for bot in bots:
        free, number = bot.name, 1
        while free in named:
            number += 1
            free = f"{bot.name}-{number}"
        named[free] = replace(bot, name=free)
    return tuple(named.values())


def setting(text: str) -> tuple[str, str]:
    """An option's name and value, as they are typed: `NAME=VALUE`."""
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise ArenaError(f"option: found {quoted(text)}, expected NAME=VALUE")
    return key, value


def with_options(bots: Iterable[BotSpec], texts: Iterable[str]) -> tuple[BotSpec, ...]:
    """The bots with options set by texts such as `playouts=200`, for all of them, or
    `mcts.playouts=200`, for the one of that name; of several for one option the last counts.

    Raises ArenaError for a text of another form or a bot that is not among them.
    """
    named = {bot.name: bot for bot in bots}
    for text in texts:
        key, value = setting(text)
        meant, option = _addressed(key, tuple(named))
        for bot in meant:
            chosen = {**dict(named[bot].options), option: value}
            named[bot] = replace(named[bot], options=tuple(chosen.items()))
    return tuple(named.values())


def _addressed(key: str, bots: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """The bots whose option `NAME` or `BOT.NAME` means, and its name; both may have dots."""
    if meant := [bot for bot in bots if key.startswith(f"{bot}.") and key != f"{bot}."]:
        bot = max(meant, key=len)
        return (bot,), key.removeprefix(f"{bot}.")
    bot, dot, option = key.rpartition(".")
    if not dot:
        return bots, key
    known = f"BOT.NAME where BOT is {any_of(bots)}"
    near = did_you_mean(bot, bots) if option else ""
    raise ArenaError(f"option: found {quoted(key)}, expected {known}{near}")


def from_text(text: str, base: Path) -> BotSpec:
    """The bot that a user's `text` says."""
    if "\0" in text:
        raise ArenaError(f"found {quoted(text)}, expected text without a NUL")
    folder = base / os.path.expanduser(text)
    if text and os.path.isfile(folder / FILE):
        return from_folder(folder)
    if text in bundled_names():
        return _from_bundled(text)
    if os.path.basename(text) == FILE and os.path.isfile(folder):
        place = os.path.dirname(text) or "."
        raise ArenaError(f"found the file {quoted(text)}, expected its folder, {quoted(place)}")
    if text and os.path.isdir(folder):
        raise ArenaError(f"found the folder {quoted(text)} without a {FILE}, expected one in it")
    return from_command(text, base)


def _from_bundled(name: str) -> BotSpec:
    folder = resources.folder("bots") / name
    try:
        return from_folder(folder)
    except ArenaError:
        if not read_description(folder).build:
            raise
        raise ArenaError(
            f"bot {name} is not built yet; build it first: arena build {name}"
        ) from None


def from_folder(folder: Path) -> BotSpec:
    """The bot that the folder's `bot.yaml` describes; it runs in its folder."""
    described = read_description(folder)
    try:
        command = _command(described.run, described.folder, look_inside=True)
    except ArenaError as error:
        words = shlex.join(["arena", "build", str(folder)])
        build = f"; build it first: {words}" if described.build else ""
        raise ArenaError(f"{folder / FILE}: run: {error}{build}") from None
    return BotSpec(described.name, command, str(described.folder), described.options)


def games_named(bot: BotSpec) -> tuple[str, ...]:
    """The games that the bot's `bot.yaml` names; none if it names none, or the bot has none."""
    folder = Path(bot.folder)
    try:
        its_own = (folder / FILE).is_file() and from_folder(folder).command == bot.command
        return read_description(folder).games if its_own else ()
    except ArenaError:
        return ()  # a file beside a bot that was given by its command


def check_games(bot: BotSpec, games: Iterable[str], place: str = "") -> None:
    """Raise ArenaError, which begins with `place`, if the bot's `bot.yaml` names games, and one
    of these is not among them."""
    named = games_named(bot)
    for game in games:
        if named and game not in named:
            file = quoted(str(Path(bot.folder) / FILE))
            raise ArenaError(
                f"{place}bot {bot.name} does not play {game}: `games` in {file} names "
                f"{any_of(named)}"
            )


def from_command(text: str, base: Path) -> BotSpec:
    """The bot that a command line starts; it runs in `base` and is named after its program."""
    words = _split(text)
    bundled = bundled_names()
    try:
        command = _command(words, base)
    except ArenaError as error:
        if len(words) > 1:
            raise
        kinds = f"a folder with {FILE}, a bundled bot ({any_of(bundled)}) or a command"
        raise ArenaError(f"{error}; expected {kinds}{did_you_mean(text, bundled)}") from None
    return BotSpec(_name_of(words, base), command, str(base.resolve()))


def _split(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError:
        raise ArenaError(f"found {quoted(text)}, expected each quote to be closed") from None
    if not words:
        raise ArenaError(f"found {quoted(text)}, expected a command line")
    return words


def _command(words: tuple[str, ...], folder: Path, *, look_inside: bool = False) -> tuple[str, ...]:
    """The words to start: the interpreter filled in, a program with a path made absolute.

    A program without a path is looked for in PATH, and after that `look_inside` its folder.
    """
    filled = tuple(word.replace(PYTHON, sys.executable) for word in words)
    program = os.path.expanduser(filled[0])
    if os.sep not in program and shutil.which(program):
        return filled
    path = Path(os.path.abspath(folder / program))
    if os.sep not in program and not (look_inside and os.path.isfile(path)):
        here = f"; the file in this folder is ./{program}" if os.path.isfile(path) else ""
        raise ArenaError(f"found {quoted(program)}, which is no program in PATH{here}")
    if not os.path.isfile(path):
        raise ArenaError(f"found {quoted(words[0])}, but there is no file {quoted(str(path))}")
    if not os.access(path, os.X_OK):
        raise ArenaError(f"found {quoted(words[0])}, which may not be executed (chmod +x)")
    return (str(path), *filled[1:])


def _name_of(words: tuple[str, ...], base: Path) -> str:
    """The name of the first word after the program that is a file, else the program's name."""
    files = [word for word in words[1:] if os.path.isfile(base / word)]
    stem = Path(files[0] if files else words[0].replace(PYTHON, "python")).stem
    text = "".join(sign if sign.isprintable() else "?" for sign in stem)
    return text[:MAX_NAME].strip() or "bot"


def bundled_names() -> tuple[str, ...]:
    """The names of the bots that come with the arena."""
    return tuple(sorted(path.parent.name for path in resources.folder("bots").glob(f"*/{FILE}")))


def bundled() -> tuple[Description, ...]:
    """The bots that come with the arena."""
    return tuple(read_description(resources.folder("bots") / name) for name in bundled_names())


def read_description(folder: Path) -> Description:
    """What the folder's `bot.yaml` says. Raises ArenaError with the line that is wrong."""
    top = yaml_file.load(folder / FILE)
    keys = top.mapping(_KEYS)
    for needed in ("name", "run"):
        if needed not in keys:
            raise top.error(f"found no key {needed!r}, expected one")
    build = keys.get("build")
    return Description(
        folder=folder.resolve(),
        name=name(keys["name"]),
        run=_run(keys["run"]),
        author=keys["author"].text() if "author" in keys else "",
        description=keys["description"].text() if "description" in keys else "",
        games=_games(keys["games"]) if "games" in keys else (),
        build=() if build is None else (build.text(),) if build.kind == "text" else _texts(build),
        options=options(keys["options"]) if "options" in keys else (),
    )


def name(value: Value) -> str:
    """A bot's name as a file gives it."""
    text = value.text("a name")
    if not is_name(text):
        raise value.refusal(A_NAME)
    return text


def is_name(text: str) -> bool:
    """Whether a bot may be called so."""
    return 0 < len(text) <= MAX_NAME and text == text.strip() and text.isprintable()


def options(value: Value) -> tuple[tuple[str, str], ...]:
    """The options to set, as a file gives them: a mapping from names to texts."""
    entries: Mapping[str, Value] = value.mapping()
    for key, entry in entries.items():
        if not key.isprintable() or not key or " " in key or "=" in key:
            raise entry.error("found this name of an option, expected a word without = or spaces")
    return tuple((key, entry.setting()) for key, entry in entries.items())


def _run(value: Value) -> tuple[str, ...]:
    if value.kind == "list":
        words = tuple(item.setting() for item in value.elements())
        if words and words[0]:
            return words
        raise value.refusal("the words of a command line")
    try:
        return _split(value.text("a command line"))
    except ArenaError as error:
        raise value.error(str(error)) from None


def _games(value: Value) -> tuple[str, ...]:
    known = engines.names()
    return tuple(item.word(known, "a game") for item in value.elements("a list of games"))


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(item.text() for item in value.elements("a list of texts"))
