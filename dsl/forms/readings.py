"""The ways to read the words of a line: as they are written, and with others that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from ..sentences.lines import reserved
from . import other_words
from .costs import ARTICLES, NEARLY, SAME, vocabulary
from .names import Names
from .parts import RELATIONS, TOKEN, Item, printed
from .roles import condition


def readings(items: tuple[Item, ...], names: Names) -> Iterator[tuple[Item, ...]]:
    """The line as it is written, with what says the same in its place, and with what says nearly the same."""
    deck = next((each.name for each in names.that_are("deck")), "")
    given = {"hand": "", "score": "", "open": "", "stock": "", "me": names.seat(), "deck": deck}
    given["condition"] = condition(names, names.seat())
    for each in names.that_are("zone", "pile", "number"):
        theirs = each.per == ("player",)
        hole = "score" if each.is_ == "number" and theirs and each.changes else "hand" if theirs and each.is_ == "zone" else ""
        hole = hole or ("" if each.per else {"zone": "open", "pile": "stock"}.get(each.is_, ""))
        if hole and not given[hole]:
            given[hole] = each.name
    words = other_words.NEARLY
    same = _rewritten(items, {**other_words.SIGNS, **other_words.SAME}, SAME, True, given, names)
    whose_ = _whose(same, names)
    nearly = _rewritten(_rewritten(whose_, words, NEARLY, False, given, names), words, NEARLY, False, given, names)
    phase = names.by_name.get(items[0].text)
    if phase is not None and phase.is_ == "phase":
        yield (Item("do", items[0].at, NEARLY, False, True), *same)
    whose = [_compared(_applied(each, names), names) for each in (whose_, nearly)]
    yield from dict.fromkeys((items, same, nearly, *whose))


def _compared(items: tuple[Item, ...], names: Names) -> tuple[Item, ...]:
    """The items with `player q != me` as `player q where q != me`."""
    found: list[Item] = []
    given = set(names_given([each.text for each in items], names))
    for at, item in enumerate(items):
        name = items[at - 1].text if at else ""
        if item.text in RELATIONS and name in given and at > 1 and items[at - 2].text in names.by_name:
            found += [Item("where", item.at, NEARLY, False, True), Item(name, item.at, 0, False, True)]
        found.append(item)
    return tuple(found)


def _applied(items: tuple[Item, ...], names: Names) -> tuple[Item, ...]:
    """The items with `count stock` and `do refill with me` as `count(stock)` and `do refill (me)`."""
    found: list[Item] = []
    at = 0
    while at < len(items):
        item = items[at]
        known = names.by_name.get(item.text)
        phase = known is not None and known.is_ == "phase" and at > 0 and items[at - 1].text == "do"
        end = begin = at + 1
        if known is not None and len(known.per) == 1 and (known.is_ == "function" or phase) and begin < len(items):
            begin += items[begin].text in (
                ("with", "of", "for", "to") if phase else ("of",) * (item.text == "count")
            ) and begin + 1 < len(items)
            first = names.by_name.get(items[begin].text)
            end = operand_end(items, begin) if first is not None and first.is_ not in ("kind", "function", "phase") else at + 1
        found.append(item)
        if end > begin >= at + 1:
            sure = not phase
            found.append(Item("(", (item.at[0], items[end - 1].at[1]), SAME if sure else NEARLY, sure, True))
            found += items[begin:end]
            found.append(Item(")", items[end - 1].at, 0, sure, True))
            at = end
        else:
            at += 1
    return tuple(found)


def _whose(items: tuple[Item, ...], names: Names) -> tuple[Item, ...]:
    """The items with `coins.me`, `Anne.coins`, `Anne's coins` and `coins of Anne` as `coins[Anne]`."""
    found: list[Item] = []
    at = 0
    while at < len(items):
        words = [each.text for each in items[at : at + 4]]
        one, other = "", ""
        if len(words) > 2 and words[1] in (".", "of"):
            one, other, count = words[0], words[2], 3
        elif len(words) > 3 and words[1] in ("'", "’") and words[2] == "s":
            one, other, count = words[0], words[3], 4
        kinds = {each: names.by_name[each] for each in (one, other) if each in names.by_name}
        seat = next((name for name, known in kinds.items() if known.is_ == "seat"), "")
        things = ("zone", "pile", "piece", "number", "condition", "value")
        theirs = (("player",), ("seat",))
        thing = next((name for name, known in kinds.items() if known.per in theirs and known.is_ in things), "")
        if seat and thing and items[at + count : at + count + 1] != () and items[at + count].text == "[":
            thing = ""
        if seat and thing:
            where = (items[at].at[0], items[at + count - 1].at[1])
            texts = (thing, "[", seat, "]")
            found += [Item(word, where, 0 if number else NEARLY, False, True) for number, word in enumerate(texts)]
            at += count
        else:
            found.append(items[at])
            at += 1
    return tuple(found)


def _rewritten(
    items: tuple[Item, ...], table: dict[str, str], cost: float, sure: bool, given: dict[str, str], names: Names
) -> tuple[Item, ...]:
    """The items, with the first phrase of the table that begins at each place replaced, the longest first."""
    found: list[Item] = []
    at = 0
    phrases = _phrases(tuple(table.items()))
    while at < len(items):
        word = items[at].text.casefold()
        first = () if at else (*phrases.get(f"^{word}", ()), *phrases.get("^{s}", ()), *phrases.get("^{a}", ()))
        for words, by in (*first, *phrases.get(word, ()), *phrases.get("{s}", ()), *phrases.get("{a}", ())):
            holes, end = _matched(words, items, at, names)
            if end > at and not (len(words) == 1 and items[at].text in names.by_name):
                holes["w"] = items[at].text
                by = by.removeprefix(",") if found and found[-1].text == "," else by
                if by.split() == [each.text for each in items[at:end]]:
                    continue
                where = (items[at].at[0], items[end - 1].at[1])
                it = found[-1].text if found else ""
                for number, word in enumerate(TOKEN.findall(_filled(by, {**holes, "it": it, **given}))):
                    guess = any(f"{{{hole}}}" in by for hole in given)
                    found.append(Item(word, where, 0 if number else cost, sure, True, guess))
                at = end
                break
        else:
            found.append(items[at])
            at += 1
    return tuple(found)


@cache
def _phrases(table: tuple[tuple[str, str], ...]) -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """The phrases by their first words, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for phrase, by in table:
        for way in _ways(phrase):
            words = tuple(re.findall(r"\{[a-z]\}|" + TOKEN.pattern, way.removeprefix("^")))
            found.setdefault("^" * (way[0] == "^" and len(way) > 1) + words[0], []).append((words, by))
    return {
        first: tuple(sorted(each, key=lambda one: (-len(one[0]), sum(word[0] == "{" for word in one[0]))))
        for first, each in found.items()
    }


