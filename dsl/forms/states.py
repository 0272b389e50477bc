"""Conditions of rulebooks (`only one player has cards`, `the deck is empty`) in words of the language."""

from __future__ import annotations

from collections.abc import Sequence

from ..sentences.lines import Start
from . import rulebook_words as rulebook
from .names import BOARD, CONDITION, ELEMENT, FUNCTION, NUMBER, PIECE, PILE, SEAT, SPACE, ZONE, Known
from .noun_phrases import CARD, PLAYER, PRINT, Phrase, Scene, phrases
from .other_words import NUMERALS
from .parts import printed
from .values import Values

QUANTIFIERS = {"any": "any player p has {}", "no": "no player p has {}", "each": "every player p has {}"}
NOT = frozenset(("not", "no", "never", "without", "cannot"))
LINKS = ("and", "or")


def condition(words: Sequence[str], scene: Scene) -> str:
    """A condition in words of the language; "" where it cannot be told."""
    key = tuple(words)
    if key not in scene.conditions:
        scene.conditions[key] = _condition(key, scene)
    return scene.conditions[key]


def _condition(words: tuple[str, ...], scene: Scene) -> str:
    """The same, for words that were not asked about before."""
    if not words:
        return ""
    text = printed(list(words))
    line = Values(text, scene.names)
    node = line.parsed(text, Start.EXPRESSION)
    if words[0].isdigit() and all(each.isalpha() for each in words[1:]) and node is None and not {"and", "or"} & set(words):
        counted, _ = phrases(words, scene)
        return counted[0].count if len(counted) == 1 and counted[0].count == words[0] else ""
    if node is not None and not line.unknown(text, Start.EXPRESSION) and not line.misfits(node):
        return text if scene.names.by_name.get(text) is None or scene.is_(text) in (CONDITION, FUNCTION) else ""
    for at, word in enumerate(words):
        more = word == "or" and words[at + 1 : at + 2] and words[at + 1].casefold() in rulebook.BEHIND
        if word not in LINKS or more:
            continue
        second = condition(words[at + 1 :], scene)
        first = condition(words[:at], scene) if second else ""
        if first:
            return f"{first} {word} {second}"
    if words[0] == "not":
        inner = condition(words[1:], scene)
        return f"not ({inner})" if inner else ""
    return _state(words, scene)


