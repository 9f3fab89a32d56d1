"""ABNF (RFC 5234) as far as a grammar without recursion needs it: to match, and to make samples."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Protocol

MOST = 4
"""How many repetitions past the least a sample has, where the grammar sets no limit."""


class Node(Protocol):
    """A part of a rule."""

    def regex(self) -> str:
        """A regular expression of what it allows."""

    def sample(self, rng: Random) -> str:
        """Something that it allows."""


@dataclass(frozen=True)
class Literal:
    text: str

    def regex(self) -> str:
        return re.escape(self.text)

    def sample(self, rng: Random) -> str:
        return self.text


@dataclass(frozen=True)
class Range:
    low: int
    high: int

    def regex(self) -> str:
        return f"[{re.escape(chr(self.low))}-{re.escape(chr(self.high))}]"

    def sample(self, rng: Random) -> str:
        return chr(rng.choice((self.low, self.high, rng.randint(self.low, self.high))))


@dataclass(frozen=True)
class Repeat:
    node: Node
    least: int
    most: int | None

    def regex(self) -> str:
        most = "" if self.most is None else self.most
        return f"(?:{self.node.regex()}){{{self.least},{most}}}"

    def sample(self, rng: Random) -> str:
        most = self.least + MOST if self.most is None else self.most
        return "".join(self.node.sample(rng) for _ in range(rng.randint(self.least, most)))


@dataclass(frozen=True)
class Sequence:
    nodes: tuple[Node, ...]

    def regex(self) -> str:
        return "".join(node.regex() for node in self.nodes)

    def sample(self, rng: Random) -> str:
        return "".join(node.sample(rng) for node in self.nodes)


@dataclass(frozen=True)
class Choice:
    nodes: tuple[Node, ...]

    def regex(self) -> str:
        return f"(?:{'|'.join(node.regex() for node in self.nodes)})"

    def sample(self, rng: Random) -> str:
        return rng.choice(self.nodes).sample(rng)


_CORE: dict[str, Node] = {"SP": Literal(" "), "DIGIT": Range(ord("0"), ord("9"))}
_TOKEN = re.compile(
    r"""\s*(?: "(?P<literal>[^"]*)" | %x(?P<low>[0-9A-F]+)-(?P<high>[0-9A-F]+)
    | (?P<repeat>\d*\*\d*) | (?P<rule>[A-Za-z][\w-]*) | (?P<mark>[()\[\]/]) )""",
    re.VERBOSE,
)


def rules(text: str) -> dict[str, str]:
    """The right side of each rule in `text`, by name."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        line = line.partition(";")[0].rstrip()
        if match := re.match(r"([A-Za-z][\w-]*)\s*=\s*(.*)", line):
            name, found[name] = match.group(1), match.group(2)
        elif line:
            found[name] += " " + line.strip()
    return found


def read(grammar: dict[str, str], name: str) -> Node:
    """What a rule allows."""
    return _CORE[name] if name in _CORE else _Reader(grammar, grammar[name]).choice()


class _Reader:
    """Reads one rule's right side from left to right."""

    def __init__(self, grammar: dict[str, str], text: str) -> None:
        self._grammar = grammar
        self._tokens = list(_TOKEN.finditer(text))
        assert "".join(match.group() for match in self._tokens) == text, text

    def choice(self) -> Node:
        options = [self._sequence()]
        while self._mark() == "/":
            self._tokens.pop(0)
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self) -> Node:
        parts = []
        while self._tokens and self._mark() not in ("/", ")", "]"):
            parts.append(self._repetition())
        return Sequence(tuple(parts))

    def _repetition(self) -> Node:
        bounds = self._tokens[0]["repeat"]
        if bounds is None:
            return self._element()
        self._tokens.pop(0)
        least, _, most = bounds.partition("*")
        return Repeat(self._element(), int(least or 0), int(most) if most else None)

    def _element(self) -> Node:
        token = self._tokens.pop(0)
        if token["literal"] is not None:
            return Literal(token["literal"])
        if token["low"]:
            return Range(int(token["low"], 16), int(token["high"], 16))
        if token["rule"]:
            return read(self._grammar, token["rule"])
        inner = self.choice()
        closing = self._tokens.pop(0)["mark"]
        assert (token["mark"], closing) in {("(", ")"), ("[", "]")}
        return inner if closing == ")" else Repeat(inner, 0, 1)

    def _mark(self) -> str | None:
        return self._tokens[0]["mark"] if self._tokens else None
