"""What is said of a line that cannot be read: the nearest form with names of the ruleset, or what may stand in such a place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from ..diagnostics.diagnostic import Diagnostic, Edit, Fix, Unread
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..sentences.lines import Start, inside
from ..text.document import Document
from ..text.fields import key_meant
from ..text.source import Source
from .alignment import Line
from .clauses import Said
from .italian import in_english
from .names import ENUMERATION, PILE, ZONE, Names, declared, introduced, together, with_locals
from .nearest import about, examples_with, nearest, two_lines
from .other_words import ELSEWHERE
from .parts import TOKEN, Nearest, TwoLines
from .roles import condition, example, indexed
from .rulebook import said

MOST = 8_000
"""The nearest forms are looked for until the cubes of how many words the lines have add up to this much; lines that are read in
other words do not count.
"""

LONGEST = 300
"""People write no longer lines."""

FAR = 2.8
"""Of a line that costs more it is told first where its words are at home."""

CLOSE = 0.75
"""What costs less is the line itself, with a word too few or too many."""

FEW = ("if …:", "for each player p:", "repeat until …:", "together, each player me:", "me chooses one:", "me may …:")
IN_PHASES = (Start.SENTENCE.value, Start.HEADING.value, Start.OPTION.value)
"""The kinds of lines that phases consist of."""

MAY_STAND = {
    Start.SENTENCE: "a sentence begins with "
    + ", ".join(f"`{word}`" for word in s.BEGINNINGS)
    + ", or changes a value: `points[s] += 2`",
    Start.HEADING: "a heading is " + ", ".join(f"`{each}`" for each in FEW) + " or `else:`",
    Start.OPTION: "an option is its name, and what it asks for: `sell`, `play card from hand[me]`",
    Start.SIGNATURE: "a name, and in brackets what it is given, each with its kind: `turn (player p)`",
    Start.CALL: "a phase, and in brackets what it is given: `turn (me)`",
    Start.KEY: "what is compared, the highest or the lowest first: `highest points[p]`",
    Start.EXTENT: "a kind of thing, or numbers: `player`, `space of board`, `0..9`",
    Start.MAKING: "all values of an enumeration: `every suit as suit`; numbers stand in a table, `cards: |`",
}
"""What may stand where nothing that was written is near it."""


def advised(found: Iterable[Diagnostic], documents: Mapping[str, Document], source: Source) -> list[Diagnostic]:
    """The findings, each line that the grammar refuses with what it was meant to be; without what follows from such lines."""
    several = list(found)
    unseen = any(each.code == "unknown-key" and "`seen by`" in each.help for each in several)
    several = [each for each in _once(several) if not (unseen and each.code == "hidden-faces")]
    unread = [each for each in several if each.unread is not None]
    if not unread:
        return several
    names = together([declared(document) for document in documents.values()])
    told = dict(_told(unread, names, source))
    left = [told.get(each, each) for each in several]
    phrases = [each for each in told.values() if each.unread is not None and each.unread.start in IN_PHASES]
    giving = [each for each in phrases if _may_give_names(each, names)]
    signatures = [each for each in unread if each.unread is not None and each.unread.start == Start.SIGNATURE.value]
    return [each for each in left if not _follows(each, phrases, giving, signatures, source)]


def _names(found: Diagnostic) -> str:
    """The name that a finding is about."""
    named = re.search(r"`([^`]+)`", found.message)
    return "" if named is None else named[1]


def _once(found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings, of a name that is to be given by `let` the first alone."""
    given: dict[str, str] = {}
    left = []
    for each in found:
        name = _names(each)
        follows = name in given and (each.help in ("", given[name]) or each.help.startswith("did you mean"))
        if each.code != "unknown-name" or not follows:
            left.append(each)
        if each.code == "unknown-name" and f"`let {name} = …`" in each.help:
            given.setdefault(name, each.help)
    return left


def _follows(
    found: Diagnostic, phrases: list[Diagnostic], giving: list[Diagnostic], signatures: list[Diagnostic], source: Source
) -> bool:
    """Whether a finding follows from lines of phases that cannot be read, or from those that perhaps give names."""
    line = found.span.line
    match found.code:
        case "unknown-phase":
            return any(each.unread is not None and _names(found) in TOKEN.findall(each.unread.text) for each in signatures)
        case "unknown-option" | "never-holds":
            return bool(phrases)
        case "endless":
            return any(_is_inside(line, each.span.line, source) for each in phrases)
        case "no-loop-to-leave":
            return any(_is_inside(each.span.line, line, source) for each in phrases)
        case "unknown-name":
            return any(_is_inside(each.span.line, line, source, _is_sentence(each)) for each in giving)
        case _:
            return False


def _may_give_names(told: Diagnostic, names: Names) -> bool:
    """Whether a line that cannot be read was perhaps to name something: what is suggested does, or nothing is near."""
    if told.unread is not None and told.unread.start == Start.HEADING.value:
        return True
    lines = re.findall(r"`([^`]+)`", told.help)
    far = told.help in MAY_STAND.values() and told.unread is not None and "=" not in told.unread.text
    return far or any(introduced(line, names, True) for line in lines)