def _state(words: Sequence[str], scene: Scene) -> str:
    """One clause: who or what, and what is said of it."""
    verbs = (
        rulebook.HAVE
        | rulebook.REACH
        | rulebook.FOLLOW
        | {"rolls", "roll", "rolled", "runs", "run", "remains", "remain", "afford", "cost", "costs", "shows"}
    )
    at = next((at for at, word in enumerate(words) if at and word.casefold() in verbs and not _is_noun(words, at)), -1)
    if at < 0:
        return ""
    if words[0].casefold() == "there":
        nouns, strange = phrases(
            [word for word in words[at + 1 :] if word.casefold() not in NOT | {"any", "still", "left"}], scene
        )
        zone = next(
            (
                scene.of(each.value or each.who, scene.me)
                for each in nouns
                if each.is_ in (ZONE, PILE) or (each.is_ == CARD and each.who)
            ),
            "",
        )
        zone = zone or scene.given["stock"] * any(each.is_ == CARD for each in nouns)
        none = bool(NOT & {word.casefold() for word in words})
        return f"{zone} is {'' if none else 'not '}empty" if zone and not strange else ""
    thrown = {"rolled", "thrown"} & {word.casefold() for word in words}
    number = next((word for word in words if word.isdigit()), "")
    if thrown and number and scene.die():
        return f"{scene.die()} = {number}"
    subjects, strange = phrases(words[:at], scene)
    subject = next((each for each in subjects if each.role != "of"), None)
    if words[at + 1 : at + 2] and words[at].casefold() in ("has", "have", "had") and words[at + 1].casefold() in rulebook.REACH:
        at += 1
    verb, rest = words[at].casefold(), [word for word in words[at + 1 :] if word not in ("been", "now", "already", "still")]
    if subject is None or strange > 1:
        return ""
    denied = bool(NOT & {word.casefold() for word in rest})
    rest = [word for word in rest if word.casefold() not in NOT]
    low = {word.casefold() for word in rest}
    if "afford" in low or verb == "afford":
        return _afforded(scene)
    told = (
        scene.told([word.casefold() for word in (*words[:at], *rest)]) if subject.is_ in ("game", PIECE, PLAYER, SEAT) else None
    )
    if told is not None and verb in IS:
        return _told(told, subject, denied, scene)
    if subject.is_ == PIECE and verb in rulebook.REACH:
        seat = "p" if subject.count or subject.marks else scene.me
        nouns, _ = phrases(rest, scene)
        goal = next((each.count or each.value for each in nouns if each.is_ != BOARD and (each.count or each.value)), "")
        known = scene.names.by_name[subject.value.partition("[")[0]]
        test = f"{scene.of(subject.value, seat)} = {goal or f'last_space({known.of})'}"
        return f"any player p has {test}" if seat == "p" else test
    if subject.is_ in ("board", "space") and (subject.whole or subject.count):
        on = scene.on_spaces(subject.value)
        if on is not None and low & (rulebook.SOLD | rulebook.HELD):
            sign = "=" if bool(low & rulebook.SOLD) != denied else "!="
            board = on.per[0].removeprefix("space of ")
            return f"{'every' if subject.whole else 'any'} s in {board} has {on.name}[s] {sign} nothing"
    if subject.is_ == PLAYER or subject.is_ == SEAT:
        return _of_players(subject, verb, rest, denied, words[:at], scene)
    lying = next((scene.of(each.value, scene.me) for each in subjects if each.is_ in (ZONE, PILE)), "")
    if lying or (subject.is_ == CARD and subject.who not in ("", "own")):
        zone = lying or (subject.who if subject.is_ == CARD else scene.of(subject.value, scene.me))
        if low & rulebook.SPENT or verb in ("runs", "run") or (denied and low <= {"cards", "card", "left", "more", "any"}):
            return f"{zone} is {'not ' * (denied and 'cards' not in low)}empty"
        return _counted(f"count({zone})", rest, denied, scene, exact=True)
    if subject.is_ == SPACE:
        owners = scene.owners(scene.board_of(subject.value)) or getattr(scene.on_spaces(), "name", "")
        nouns, _ = phrases(rest, scene)
        holder = next((each.value or scene.me for each in nouns if each.is_ in (PLAYER, SEAT)), "")
        if owners and (low & (rulebook.SOLD | rulebook.HELD) or holder):
            free = bool(low & rulebook.SOLD) != (denied and not holder)
            return f"{owners}[{subject.value}] {'!=' if (denied if holder else not free) else '='} {holder or 'nothing'}"
    if subject.is_ in (CARD, "it"):
        return _of_card(verb, rest, low, denied, scene)
    if scene.die() and (subject.is_ == "die" or subject.value == scene.die()):
        return _counted(scene.die(), rest, denied, scene, exact=True)
    if subject.is_ in (NUMBER, PRINT):
        return _counted(
            subject.value if subject.is_ == PRINT else scene.of(subject.value, scene.me),
            rest,
            denied,
            scene,
            exact=verb in ("is", "are"),
        )
    return ""


IS = ("is", "are")


def _told(told: Known, subject: Phrase, denied: bool, scene: Scene) -> str:
    """A condition of the ruleset's own, of the game or of a player."""
    several = bool(subject.count) or subject.who in QUANTIFIERS
    seat = "p" if several else subject.value if subject.is_ == SEAT else scene.me
    test = f"{'not ' * denied}{scene.of(told.name, seat)}"
    return QUANTIFIERS.get(subject.who, QUANTIFIERS["any"]).format(test) if told.per and several else test


def _afforded(scene: Scene) -> str:
    coins, printed_ = scene.of(scene.score(True), scene.me), scene.number_printed()
    return f"{coins} >= card.{printed_}" if coins and printed_ else ""


def _is_noun(words: Sequence[str], at: int) -> bool:
    return words[at - 1].casefold() in ("a", "an", "the", "your", "of")


def _of_players(subject: Phrase, verb: str, rest: list[str], denied: bool, front: Sequence[str], scene: Scene) -> str:
    """What is said of a player, or of how many players."""
    several = subject.count or ("1" if subject.marks & {"only"} else "")
    who = (
        "any"
        if subject.is_ == PLAYER and several == "1" and "only" not in {w.casefold() for w in front} and "exactly" not in front
        else subject.who
    )
    who = "any" if verb in ("has", "reaches", "gets", "hits") and front[:1] and front[0].casefold() == "a" else who
    many = several and who != "any"
    seat = scene.me if subject.is_ == PLAYER and who in ("me", "", "role") and not many else subject.value or "p"
    if "any" in subject.marks or "other" in subject.marks or who == "other":
        who, seat = "any", "p"
    if subject.marks & {"each", "every", "all"}:
        who, seat = "each", "p"
    if who in QUANTIFIERS or many:
        seat = "p"
    test = _said_of(seat, verb, rest, denied, scene)
    if not test:
        return ""
    if many:
        relation = {"": "="}.get(subject.bound, subject.bound)
        return f"(number of player p where {test}) {relation} {several}"
    return QUANTIFIERS[who].format(test) if who in QUANTIFIERS else test


