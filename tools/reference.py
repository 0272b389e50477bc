"""Writes `docs/reference.md`: every section, key, sentence, function and diagnostic, as the code declares them.

`python -m rulerun.tools.reference docs/reference.md` renews the page; without a path it is printed. What the language page tells
at length (zones, boards, limits) is not said again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ..dsl.diagnostics.pages import pages
from ..dsl.expressions.builtins import BUILTINS
from ..dsl.sentences.parse import reserved
from .idioms import IDIOMS
from .outline import EDITS, OUTLINE, Key
from .sentences import Form, forms

HEAD = """\
# Reference

Everything that a ruleset may hold, on one page to look things up in. [The language](language.md) explains it, with examples; a
capital word is a slot, `‹ ›` may be left out. `rulerun manual` prints this page, `rulerun manual WORD` what has the word.
"""

ENTRY = "| `"
"""Begins what the page says of one thing."""


@cache
def reference() -> str:
    """The whole page, in Markdown."""
    return "\n".join((HEAD, *_sections(), *_sentences(), *_expressions(), *_functions(), *_idioms(), *_diagnostics()))


def entries(words: str) -> str:
    """What the page says of things that have these words, under its headings; "" where it has nothing."""
    meant = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
    found: list[str] = []
    above: list[str] = []
    for line in reference().splitlines():
        if line.startswith("#"):
            above = [*([""] if found else []), line, ""]
        elif line.startswith(ENTRY):
            if meant.search(line):
                found += [*above, line]
                above = []
        elif line.startswith("|"):
            above.append(line)
    return "".join(f"{line}\n" for line in found)


def spoken() -> Iterable[str]:
    """The words by which things are called on the page; those in codes of diagnostics are left to `rulerun explain`."""
    written = reference().partition("\n## Diagnostics\n")[0]
    cells = [line.split(" | ")[0] for line in written.splitlines() if line.startswith(ENTRY)]
    named = [name for cell in cells for name in re.findall(r"`([^`]*)`", cell)]
    return dict.fromkeys(word for name in named for word in re.findall(r"[a-z]\w+", name))


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return ["", _row(*head), _row(*("---" for _ in head)), *(_row(*row) for row in rows), ""]


def _sections() -> list[str]:
    lines = ["## Sections and keys"]
    lines += _table(("section", "what it says"), [(f"`{name}:`", section.doc) for name, section in OUTLINE.items()])
    for name, section in OUTLINE.items():
        keys = section.things or section.keys
        if keys:
            whose = f"a thing under `{name}:`" if section.things else f"`{name}:`"
            lines += [f"### In {whose}", *_table(("key", "what it says"), _keys(keys))]
    changed = "### In a thing that a variant, or a ruleset that extends another, changes"
    return [*lines, changed, *_table(("key", "what it says"), _keys(EDITS))]


def _keys(keys: dict[str, Key]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, key in keys.items():
        words = ", ".join(f"`{word}`" for word in key.words)
        rows.append((f"`{name}:`", key.doc + (f": {words}" if words else "") + (" (needed)" if key.needed else "")))
    return rows


def _sentences() -> list[str]:
    lines = ["## Sentences and headings", "", "A heading ends with `:` and has a list under it."]
    rows = [(f"`{form.text}{':' if form.heading else ''}`", form.doc) for form in forms()]
    said: set[str] = set()
    shown = []
    for text, doc in rows:
        shown.append((text, "" if doc in said else doc))
        said.add(doc)
    kept = ", ".join(f"`{word}`" for word in sorted(reserved()))
    return [*lines, *_table(("form", "what it does"), shown), f"Words that nothing can be called: {kept}.", ""]


def _expressions() -> list[str]:
    rows = [(f"`{form.text}`", _of_form(form)) for form in forms(("expressions",)) if re.search(r"[a-z]", form.text)]
    return ["## Expressions", *_table(("form", "what it gives"), rows)]


def _of_form(form: Form) -> str:
    """What is said of a form: how the comment on all forms of its kind begins, and the sentences that have its words."""
    first, *others = re.split(r"(?<=\.) (?=[A-Z])", form.doc)
    words = re.findall(r"[a-z]{3,}", form.plain)
    return " ".join((first, *(each for each in others if any(re.search(rf"\b{word}\b", each) for word in words))))


def _idioms() -> list[str]:
    rows = [
        (
            ", ".join(f"`{word}`" for word in each.words),
            f"{each.how}: {', '.join(f'`{line}`' for line in each.lines)} ([{each.page.replace('_', ' ')}]({each.address}))",
        )
        for each in IDIOMS
    ]
    return ["## Words of designers", *_table(("word", "how it is said here"), rows)]


def _functions() -> list[str]:
    rows = [(f"`{name}`", " ".join(each.doc.partition("Examples:")[0].split())) for name, each in BUILTINS.items()]
    return ["## Functions of the language", *_table(("function", "what it gives"), rows)]


def _diagnostics() -> list[str]:
    rows = [(f"`{code}`", page.title) for code, page in pages().items()]
    lines = ["## Diagnostics", "", "`rulerun explain CODE` has the page of each, with an example and how it is put right."]
    return [*lines, *_table(("code", "what is wrong"), rows)]


def main(paths: list[str]) -> None:
    """Prints the page, or writes it to the path that is given."""
    if paths:
        Path(paths[0]).write_text(reference(), encoding="utf-8")
    else:
        sys.stdout.write(reference())


if __name__ == "__main__":
    main(sys.argv[1:])
