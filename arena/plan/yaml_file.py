"""YAML files as people write them: every value knows its file, line and key.

`load(path)` reads a file into a tree of `Value`; its typed readers give plain Python values or
raise an ArenaError in one line: `FILE:LINE: KEY: found …, expected …`. Anchors, tags, repeated
keys and several documents are refused, and so is what is no YAML.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NoReturn, Protocol

import yaml
from yaml.reader import ReaderError

from arena import durations
from arena.errors import ArenaError
from arena.words import any_of, did_you_mean
from engines.base import quoted

MAX_BYTES = 256 * 1024
MAX_DEPTH = 16
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})", re.ASCII)
_DECIMAL = re.compile(r"[-+]?[0-9]{1,18}(\.[0-9]{0,18})?", re.ASCII)
_TRUE = ("true", "yes", "on")

Kind = Literal["text", "number", "bool", "nothing", "date", "list", "mapping"]
_KINDS: dict[str, Kind] = {
    "int": "number",
    "float": "number",
    "bool": "bool",
    "null": "nothing",
    "timestamp": "date",
}


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a file: where it stands, what YAML takes it for, and what it holds.

    `raw` is a scalar's text as written, `items` a list's values and `entries` a mapping's by
    key. `key` is the way to it, such as `bots[2].clock.time`.
    """

    file: str
    line: int
    key: str
    kind: Kind
    raw: str = ""
    items: tuple[Value, ...] = ()
    entries: tuple[tuple[str, Value], ...] = ()

    def refusal(self, expected: str, found: str | None = None) -> ArenaError:
        """The error that says where this value stands, what it is and what was expected."""
        return self.error(f"found {found or self._found()}, expected {expected}")

    def error(self, text: str) -> ArenaError:
        """An error at this value."""
        return ArenaError(f"{self.place} {text}")

    @property
    def place(self) -> str:
        """Where it stands: file, line and key, and a colon."""
        key = f" {self.key}:" if self.key else ""
        return f"{self.file}:{self.line}:{key}"

    def _found(self) -> str:
        if self.kind == "text":
            return quoted(self.raw)
        if self.kind in ("list", "mapping", "nothing"):
            return "nothing" if self.kind == "nothing" else f"a {self.kind}"
        return quoted(self.raw)[1:-1]

    def text(self, expected: str = "text") -> str:
        """One line of text that is not empty."""
        if self.kind in ("number", "bool", "date"):
            word = {"number": "a number", "bool": "true or false", "date": "a date"}[self.kind]
            found = f"{self._found()} (to YAML {word})"
            raise self.refusal(f'{expected}: put it in quotes, "{self._found()}"', found)
        if self.kind != "text" or not self.raw.strip():
            raise self.refusal(expected)
        if not self.raw.isprintable():
            raise self.refusal(f"{expected} on one line, without control characters")
        return self.raw

    def word(self, known: Collection[str], what: str) -> str:
        """One of the `known` words; `what` says what they are."""
        if self.kind != "text" or self.raw not in known:
            near = did_you_mean(self.raw, known)
            raise self.refusal(f"{what}: {any_of(tuple(known))}{near}")
        return self.raw

    def whole(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        if self.kind == "number" and _WHOLE.fullmatch(self.raw) and low <= int(self.raw) <= high:
            return int(self.raw)
        raise self.refusal(f"a whole number from {low} to {high}")

    def fraction(self, low: float, high: float) -> float:
        """A number from `low` to `high`, written with digits and at most one point."""
        if self.kind == "number" and _DECIMAL.fullmatch(self.raw):
            number = float(self.raw)
            if low <= number <= high:
                return number
        raise self.refusal(f"a number from {low:g} to {high:g}")

    def flag(self) -> bool:
        """True or false, in any of YAML's words."""
        if self.kind != "bool":
            raise self.refusal("true or false")
        return self.raw.lower() in _TRUE

    def duration(self, low: int = 0) -> int:
        """Milliseconds, at least `low`, from a number with its unit."""
        if self.kind not in ("text", "number"):
            raise self.refusal(durations.EXPECTED)
        try:
            ms = durations.parse(self.raw)
        except ValueError as error:
            raise self.refusal(str(error)) from None
        if ms < low:
            raise self.refusal(f"at least {durations.written(low)}")
        return ms

    def setting(self) -> str:
        """A scalar as the text that an option is set to."""
        if self.kind == "bool" and self.raw.lower() not in ("true", "false"):
            found = f"{self._found()} (to YAML true or false)"
            raise self.refusal("true, false or text in quotes", found)
        if self.kind in ("list", "mapping", "nothing") or not self.raw.isprintable():
            raise self.refusal("one line of text, a number, true or false")
        return self.raw.lower() if self.kind == "bool" else self.raw

    def elements(self, expected: str = "a list") -> tuple[Value, ...]:
        """A list's values."""
        if self.kind != "list":
            raise self.refusal(expected)
        return self.items

    def mapping(self, known: Collection[str] | None = None) -> Mapping[str, Value]:
        """A mapping's values by key, which must be `known` (None: any key may come)."""
        if self.kind != "mapping":
            keys = f" with the keys {any_of(tuple(known))}" if known else ""
            raise self.refusal(f"a mapping{keys}")
        for key, value in self.entries:
            if known is not None and key not in known:
                near = did_you_mean(key, known) or f"; known are {', '.join(known)}"
                raise value.error(f"found a key that is not known, {quoted(key)}{near}")
        return dict(self.entries)


class _Mark(Protocol):
    """A place in a file, as the parser tells it."""

    @property
    def line(self) -> int: ...


def load(path: Path) -> Value:
    """The mapping that the file holds. Raises ArenaError for what is no such file."""
    file = str(path) if str(path).isprintable() else repr(str(path))
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ArenaError(f"{file}: cannot be read: {reason}") from None
    return parse(data, file)


def parse(data: bytes, file: str) -> Value:
    """The mapping that `data` holds; `file` names it in errors."""
    if len(data) > MAX_BYTES:
        raise ArenaError(f"{file}: found more than {MAX_BYTES} bytes, expected a short YAML file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ArenaError(f"{file}:{line}: found bytes that are not UTF-8") from None
    node = _compose(text, file)
    if not isinstance(node, yaml.MappingNode):
        found = {yaml.SequenceNode: "a list", yaml.ScalarNode: "one value"}
        what = found.get(type(node), "nothing")
        line = _line(node.start_mark) if node else 1
        raise ArenaError(f"{file}:{line}: found {what}, expected a mapping (lines of KEY: VALUE)")
    return _value(node, file, _line(node.start_mark), "")


def _compose(text: str, file: str) -> yaml.Node | None:
    try:
        _check_plain(yaml.parse(text, yaml.SafeLoader), file)
        return yaml.compose(text, yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        _not_yaml(file, _line(error.problem_mark or error.context_mark), error.problem or "")
    except ReaderError as error:
        _not_yaml(file, text.count("\n", 0, error.position) + 1, "a control character")
    except (yaml.YAMLError, ValueError, OverflowError):
        _not_yaml(file, 1, "an escape or a version out of range")


def _check_plain(events: Iterable[yaml.Event], file: str) -> None:
    """Refuse what a plain tree does not need, before anything is built."""
    depth = documents = 0
    for event in events:
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        documents += isinstance(event, yaml.DocumentStartEvent)
        refusal = ""
        if documents > 1:
            refusal = "a second document (---), expected one"
        elif getattr(event, "anchor", None) is not None:
            refusal = "an anchor or alias (& or *), expected the value itself"
        elif getattr(event, "tag", None) is not None:
            refusal = "a tag (!), expected a plain value"
        elif depth > MAX_DEPTH:
            refusal = f"more than {MAX_DEPTH} levels, expected fewer"
        if refusal:
            raise ArenaError(f"{file}:{_line(event.start_mark)}: found {refusal}")


def _not_yaml(file: str, line: int, reason: str) -> NoReturn:
    if reason.startswith("found character '\\t'"):
        reason = "found a tab, expected spaces"
    reason = "".join(sign if sign.isprintable() else " " for sign in reason)[:200]
    raise ArenaError(f"{file}:{line}: not YAML: {reason}")


def _line(mark: _Mark | None) -> int:
    return mark.line + 1 if mark else 1


def _value(node: yaml.Node, file: str, line: int, key: str) -> Value:
    if isinstance(node, yaml.MappingNode):
        return Value(file, line, key, "mapping", entries=_entries(node, file, key))
    if isinstance(node, yaml.SequenceNode):
        items = [
            _value(item, file, _line(item.start_mark), f"{key}[{number}]")
            for number, item in enumerate(node.value, start=1)
        ]
        return Value(file, line, key, "list", items=tuple(items))
    return Value(file, line, key, _KINDS.get(node.tag.rpartition(":")[2], "text"), node.value)


def _entries(node: yaml.MappingNode, file: str, key: str) -> tuple[tuple[str, Value], ...]:
    """A mapping's values by key, each said to stand in its key's line."""
    entries: dict[str, Value] = {}
    for name_node, value_node in node.value:
        line = _line(name_node.start_mark)
        if not isinstance(name_node, yaml.ScalarNode):
            raise ArenaError(f"{file}:{line}: found a list or mapping as a key, expected a word")
        name: str = name_node.value
        shown = name if name.isprintable() and len(name) <= 40 else quoted(name, 40)
        path = f"{key}.{shown}" if key else shown
        if first := entries.get(name):
            text = f"found this key again (first in line {first.line}), expected it once"
            raise ArenaError(f"{file}:{line}: {path}: {text}")
        entries[name] = _value(value_node, file, line, path)
    return tuple(entries.items())