def _said_of(seat: str, verb: str, rest: list[str], denied: bool, scene: Scene) -> str:
    """What is said of one seat."""
    nouns, strange = phrases(rest, scene)
    low = {word.casefold() for word in rest}
    noun = next((each for each in nouns if each.is_ != NUMBER or each.count != each.value), None)
    if verb.startswith("roll"):
        return _counted(scene.die(), rest, denied, scene, exact=True) if scene.die() else ""
    number = next((each for each in nouns if each.is_ in (NUMBER, PRINT) and each.value), None)
    end = {"end", "finish", "goal", "last"} & {word.casefold() for word in rest}
    piece = next((each for each in scene.names.that_are(PIECE)), None)
    if end and piece is not None and verb not in rulebook.HAVE:
        return f"{scene.of(piece.name, seat)} = last_space({piece.of})" if piece.of else ""
    if not number and low & rulebook.LEFT and verb in ("is", "are", "has", "remains", "remain", "stays"):
        alive = next(
            (each for each in scene.names.that_are(FUNCTION, CONDITION) if each.name in rulebook.ALIVE and each.per), None
        )
        return (
            (scene.of(alive.name, seat) if alive is not None else f"{scene.hand(seat)} is not empty")
            if alive or scene.hand(seat)
            else ""
        )
    if verb in rulebook.REACH - {"is", "are"} and number is None and len(nouns) == 1 and nouns[0].count and scene.score():
        return f"{scene.of(scene.score(), seat)} >= {nouns[0].count}"
    if (
        verb in rulebook.REACH - {"is", "are"}
        and number is not None
        and scene.of(number.value, seat) == number.value
        and len(nouns) == 1
        and scene.score()
    ):
        return f"{scene.of(scene.score(), seat)} >= {number.value}"
    if strange or (noun is None and number is None):
        return ""
    cards = noun is not None and (noun.is_ in (CARD, ZONE, PILE))
    if cards and noun is not None:
        zone = scene.of(noun.value, seat) if noun.is_ in (ZONE, PILE) and noun.value else scene.hand(seat)
        if not zone:
            return ""
        if denied:
            return f"{zone} is empty"
        if not noun.count:
            return f"{zone} is not empty"
        return f"count({zone}) {noun.bound or '='} {noun.count}"
    own = next(
        (each for each in nouns if each.is_ in (NUMBER, CONDITION, FUNCTION) and scene.of(each.value, seat) != each.value), None
    )
    if own is not None:
        value = scene.of(own.value, seat)
        best = own.marks & {"most", "highest", "least", "fewest", "lowest"}
        if best:
            return f"every player q has {value} {'>=' if best & {'most', 'highest'} else '<='} {scene.of(own.value, 'q')}"
        if own.is_ == CONDITION:
            return f"not {value}" if denied else value
        other = next((each for each in nouns if each is not own and each.is_ in (NUMBER, PRINT) and each.value), None)
        amount = own.count or ("" if other is None else other.value)
        if denied:
            return f"{value} = 0"
        return f"{value} {own.bound or ('>=' if amount else '>')} {amount or 0}"
    return ""


def _counted(value: str, rest: list[str], denied: bool, scene: Scene, exact: bool = False) -> str:
    """A value compared with what stands behind it."""
    nouns, _ = phrases(rest, scene)
    other = next((each for each in nouns if each.value or each.count), None)
    if other is None:
        return f"{value} = 0" if denied else ""
    amount = other.count or other.value
    return f"{value} {'!=' if denied else other.bound or ('=' if exact else '>=')} {amount}" if amount else ""


def _of_card(verb: str, rest: list[str], low: set[str], denied: bool, scene: Scene) -> str:
    """`the card is an eight`, `card follows suit`."""
    sign = "!=" if denied else "="
    if verb in ("cost", "costs") and scene.number_printed():
        return _counted(f"card.{scene.number_printed()}", rest, denied, scene, exact=True)
    for word in rest:
        known = scene.names.by_name.get(word) or scene.known(word)
        if known is not None and known.is_ == ELEMENT:
            return f"card.{known.of} {sign} {known.name}"
    if verb in rulebook.FOLLOW:
        wanted = next((each for word in rest if (each := scene.known(word)) is not None and each.is_ == "enumeration"), None)
        if wanted is not None:
            held = scene.holding(wanted.name)
            return f"card.{wanted.name} {sign} {held}" if held else ""
    for word in rest:
        if word.isdigit() or word in NUMERALS:
            printed_ = scene.number_printed()
            return f"card.{printed_} {sign} {NUMERALS.get(word, word)}" if printed_ else ""
    return ""
