"""The scripts of the pages: names that are unique, so that modules can be joined into one."""

from __future__ import annotations

import re
from collections import Counter

from arena.web.report import bundle
from arena.web.report.report import SCRIPTS

MODULES = sorted(bundle.ASSETS.glob("*.js"))
NAMED = re.compile(
    r"^(?:export )?(?:const|let|var|class|(?:async )?function\*?) +(.+)", re.MULTILINE
)


def names(text: str) -> list[str]:
    """What a module names at its top level; of several in one statement those before a `=`."""
    found: list[str] = []
    for line in NAMED.findall(text):
        head = re.match(r"[\[{](.*?)[\]}]", line)
        found += re.findall(r"\w+", head[1]) if head else re.findall(r"^\w+", line)
    return found


def test_names_of_top_level_are_unique_among_all_modules() -> None:
    counted = Counter(name for module in MODULES for name in names(module.read_text()))
    assert len(counted) > 150
    assert not [name for name, count in counted.items() if count > 1]


def test_imports_are_such_that_they_can_be_dropped() -> None:
    for module in MODULES:
        text = module.read_text()
        lines = re.findall(r"^import\b.*$", text, re.MULTILINE)
        assert len(lines) == text.count("import ") - text.count("@import "), module.name
        for line in lines:
            found = re.fullmatch(r"import \{ ?([\w, ]+?) ?\} from '\./([\w-]+\.js)';", line)
            assert found, (module.name, line)
            known = names((bundle.ASSETS / found[2]).read_text())
            assert set(re.split(", *", found[1])) <= set(known), (module.name, line)


def test_the_script_of_a_report_holds_each_module_once_and_no_tag() -> None:
    script = bundle.script(*SCRIPTS)
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert script.count("export class Replay") == 0
    assert script.count("class Replay ") == 1
    assert (
        script.index("class Grid ") < script.index("class Board ") < script.index("class Replay ")
    )
    for text in (script, bundle.asset("theme.js"), bundle.style("arena.css", "report.css")):
        assert "</" not in text
        assert "<!--" not in text
