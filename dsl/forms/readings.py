"""The ways to read the words of a line: as they are written, and with others that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from attrs import evolve, frozen

from ..sentences.lines import reserved
from . import other_words
from .costs import ARTICLES, NEARLY, SAME, vocabulary
from .names import Names
from .parts import RELATIONS, TOKEN, Item, printed
from .phrases import NEARLY_THE_SAME
from .roles import condition

AGGREGATES = ("sum of", "number of", "highest of", "lowest of")
"""The words with which a value from many begins, which stands in brackets where it is a part of another."""

HEADS = ("=", "+=", "-=", "if", "until", "while", "give")
"""The words behind which a whole value stands."""


def readings(items: tuple[Item, ...], names: Names) -> Iterator[tuple[Item, ...]]:
    """The line as it is written, with what says the same in its place, and with what says nearly the same."""
    known: set[tuple[str, ...]] = set()
    for reading in _several(items, names):
        words = tuple(each.text for each in reading)
        if words not in known:
            known.add(words)
            yield reading


def _several(items: tuple[Item, ...], names: Names) -> Iterator[tuple[Item, ...]]:
    """The same, with some of them again."""
    given = holes(names)
    items = _in_figures(_spaced(_printed_on(items), names), names)
    words = NEARLY_THE_SAME
    same = _rewritten(items, {**other_words.SIGNS, **other_words.SAME}, SAME, True, given, names)
    whose_ = _whose(same, names)
    nearly = _rewritten(_rewritten(whose_, words, NEARLY, False, given, names), words, NEARLY, False, given, names)
    if _runs(same, names):
        yield (Item("do", same[0].at, NEARLY, False, True), *same)
    whose = [_compared(_applied(each, names), names) for each in (whose_, nearly)]
    yield from dict.fromkeys((items, same, nearly, _rewritten(items, words, NEARLY, False, given, names), *whose))


def _runs(items: tuple[Item, ...], names: Names) -> bool:
    """Whether a line begins with the name of a phase."""
    begun = printed([each.text for each in items[:MOST_WORDS_OF_A_PHASE]])
    words = [" ".join(begun.split()[:count]) for count in range(1, MOST_WORDS_OF_A_PHASE + 1)]
    return any(each in names.by_name and names.by_name[each].is_ == "phase" for each in (*words, items[0].text if items else ""))


MOST_WORDS_OF_A_PHASE = 5


def _spaced(items: tuple[Item, ...], names: Names) -> tuple[Item, ...]:
    """The items with `card_round` as `card round`, where a phase is called so."""
    phases = {each.name.replace(" ", "_"): each.name for each in names.known if each.is_ == "phase" and " " in each.name}
    if not any(each.text in phases for each in items):
        return items
    parted = ((each, words) for each in items for words in (phases.get(each.text, each.text).split(),))
    return tuple(
        Item(word, each.at, NEARLY * (len(words) > 1 and not number), len(words) == 1, len(words) > 1)
        for each, words in parted
        for number, word in enumerate(words)
    )


def _printed_on(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items with `card["value"]` as `card.value`."""
    line = " ".join(each.text for each in items)
    found = re.search(r"""\[ (?:"([^\W\d]\w*)"|' ([^\W\d]\w*) ') \]""", line)
    if found is None:
        return items
    at = line[: found.start()].count(" ")
    end = at + found[0].count(" ") + 1
    dot, word = (Item(text, items[at].at, NEARLY / 2, True, True) for text in (".", found[1] or found[2]))
    return _printed_on((*items[:at], dot, word, *items[end:]))


def _in_figures(items: tuple[Item, ...], names: Names) -> tuple[Item, ...]:
    """The items with numbers in figures; `one` is a number behind a word such as `by`."""
    figures = {word: figure for word, figure in other_words.NUMERALS.items() if word not in names.by_name}
    counted = [figures.get(each.text, "") for each in items]
    for at, figure in enumerate(counted):
        if figure == "1" and (not at or items[at - 1].text not in BEFORE_A_NUMBER):
            counted[at] = ""
    pairs = zip(items, counted, strict=True)
    return tuple(Item(figure, each.at, NEARLY, False, True) if figure else each for each, figure in pairs)


