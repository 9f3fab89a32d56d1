"""`protocol/protocol.yaml` as a test uses it: what its forms allow, and how a conversation goes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import yaml

PATH = Path(__file__).parent.parent / "protocol" / "protocol.yaml"
PROTOCOL: dict[str, Any] = yaml.safe_load(PATH.read_text(encoding="utf-8"))
SIGNS = "aZ09_.-+:/*é龍"
"""What samples of free words are made of; all but the last two are in keys too."""


@dataclass(frozen=True)
class Field:
    """A field of a message."""

    name: str
    type: str | tuple[str, ...]
    pair: bool = False
    repeat: bool = False
    optional: bool = False
    split: str = ""

    @classmethod
    def of(cls, data: dict[str, Any]) -> Field:
        kind = data["type"]
        return cls(
            data["name"],
            tuple(kind) if isinstance(kind, list) else kind,
            data.get("as") == "pair",
            data.get("repeat", False),
            data.get("optional", False),
            data.get("split", ""),
        )

    def regex(self) -> str:
        """What the field looks like with the space before it."""
        choices = self.type if isinstance(self.type, tuple) else ()
        one = "|".join(map(re.escape, choices)) if choices else PROTOCOL["types"][self.type]
        some = f"(?:{one})(?:{self.split}(?:{one}))*" if self.split else f"(?:{one})"
        whole = f"(?: {self.name}={some})" if self.pair else f"(?: {some})"
        return (
            whole + {(0, 0): "", (0, 1): "?", (1, 0): "+", (1, 1): "*"}[self.repeat, self.optional]
        )

    def sample(self, rng: Random) -> str:
        """Such a text."""
        if self.optional and rng.random() < 0.3:
            return ""
        count = rng.randint(1, 3)
        if self.repeat:
            return "".join(f" {self._one(rng)}" for _ in range(count))
        parts = [self._one(rng) for _ in range(count if self.split else 1)]
        return f" {self.name}=" * self.pair + " " * (not self.pair) + self.split.join(parts)

    def _one(self, rng: Random) -> str:
        if isinstance(self.type, tuple):
            return rng.choice(self.type)
        count = str(rng.randrange(10 ** rng.choice((1, 3, 18))))
        word = "".join(rng.choices(SIGNS, k=rng.randint(1, 5)))
        key = "".join(rng.choices(SIGNS[:-2], k=rng.randint(1, 5)))
        return {
            "count": count,
            "integer": rng.choice(("", "-")) + count,
            "word": word,
            "text": word + rng.choice(("", " two", "  three words")),
            "text_or_nothing": rng.choice(("", word)),
            "key": key,
            "term": f"{key}={count}",
            "seat_move": f"{rng.randint(1, 2)}:{word}",
            "score": rng.choice(("0", "0.5", "1")),
            "nothing": "",
        }[self.type]


@dataclass(frozen=True)
class Described:
    """A message as the file describes it."""

    keyword: str
    sender: str
    when: dict[str, str]
    answer: tuple[str, ...]
    forms: tuple[tuple[Field, ...], ...]
    examples: tuple[str, ...]
    says: tuple[str, ...]

    @classmethod
    def of(cls, data: dict[str, Any]) -> Described:
        says = data["says"]
        return cls(
            data["keyword"],
            data["from"],
            data["when"],
            tuple(data.get("answer", ())),
            tuple(tuple(map(Field.of, form)) for form in data["forms"]),
            tuple(data["examples"]),
            tuple(says) if isinstance(says, list) else (says,),
        )

    def allows(self, line: str) -> bool:
        """Whether a line is such a message."""
        forms = ("".join(field.regex() for field in form) for form in self.forms)
        return any(re.fullmatch(self.keyword + form, line) for form in forms)

    def samples(self, rng: Random, count: int) -> Iterator[str]:
        """Lines of each form."""
        for form in self.forms:
            for _ in range(count):
                yield self.keyword + "".join(field.sample(rng) for field in form)


MESSAGES = tuple(map(Described.of, PROTOCOL["messages"]))


def message(sender: str, line: str) -> Described | None:
    """The message that a line of this sender is."""
    keyword = line.split(" ")[0]
    mine = (each for each in MESSAGES if (each.sender, each.keyword) == (sender, keyword))
    return next((each for each in mine if each.allows(line)), None)


def walk(conversation: Iterable[tuple[str, str]], phase: str = "start") -> str:
    """The phase after a conversation of (sender, line); fails at a line that is not due."""
    for sender, line in conversation:
        found = message(sender, line)
        assert found, f"{phase}: {sender} says what is no message: {line!r}"
        assert phase in found.when, f"{phase}: {sender} says what is not due: {line!r}"
        phase = found.when[phase]
    return phase
