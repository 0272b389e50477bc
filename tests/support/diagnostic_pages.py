"""The examples on the pages of diagnostics, as rulesets; as a program it writes what is said of them into the pages."""

from __future__ import annotations

import re
from pathlib import Path

from rulerun.dsl import diagnostics
from rulerun.dsl.compile import examine
from rulerun.dsl.diagnostics.pages import pages
from rulerun.dsl.text.source import Source

from .specs import INDENT, PHASE, standard

TABLE = re.compile(r"^--- (\S+\.csv)$", re.MULTILINE)

IDLE = ("never-used", "never-set", "only-in-examples", "expects-nothing", "variant-changes-nothing")
"""Pages show parts of rulesets, which declare what they do not use."""


def ruleset_of(text: str) -> Source:
    """The ruleset that a part makes.

    Lines that begin with `- ` are the phase `game` of the standard game of the specs; sections are laid over that game; what
    begins with `ruleset:` stands alone. Below `--- NAME.csv` stands a table that lies beside it.
    """
    body, *tables = TABLE.split(text)
    beside = tuple((name, content.strip("\n") + "\n") for name, content in zip(tables[::2], tables[1::2], strict=True))
    if body.startswith("- "):
        body = "\n".join((*PHASE, *(" " * INDENT + line if line else "" for line in body.splitlines())))
    base = None if body.startswith("ruleset:") else Source("standard.yaml", "\n".join(standard().lines) + "\n")
    return Source("page.yaml", body + "\n", base, beside)


def found(text: str, code: str) -> list[tuple[str, str, str]]:
    """What is said of a part of a ruleset: severity, code, message."""
    return [
        (each.severity.value, each.code, each.message)
        for each in examine(ruleset_of(text))
        if each.code == code or each.code not in IDLE
    ]


def main() -> None:
    """Writes into every page what is said of its examples, as far as it is that diagnostic alone."""
    folder = Path(diagnostics.__file__).parent / "pages"
    for page in pages().values():
        path = folder / f"{page.code}.md"
        text = path.read_text(encoding="utf-8")
        for each in (page, *page.others):
            said = found(each.wrong, each.code) if each.wrong else []
            if len(said) == 1 and said[0][1] == each.code:
                block = f"```yaml wrong\n{each.wrong}\n```\n\n```text "
                text = text.replace(f"{block}{each.severity.value}\n{each.told}\n", f"{block}{said[0][0]}\n{said[0][2]}\n")
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
