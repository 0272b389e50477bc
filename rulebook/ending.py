"""What is known of the end beside the author's words: which automas can win, and how long a match on a computer can be."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl.declarations.constants import reader
from ..dsl.sections.outcome import can_win
from ..dsl.sections.outcome import outcome as read_outcome
from ..dsl.sentences.parse import parse_expression
from ..dsl.text.document import Document
from ..dsl.text.fields import Findings, pairs, text
from .context import Context
from .page import Step


def ending(to: Context, document: Document) -> Iterator[Step]:
    """A sentence for each."""
    read = reader(to.game, Findings())
    read_outcome(document, read, Findings())  # names `leaders`
    automas = [seat for seat in can_win(document, read) if to.game.seats[seat].automa]
    if automas:
        names = to.joined([to.game.words(to.game.seats[seat].name).say(to.spoken) for seat in automas])
        yield Step(to.phrase("automa wins" if len(automas) == 1 else "automas win", names))


def longest(to: Context, document: Document) -> Iterator[Step]:
    """When a match that does not end is ended."""
    limit = {pair.key.text: pair.value for pair in pairs(document.get("longest"), "the longest match", Findings())}
    if "decisions" in limit:
        node = parse_expression(text(limit["decisions"], "a number"))
        ranked = "then" in limit and text(limit["then"], "a word").text == "ranking"
        yield Step(to.phrase("longest ranking" if ranked else "longest draw", to.known(node)))
