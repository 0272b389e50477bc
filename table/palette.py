"""How the seats, values, pieces and cards of one ruleset are written: by its colours and signs, else by its words."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from ..program.colours import COLOURS
from ..program.ir import SEAT_DOMAIN, Look, Program
from .styles import SEATS, StyledRun, StyledText, TextStyle, ground, on, seat_style_of, shorts

PLAIN = TextStyle(bold=True)


@frozen
class Palette:
    """What is written how in one language: *seats* by number; *colours* (`#rrggbb`) and *signs* by domain and value; *pieces*
    (their colours) and *marks* (their signs) by place; *words* that are written on a colour, in lower case; *faces* of cards by
    deck and kind, where signs say all that is printed on them; *figures* by domain (None: places) and value.
    """

    seats: tuple[TextStyle, ...]
    colours: Mapping[tuple[int, int], str]
    signs: Mapping[tuple[int, int], str]
    pieces: Mapping[int, str]
    marks: Mapping[int, str]
    words: Mapping[str, str]
    faces: Mapping[tuple[int, int], StyledText]
    figures: Mapping[tuple[int | None, int], str]

    def coloured(self, label: str) -> StyledText:
        """The label, each word that has a colour written on it."""
        runs: list[StyledRun] = []
        for position, word in enumerate(label.split(" ")):
            if position:
                runs.append(StyledRun(" "))
            colour = self.words.get(word.strip(",;()").casefold())
            runs.append(StyledRun(word, on(colour) if colour else TextStyle()))
        return tuple(runs)

    def card(self, program: Program, deck: int, kind: int, language: str) -> StyledText:
        """What is written on a card: its face, else its label. Where that is colours alone, each is a field."""
        if (deck, kind) in self.faces:
            return self.faces[deck, kind]
        label = program.domains[program.decks[deck].domain].label(kind, language)
        words = self.coloured(label)
        fields = tuple(run for run in words if run.text != " ")
        if len(fields) < 2 or any(run.style.ground is None for run in fields):
            return words
        return tuple(StyledRun(f" {run.text} ", run.style) for run in fields)

    def value_ink(self, program: Program, domain: int, value: int) -> TextStyle:
        """The style of a value of a domain: on its colour, else one that tells the values of a small domain apart."""
        if domain == SEAT_DOMAIN:
            return self.seats[value]
        colour = self.colours.get((domain, value))
        if colour is not None:
            return on(colour, bold=True)
        declared = program.domains[domain]
        few = len(declared.labels) <= len(SEATS)
        return TextStyle(colour=SEATS[-1 - (value - declared.low) % len(SEATS)], bold=True) if few else PLAIN


def palette(program: Program, language: str) -> Palette:
    """The palette of a Program in a language."""
    return program.cached(_palette, language)


def _palette(program: Program, language: str) -> Palette:
    looks = program.hints.looks
    given = {(look.domain, look.value): COLOURS[look.colour] for look in looks if look.domain is not None and look.colour}
    colours = {
        (number, domain.low + at): colour
        for number, domain in enumerate(program.domains)
        for at, words in enumerate(domain.labels)
        if (colour := given.get((number, domain.low + at)) or ground(words.plain))
    }
    signs = {(look.domain, look.value): look.sign.say(language) for look in looks if look.domain is not None and look.sign}
    words = dict(COLOURS)
    for (number, value), colour in colours.items():
        for tongue in ("", language):
            words[program.domains[number].label(value, tongue).casefold()] = colour
    return Palette(
        seats=tuple(
            on(colours[SEAT_DOMAIN, seat], bold=True) if (SEAT_DOMAIN, seat) in colours else seat_style_of(seat)
            for seat in range(len(program.seats))
        ),
        colours=colours,
        signs=signs,
        pieces={look.value: COLOURS[look.colour] for look in looks if look.domain is None and look.colour},
        marks={look.value: look.sign.say(language) for look in looks if look.domain is None and look.sign},
        words=words,
        faces={
            (number, kind): face
            for number, deck in enumerate(program.decks)
            for kind, face in enumerate(_faces(program, deck.domain, colours, signs))
            if face
        },
        figures={(each.domain, each.value): each.figure for each in program.hints.drawing.figures},
    )


def _faces(
    program: Program, domain: int, colours: Mapping[tuple[int, int], str], signs: Mapping[tuple[int, int], str]
) -> list[StyledText]:
    """For each kind of card of a domain the signs and numbers of its label, on their colours; nothing where a word has no sign.

    Words that all labels have in common, such as `of`, are left out.
    """
    meant = {program.domains[number].label(value): (number, value) for number, value in signs}
    labels = [words.plain.split(" ") for words in program.domains[domain].labels]
    common = set(labels[0]).intersection(*labels) if len(labels) > 1 else set[str]()
    found: list[StyledText] = []
    for label in labels:
        words = [word for word in label if word not in common]
        if not any(word in meant for word in words) or not all(word in meant or word.isdecimal() for word in words):
            found.append(())
            continue
        grounds = [colours.get(meant[word]) if word in meant else None for word in words]
        own = {colour for colour in grounds if colour is not None}
        several = len(own) > 1
        whole = on(next(iter(own)), bold=True) if len(own) == 1 else PLAIN
        texts = [signs[meant[word]] if word in meant else word for word in words]
        if several:  # the colours side by side, with a blank around them: one card, not one for each
            texts[0], texts[-1] = f" {texts[0]}", f"{texts[-1]} "
        styles = [on(colour, bold=True) if colour and several else whole for colour in grounds]
        found.append(tuple(map(StyledRun, texts, styles)))
    return found


def coloured(program: Program, colours: Mapping[int, str]) -> Program:
    """The Program whose seats are drawn in these colours, which are named."""
    looks = program.hints.looks
    signs = {look.value: look.sign for look in looks if look.domain == SEAT_DOMAIN}
    own = tuple(Look(SEAT_DOMAIN, seat, colour, signs.get(seat)) for seat, colour in colours.items())
    kept = tuple(look for look in looks if look.domain != SEAT_DOMAIN or look.value not in colours)
    return evolve(program, hints=evolve(program.hints, looks=(*kept, *own)))


def sign_of(program: Program, domain: int, value: int, language: str) -> str:
    """A short name for a value of a domain: its sign, else one made of its name."""
    own = palette(program, language).signs.get((domain, value))
    if own is not None:
        return own
    declared = program.domains[domain]
    return shorts([words.say(language) for words in declared.labels])[value - declared.low]
