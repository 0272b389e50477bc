"""The words of the grammar's terminals, as authors write them."""

from __future__ import annotations

import re
from itertools import product

LOOKAHEAD = re.compile(r"\(\?[=!](?:\[[^\]]*\]|\\.|\((?:[^()\\]|\\.)*\)|[^()\[\]\\])*\)")
OPTIONAL = re.compile(r"\((?:[^()]|\([^()]*\))*\)\?")


def spellings(pattern: str) -> tuple[str, ...]:
    """What the pattern of a terminal takes, without what is optional in it."""
    bare = OPTIONAL.sub("", LOOKAHEAD.sub("", pattern)).replace(r"\b", "").replace(r"\s+", " ").replace(r"\s*", "")
    found = []
    for way in _alternatives(bare):
        groups = [_alternatives(part[1:-1]) if part[0] == "(" else (part,) for part in re.findall(r"\([^()]*\)|[^()]+", way)]
        for chosen in product(*groups):
            whole = "".join(chosen)
            found += [re.sub(r"(\w)\?", r"\1", whole), re.sub(r"\w\?", "", whole)] if "?" in whole else [whole]
    return tuple(dict.fromkeys(found))


def _alternatives(pattern: str) -> tuple[str, ...]:
    """The parts between `|` outside of parentheses."""
    parts, depth = [""], 0
    for letter in pattern:
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return tuple(parts)
