"""Scripts and style sheets as one text each, for a page that loads nothing."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

ASSETS = Path(__file__).parent.parent / "assets"
_IMPORT = re.compile(r"^import \{[^}]*\} from '\./([\w-]+\.js)';\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def script(*names: str) -> str:
    """These modules and all that they import as one script: each once, what is imported first.
    The names that modules have at their top level are unique among all of them."""
    found: dict[str, str] = {}
    for name in names:
        _gather(name, found)
    return "\n".join(found.values())


def _gather(name: str, found: dict[str, str]) -> None:
    if name in found:
        return
    text = asset(name)
    for other in _IMPORT.findall(text):
        _gather(other, found)
    found[name] = _EXPORT.sub("", _IMPORT.sub("", text))


def style(*names: str) -> str:
    """These style sheets, one after the other."""
    return "\n".join(map(asset, names))


def asset(name: str) -> str:
    """The text of an asset."""
    return (ASSETS / name).read_text(encoding="utf-8")


def source(text: str) -> str:
    """How a Content-Security-Policy names an inline script or style sheet."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