def _is_sentence(told: Diagnostic) -> bool:
    return told.unread is not None and told.unread.start == Start.SENTENCE.value


def _is_inside(first: int, line: int, source: Source, beside: bool = False) -> bool:
    """Whether a line stands in the list below another one, or (*beside*) further down in the same list."""
    depth = len(source.line(first)) - len(source.line(first).lstrip()) - beside
    between = [each for each in source.lines[first:line] if each.strip()]
    return first < line and all(len(each) - len(each.lstrip()) > depth for each in between)


def _told(unread: list[Diagnostic], names: Names, source: Source) -> Iterator[tuple[Diagnostic, Diagnostic]]:
    """What is said of each of the first of these lines, as many as are told soon."""
    work = 0
    for each in unread:
        if each.unread is None or work > MOST:
            return
        told = _advice(each, each.unread, names, source)
        work += 0 if told.help.startswith("write ") else len(TOKEN.findall(each.unread.text)) ** 3
        yield each, told


def _advice(found: Diagnostic, unread: Unread, names: Names, source: Source) -> Diagnostic:
    start = Start(unread.start)
    here = with_locals(names, source, unread.line, unread.column)
    near = None
    english = in_english(unread.text, here)
    several = start in (Start.SENTENCE, Start.HEADING) and "\n" not in unread.text and len(unread.text) <= LONGEST
    parted = two_lines(unread.text, here) if several else None
    if parted is not None:
        if parted.below:
            return evolve(found, help=_below(parted))
        return evolve(found, help=f"write `{parted.first}`, and on the next line `{parted.second}`")
    if len(unread.text) <= LONGEST and "\n" not in unread.text:
        near = nearest(unread.text, start, here)
        if english != unread.text and Line(english, here).reads(english, start):
            return evolve(_from_there(found, unread, english), help=f"write `{english}{':' * (start is Start.HEADING)}`")
        if (near is None or not near.whole) and english != unread.text:
            near = nearest(english, start, here)
            near = near if near is None else evolve(near, sure=False, at=None, misspelt="", by="")
    if unread.line and _is_winners(_key(source, unread)) and (near is None or not near.whole):
        return evolve(found, help=_winners(english, here))
    if (
        (near is None or not (near.whole or near.misspelt or near.cost < CLOSE))
        and len(unread.text) <= LONGEST
        and "\n" not in unread.text
    ):
        in_words = said(english, start, here)
        if in_words is not None:
            return evolve(_from_there(found, unread, in_words.lines[0]), help=_in_words(in_words, start))
    elsewhere = "" if near is not None and near.whole else _elsewhere(unread.text, here, near is None or near.cost > FAR)
    if near is None or elsewhere:
        heading = _heading(unread.text, start)
        if heading:
            elsewhere = f"{heading}; {elsewhere}" if elsewhere else heading
        return evolve(found, help=elsewhere or found.help or _may_stand(unread.text, start, here))
    blanks = len(unread.text) - len(unread.text.lstrip())
    span = found.span
    message = found.message
    at = near.at or (None if near.whole else _first_other(unread.text, near.text))
    if at is not None:
        span = inside(unread.text, unread.line, unread.column, at)
        message = f"`{unread.text[slice(*at)]}` cannot stand here"
    if near.misspelt:
        word = unread.text[slice(*near.at)] if near.at is not None else ""
        other = Fix(f"write `{near.misspelt}`", (Edit(span, near.misspelt, word),))
        help_ = f"did you mean `{near.misspelt}`?"
        return error("misspelt-word", span, message, help=help_, fix=other).diagnostic
    fix = None
    if near.sure and near.start is start:
        whole = inside(unread.text, unread.line, unread.column, (blanks, len(unread.text.rstrip())))
        fix = Fix(f"write `{near.text}`", (Edit(whole, near.text, unread.text.strip()),))
    return evolve(found, message=message, span=span, help=_help(near, start, unread.text), fix=fix)


def _first_other(text: str, by: str) -> tuple[int, int] | None:
    """Where the first word of a line stands that another one has not; None where there is none."""
    kept = set(TOKEN.findall(by))
    return next((found.span() for found in TOKEN.finditer(text) if found[0] not in kept and found[0].isalpha()), None)


def _below(parted: TwoLines) -> str:
    """A heading and the sentence below it."""
    words = "write" if parted.whole else "for example"
    return f"{words} `{parted.first}:`, and on the next line, indented, `- {parted.second}`"


def _from_there(found: Diagnostic, unread: Unread, by: str) -> Diagnostic:
    """The finding about the line from its first word on that another line has not."""
    words = [each.span() for each in TOKEN.finditer(unread.text)]
    pairs = zip(words, TOKEN.findall(by), strict=False)
    same = next((at for at, ((first, end), other) in enumerate(pairs) if unread.text[first:end] != other), 0)
    at = words[same][0], words[-1][1]
    span = inside(unread.text, unread.line, unread.column, at)
    return evolve(found, message=f"`{unread.text[slice(*at)]}` cannot stand here", span=span)


