"""Lets another program choose: it reads a line of JSON for each decision, and answers with a line of JSON.

The program is started when it is first asked, and goes on running: it may be asked for several seats and matches in turn, and
each line tells all that it needs. What it writes to its standard error is shown where it fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..interpreter import View, ZoneView, option_text
from ..interpreter.core.runtime_errors import written
from ..interpreter.view_text import card_name, place_name, row_cards, shown_name, zone_name
from ..program.ir import NOTHING, NamedValue, Place, Program
from . import Bot, BotFailed, Draw, Needs, Seconds, Situation, Text, option
from .core.processes import not_there, running, short

VERSION = 1
"""The number of the protocol, in every line."""

Json = str | int | bool | list[str] | None


@frozen
class Outside:
    """Lets another program choose, through lines of JSON."""

    needs: ClassVar[Needs] = Needs.VIEW

    command: str = option(Text("a command, as a shell would read it"), "", "the program, with its arguments", required=True)
    time: float = option(Seconds(0.01, 3600.0), 10.0, "the longest time for a choice")

    @property
    def program_started(self) -> str:
        """The command."""
        return self.command

    def unfit(self, program: Program) -> str:
        """Why the command cannot be run, as a clause; empty where it can."""
        return not_there(self.command)

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the option that the program chooses. Raises BotFailed where it ends, hangs or answers nonsense."""
        assert situation.view is not None
        options = [option_text(situation.game, situation.asked, each) for each in situation.asked.options]
        line = json.dumps(question(situation.program, situation.view, options, draw(2**32)), ensure_ascii=False)
        with running(self.command, self.command) as process:
            process.limit(self.time)
            process.ask(line)
            answer = process.line()
            index = chosen(answer, options)
            if index is None:
                wanted = f'expected `{{"choice": N}}` with N from 0 to {len(options) - 1}, or the text of an option'
                raise BotFailed(f"`{self.command}` answered `{short(answer)}`: {wanted}")
            return index


def question(program: Program, view: View, options: list[str], number: int) -> dict[str, object]:
    """What the program is asked: names are written as in the rules, `hand[Anne]`. *number* is random, from 0 to 2**32 - 1."""
    zones = {zone_name(program, zone.zone, zone.index): zone for zone in view.zones}
    seats = [each.name for each in program.seats]
    return {
        "rulerun": VERSION,
        "ruleset": program.ruleset,
        "variant": program.variant,
        "parameters": dict(program.parameters),
        "seats": seats,
        "seat": seats[view.seat],
        "zones": {name: _zone(program, zone) for name, zone in zones.items()},
        "values": dict(_values(program, view)),
        "options": options,
        "random": number,
    }


def _zone(program: Program, zone: ZoneView) -> dict[str, object]:
    """The number of cards in a zone, and the faces that the seat sees (None: it sees none) or knows to lie there."""
    row = program.zones[zone.zone].row

    def faces(kinds: tuple[int, ...]) -> list[str]:
        return [*row_cards(program, zone)] if row else [card_name(program, zone.zone, kind) for kind in kinds]

    return {
        "size": zone.size,
        "cards": None if zone.cards is None else faces(zone.cards),
        "known": [] if zone.cards is not None else faces(zone.known),
    }


def _values(program: Program, view: View) -> Iterator[tuple[str, Json]]:
    """The variables, scores and shown values that the seat sees, by name."""
    for place in view.places:
        if place.value is not None:
            yield place_name(program, place.place, place.index), _value(program, program.places[place.place], place.value)
    for one in view.shown:
        if one.value is not None:
            yield shown_name(program, one.shown, one.index), _value(program, program.shown[one.shown], one.value)


def _value(program: Program, declared: Place | NamedValue, value: int) -> Json:
    if value == NOTHING:
        return None
    if declared.truth:
        return bool(value)
    return value if declared.domain is None else written(program, declared.domain, value)


def chosen(answer: str, options: list[str]) -> int | None:
    """The index of the option that an answer chooses, by its index or by its text; None where it chooses none."""
    try:
        told: object = json.loads(answer)
    except (ValueError, RecursionError):
        return None
    choice = told.get("choice") if isinstance(told, dict) else None
    if isinstance(choice, str) and choice in options:
        return options.index(choice)
    return choice if isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < len(options) else None


BOT: Bot = Outside()
