"""Sentences of rulebooks in words of the language: the verb says what is done, the nouns with what, by whom and whereto."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from ..sentences.lines import Start
from . import rulebook_words as rulebook
from .clauses import Clause, Said
from .costs import stem
from .deeds import DEEDS
from .names import FUNCTION, NUMBER, PILE, SEAT, VALUE, ZONE, Known, Names, introduced
from .nearest import MOST_READ
from .noun_phrases import CARD, PLAYER, PRINT, Scene, phrases
from .other_words import NUMERALS
from .parts import TOKEN, printed
from .states import condition
from .values import Values

UNNAMED = ("kind", "phase", "text", FUNCTION, VALUE)
"""What a sentence need not name, though its suggestion does."""

IFS = {
    "if": "if",
    "when": "if",
    "whenever": "if",
    "once": "if",
    "unless": "if not",
    "until": "repeat until",
    "while": "repeat while",
}

MOST_STRANGE = 1

AT_ONCE = frozenset(("together", "simultaneously", "secretly", "same"))
"""Words for what all do at once."""

MOST = frozenset(("most", "highest", "fewest", "least", "lowest", "largest", "best"))


def said(text: str, start: Start, names: Names) -> Said | None:
    """What a line says in words of the language; None where it cannot be told."""
    scene = Scene(names)
    words = [NUMERALS.get(each, each) if each not in names.by_name else each for each in TOKEN.findall(text)]
    while words and words[-1] in (".", ";", "!", ":"):
        words.pop()
    found = _said(words, start, scene) if 0 < len(words) <= MOST_READ else None
    if found is None or not _holds(found, start, names):
        return None
    named = {known.name for each in words if (known := scene.known(each)) is not None} | set(words)
    used = {
        each for line in found.lines for each in TOKEN.findall(line) if each in names.by_name and scene.is_(each) not in UNNAMED
    }
    return evolve(found, whole=used <= named)


def _holds(found: Said, start: Start, names: Names) -> bool:
    """Whether the lines can be read, with names of the ruleset in their places."""
    for number, text in enumerate(found.lines):
        starts = (Start.HEADING,) if found.below and not number else (start, Start.SENTENCE, Start.HEADING)
        above = found.lines[number - 1] + ":" * found.below if number else ""
        known = Names(names.known, (*introduced(above, names, found.below), *names.local)) if number else names
        line = Values(text, known)
        node = next((node for each in starts if (node := line.parsed(text, each)) is not None), None)
        if node is None:
            return False
        own = next(each for each in starts if line.parsed(text, each) is not None)
        if line.unknown(text, own) or line.misfits(node):
            return False
    return True


def _said(words: list[str], start: Start, scene: Scene) -> Said | None:
    low = [each.casefold() for each in words]
    if start is Start.EXPRESSION:
        found = condition(words, scene)
        return Said((found,)) if found else None
    while low and low[0] in ("then", "now", "next", "finally") and words[0] not in scene.names.by_name and len(low) > 1:
        words, low = words[1:], low[1:]
    if not low:
        return None
    if start is Start.SENTENCE and len(low) <= 2 and (run := _phase(low, scene)):
        return Said((f"do {run}",))
    words = _one_of(_as_many(words, low, scene))
    low = [each.casefold() for each in words]
    if low[:2] == ["only", "if"] or low[:2] == ["only", "when"]:
        end = low.index("because") if "because" in low else len(low)
        test = condition(words[2:end], scene)
        reason = f" because {' '.join(words[end + 1 :])}" if end < len(low) - 1 else ""
        return Said((f"only if {test}{reason}",)) if test else None
    repeated = low[0] in ("repeat", "play", "continue") and len(low) > 1 and low[1] in ("until", "while", "till")
    if "must" in low and (test := condition([each for each in words if each.casefold() != "must"], scene)):
        return Said((f"only if {test}",))
    if low[0] in IFS or repeated:
        head = {"until": "repeat until", "till": "repeat until", "while": "repeat while"}[low[1]] if repeated else IFS[low[0]]
        return _headed(head, words[1 + repeated :], start, scene)
    at = next(
        (
            at
            for at, each in enumerate(low)
            if at and each in ("if", "when", "once", "until", "as") and (each != "as" or low[at : at + 3] == ["as", "soon", "as"])
        ),
        0,
    )
    if at and start is Start.HEADING and low[at] in ("until", "as"):
        test = condition(words[at + (3 if low[at] == "as" else 1) :], scene)
        return Said((f"repeat {'until' if low[at] == 'until' else 'while'} {test}",)) if test else None
    if at:
        head = "repeat until" if low[at] == "until" else "if"
        test = condition(words[at + (3 if low[at] == "as" else 1) :], scene)
        body = _said(words[:at], Start.SENTENCE, scene) if test else None
        if body is not None and len(body.lines) == 1:
            return Said((f"{head} {test}", body.lines[0]), True)
    for at in (at for at, each in enumerate(low) if at and each in ("and", "then", ";", ",") and start is Start.SENTENCE):
        rest = words[at + 1 + (low[at + 1 : at + 2] in (["then"], ["and"])) :]
        first = _clause(words[:at], scene) if _verb_at(rest) else None
        second = _clause(rest, scene) if first is not None and not first.below else None
        if first is not None and second is not None and not second.below:
            return Said((*first.lines, *second.lines))
    if start is Start.OPTION:
        return _option(words, scene)
    return _loop(words, low, start, scene) or _assigned(words, scene) or _clause(words, scene)


def _verb_at(words: list[str]) -> bool:
    """Whether a sentence begins there with its verb."""
    return bool(words) and bool(_verbs(words[0].casefold()))


def _option(words: list[str], scene: Scene) -> Said | None:
    """An option with so many cards, `sell up to 2 cards from hand[me]`."""
    behind = next(
        (
            at
            for at, each in enumerate(words)
            if at and (each.casefold() in ("a", "an", "up", "any", "one", "the") or each.isdigit())
        ),
        0,
    )
    nouns, strange = phrases(words[behind:], scene) if behind else ([], 0)
    thing = next((each for each in nouns if each.is_ == CARD and not each.role), None)
    zone = next((each for each in nouns if each.is_ in (ZONE, PILE) and each.role in ("from", "of", "to", "in")), None)
    if thing is None or strange or len(nouns) > 2 or not (zone or thing.who or scene.given["hand"]):
        return None
    name = " ".join(words[:behind])
    source = (
        scene.of(zone.value, scene.me)
        if zone is not None
        else thing.who
        if scene.is_(thing.who.partition("[")[0]) in (ZONE, PILE)
        else scene.hand(scene.me)
    )
    if thing.count in ("", "1") and "cards" not in words:
        return Said((f"{name} card from {source}",))
    counts = f"1..{thing.count}" if thing.bound == "<=" else thing.count or "1..3"
    return Said((f"{name} {counts} cards c from {source} as chosen",))


def _assigned(words: list[str], scene: Scene) -> Said | None:
    """A name that is set to what the words behind `=` describe."""
    if "=" not in words[1:-1]:
        return None
    at = words.index("=")
    value = _value(words[at + 1 :], scene)
    return Said((f"{printed(words[:at])} = {value}",)) if value else None


def _value(words: list[str], scene: Scene) -> str:
    """What words describe: whoever has most of something, what is printed on the card."""
    nouns, strange = phrases(words, scene)
    low = {each.casefold() for each in words}
    if nouns and nouns[0].is_ == PLAYER and low & MOST and len(nouns) > 1:
        what = next((each for each in nouns[1:] if each.is_ in (NUMBER, FUNCTION) and each.value), None)
        functions = [each.name for each in scene.names.that_are(FUNCTION) if each.per == ("player",)]
        cards = next((each for each in nouns[1:] if each.is_ in (CARD, ZONE)), None)
        key = (
            scene.of(what.value, "p")
            if what is not None and what.is_ == NUMBER
            else f"{what.value}(p)"
            if what is not None
            else ""
        )
        if cards is not None and not key:
            key = f"count({scene.hand('p')})" if low & {"most", "fewest", "least"} else f"{functions[0]}(p)" if functions else ""
        order = "" if low & {"fewest", "least", "lowest"} else "highest "
        return f"first player p in order of {order}{key}" if key else ""
    return nouns[0].value if len(nouns) == 1 and nouns[0].is_ == PRINT and strange <= MOST_STRANGE else ""


def _phase(low: list[str], scene: Scene) -> str:
    """The phase that a word is, or is the verb of."""
    stems = {stem(each) for each in low if each not in ("the", "do", "go")}
    phases = [
        each
        for each in scene.names.that_are("phase")
        if {stem(each.name)} & stems and not each.per and stem(each.name) != each.name
    ]
    return phases[0].name if phases else ""


def _one_of(words: list[str]) -> list[str]:
    """The words with `one of their cards` as `a card`."""
    low = [each.casefold() for each in words]
    at = next((at for at in range(len(low) - 3) if low[at : at + 2] == ["one", "of"] and low[at + 3] == "cards"), -1)
    return words if at < 0 else [*words[:at], "a", "card", *words[at + 4 :]]


def _as_many(words: list[str], low: list[str], scene: Scene) -> list[str]:
    """The words with `as many spaces as the die shows` as so many spaces."""
    at = next((at for at in range(len(low) - 3) if low[at] == "as" and low[at + 1] in ("many", "much")), -1)
    end = low.index("as", at + 2) if at >= 0 and "as" in low[at + 2 :] else -1
    if end < 0:
        return words
    told, _ = phrases(words[end + 1 :], scene)
    value = next((each.value for each in told if each.value and each.is_ != CARD), "")
    if {"die", "dice", "roll", "rolled"} & set(low[end:]):
        value = scene.die()
    elif any(each.is_ == CARD for each in told) and scene.number_printed():
        return [*words[:at], "card", ".", scene.number_printed(), *words[at + 2 : end]]
    return [*words[:at], value, *words[at + 2 : end]] if value else words


def _headed(head: str, words: list[str], start: Start, scene: Scene) -> Said | None:
    """A condition in front of a list, or of a sentence on the same line."""
    for at in (*(at for at, each in enumerate(words) if each in (",", "then")), len(words)):
        test = condition(words[:at], scene)
        if not test:
            continue
        test = f"not ({test})" if head == "if not" else test
        line = f"{head.removesuffix(' not')} {test}"
        rest = words[at + 1 :]
        if not rest:
            return Said((line,))
        body = _said(rest, Start.SENTENCE, scene)
        if body is not None and len(body.lines) == 1:
            return Said((line, body.lines[0]), True)
    return None


def _loop(words: list[str], low: list[str], start: Start, scene: Scene) -> Said | None:
    """A heading in somebody's own words: a loop over players or rounds, a menu."""
    if start is not Start.HEADING:
        return None
    nouns, _ = phrases(words, scene)
    kinds = {each.is_ for each in nouns}
    of_whom = next((at for at, each in enumerate(low) if at and each in ("with", "who", "that", "having")), 0)
    if of_whom and {"player", "players", "everyone"} & set(low[:of_whom]):
        name = next((each for each in words[:of_whom] if each in ("p", "q", "me")), "p")
        told = Scene(Names(scene.names.known, (Known(name, SEAT), *scene.names.local)))
        test = condition([name, "has", *words[of_whom + 1 + (low[of_whom + 1 : of_whom + 2] in (["has"], ["have"])) :]], told)
        return Said((f"for each player {name} where {test}",)) if test else None
    counted = next((each for each in nouns if each.count and each.is_ in ("round", "turn", NUMBER, "", "game")), None)
    everybody = any(each.is_ == PLAYER and (each.who == "each" or each.whole or "players" in low) for each in nouns)
    who = next((each for each in nouns if each.is_ == SEAT or (each.is_ == PLAYER and not each.whole)), None)
    may = {"may", "can", "might", "could"} & set(low)
    if everybody and any(each.is_ == PLAYER and each.marks & {"other"} for each in nouns) and scene.me:
        return Said((f"for each player q where q != {scene.me}",))
    if everybody and "action" not in kinds and not may:
        begun = [each for each in nouns if each.is_ == SEAT]
        if AT_ONCE & set(low):
            return Said(("together, each player p",))
        line = "for each player p" + (
            f" starting with {begun[0].value}"
            if begun and {"starting", "from", "start", "beginning", "begins"} & set(low)
            else ""
        )
        return Said((line,))
    if "action" in kinds or {"either", "following", "whether"} & set(low) or (may and "turn" in kinds and low[-1] in may):
        seat = who.value if who is not None and who.value else scene.me
        return Said((f"{seat} chooses one",)) if seat else None
    if counted is not None and low[0] in ("play", "for", "do", "repeat", "take", "there", "loop", "the"):
        return Said((f"repeat {counted.count} times",))
    return None


