"""What a store says of its run, as a value and as its table's row. Pure but for `this_host`."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena import __version__
from arena.store.packing import to_json
from arena.store.schema import FORMAT

_SOMEWHERE = "the store"


def this_host() -> str:
    """The machine and the Python that play, in a line."""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{platform.node()}, {system}, {os.cpu_count()} processors, {python}"


@dataclass(frozen=True, slots=True)
class Header:
    """What a store says of its run.

    The tournament is its JSON text, the stages by which it grew are JSON texts too, a
    fingerprint is a bot's name and hash. What is left empty, `Store.create` fills in; `place` is
    where it stands.
    """

    tournament: str
    stages: tuple[str, ...] = ()
    fingerprints: tuple[tuple[str, str], ...] = ()
    arena: str = __version__
    host: str = ""
    created: str = ""
    format: int = FORMAT
    place: str = field(default=_SOMEWHERE, compare=False)

    @property
    def machine(self) -> str:
        """The name of the machine that keeps the run."""
        return self.host.partition(",")[0]


def row_of_header(header: Header) -> dict[str, Any]:
    """The row of its table that says this header."""
    return {
        "tournament": header.tournament,
        "stages": to_json(header.stages),
        "fingerprints": to_json(header.fingerprints),
        "arena": header.arena,
        "host": header.host,
        "created": header.created,
    }


def header_of_row(row: Mapping[str, Any], version: int = FORMAT, place: str = _SOMEWHERE) -> Header:
    """The header that its table's row says, in the store at a place, of this format version."""
    return Header(
        tournament=row["tournament"],
        stages=tuple(json.loads(row["stages"])),
        fingerprints=tuple((name, hash_) for name, hash_ in json.loads(row["fingerprints"])),
        arena=row["arena"],
        host=row["host"],
        created=row["created"],
        format=version,
        place=place,
    )
