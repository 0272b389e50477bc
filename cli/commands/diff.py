"""`rulerun diff`: what differs between two rulesets, or in a variant."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from ..terminal import completing
from ..terminal.console import Misused, complain, emit, find, read
from ..terminal.streams import echo

if TYPE_CHECKING:
    from ...dsl.text.document import Document
    from ...tools.differences import Difference

COLOURS = {"-": "red", "+": "green"}


@click.command("diff")
@click.argument("one", metavar="A", shell_complete=completing.games)
@click.argument("other", metavar="[B]", required=False, shell_complete=completing.games)
@click.option("--variant", metavar="V", help="The variant of B, or of A where B is not given.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(one: str, other: str | None, variant: str | None, as_object: bool) -> None:
    """Tell what differs between two rulesets, or in a variant, by name: what is new, gone, called otherwise, changed.
    A base's examples are not inherited, so examples are compared only where neither ruleset extends another.

    Layout, comments and the order of things make no difference. Exit code 1 where something differs.
    """
    from ...tools.differences import differences, without_examples

    if other is None and variant is None:
        raise Misused("expected a second ruleset, or `--variant V`: `rulerun diff A B`, `rulerun diff A --variant V`")
    (before, extends), (after, too) = _document(one, None), _document(other or one, variant)
    if variant or extends or too:
        before, after = without_examples(before), without_examples(after)
    found = differences(before, after)
    rules = any(each.of_the_rules for each in found)
    if as_object:
        emit({"same": not found, "same rules": not rules, "differences": [_plain(each) for each in found]})
    else:
        _say(found)
        if not found:
            click.echo("nothing differs")
        elif not rules:
            click.echo("the rules are the same: only what is said and shown differs")
    if found:
        sys.exit(1)


def _document(name: str, variant: str | None) -> tuple[Document, bool]:
    """The sections of a ruleset in that variant, and whether it extends another. Raises Misused for an unknown variant."""
    from ...dsl.compile import survey
    from ...dsl.settings import settle_variant
    from ...dsl.text.fields import Findings
    from ...dsl.text.merge import documents

    source = read(find(name))
    findings = Findings()
    found = documents(source, findings)
    if findings.errors:
        complain(findings.found, source)
        raise SystemExit(1)
    return found[settle_variant(survey(source), variant)], source.base is not None


def _plain(each: Difference) -> dict[str, object]:
    return {"path": list(each.path), "how": each.how.value, "before": list(each.before), "after": list(each.after)}


def _say(found: tuple[Difference, ...]) -> None:
    """Print the differences, each section with its heading."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    section = ""
    for each in found:
        if each.path[0] != section:
            section = each.path[0]
            echo(f"{section}:", bold=colour)
        name = " ▸ ".join(each.path[1:])
        both = len(each.before) == len(each.after) == 1
        head = f"{name}: {each.how.value}" if name else each.how.value
        if both:
            click.echo(f"  {name + ': ' if name else ''}{each.before[0]} → {each.after[0]}")
            continue
        click.echo(f"  {head}")
        for sign, lines in (("-", each.before), ("+", each.after)):
            for line in lines:
                echo(f"    {sign} {line}", colour=COLOURS[sign] if colour else None)
