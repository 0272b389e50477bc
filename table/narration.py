"""Tells single events, names and results in the game's own words; `story.py` makes lines of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import evolve

from ..interpreter import State, option_text, outcome
from ..interpreter.core import events
from ..interpreter.game import Game
from ..interpreter.match.match import Match, Settled
from ..interpreter.outcome import Paid
from ..interpreter.possible_kinds import kinds_text
from ..interpreter.view_text import marks_text
from ..program.ir import NOTHING, Extent, Program, Words
from ..program.number_text import number_text, with_minus
from ..program.rounds import Counted, counted
from ..program.wording import spaced
from .options import ask_at
from .phrases import card_count, listed, phrase

EVERYBODY = -1
"""Given in place of a seat: a listener who learns only what every seat may learn."""


def hear(program: Program, event: events.Event, listener: int) -> events.Happening | None:
    """What the listener learns of an event; None when that is nothing."""
    if listener != EVERYBODY:
        return events.heard(program, event, listener)
    match event:
        case events.Held():
            return None
        case events.Released(happening=happening):
            return common(program, happening)
        case _:
            return common(program, event)


def common(program: Program, happening: events.Happening) -> events.Happening | None:
    """What every seat learns of a happening; None when some seat learns nothing."""
    versions = [events.heard(program, happening, seat) for seat in range(len(program.seats))]
    public = happening
    for version in versions:
        match version, public:
            case None, _:
                return None
            case events.CardMoved(kind=None), events.CardMoved():
                public = evolve(public, kind=None)
            case events.Revealed(faces=None), events.Revealed():
                public = evolve(public, faces=None)
            case events.Rotated(faces=shown), events.Rotated(faces=faces):
                both = tuple(cards if each is not None else None for each, cards in zip(shown, faces, strict=True))
                public = evolve(public, faces=both)
            case events.Told(marks=None), events.Told():
                public = version
            case events.Chosen(option=masked), events.Chosen(option=option):
                pairs = zip(masked.arguments, option.arguments, strict=True)
                arguments = tuple(NOTHING if NOTHING in pair else pair[1] for pair in pairs)
                code = -1 if masked.code < 0 else option.code
                public = evolve(public, option=evolve(option, arguments=arguments, code=code))
    return public


def tell(game: Game, happening: events.Happening, language: str) -> str:
    """One line for one happening; empty when it is not worth a line."""
    program = game.program
    match happening:
        case events.Chosen(actor, stop, option):
            whole = option.code >= 0
            text = option_text(game, stop, option, language) if whole else heard_part(program, stop, option, language)
            return f"{program.seat_name(actor, language)}: {text}"
        case events.CardMoved(source=source, stays=True) if happening.shown:
            shown = cards_text(program, [happening], language)
            return phrase(language, "shows", instance_name(program, source, language), shown)
        case events.CardMoved():
            return tell_moves(program, [happening], language)
        case events.Shuffled(zone):
            return phrase(language, "shuffled", instance_name(program, zone, language))
        case events.Revealed(faces=events.Faces(loose, (), ())) if not any(loose):
            return ""
        case events.Revealed(zone, faces):
            cards = "?" if faces is None else faces_text(program, zone, faces, language)
            return phrase(language, "shows", instance_name(program, zone, language), cards)
        case events.Rotated(zones):
            ring = " → ".join(instance_name(program, zone, language) for zone in (*zones, zones[0]))
            return ring if len(zones) > 2 else ring.replace(" → ", " ⇄ ", 1).rpartition(" → ")[0]
        case events.Told(zone, deck, kinds, marks, to):
            if marks is None:
                return learns(program, to, [instance_name(program, zone, language)], language)
            what = kinds_text(program, deck, kinds, language) if kinds else phrase(language, "nothing")
            return phrase(language, "told", instance_name(program, zone, language), what, marks_text(marks))
        case events.Changed(place, index, old, new):
            return tell_change(program, place, index, old, new, language)
        case events.Picked(name, domain, value):
            return f"{phrase(language, 'chance')}: {word(program, name, language)} {value_text(program, domain, value, language)}"
        case events.Said():
            return with_minus(happening.text(language))
        case events.Ended():
            return phrase(language, "over")
        case _:
            assert_never(happening)


def learns(program: Program, seat: int | None, zones: Sequence[str], language: str) -> str:
    """That a seat was told something of zones, for those who only hear that it was."""
    whom = "" if seat is None else program.seat_name(seat, language)
    return phrase(language, "learns", whom, listed(language, zones))


def heard_part(program: Program, stop: int, option: events.Option, language: str) -> str:
    """A partly hidden option as text: its name and the arguments that are not hidden."""
    ask = ask_at(program, stop)
    if ask is None:
        return option.name
    alternative = ask.alternatives[option.alternative]
    words = [alternative.name.say(language)] if alternative.name.plain else []
    for parameter, argument in zip(alternative.parameters, option.arguments, strict=True):
        if not alternative.name.plain:
            words.append(parameter.name.say(language))
        if argument != NOTHING:
            words.append(value_text(program, parameter.domain, argument, language))
    return spaced(words, language)


def tell_moves(program: Program, moves: list[events.CardMoved], language: str) -> str:
    """A line for cards that moved between the same two zones: from where, to where, which ones."""
    source = instance_name(program, moves[0].source, language)
    target = instance_name(program, moves[0].target, language)
    return f"{source} → {target}: {cards_text(program, moves, language)}"


def cards_text(program: Program, moves: list[events.CardMoved], language: str) -> str:
    """The cards that moved, and how many more whose faces are not seen."""
    kinds = [move.kind for move in moves if move.kind is not None]
    domain = program.decks[moves[0].deck].domain
    faces = [value_text(program, domain, kind, language) for kind in kinds]
    hidden = len(moves) - len(kinds)
    if hidden:
        faces.append(card_count(language, hidden))
    return ", ".join(faces)


def tell_change(program: Program, place: int, index: tuple[int, ...], old: int, new: int, language: str) -> str:
    """The value of a place before and after; of a truth value only the new one; empty when nothing changed."""
    if old == new:
        return ""
    declared = program.places[place]
    name = heading(declared.name, language) + index_text(program, place, index, language)
    if declared.truth:
        return f"{name}: {'✓' if new else '✗'}"
    before = value_text(program, declared.domain, old, language)
    return f"{name}: {before} → {value_text(program, declared.domain, new, language)}"


def index_text(program: Program, place: int, index: tuple[int, ...], language: str) -> str:
    """` (Anne, 3)` for a place with indices, empty for one without."""
    extents = program.places[place].extents
    labels = [value_text(program, extent.domain, value, language) for extent, value in zip(extents, index, strict=True)]
    return f" ({', '.join(labels)})" if labels else ""


def index_labels(
    program: Program, extents: Sequence[Extent], index: tuple[int, ...], language: str, by: int | None = None
) -> list[str]:
    """Each index in words; a seat that is known from the context (*by*) is left out."""
    return [
        value_text(program, extent.domain, at, language)
        for extent, at in zip(extents, index, strict=True)
        if by is None or extent.domain is None or program.domains[extent.domain].label(at) != program.seats[by].name
    ]


def instance_name(program: Program, instance: events.Instance, language: str) -> str:
    """`hand (Anne)`."""
    zone = program.zones[instance.zone]
    labels = index_labels(program, zone.extents, instance.index, language)
    return heading(zone.name, language) + (f" ({', '.join(labels)})" if labels else "")


def zone_words(program: Program, instance: events.Instance, language: str, by: int | None = None) -> str:
    """`hand Anne`, as a story names it; just `hand` where it is known that it is that of the seat *by*."""
    zone = program.zones[instance.zone]
    return spaced([heading(zone.name, language), *index_labels(program, zone.extents, instance.index, language, by)], language)


def faces_text(program: Program, instance: events.Instance, faces: events.Faces, language: str) -> str:
    """The cards of a zone, the topmost first."""
    domain = program.decks[program.zones[instance.zone].deck].domain
    loose = [kind for kind, copies in enumerate(faces.loose) for _ in range(copies)]
    kinds = [*reversed(faces.top), *loose, *faces.bottom]
    return ", ".join(value_text(program, domain, kind, language) for kind in kinds) or phrase(language, "no cards")


def heading(name: Words, language: str) -> str:
    """A name of the rules with blanks in place of underscores."""
    return name.say(language).replace("_", " ")


def value_text(program: Program, domain: int | None, value: int, language: str) -> str:
    """A value as people write it: its label (blanks for underscores), a number, or a dash for nothing."""
    if value == NOTHING:
        return phrase(language, "nothing")
    if domain is None:
        return number_text(value)
    return program.domains[domain].label(value, language).replace("_", " ")


def word(program: Program, name: str, language: str) -> str:
    """A name of the rules in that language; unchanged where the ruleset does not translate it."""
    for key, words in program.texts:
        if key == name:
            return words.say(language) or name
    return name


def phase_words(program: Program, phase: int, language: str) -> str:
    """The name of a phase, by its number, as people read it."""
    return word(program, program.phases[phase].name, language).replace("_", " ")


def pass_words(loop: Counted, turn: int, language: str) -> str:
    """`round 2 of 5`; `round 2` where it depends how many there are."""
    name = heading(loop.name, language)
    return f"{name} {turn}" if loop.passes is None else phrase(language, "pass of", name, turn, loop.passes)


Part = tuple[Counted, int]
"""A pass of a loop, by its number, from 1."""


def part_of(program: Program, state: State) -> Part | None:
    """In which pass of which loop a match is, where that loop has loops in it; None where it is in no such loop."""
    passes = [(loop, state.slots[loop.slot]) for loop in counted(program) if state.slots[loop.slot]]
    return passes[0] if len(passes) > 1 else None


def course_words(program: Program, state: State, language: str) -> str:
    """`stage 2 of 5, round 3 of 5`: how far a match has come; "" where no loop is counted, or it has not begun."""
    passes = ((loop, state.slots[loop.slot]) for loop in counted(program))
    return ", ".join(pass_words(loop, turn, language) for loop, turn in passes if turn)


def title_line(match: Match, language: str) -> str:
    """One line that says what is played: title, variant unless the title says that in some language, number of players, and the
    seed, if any.
    """
    program = match.program
    count = len(program.players)
    parts = [program.title.say(language)]
    titles = (program.title.plain, *(said for _, said in program.title.translations))
    if program.variant and not any(program.variant.replace("_", " ") in title.casefold() for title in titles):
        parts.append(program.variant)  # else the title says it
    parts.append(f"{count} {phrase(language, 'player' if count == 1 else 'players')}")
    seed = match.header.chance.seed
    if seed is not None:
        parts.append(f"{phrase(language, 'seed')} {seed}")
    return " · ".join(parts)


def result_lines(match: Match, language: str) -> Iterator[str]:
    """Who won, then each seat with its place and, where the rules declare one, its score or payoff.

    Where the rules only say who wins, nobody has a place: seats are told only for what they scored or are paid, winners first.
    """
    game = match.game
    program = match.program
    end, declared = outcome(game, match.state), program.outcome
    yield winners_text(program, end.winners, language)
    found = dict(scores(program, end.scores, end.payoff)) if declared.payoff or declared.score else {}
    if not declared.ranking and not found:
        return
    order = sorted(range(len(program.seats)), key=lambda seat: (end.places[seat], seat))
    names = [program.seat_name(seat, language) for seat in order]
    wide = max(map(len, names))
    for seat, name in zip(order, names, strict=True):
        called = program.seats[seat].name
        score = number_text(found[called]) if called in found else ""
        place = f"{end.places[seat]}. " if declared.ranking else ""
        yield f"  {place}{name:<{wide}}  {score:>4}".rstrip()


def winners_text(program: Program, winners: tuple[int, ...], language: str) -> str:
    """Who won, as `Anne wins`, `Anne and Bob win` or `nobody wins`."""
    if not winners:
        return phrase(language, "nobody wins")
    names = listed(language, [program.seat_name(seat, language) for seat in winners])
    return phrase(language, "wins" if len(winners) == 1 else "win", names)


def decisions_text(count: int, language: str) -> str:
    """So many decisions, in words."""
    return phrase(language, "one decision") if count == 1 else phrase(language, "decisions", count)


def settled_text(reason: Settled, name: str, language: str) -> str:
    """Why the seat of that name cannot take its last choice back."""
    match reason:
        case Settled.OVER:
            return phrase(language, "final")
        case Settled.NOTHING:
            return phrase(language, "nothing chosen", name)
        case Settled.CHANCE:
            return phrase(language, "chance since", name)
        case Settled.CARDS:
            return phrase(language, "cards since", name)
        case Settled.OTHERS:
            return phrase(language, "others since", name)
        case _:
            assert_never(reason)


def scores(program: Program, declared: tuple[int | None, ...], payoff: tuple[Paid, ...]) -> list[tuple[str, Paid]]:
    """Each seat's name with its declared score, else its payoff; a seat that has neither is left out."""
    paid = dict(zip(program.players, payoff, strict=True))
    found: list[tuple[str, Paid]] = []
    for index, (seat, score) in enumerate(zip(program.seats, declared, strict=True)):
        number = score if score is not None else paid.get(index)
        if number is not None:
            found.append((seat.name, number))
    return found
