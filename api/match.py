"""A match in words: what is asked, answers by their text, what each seat sees, why something cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from attrs import frozen

from ..bots import seated
from ..dsl.text.source import Source
from ..dsl.text.suggestions import nearest
from ..interpreter import Decision, ZoneView, outcome, view
from ..interpreter.core.runtime_errors import written
from ..interpreter.game import Game
from ..interpreter.match import match as matches
from ..interpreter.match.history import standing
from ..interpreter.match.records import Answer
from ..interpreter.view_text import card_name, lines, place_name, row_cards, shown_name, zone_name
from ..program.ir import NOTHING, NamedValue, Place, Program
from ..session.bots import think
from ..session.events import Numbered
from ..session.question import Question
from ..session.seating import Seating
from ..session.session import Session
from ..table.narration import scores
from ..table.options import option_names
from ..table.scene import Scene
from ..table.story import flat, passages, plain

Value = str | int | bool | None
"""What a variable holds: a number, yes or no, the name of an element; None where it is nothing."""


@frozen
class View:
    """What one seat sees; names are written as in the rules, `hand[Anne]`.

    `sizes` are the numbers of cards in all zones, `cards` the faces in those zones whose faces the seat sees, `known` the
    faces that it knows to lie in the others; of a row each card in its place, with what the seat was told of it. `values` are
    the variables and scores that it sees, `shown` what the ruleset shows beside them (`show:`). `asked` are the seats that are
    asked now, `options` what the seat itself may choose. `str(view)` is all of that as text, but for what is `shown`.
    """

    seat: str
    sizes: dict[str, int]
    cards: dict[str, tuple[str, ...]]
    known: dict[str, tuple[str, ...]]
    values: dict[str, Value]
    shown: dict[str, Value]
    asked: tuple[str, ...]
    options: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        """All that the seat sees, a line for each thing."""
        return self.text


class Match:
    """One playing of a ruleset. Chance is drawn from a seed or a key; its holder answers for the seats, or lets bots do it.

    A seat is given by its name or by its number, counted from 0 in the order of `program.seats`. Made by `Ruleset.match`.
    """

    def __init__(self, playing: matches.Match, source: Source, language: str) -> None:
        """The match where *playing* stands, chance answered. Raises PlayError when the rules fail before anybody is asked."""
        self._session = Session(playing, source, language, Seating(()), {})
        self.language = language

    @property
    def _playing(self) -> matches.Match:
        return self._session.match

    @property
    def program(self) -> Program:
        """The rules that are played."""
        return self._playing.program

    @property
    def _game(self) -> Game:
        return self._playing.game

    @property
    def seed(self) -> int | None:
        """The seed of chance and of the bots; None where they draw from keys, which the record keeps."""
        return self._playing.header.chance.seed

    @property
    def asked(self) -> tuple[str, ...]:
        """The names of the seats that are asked now: several where all decide at once, none when the match is over."""
        return tuple(self._name(seat) for seat in self._session.asked)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._session.is_over

    def options(self, seat: str | int | None = None) -> tuple[str, ...]:
        """What *seat* may choose now, in the match's language; without a seat, what the one seat that is asked may.

        Raises ValueError when it is not asked, or when several are asked and none is named.
        """
        return tuple(names[0] for names in self._names(self._decision(seat)))

    def advance(self, option: str | int, seat: str | int | None = None) -> tuple[str, ...]:
        """Let *seat* choose the option of that text, or of that index in `options`; chance answers what follows.

        Comes back with what the seat then hears, a line for each thing that happens. Raises ValueError for what is not on
        offer, with the reason, and PlayError when the rules fail: the match then stands behind the last choice, of a seat or of
        chance, that could be made.
        """
        asked = self._decision(seat)
        begun = len(self._playing.course)
        self._choose(asked.actor, asked.options[self._index(asked, option)].code)
        return self._heard(begun, asked.actor)

    def play(self, bots: str | Sequence[str] = "random") -> tuple[str, ...]:
        """Let bots play the match to its end: one name for all seats that decide, or one for each, in their order.

        Comes back with what everybody may hear, a line for each thing that happens. The choices are those that
        `rulerun play --bots` makes with the same seed. Raises UnknownBot (a LookupError), ValueError for another number of
        bots, PlayError, and RuntimeError where a bot does not choose: the match then stands where that bot was asked.
        """
        players = self.program.players
        names = [bots] * len(players) if isinstance(bots, str) else list(bots)
        if len(names) != len(players):
            raise ValueError(f"expected one bot for all or {len(players)} for the {len(players)} that decide, found {len(names)}")
        sitting = {seat: seated(name, self.program) for seat, name in zip(players, names, strict=True)}
        begun = len(self._playing.course)
        while asked := self._session.asked:
            task = self._session.task(asked[0], sitting[asked[0]])
            self._session.give(task, think(task, sitting[asked[0]]))
        return self._heard(begun, None)

    def undo(self, seat: str | int | None = None) -> None:
        """Take back the last choice of *seat*, and all that came after; without a seat, that of the seat that chose last.

        Raises ValueError, with the reason, where there is none, where chance has had its say since, or where the seat has
        seen a new face since.
        """
        if seat is None:
            last = next((each for each in reversed(standing(self._playing.entries)) if isinstance(each, Answer)), None)
            if last is None:
                raise ValueError("nobody has chosen anything yet")
            seat = last.seat
        reason = self._session.undo(self._seat(seat))
        if reason is not None:
            raise ValueError(reason)

    def view(self, seat: str | int) -> View:
        """What *seat* sees now. Raises ValueError when there is no such seat."""
        program, number = self.program, self._seat(seat)
        seen = view(self._game, self._playing.state, number)
        zones = {zone_name(program, zone.zone, zone.index): zone for zone in seen.zones}
        return View(
            seat=self._name(number),
            sizes={name: zone.size for name, zone in zones.items()},
            cards={name: _cards(program, zone, zone.cards) for name, zone in zones.items() if zone.cards is not None},
            known={
                name: _cards(program, zone, zone.known)
                for name, zone in zones.items()
                if zone.cards is None and (zone.known or any(zone.among))
            },
            values={
                place_name(program, place.place, place.index): _value(program, program.places[place.place], place.value)
                for place in seen.places
                if place.value is not None
            },
            shown={
                shown_name(program, one.shown, one.index): _value(program, program.shown[one.shown], one.value)
                for one in seen.shown
                if one.value is not None
            },
            asked=self.asked,
            options=() if seen.decision is None else tuple(names[0] for names in self._names(seen.decision)),
            text="\n".join(lines(self._game, seen)),
        )

    def why(self, option: str = "", seat: str | int | None = None) -> str:
        """Why *seat* cannot choose that now, in the words and with the line that `why` at the terminal gives; without an option,
        all that is not on offer, a line for each reason. Raises ValueError when the seat is not asked.
        """
        asked = self._decision(seat)
        return "\n".join("".join(part.text for part in line) for line in self._session.why(asked.actor, option))

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who win as the match stands; before its end this is who is ahead, where the rules tell."""
        return tuple(self._name(seat) for seat in outcome(self._game, self._playing.state).winners)

    @property
    def scores(self) -> dict[str, int | Fraction]:
        """The score of each seat as the match stands, by name; the payoff, which may be a fraction, where the rules declare no
        score.
        """
        end = outcome(self._game, self._playing.state)
        return dict(scores(self.program, end.scores, end.payoff))

    @property
    def record(self) -> bytes:
        """The record of the match so far, as `replay` and `rulerun replay` read it: JSON lines in UTF-8."""
        return self._session.record

    def save(self, path: str | Path) -> None:
        """Write the record to a new file. Raises FileExistsError where *path* is taken, and OSError."""
        with Path(path).open("xb") as file:
            file.write(self.record)

    def __repr__(self) -> str:
        """The ruleset, the seed and where the match stands."""
        stand = "over" if self.over else f"{', '.join(self.asked)} to choose"
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"<Match of {self.program.ruleset}{seed}: {stand}>"

    def question(self, seat: str | int) -> Question | None:
        """What *seat* is asked, with the number of the question and the code of each option; None where it is asked nothing."""
        return self._session.question(self._seat(seat))

    def events(self, seat: str | int | None, after: int = 0) -> tuple[Numbered, ...]:
        """What *seat* (None: a spectator) has heard since the event of that number, the lines of the story in it."""
        return self._session.events(None if seat is None else self._seat(seat), after)

    def scene(self, seat: str | int | None) -> Scene:
        """What *seat* is shown, as typed values with ids of all that can be pointed at; None: what a spectator may see."""
        return self._session.scene(None if seat is None else self._seat(seat))

    def _repr_html_(self) -> str:
        """The table as all may see it, for notebooks."""
        from ..drawing.page import fragment
        from ..drawing.table import table_html

        return fragment(table_html(self.scene(None)))

    # -------------------------------------------------------------------------------------------------------- inside

    def _choose(self, seat: int, code: int) -> None:
        self._session.choose(seat, self._session.number(seat), code)

    def _name(self, seat: int) -> str:
        return self.program.seats[seat].name

    def _seat(self, seat: str | int) -> int:
        names = [each.name for each in self.program.seats]
        if isinstance(seat, str):
            if seat not in names:
                raise ValueError(f"there is no seat `{seat}`{nearest(seat, names)}")
            return names.index(seat)
        if not 0 <= seat < len(names):
            raise ValueError(f"there is no seat {seat}; the seats are 0 to {len(names) - 1}")
        return seat

    def _decision(self, seat: str | int | None) -> Decision:
        asked = self._session.asked
        if not asked:
            raise ValueError("the match is over: nobody is asked anything")
        if seat is None:
            if len(asked) > 1:
                raise ValueError(f"several seats are asked at once: say which of {', '.join(self.asked)}")
            return self._session.decision(asked[0])
        number = self._seat(seat)
        if number not in asked:
            raise ValueError(f"{self._name(number)} is not asked now; asked: {', '.join(self.asked)}")
        return self._session.decision(number)

    def _names(self, asked: Decision) -> tuple[tuple[str, ...], ...]:
        return option_names(self._game, asked, self.language)

    def _index(self, asked: Decision, option: str | int) -> int:
        if isinstance(option, int):
            if not 0 <= option < len(asked.options):
                raise ValueError(f"there is no option {option} among {len(asked.options)}")
            return option
        for index, names in enumerate(self._names(asked)):
            if option in names:
                return index
        raise ValueError(self.why(option, asked.actor))

    def _heard(self, begun: int, seat: int | None) -> tuple[str, ...]:
        """What the seat (None: everybody) heard of the turns from that one on."""
        told = self._session.groups(seat)
        earlier = len(tuple(passages(self._playing.course[:begun])))
        return tuple([plain(line) for line in flat(told[earlier:])])


def _value(program: Program, declared: Place | NamedValue, value: int) -> Value:
    """The value as Python has it."""
    if value == NOTHING:
        return None
    if declared.truth:
        return bool(value)
    return value if declared.domain is None else written(program, declared.domain, value)


def _cards(program: Program, zone: ZoneView, kinds: tuple[int, ...]) -> tuple[str, ...]:
    """The cards of a zone as they are written: of a row all of them, each in its place."""
    if program.zones[zone.zone].row:
        return row_cards(program, zone)
    return tuple(card_name(program, zone.zone, kind) for kind in kinds)