def _in_words(told: Said, start: Start) -> str:
    """The sentences that say the same as a rulebook's."""
    first, *more = told.lines
    words = "write" if told.whole else "for example"
    if told.below:
        return f"{words} `{first}:`, and on the next line, indented, `- {more[0]}`"
    behind = "".join(f", and on the next line `{each}`" for each in more)
    return f"{words} `{first}{':' * (start is Start.HEADING and not more)}`{behind}"


def _may_stand(text: str, start: Start, names: Names) -> str:
    """What may stand in such a place: lines that have a word in common with this one, or what lines there are."""
    words = TOKEN.findall(text) or [""]
    first = words[0]
    phase = names.by_name.get(first)
    if start is Start.SENTENCE and phase is not None and phase.is_ == "phase":
        return f"a phase is run with `do`: `do {indexed(phase, names.seat()) or first}`"
    known = examples_with(words, start, names)
    if known:
        return "for example " + ", ".join(f"`{each}{':' if start is Start.HEADING else ''}`" for each in known)
    if start is Start.MAKING and (several := [each.name for each in names.that_are(ENUMERATION)][:2]):
        made = ", ".join(f"every {each} as {each}" for each in several)
        return f"for example `{made}`; numbers and copies stand in a table, `cards: |`"
    named = start is Start.SENTENCE and ("=" in words or words[0] in names.by_name or (words[1:2] and words[1] in names.by_name))
    return (about(words, names) if named else "") or MAY_STAND.get(start, "")


def _heading(text: str, start: Start) -> str:
    """That a heading begins with the first word of a line that was read as a sentence; "" where none does."""
    first = (TOKEN.findall(text) or [""])[0]
    if start is Start.SENTENCE and first in ("if", "for", "repeat", "else", "together"):
        return f"`{first}` begins a heading: it ends with `:`, and has a list under it"
    return ""


def _key(source: Source, unread: Unread) -> str:
    """The key in front of what was read."""
    return source.line(unread.line)[: unread.column - 1].strip().removesuffix(":")


def _is_winners(key: str) -> bool:
    return key == "winners" or key_meant(key, ("winners",)).sole is not None


def _winners(text: str, names: Names) -> str:
    """How to say who wins: who has most of something, or whoever meets a condition."""
    words = [word.casefold() for word in TOKEN.findall(text)]
    own = (names.by_name.get(word) for word in TOKEN.findall(text))
    score = next((each.name for each in own if each is not None and each.per == ("player",) and each.is_ == "number"), "")
    value = f"{score}[p]" if score else example("variable", names, "p", ()) or "points[p]"
    if not set(words) & MOST_OF:
        return f"winners are players, such as `players p where {condition(names, 'p') or f'{value} > 2'}`"
    least = "lowest" if set(words) & LEAST_OF else "highest"
    return f"who has most comes first with, in place of `winners:`, `ranking (player p): {least} {value}`"


LEAST_OF = frozenset(("least", "lowest", "fewest", "less", "fewer", "min", "smallest"))
MOST_OF = LEAST_OF | {"most", "more", "highest", "max", "best", "greatest", "largest", "first", "high", "higher"}
"""Words for who comes first or last in a ranking."""


def _help(near: Nearest, start: Start, text: str) -> str:
    """What to write."""
    line = f"`{near.text}:`" if near.start is Start.HEADING else f"`{near.text}`"
    words = f"write {line}" if near.whole else f"for example {line}"
    if near.by and len(near.by.split()) < 2 and near.by != near.text and start is near.start:
        words = f"write `{near.by}`: {line}"
    if near.start is Start.HEADING and start is Start.SENTENCE:
        return f"{words}, and under it, indented, a list of sentences"
    if near.start is Start.SENTENCE and start is Start.HEADING:
        return f"{words}, without a list under it"
    if start is Start.SENTENCE and re.search(r"\b(may|can|might)\b", text) and " may " not in near.text:
        return f"{words}; who may pass instead stands before `may`, and the list of what is done under it"
    return words


def _elsewhere(text: str, names: Names, far: bool) -> str:
    """Where that stands for which no sentence has words; "" where no word tells.

    Of a line that is not *far* from a sentence that is told for words alone that no sentence has. The ruleset's own variables
    and zones tell nothing.
    """
    own = {each.name for each in names.known if each.changes or each.is_ in (ZONE, PILE)}
    words = f" {' '.join('·' if found[0] in own else found[0].casefold() for found in TOKEN.finditer(text))} "
    for key, help_ in ELSEWHERE.items():
        if (far or key[0] == "!") and any(_says(words, phrase) for phrase in key.removeprefix("!").split(", ")):
            holes = {hole: example(hole, names, names.seat(), ()) for hole in re.findall(r"\{(\w+)\}", help_)}
            if all(holes.values()):
                return help_.format(**holes)
    return ""


def _says(words: str, phrase: str) -> bool:
    """Whether a line has the words of a phrase, or (`^`) begins with them."""
    return words.startswith(f" {phrase[1:]} ") if phrase[0] == "^" and len(phrase) > 1 else f" {phrase} " in words