@cache
def _verbs(word: str) -> frozenset[str]:
    """What a verb can mean."""
    own = {word, stem(word)}
    return frozenset(name for name, words in rulebook.VERBS.items() if any(own & {each, stem(each)} for each in words.split()))


def _clause(words: list[str], scene: Scene) -> Said | None:
    """A sentence with one verb."""
    low = [each.casefold() for each in words]
    named = [scene.names.by_name.get(each) for each in words[low.index("as") + 1 :]] if "as" in low else []
    if ("as" in low and not any(each is not None and each.changes for each in named)) or {"may", "can", "might", "could"} & set(
        low
    ):
        return None
    places = [at for at, each in enumerate(low) if _verbs(each) and not _is_noun(words, low, at, scene)]
    if not places:
        return None
    at = places[0]
    told = _value(words[: places[-1]], scene) if MOST & set(low[: places[-1]]) else ""
    if at and {"who", "whoever"} & set(low[: at - 1]):
        words, low, at = ["winner", *words[places[-1] :]], ["winner", *low[places[-1] :]], 1
        places = [1]
    elif at and low[at - 1] in ("who", "whoever", "that"):
        if not places[1:]:
            return None
        words, low = ["winner", *words[places[1] :]], ["winner", *low[places[1] :]]
        places = [each - places[1] + 1 for each in places[1:]]
        at = 1
    verbs = _verbs(low[at])
    passive = "be" in verbs and len(places) > 1 and places[1] <= at + 2
    if passive:
        verbs, end = _verbs(low[places[1]]), places[1] + 1
    else:
        end = at + 1
    before, strange = phrases(words[:at], scene)
    after, more = phrases(words[end:], scene)
    if strange or more > MOST_STRANGE:
        return None
    if passive and not any(each.is_ in (PLAYER, SEAT) for each in before):
        before, after = [], [*before, *after]
    clause = Clause(scene, verbs, before, after, frozenset(low), told)
    if len(before) > 1 and "be" not in verbs and not any(each.is_ in (PLAYER, SEAT) for each in before):
        return None
    for said_ in DEEDS:
        found = said_(clause)
        if found is not None:
            if clause.everybody and not found.below and any("[p]" in each or each.startswith("p ") for each in found.lines):
                head = "together, each player p" if clause.words & AT_ONCE else "for each player p"
                return Said((head, found.lines[0]), True) if len(found.lines) == 1 else None
            return found
    return None


def _is_noun(words: list[str], low: list[str], at: int, scene: Scene) -> bool:
    """Whether a word that may be a verb is a noun there."""
    known = scene.names.by_name.get(words[at])
    if known is not None and known.is_ not in ("phase", "text", FUNCTION, "kind") and at and low[at - 1] != "to":
        return True
    behind_article = bool(at) and (
        low[at - 1] in ("a", "an", "the", "your", "his", "their", "next", "of", "another", "last", "this")
        or low[at - 1].isdigit()
    )
    return behind_article or (
        known is not None
        and known.is_ not in ("phase", "text", "kind", FUNCTION)
        and bool(at) is False
        and low[1:2] in (["is"], ["="], ["["])
    )
