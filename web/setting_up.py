"""Setting a table: what is asked before a match, and the match that follows from the answers."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from ..dsl.compile import compile_ruleset
from ..dsl.describe import ParameterSurvey
from ..dsl.settings import WrongSetting, check_parameters, settle_language, settle_players, settle_variant
from ..dsl.text.files import read_source
from ..dsl.text.source import Source
from ..dsl.text.suggestions import listed
from ..program.colours import COLOURS
from ..program.ir import Program
from ..session.catalogue import CatalogueEntry
from ..session.levels import GOOD, LEVELS
from ..session.seating import HUMAN, Seating, settle_names
from .settings import TableSettings

OPEN, ME = "open", "me"
"""Who may sit at a seat, beside the levels of bots."""
MOST_PATIENCE = 24 * 3600
SET = "set-"
"""Stands before the name of a parameter in a form."""


@frozen
class Wish:
    """How a game is to be played: the settings of its rules, and for each seat, counted from 1, who is to sit there."""

    game: CatalogueEntry
    variant: str
    players: int
    parameters: Mapping[str, str]
    language: str
    seats: tuple[str, ...]
    name: str = ""
    colour: str = ""
    hints: bool = False
    patience: int = 0

    @classmethod
    def of(cls, game: CatalogueEntry, form: Mapping[str, str], language: str) -> Wish:
        """What a form says, with what is usual where it says nothing. Raises WrongSetting."""
        survey = game.survey
        variant = settle_variant(survey, form.get("variant"))
        wanted = form.get("players", "")
        players = settle_players(survey, variant, int(wanted) if wanted.isdecimal() and len(wanted) < 9 else None)
        parameters = {each.name: form.get(SET + each.name, each.default).strip() for each in survey.parameters}
        check_parameters(survey, parameters)
        asked = form.get("language") or (language if language in survey.languages else "")
        usual = [ME, *[OPEN if players == 2 else GOOD] * players]
        seats = tuple(form.get(f"seat-{at}", usual[at - 1]) for at in range(1, players + 1))
        unknown = next((each for each in seats if each not in (ME, OPEN, *LEVELS)), None)
        if unknown is not None:
            raise WrongSetting(f"nobody sits as `{unknown}`: {listed((ME, OPEN, *LEVELS))}")
        patience = form.get("patience", "0")
        return cls(
            game,
            variant,
            players,
            parameters,
            settle_language(survey.name, survey.languages, asked),
            seats,
            form.get("name", "").strip(),
            form.get("colour", ""),
            form.get("hints") == "yes",
            min(int(patience), MOST_PATIENCE) if patience.isdecimal() and len(patience) < 9 else 0,
        )


def program_of(wish: Wish) -> tuple[Program, Source]:
    """The rules as wished. Raises WrongSetting."""
    source, faults = read_source(wish.game.path)
    if source is None or faults:
        raise WrongSetting("; ".join(each.message for each in faults[:1]))
    return program_by(wish, source), source


def program_by(wish: Wish, source: Source) -> Program:
    """The rules in *source* as wished. Raises WrongSetting."""
    usual = {each.name: each.default for each in wish.game.survey.parameters}
    changed = {name: value for name, value in wish.parameters.items() if value != usual[name]}
    found = compile_ruleset(source, wish.variant, wish.players, changed)
    if found.program is None:
        raise WrongSetting("; ".join(each.message for each in found.diagnostics[:1]))
    return found.program


def seated(wish: Wish, program: Program) -> tuple[TableSettings, Seating, int | None]:
    """Who sits where, what the host has settled, and the host's own seat (None: none). Raises WrongSetting."""
    who = dict(zip(program.players, wish.seats, strict=False))
    own = next((seat for seat, each in who.items() if each == ME), None)
    sitters = {seat: HUMAN if each in (ME, OPEN) else each for seat, each in who.items()}
    names = {} if own is None or not wish.name else with_name(program, {}, sitters, own, wish.name)
    seating = Seating.of(sitters, names)
    colours = {} if own is None else chosen_colour(own, wish.colour)
    settings = TableSettings(wish.language, seating.people, wish.hints, wish.patience, colours)
    return settings, seating, own


def with_name(program: Program, names: Mapping[int, str], sitters: Mapping[int, str], seat: int, name: str) -> dict[int, str]:
    """The *names* where somebody at a seat is called so, or `NAME 2` and so on where another is. Raises WrongSetting."""
    at = program.players.index(seat) + 1
    faults = []
    for wanted in (name, *(f"{name} {number}" for number in range(2, 2 + len(program.seats)))):
        try:
            return settle_names(program, [f"{at}={wanted}"], names, sitters)
        except WrongSetting as fault:
            faults.append(fault)
    raise faults[0]


def chosen_colour(seat: int, colour: str) -> dict[int, str]:
    """The colour that somebody chose for a seat; nothing where it is none."""
    return {seat: colour} if colour in COLOURS else {}


def renamed(
    settings: TableSettings, seating: Seating, program: Program, seat: int, name: str, colour: str
) -> tuple[TableSettings, Seating]:
    """The same where somebody at a seat has another name and colour. Raises WrongSetting."""
    sitters = dict.fromkeys(seating.people, HUMAN)
    names = with_name(program, seating.names, sitters, seat, name.strip() or program.seats[seat].name)
    others = {each: held for each, held in settings.colours.items() if each != seat}
    return evolve(settings, colours={**others, **chosen_colour(seat, colour)}), evolve(seating, names=names)


def dial_choices(dial: ParameterSurvey) -> tuple[str, ...] | None:
    """The values of a parameter that can be listed; None where it is a number from a long range."""
    if dial.choices is not None:
        return dial.choices
    if dial.low is not None and dial.high is not None and dial.high - dial.low < 30:
        return tuple(map(str, range(dial.low, dial.high + 1)))
    return None
