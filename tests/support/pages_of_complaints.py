"""The examples on the pages of complaints, as rulesets."""

from __future__ import annotations

import re

from rulerun.dsl.text.source import Source

from .specs import INDENT, PHASE, standard

TABLE = re.compile(r"^--- (\S+\.csv)$", re.MULTILINE)


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
