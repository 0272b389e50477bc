"""Characters of a ruleset that nobody sees, and the diagnostics about them."""

from __future__ import annotations

import re
from itertools import islice
from unicodedata import category

import yaml

from ...program.harmless import harmful, is_harmful
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError, Edit, Fix

MOST = 20
"""Of so many of them a file is told at once."""

LINE_ENDS = "\x85\u2028\u2029"
"""Characters that end a line for YAML and for nobody else."""

ESCAPE = re.compile(r"\\(?:x..|u.{4}|U.{8}|.)", re.DOTALL)
"""A character of a text in quotes, as YAML escapes it."""


def unseen_in(text: str) -> tuple[Diagnostic, ...]:
    """What is said of the characters of a file that cannot be seen; of the first ones, where there are many."""
    hidden = (at for at in harmful(text) if not text.startswith("\r\n", at))
    return tuple(unseen(text, at).diagnostic for at in islice(hidden, MOST))


def unseen(text: str, position: int, first: int = 1) -> DiagnosticError:
    """The diagnostic about the character that stands at the position, counted from 0; the lines are numbered from *first* on."""
    sign, span = text[position], _place(text, position, 1, first)
    if sign in LINE_ENDS:
        return shared.control_character(sign, span, Fix("write a blank instead", (Edit(span, " ", sign),)))
    fix = Fix("leave it out", (Edit(span, "", sign),)) if category(sign) == "Cf" else None
    return shared.control_character(sign, span, fix)


def escaped(text: str, begun: int, ended: int) -> DiagnosticError:
    """The diagnostic about the first character that is escaped between these positions, where a text in quotes stands, and that
    cannot be seen. There must be one.
    """
    for escape in ESCAPE.finditer(text, begun, ended):
        sign = str(yaml.safe_load(f'"{escape[0]}"'))
        if sign and is_harmful(sign):
            return shared.control_character(sign, _place(text, escape.start(), len(escape[0]), 1))
    raise AssertionError(text[begun:ended])


def _place(text: str, position: int, wide: int, first: int) -> Span:
    line, column = text.count("\n", 0, position) + first, position - (text.rfind("\n", 0, position) + 1) + 1
    return Span(line, column, line, column + wide)
