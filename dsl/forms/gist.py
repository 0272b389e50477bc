"""The gist of a line in somebody's own words: its verbs, numbers and names, without what says nothing to the language.

Nouns of rulebooks stand for what the ruleset has of their kind, and quantities (`3 or more cards`) for comparisons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import other_words
from .costs import ARTICLES, IMPOSSIBLE, LITTLE_WORDS, NEARLY, alike, idle, means, verb
from .names import DIE, SPACE, Names
from .other_words import NUMERALS
from .parts import TOKEN, Item
from .roles import indexed

DROPPED = 0.15
"""What each word costs that says nothing to the language."""

QUANTIFIERS = {
    **dict.fromkeys(("someone", "somebody", "anyone", "anybody", "a player", "any player", "one player", "one"), "any"),
    **dict.fromkeys(("nobody", "no one", "no player", "none", "no players"), "no"),
    **dict.fromkeys(("everyone", "everybody", "every player", "each player", "all players", "all"), "every"),
}
"""Those of whom something is said, each with the word of the grammar for it."""

HAVING = frozenset(
    ("has", "have", "had", "holds", "hold", "owns", "own", "reaches", "reached", "reach", "is", "are", "was", "were", "possesses")
)
"""Words between somebody and a quantity, or a value and a quantity."""

ENDS = frozenset((",", "and", "or", "then", "where", ":", ";", ".", "starting", "in order"))
"""Words with which a noun ends."""

OR_ELSE = {
    **dict.fromkeys((("or", word) for word in ("more", "higher", "greater", "above")), ">="),
    **dict.fromkeys((("or", word) for word in ("fewer", "less", "lower", "below")), "<="),
}
"""Words behind a noun that tell of more or less than the number in front of it."""

MOST_OF_A_NOUN = 5

SUPERLATIVES = frozenset(("most", "fewest", "least", "highest", "lowest", "largest", "smallest"))
"""Words that compare somebody with all others, not with a number."""


def gist(items: tuple[Item, ...], names: Names, given: Mapping[str, str], cards: bool) -> tuple[Item, ...]:
    """The words of a line that say something, with names of the ruleset for nouns; *cards*: whether a `card` is kept.

    What is said to players is left as it is.
    """
    if alike("say", items[0].text.casefold()) < IMPOSSIBLE:
        return ()
    found: list[Item] = []
    dropped = 0
    nouns = nouns_of(names, given)
    for at, item in enumerate(items):
        word, after = item.text.casefold(), items[at + 1].text.casefold() if at + 1 < len(items) else ""
        before = items[at - 1].text.casefold() if at else ""
        if item.text in names.by_name and not (word == SPACE and word in nouns) and not (word in ("card", "cards") and not cards):
            found.append(item)
        elif word in ("a", "an", "one") and _is_score(nouns.get(after, after), names):
            found.append(Item("1", item.at, 0, False, True, True))
        elif word in other_words.ROLLED and before in ("the", "a", "this", "that", "your", "his", "their") and _die(names):
            found.append(Item(_die(names), item.at, 0, False, True, True))
        elif word in nouns and not (word == "player" and before in ("each", "every", "any", "no", "for")):
            found.append(Item(nouns[word], item.at, 0, False, True, True))
        elif _says(word) and (cards or word not in ("card", "cards")):
            found.append(item)
        else:
            dropped += word not in ARTICLES
    if found and found[0].text in ("if", "until", "while", "repeat"):
        found = [part for at, each in enumerate(found) for part in _owned(each, found[at + 1 : at + 2], names)]
    if not found or found == list(items):
        return ()
    first = found[0]
    cost = first.cost + NEARLY + DROPPED * dropped + (0 if cards else 0.3)
    return (Item(first.text, first.at, cost, False, first.changed, True), *found[1:])


def skeleton(items: tuple[Item, ...], names: Names) -> tuple[Item, ...]:
    """The first verb of a line, with the names, numbers and prepositions that follow; nothing where there is no verb."""
    at = next((n for n, each in enumerate(items) if verb(each.text) and each.text not in names.by_name), -1)
    if at < 0:
        return ()
    kept = [
        each
        for each in items[at + 1 :]
        if each.text.isdigit() or each.text in LITTLE_WORDS or each.text in BRACKETS or _is_thing(each.text, names)
    ]
    first = items[at]
    if not any(each.text.isdigit() or _is_thing(each.text, names) for each in kept) and not _alone(first.text):
        return ()
    return (Item(first.text, first.at, first.cost + NEARLY, False, first.changed, True), *kept)


ALONE = ("shuffle", "roll", "end", "deal", "draw", "reveal", "leave", "gather", "nothing")
"""Verbs of the grammar that are told by an example even without the name of a thing."""


def _alone(word: str) -> bool:
    return any(alike(each, word.casefold()) < IMPOSSIBLE for each in ALONE)


BRACKETS = ("[", "]", "(", ")")


def _is_thing(word: str, names: Names) -> bool:
    known = names.by_name.get(word)
    return known is not None and known.is_ not in ("kind", "phase", "function", "text", "deck")


def compared(items: tuple[Item, ...], names: Names, given: Mapping[str, str]) -> tuple[Item, ...]:
    """The items with `me has 3 or more coins`, `nobody has cards`, `coins[me] is at least 3` and the like as comparisons."""
    nouns = nouns_of(names, given)
    found: list[Item] = []
    at = 0
    while at < len(items):
        made, end = _comparison(items, at, names, nouns, given)
        if end == at:
            found.append(items[at])
            at += 1
            continue
        where = (items[at].at[0], items[end - 1].at[1])
        guess = given["hand"] in made and given["hand"] not in [each.text for each in items[at:end]]
        found += [Item(word, where, 0 if number else NEARLY, False, True, guess) for number, word in enumerate(made)]
        at = end
    return tuple(found)


def _comparison(
    items: Sequence[Item], at: int, names: Names, nouns: Mapping[str, str], given: Mapping[str, str]
) -> tuple[list[str], int]:
    """The words of the comparison that begins there, and where it ends; its beginning where none does."""
    words = [each.text if each.text in names.by_name else each.text.casefold() for each in items]
    if words[at] == "is" and at and words[at - 1] in ("if", "until", "while", "and", "or") and _die(names):
        relation, number, end = _quantity(words, at + 1)
        return [_die(names), relation, number], end if end > at + 1 else at
    zone, here = _cards_in(words, at, names, nouns)
    if zone:
        relation, number, end = _quantity(words, here + (words[here] in HAVING))
        return ["count", "(", *_tokens(zone), ")", relation, number], end if end > here + 1 else at
    players = ("player", "players")
    if words[at] == "with" and at and (words[at - 1] in players or (at > 1 and words[at - 2] in players and words[0] == "for")):
        return _with(words, at, names, nouns, given)
    who, here = _subject(words, at, names, nouns)
    test, end = _said_of(who, words, here, names)
    if test:
        return test, end
    if here == at or here >= len(words) or (words[here] not in HAVING and words[here] not in ("=", "roll", "rolls", "rolled")):
        return [], at
    if not SUPERLATIVES.isdisjoint(words[here + 1 : here + 3]):
        return [], at
    rolled = words[here].startswith("roll")
    relation, number, end = _quantity(words, here + 1)
    if end == here + 1 and (rolled or words[here] not in ("has", "have", "had", "owns", "holds")):
        return [], at
    relation, number = (relation, number) if end > here + 1 else (">", "0")
    if rolled:
        return ([_die(names), relation, number], end) if _die(names) and relation == "=" else ([], at)
    value, behind = _counted(words, end, names, nouns, given)
    if tuple(words[behind : behind + 2]) in OR_ELSE:
        relation, behind = OR_ELSE[words[behind], words[behind + 1]], behind + 2
    seat = "p" if who in QUANTIFIERS.values() else who
    thing = names.by_name.get(value)
    if thing is None or behind == end or words[here] in ("is", "are", "was", "were"):
        return [], at
    whole = indexed(thing, seat) if thing.per else thing.name
    if not whole:
        return [], at
    if thing.is_ in ("zone", "pile"):
        whole = f"count ( {whole} )"
    else:
        relation = ">=" if relation == "=" and number != "0" else relation
    test = [*_tokens(whole), relation, number]
    return ([who, "player", "p", "has", *test] if who in QUANTIFIERS.values() else test), behind


def _with(words: list[str], at: int, names: Names, nouns: Mapping[str, str], given: Mapping[str, str]) -> tuple[list[str], int]:
    """The words for `player with at least 3 coins`, and where they end."""
    relation, number, end = _quantity(words, at + 1)
    value, behind = _counted(words, end, names, nouns, given) if end > at + 1 else ("", at)
    thing = names.by_name.get(value)
    named = words[at - 1] not in names.by_name
    seat = words[at - 1] if named else "p"
    if thing is None or thing.per != ("player",):
        return [], at
    whole = f"count({value}[{seat}])" if thing.is_ in ("zone", "pile") else f"{value}({seat})"
    whole = f"{value}[{seat}]" if thing.is_ == "number" else whole
    return [*(() if named else (seat,)), "where", *_tokens(whole), ">=" if relation == "=" else relation, number], behind


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(text)


def _cards_in(words: list[str], at: int, names: Names, nouns: Mapping[str, str]) -> tuple[str, int]:
    """The zone of which `the cards in …` tells, and where these words end; "" where they are no such words."""
    begin = at + (words[at] == "the" and at + 1 < len(words))
    for noun in (("number", "of", "cards"), ("cards",)):
        behind = begin + len(noun)
        if tuple(words[begin:behind]) == noun and words[behind : behind + 1] and words[behind] in ("in", "of", "on"):
            place = behind + 1 + (words[behind + 1 : behind + 2] == ["the"])
            known = names.by_name.get(nouns.get(words[place], words[place])) if place + 1 < len(words) else None
            whole = indexed(known, names.seat()) if known is not None and known.is_ in ("zone", "pile") else ""
            end = (
                next((n + 1 for n in range(place, len(words)) if words[n] == "]"), place + 1)
                if "[" in words[place:]
                else place + 1
            )
            if whole and words[end : end + 1] and words[end] in HAVING:
                return whole if end == place + 1 else " ".join(words[place:end]), end
    return "", at


def _said_of(who: str, words: list[str], at: int, names: Names) -> tuple[list[str], int]:
    """The words for `nobody has folded`, where that is a condition of a player, and where they end; none where it is not."""
    here = at
    while here < len(words) and words[here] in (*HAVING, "been"):
        here += 1
    known = names.by_name.get(words[here]) if who and here < len(words) else None
    if (
        known is None
        or known.per != ("player",)
        or known.is_ not in ("condition", "function")
        or words[here + 1 : here + 2] == ["["]
    ):
        return [], at
    seat = "p" if who in QUANTIFIERS.values() else who
    marks = ("[", "]") if known.is_ == "condition" else ("(", ")")
    test = [known.name, marks[0], seat, marks[1]]
    if words[here + 1 : here + 2] == ["("]:
        return [], at
    return ([who, "player", "p", "has", *test] if who in QUANTIFIERS.values() else test), here + 1


def _subject(words: list[str], at: int, names: Names, nouns: Mapping[str, str]) -> tuple[str, int]:
    """Who is meant, as a seat or a word for some of them, and where the words for that end."""
    begin = at + (words[at] == "the" and at + 1 < len(words))
    for count in (2, 1):
        who = QUANTIFIERS.get(" ".join(words[begin : begin + count]))
        if who is not None:
            return who, begin + count
    word = nouns.get(words[begin], words[begin])
    known = names.by_name.get(word)
    return (word, begin + 1) if known is not None and known.is_ == "seat" else ("", at)


def _quantity(words: list[str], at: int) -> tuple[str, str, int]:
    """The relation and the number of a quantity, and where it ends; its beginning where none stands there."""
    for phrase, relation in other_words.QUANTITIES.items():
        wanted = phrase.split()
        number = ""
        for offset, word in enumerate(wanted):
            there = words[at + offset] if at + offset < len(words) else ""
            there = NUMERALS.get(there, there)
            if word == "N" and there.isdigit():
                number = there
            elif word != there:
                break
        else:
            return relation, number or "0", at + len(wanted)
    return "", "", at


def _counted(words: list[str], at: int, names: Names, nouns: Mapping[str, str], given: Mapping[str, str]) -> tuple[str, int]:
    """The name of what is counted in the noun that begins there, and where it ends: a number, or a zone whose cards are."""
    end = at
    value = ""
    while end < len(words) and end - at < MOST_OF_A_NOUN and words[end] not in ENDS:
        word = nouns.get(words[end], words[end])
        known = names.by_name.get(word)
        theirs = known is not None and known.is_ == "function" and known.per == ("player",)
        if known is not None and (theirs or known.is_ in ("number", "zone", "pile")):
            value = word
        elif words[end] in ("card", "cards"):
            value = value or given["hand"]
        elif known is not None:
            break
        end += 1
    return value, end if value else at


def _owned(item: Item, after: list[Item], names: Names) -> list[Item]:
    """A name in a condition, with the seat whose it is where none stands behind it."""
    known = names.by_name.get(item.text)
    theirs = known is not None and known.per == ("player",) and known.is_ not in ("phase", "function", "deck")
    if not theirs or not names.seat() or (after and after[0].text in ("[", "of")):
        return [item]
    return [item, *(Item(word, item.at, 0, False, True, True) for word in ("[", names.seat(), "]"))]


def _says(word: str) -> bool:
    """Whether a word that is no name says something to the language."""
    said = word in QUANTIFIERS or word in HAVING or means(word)
    return not word[0].isalpha() or (word not in ARTICLES and word not in idle() and said)


def _other_number(word: str) -> tuple[str, ...]:
    """The plural of a noun, or its singular."""
    if word.endswith("ves"):
        return word.removesuffix("s"), f"{word[:-3]}f", f"{word[:-3]}fe"
    return (word.removesuffix("s"),) if word.endswith("s") else (f"{word}s", f"{word}es")


def nouns_of(names: Names, given: Mapping[str, str]) -> dict[str, str]:
    """The nouns that stand for names of the ruleset: of rulebooks, of its own texts, and its names in the other number."""
    found = {word: given[hole] for hole, words in other_words.NOUNS.items() if given[hole] for word in words.split()}
    for each in names.known:
        if each.is_ in ("zone", "pile", "number", "piece", "enumeration", "board") and each.name not in given.values():
            found.update({word: each.name for word in _other_number(each.name) if word not in names.by_name})
    for each in (*names.known, *names.local):
        found.update({word: each.name for called in each.called for word in (called, *_other_number(called))})
    found |= {SPACE: given["board"]} if given["board"] else {}
    return {word: name for word, name in found.items() if word not in names.by_name or word == SPACE}


def _is_score(word: str, names: Names) -> bool:
    known = names.by_name.get(word)
    return known is not None and known.is_ == "number" and known.changes


def _die(names: Names) -> str:
    """The name of what a die shows, the nearest one; "" where none was rolled."""
    return next((each.name for each in names.local if each.of == DIE), "")
