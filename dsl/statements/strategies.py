"""Reads `strategies:`, lists of preferences in their order: `hold where pot >= 20`, `card by lowest card.rank`.

A line names an option as its menu does, or what is chosen; it is read where that option stands (`preferences.py`), so that it
knows every name that the option's own conditions know.
"""

from __future__ import annotations

import re

from attrs import Factory, define, evolve, frozen

from ...program import ir
from ...program.span import Span
from ..diagnostics.diagnostic import DiagnosticError, meant
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..sentences.parse import Start, parse_text
from ..text.document import Document
from ..text.fields import Findings, pairs, sequence, text

LINE = re.compile(
    r"(?P<option>.*?)(?:\s+where\s+(?P<test>.*?))?(?:\s+by\s+(?P<order>highest|lowest)\s+(?P<key>.*\S))?\s*", re.DOTALL
)

WANTED = "lines such as `buy card where card.cost < 3 by highest card.points`"


@define
class StrategyLine:
    """A line of a strategy: the option that it names, its condition and what it sorts by (None: it has none).

    *found* are the preferences that it became, one for each decision that offers such an option.
    """

    option: str
    test: s.Expression | None
    key: s.Expression | None
    highest: bool
    span: Span
    found: list[ir.Preference] = Factory(list)


@frozen
class Strategy:
    """A strategy with its lines."""

    name: str
    span: Span
    lines: tuple[StrategyLine, ...]


@define
class Strategies:
    """The strategies of a ruleset, and the names of all options that were come across."""

    all: tuple[Strategy, ...] = ()
    options: dict[str, None] = Factory(dict)

    def made(self) -> tuple[ir.Strategy, ...]:
        """The strategies as the Program lists them."""
        return tuple(ir.Strategy(each.name, tuple(tuple(line.found) for line in each.lines)) for each in self.all)

    def copy(self) -> Strategies:
        """The same lines, nothing found for them yet; the options are those of both."""
        lines = ((each, tuple(evolve(line, found=[]) for line in each.lines)) for each in self.all)
        return Strategies(tuple(evolve(each, lines=copied) for each, copied in lines), self.options)

    def check(self, beside: Strategies, refused: bool, findings: Findings) -> None:
        """Report lines that name an option which no decision offers, not even one of a phase that nothing does.

        Nothing is said where a decision may be missing, for a declaration is *refused*.
        """
        if refused:
            return
        for strategy, other in zip(self.all, beside.all, strict=True):
            for line, unused in zip(strategy.lines, other.lines, strict=True):
                if not line.found and not unused.found:
                    help_ = meant(line.option.split()[0], self.options)
                    findings.tell(error("unknown-option", line.span, f"no decision offers an option `{line.option}`", help=help_))


def strategies(document: Document, findings: Findings) -> Strategies:
    """The strategies in the order of the file; wrong lines are reported and left out."""
    found = []
    for pair in pairs(document.get("strategies"), "strategies by name", findings):
        lines = []
        try:
            items = sequence(pair.value, WANTED)
            if not items:
                raise error("empty-strategy", pair.key.span, f"expected {WANTED}, found nothing: it would never find an option")
        except DiagnosticError as diagnostic:
            findings.add(diagnostic.diagnostic)
            continue
        for item in items:
            with findings.collecting():
                written = text(item, "a line such as `hold where pot >= 20`")
                if written.cut is not None:
                    raise DiagnosticError(written.cut)
                lines.append(_line(written.raw or written.text, written.span))
        found.append(Strategy(pair.key.text, pair.key.span, tuple(lines)))
    return Strategies(tuple(found))


def _line(written: str, span: Span) -> StrategyLine:
    """The line of that text. Raises DiagnosticError."""
    parts = LINE.fullmatch(written)
    option = "" if parts is None else " ".join(parts["option"].replace(",", " ").split())
    if parts is None or option.partition(" ")[0] in ("", "where", "by"):
        raise error(
            "strategy-without-option", span, "a line of a strategy begins with the name of an option", help=f"expected {WANTED}"
        )
    test, key = (_parsed(written, parts.start(name), parts[name], span) for name in ("test", "key"))
    return StrategyLine(option, test, key, parts["order"] == "highest", span)


def _parsed(written: str, start: int, part: str | None, span: Span) -> s.Expression | None:
    if part is None:
        return None
    above = written[:start]
    line, column = span.line + above.count("\n"), start - above.rfind("\n") + (0 if "\n" in above else span.column - 1)
    node = parse_text(part, line, column, Start.EXPRESSION)
    assert isinstance(node, s.Expression)
    return node