BEFORE_A_NUMBER = ("by", "than", "least", "most", "exactly")


def holes(names: Names) -> dict[str, str]:
    """The names of the ruleset that stand in the holes of phrases and for nouns of rulebooks; "" where it has none."""
    deck = next(names.that_are("deck"), None)
    printed_ = deck.per[0] if deck is not None and deck.per else ""
    given = {"hand": "", "score": "", "open": "", "stock": "", "me": names.seat(), "printed": printed_}
    given["board"] = next((each.name for each in names.that_are("board")), "")
    given["deck"] = "" if deck is None else deck.name
    given["condition"] = condition(names, names.seat())
    for each in names.that_are("zone", "pile", "number"):
        theirs = each.per == ("player",)
        hole = "score" if each.is_ == "number" and theirs and each.changes else "hand" if theirs and each.is_ == "zone" else ""
        hole = hole or ("" if each.per else {"zone": "open", "pile": "stock"}.get(each.is_, ""))
        hole = "open" if hole == "stock" and given["stock"] else hole
        if hole and not given[hole]:
            given[hole] = each.name
    return given


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
        bare = known is not None and known.is_ == "function" and known.per == ("player",)
        if bare and items[at + 1 : at + 2] != () and items[at + 1].text in ("(", "of"):
            bare = False
        end = begin = at + 1
        if known is not None and len(known.per) == 1 and (known.is_ == "function" or phase) and begin < len(items):
            begin += items[begin].text in (
                ("with", "of", "for", "to") if phase else ("of",) * (item.text == "count")
            ) and begin + 1 < len(items)
            first = names.by_name.get(items[begin].text)
            end = operand_end(items, begin) if first is not None and first.is_ not in ("kind", "function", "phase") else at + 1
        found.append(item)
        seat = next((each for each in names_given([each.text for each in items], names)), names.seat()) if bare else ""
        if seat and end == at + 1:
            found += [Item(word, item.at, SAME if word == "(" else 0, False, True) for word in ("(", seat, ")")]
            at += 1
        elif end > begin >= at + 1:
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


@frozen
class Phrase:
    """Words with holes and what says the same; it may stand at the *beginning* of a line alone. *said* are its words."""

    words: tuple[str, ...]
    by: str
    beginning: bool
    said: frozenset[str]


def _rewritten(
    items: tuple[Item, ...], table: dict[str, str], cost: float, sure: bool, given: dict[str, str], names: Names
) -> tuple[Item, ...]:
    """The items, with the longest phrase of the table that begins at each place replaced."""
    found: list[Item] = []
    at = 0
    there = {item.text.casefold() for item in items}
    phrases = [each for each in _phrases(tuple(table.items())) if each.said <= there]
    while at < len(items):
        for phrase in phrases:
            holes, end = _matched(phrase.words, items, at, names) if not phrase.beginning or not at else ({}, at)
            single = len(phrase.words) == 1 and (items[at].text in names.by_name or (phrase.beginning and items[at].changed))
            if end > at and not single:
                gone = items[at:end]
                by = _placed(phrase.by, found, end == len(items))
                if by.split() == [each.text for each in gone]:
                    continue
                holes |= {"w": items[at].text, "it": _named_last(found), **given}
                guess = any(f"{{{hole}}}" in by for hole in given) or any(each.guessed for each in gone)
                price, certain = cost + sum(each.cost for each in gone), sure and all(each.sure for each in gone)
                where = (gone[0].at[0], gone[-1].at[1])
                words = TOKEN.findall(_filled(by, holes))
                found += [Item(word, where, 0 if number else price, certain, True, guess) for number, word in enumerate(words)]
                if not words and found:
                    found[-1] = evolve(found[-1], sure=found[-1].sure and certain)
                at = end
                break
        else:
            found.append(items[at])
            at += 1
    return tuple(found)


def _placed(by: str, before: list[Item], last: bool) -> str:
    """The words for a phrase as they stand behind others: without a second comma, and in brackets where they are a part."""
    by = by.removeprefix(",") if before and before[-1].text == "," else by
    alone = last and (not before or before[-1].text in HEADS)
    return f"({by})" if by.startswith(AGGREGATES) and not alone else by