def _ways(phrase: str) -> list[str]:
    """A phrase with each of the words between `(`, `|` and `)` in turn."""
    parts = re.split(r"\(([^()]*\|[^()]*)\)", phrase)
    several = [part.split("|") if number % 2 else [part] for number, part in enumerate(parts)]
    return [" ".join("".join(chosen).split()) for chosen in product(*several)]


def _filled(template: str, holes: dict[str, str]) -> str:
    for hole, words in holes.items():
        template = template.replace(f"{{{hole}}}", words)
    return template


def _matched(words: tuple[str, ...], items: Sequence[Item], at: int, names: Names) -> tuple[dict[str, str], int]:
    """What stands in the holes of a phrase, and where the phrase ends; its beginning where it does not stand there.

    In a hole `{s}` stands a seat, in any other a name with its index, or a number.
    """
    holes: dict[str, str] = {}
    here = at
    for number, word in enumerate(words):
        if here < len(items) and word == "{q}":
            if items[here].text[0] != '"':
                return {}, at
            holes["q"], here = items[here].text, here + 1
        elif word == "{e}":
            stop = words[number + 1] if number + 1 < len(words) else ""
            end = next((n for n in range(here + 1, len(items)) if items[n].text == stop), len(items) if not stop else here)
            holes["e"], here = printed([each.text for each in items[here:end]]), end
            if not holes["e"] or '"' in holes["e"]:
                return {}, at
        elif here < len(items) and word[0] == "{" and len(word) == 3:
            here += items[here].text.casefold() in ARTICLES and here + 1 < len(items)
            end = operand_end(items, here)
            known = names.by_name.get(items[here].text)
            if end == here or items[here].text in reserved() or (word == "{s}" and (known is None or known.is_ != "seat")):
                return {}, at
            holes[word[1]], here = printed([each.text for each in items[here:end]]), end
        elif here < len(items) and items[here].text.casefold() == word:
            here += 1
        else:
            return {}, at
    return holes, here


def operand_end(items: Sequence[Item], at: int) -> int:
    """Where a name with its index, or a number, ends."""
    if not (items[at].text[0].isalnum() or items[at].text[0] == "_"):
        return at
    end = at + 1
    if end < len(items) and items[end].text == "[":
        close = next((to for to in range(end, len(items)) if items[to].text == "]"), -1)
        end = end if close < 0 else close + 1
    return end


def names_given(words: list[str], names: Names) -> Iterator[str]:
    """The names that a line seems to give: unknown words behind a kind of thing, or in front of what they are taken from."""
    for at, word in enumerate(words):
        if word in names.by_name or not word[0].isalpha() or word in vocabulary():
            continue
        before = names.by_name.get(words[at - 1]) if at else None
        if (before is not None and before.is_ in ("kind", "deck", "board")) or words[at + 1 : at + 2] in (["in"], ["from"]):
            yield word
