"""The nearest form of a line that the grammar refuses, the two lines that it is, or examples with its words."""

from __future__ import annotations

from ..sentences.lines import Start
from .alignment import Line
from .costs import LITTLE_WORDS
from .grammar_forms import Form, Word, forms
from .names import Names
from .nouns import nouns_of
from .parts import MOST_TOKENS, Aligned, Nearest, TwoLines
from .readings import holes, readings
from .roles import example, indexed

MOST_READ = 60
"""In a line of so many words, other words of the same meaning are put at most."""

MOST_EXAMPLES = 2
"""So many examples are shown."""


def nearest(text: str, start: Start, names: Names) -> Nearest | None:
    """The nearest form of a line that the grammar refuses; None where none is near."""
    line = Line(text, names)
    if len(line.items) > MOST_TOKENS:
        return line.read_in_other_words(start) if len(line.items) <= MOST_READ else None
    if not line.items:
        return None
    return line.best(readings(line.items, names), start)


def two_lines(text: str, names: Names) -> TwoLines | None:
    """The two lines that a line is where a sentence stands behind a heading, in front of one, or behind another sentence."""
    line = Line(text, names)
    if not 0 < len(line.items) <= MOST_TOKENS:
        return None
    for items in readings(line.items, names):
        words = [each.text for each in items]
        for at in range(1, len(words)):
            found = line.parted(words, at)
            if found is not None:
                return found
    return None


def examples_with(words: list[str], start: Start, names: Names) -> list[str]:
    """Lines with names of the ruleset that begin with the first of these words, or else have another that no other line has."""
    line = Line("", names)
    said = set(words)
    heads = {_head(form) for form in forms(start)}
    head = next(
        (each for each in words if each.isalpha() and each in heads and (each == words[0] or each not in LITTLE_WORDS)), ""
    )

    def order(form: Form) -> tuple[int, int]:
        own = {part.spellings[0] for part in form.parts if isinstance(part, Word)}
        return -len(own & said), len(form.parts)

    found: list[str] = []
    for form in sorted((form for form in forms(start) if head and _head(form) == head), key=order):
        made = Aligned([part.spellings[0] if isinstance(part, Word) else None for part in form.parts], [], 0.0)
        made.hits = [None] * len(form.parts)
        line.owned(form, (), made, names.seat())
        shown = line.printed(form, made, ())
        if shown is not None and shown.text not in found:
            found.append(shown.text)
        if len(found) == MOST_EXAMPLES:
            break
    return found


def about(words: list[str], names: Names) -> str:
    """What sentences do with the thing of the ruleset that is named first among some words; "" where none is."""
    given = holes(names)
    nouns = nouns_of(names, given)
    for word in (each for each in words if each not in DIRECTIONS):
        known = names.by_name.get(nouns.get(word.casefold(), word))
        seat = names.seat()
        whole = "" if known is None else indexed(known, seat)
        if known is None or not whole:
            continue
        match known.is_:
            case "number" if known.changes:
                return f"`{known.name}` is changed by `{whole} += 1` or `{whole} = 1`"
            case "condition" if known.changes:
                return f"`{known.name}` is changed by `{whole} = yes` or `{whole} = no`"
            case "zone" | "pile":
                other = example("zone", names, seat, (whole,)) or whole
                return f"cards of `{known.name}` are moved: `move all from {whole} to {other}`, `put card in {whole}`"
            case "piece":
                return f"`{known.name}` is moved by `move {whole} by 1` or `place {whole} on …`"
            case "enumeration":
                return f"one of `{known.name}` is chosen by `{seat} chooses x from {known.name}`"
            case _:
                pass
    return ""


DIRECTIONS = ("left", "right", "up", "down")
"""Words that are seldom names where a line cannot be read."""


def _head(form: Form) -> str:
    """The first word of a form."""
    return next((part.spellings[0] for part in form.parts if isinstance(part, Word)), "")