def _named_last(before: list[Item]) -> str:
    """What the words in front of a phrase name: a card, or their last word."""
    if any(each.text == "card" for each in before):
        return "card"
    return before[-1].text if before else ""


@cache
def _phrases(table: tuple[tuple[str, str], ...]) -> tuple[Phrase, ...]:
    """The phrases of a table, the longest first, then those with fewer holes."""
    found = []
    for phrase, by in table:
        beginning = phrase[0] == "^" and len(phrase) > 1
        for way in _ways(phrase.removeprefix("^") if beginning else phrase):
            words = tuple(re.findall(r"\{[a-z]\}|" + TOKEN.pattern, way))
            found.append(Phrase(words, by, beginning, frozenset(word for word in words if word[0] != "{" or word == "{")))
    return tuple(
        sorted(found, key=lambda each: (-len(each.words), sum(word[0] == "{" for word in each.words), not each.beginning))
    )


def _ways(phrase: str) -> list[str]:
    """A phrase with each of the words between `(`, `|` and `)` in turn."""
    parts = re.split(r"\(([^()]*\|[^()]*)\)", phrase)
    several = [part.split("|") if number % 2 else [part] for number, part in enumerate(parts)]
    return [" ".join("".join(chosen).split()) for chosen in product(*several)]


def _filled(template: str, holes: dict[str, str]) -> str:
    """What stands in the place of a phrase; `{c-1}` is one less than what stands in the hole `{c}`."""
    for hole, words in holes.items():
        less = str(int(words) - 1) if words.isdigit() else f"{words} - 1".removesuffix(" + 1 - 1")
        template = template.replace(f"{{{hole}}}", words).replace(f"{{{hole}-1}}", less)
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
        elif word in ("{e}", "{f}"):
            stop = words[number + 1] if number + 1 < len(words) else ""
            end = _expression_end(items, here, stop)
            holes[word[1]], here = printed([each.text for each in items[here:end]]), end
            if not holes[word[1]] or '"' in holes[word[1]]:
                return {}, at
        elif here < len(items) and word[0] == "{" and len(word) == 3:
            here += items[here].text.casefold() in ARTICLES and here + 1 < len(items)
            end = operand_end(items, here)
            known = names.by_name.get(items[here].text)
            if (
                end == here
                or items[here].text in reserved()
                or items[here].text in ("card", "cards")
                or (word == "{s}" and (known is None or known.is_ != "seat"))
            ):
                return {}, at
            same = printed([each.text for each in items[here:end]])
            if holes.setdefault(word[1], same) != same:
                return {}, at
            here = end
        elif here < len(items) and items[here].text.casefold() == word:
            here += 1
        else:
            return {}, at
    return holes, here


def _expression_end(items: Sequence[Item], at: int, stop: str) -> int:
    """Where the words in front of *stop* ("": the end of the line) end, their brackets closed; *at* where there are none."""
    depth = 0
    for here in range(at, len(items)):
        if here > at and not depth and items[here].text == stop:
            return here
        depth += (items[here].text in ("(", "[")) - (items[here].text in (")", "]"))
        if depth < 0:
            return at
    return len(items) if not stop and not depth else at


def operand_end(items: Sequence[Item], at: int) -> int:
    """Where a name with its index, or a number, ends."""
    if not (items[at].text[0].isalnum() or items[at].text[0] == "_"):
        return at
    end = at + 1
    if end < len(items) and items[end].text == "[":
        close = next((to for to in range(end, len(items)) if items[to].text == "]"), -1)
        end = end if close < 0 else close + 1
    elif end < len(items) and items[end].text == "(" and items[end].at[0] == items[at].at[1]:
        end = max(end, _expression_end([*items[: end + 1], *items[end + 1 :]], end + 1, ")") + 1)
    return end


def names_given(words: list[str], names: Names) -> Iterator[str]:
    """The names that a line seems to give: unknown words behind a kind of thing, or in front of what they are taken from."""
    for at, word in enumerate(words):
        if word in names.by_name or not word[0].isalpha() or word in vocabulary() or word in other_words.FILLERS:
            continue
        before = names.by_name.get(words[at - 1]) if at else None
        if (before is not None and before.is_ in ("kind", "deck", "board")) or words[at + 1 : at + 2] in (["in"], ["from"]):
            yield word
