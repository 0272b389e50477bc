"""What is asked before a match, where the command line does not say it: each question with its choices and what is offered first.

Nothing here draws or reads keys: whoever asks shows a `SetupQuestion`, and gives the `Start` back with the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from attrs import evolve, field, frozen

from ..dsl.describe import ParameterSurvey
from ..dsl.settings import allowed_players
from ..dsl.text.suggestions import nearest
from ..program.ir import Program
from ..table.matching import clipped
from ..table.phrases import phrase, with_its_comma
from .catalogue import CatalogueEntry, folded
from .levels import GOOD, LEVELS, is_lacking, thinking_time
from .seating import HUMAN

DIAL = "set "
"""Stands before the name of a parameter in the key of its question."""

USUAL, OTHERS = "usual", "others"
"""Parameters stay as the rules say, or are asked for one by one."""

TRUTHS = ("yes", "no")
"""The values of a parameter that is so or not; each is a phrase."""

MOST_CHOICES = 20
"""A number from a longer range is typed and not picked."""


class Key(Enum):
    """What is asked, but for parameters: the key of one is its name behind `DIAL`."""

    GAME = "game"
    VARIANT = "variant"
    PLAYERS = "players"
    SETTINGS = "settings"
    SEATS = "seats"
    LEVEL = "level"


@frozen
class Choice:
    """An answer as it is given (*value*) and as people read it; *note* says more of it, *brief* the most needful of that."""

    value: str
    text: str
    note: str = ""
    brief: str = ""


@frozen
class SetupQuestion:
    """What is asked: the *key* of its answer, its *text*, its choices, the value that is offered first.

    With *several* more than one choice may be given, with commas between. Where there are no choices it is a number from *low* to
    *high*.
    """

    key: str
    text: str
    choices: tuple[Choice, ...]
    first: str
    several: bool = False
    low: int = 0
    high: int = 0

    @property
    def numbered(self) -> bool:
        """Whether choices are picked by their numbers too: they say something else than is typed."""
        return any(each.value != each.text or each.note for each in self.choices)

    def read(self, typed: str) -> str:
        """The answer that is meant by what was typed: the number of a choice, or its value or text, or a beginning of these that
        no other has. Raises ValueError, with what may be typed.
        """
        parts = typed.split(",") if self.several else [typed]
        return ",".join(dict.fromkeys(self._one(part.strip()) for part in parts))

    def _one(self, typed: str) -> str:
        if not self.choices:
            if not typed.lstrip("-").isdecimal() or not self.low <= int(typed) <= self.high:
                raise ValueError(f"{self.low} … {self.high}")
            return str(int(typed))
        values = [each.value for each in self.choices]
        by_name = {folded(name): each.value for each in self.choices for name in (each.text, each.value) if folded(name)}
        wanted = folded(typed)
        if typed in values or wanted in by_name:
            return typed if typed in values else by_name[wanted]
        if self.numbered and typed.isdecimal() and 1 <= int(typed) <= len(values):
            return values[int(typed) - 1]
        begun = dict.fromkeys(value for name, value in by_name.items() if wanted and name.startswith(wanted))
        if len(begun) == 1:
            return next(iter(begun))
        known = [each.text for each in self.choices]
        raise ValueError(f"`{clipped(typed)}` is none of these{nearest(typed[:60], known)}")


@frozen
class Start:
    """The answers so far, by their keys, and the *last* ones, which are offered first: of every game by its name, and under ""
    the game itself.
    """

    games: tuple[CatalogueEntry, ...]
    language: str
    last: Mapping[str, Mapping[str, str]] = field(factory=dict)
    answers: Mapping[str, str] = field(factory=dict)

    @property
    def game(self) -> CatalogueEntry | None:
        """The game that was picked."""
        return next((each for each in self.games if str(each.path) == self.answers.get(Key.GAME.value)), None)

    def answered(self, key: str, value: str) -> Start:
        """With one answer more."""
        return evolve(self, answers={**self.answers, key: value})

    @property
    def settled(self) -> bool:
        """Whether it is known what is played, so that the names of its seats can be given to `seats`."""
        return self.rules() is None

    def rules(self) -> SetupQuestion | None:
        """The next question about what is played; None when all are answered."""
        game = self.game
        if game is None:
            return self._game()
        if (variants := self._variant(game)) is not None:
            return variants
        if Key.PLAYERS.value not in self.answers:
            allowed = [str(count) for count in allowed_players(game.survey, self.answers.get(Key.VARIANT.value, ""))]
            if len(allowed) > 1:
                return self._question(Key.PLAYERS.value, "ask players", [Choice(each, each) for each in allowed], allowed[0])
        left = [dial for dial in game.survey.parameters if DIAL + dial.name not in self.answers]
        if left and Key.SETTINGS.value not in self.answers:
            return self._settings(left)
        return self._dial(left[0]) if left and self.answers[Key.SETTINGS.value] == OTHERS else None

    def seats(self, program: Program) -> SetupQuestion | None:
        """The next question about who plays the game that is settled; None when all are answered."""
        names = [Choice(str(at), program.seat_name(seat, self.language)) for at, seat in enumerate(program.players, 1)]
        if Key.SEATS.value not in self.answers:
            return evolve(self._question(Key.SEATS.value, "ask seats", names, "1"), several=True)
        if len(self.answers[Key.SEATS.value].split(",")) < len(names) and Key.LEVEL.value not in self.answers:
            levels = [Choice(each, phrase(self.language, each), self._pace(program, each)) for each in LEVELS]
            return self._question(Key.LEVEL.value, "ask level", levels, GOOD)
        return None

    def _pace(self, program: Program, level: str) -> str:
        """How long a bot of that level takes, in words, or that there is none."""
        if is_lacking(program, level):
            return phrase(self.language, "no good opponent yet")
        seconds = thinking_time(program, level)
        if seconds is None:
            return phrase(self.language, "answers at once")
        return phrase(self.language, "thinks for", with_its_comma(f"{seconds:g}", self.language))

    def _game(self) -> SetupQuestion:
        listed = [
            Choice(str(each.path), each.survey.title.say(self.language), self._about(each), self._number(each))
            for each in self.games
        ]
        first = self.last.get("", {}).get(Key.GAME.value, "")
        known = [each.value for each in listed]
        return SetupQuestion(
            Key.GAME.value, phrase(self.language, "ask game"), tuple(listed), first if first in known else known[0]
        )

    def _number(self, game: CatalogueEntry) -> str:
        """`2-5 players`."""
        return f"{counts(game.survey.players)} {phrase(self.language, 'players')}"

    def _about(self, game: CatalogueEntry) -> str:
        survey = game.survey
        variants = sum(bool(each.name) for each in survey.variants)
        parts = [self._number(game)]
        parts += [phrase(self.language, "variants", variants)] if variants else []
        parts += [survey.about.say(self.language)] if survey.about.say(self.language) else []
        return " · ".join(parts)

    def _variant(self, game: CatalogueEntry) -> SetupQuestion | None:
        if Key.VARIANT.value in self.answers:
            return None
        named = [Choice(each.name, each.title.say(self.language)) for each in game.survey.variants if each.name]
        if not named:
            return None
        return self._question(Key.VARIANT.value, "ask variant", [Choice("", phrase(self.language, "as it stands")), *named], "")

    def _settings(self, dials: Sequence[ParameterSurvey]) -> SetupQuestion:
        """Whether anything is set otherwise than the rules say."""
        usual = ", ".join(f"{self._spoken(dial.name)}: {self._spoken(dial.default)}" for dial in dials)
        as_ruled = Choice(USUAL, phrase(self.language, "usual settings"), usual)
        listed = [as_ruled, Choice(OTHERS, phrase(self.language, "set them"))]
        return self._question(Key.SETTINGS.value, "ask settings", listed, USUAL)

    def _dial(self, dial: ParameterSurvey) -> SetupQuestion:
        key, low, high = DIAL + dial.name, dial.low, dial.high
        choices = dial.choices
        if choices is None and low is not None and high is not None and high - low < MOST_CHOICES:
            choices = tuple(str(number) for number in range(low, high + 1))
        listed = [Choice(each, self._spoken(each)) for each in choices or ()]
        asked = self._question(key, "ask dial", listed, dial.default, self._spoken(dial.name))
        return asked if choices else evolve(asked, low=low or 0, high=high or 0)

    def _spoken(self, name: str) -> str:
        """A parameter, or a value of one, as people read it."""
        if name in TRUTHS:
            return phrase(self.language, name)
        named = {} if self.game is None else dict(self.game.survey.names)
        return (named[name].say(self.language) if name in named else name).replace("_", " ")

    def _question(self, key: str, text: str, choices: Sequence[Choice], usual: str, *values: str) -> SetupQuestion:
        """A question whose answer of the last time is offered first, where that is still a choice; else *usual*."""
        asked = SetupQuestion(key, phrase(self.language, text, *values), tuple(choices), usual)
        game = self.game
        before = self.last.get(game.survey.name, {}).get(key) if game is not None else None
        if before is None or (choices and not set(before.split(",")) <= {each.value for each in choices}):
            return asked
        return evolve(asked, first=before)


def counts(players: Sequence[int]) -> str:
    """`2-4`, or `2, 4` where not all between are among them."""
    whole = len(players) > 1 and len(players) == players[-1] - players[0] + 1
    return f"{players[0]}-{players[-1]}" if whole else ", ".join(map(str, players))


def seat_pairs(start: Start, program: Program) -> tuple[str, ...]:
    """Who sits where by the answers, as `--seat` says it."""
    people = start.answers.get(Key.SEATS.value, "1").split(",")
    level = start.answers.get(Key.LEVEL.value, GOOD)
    return tuple(f"{at}={HUMAN if str(at) in people else level}" for at, _ in enumerate(program.players, 1))


def dial_pairs(start: Start) -> tuple[str, ...]:
    """How parameters are set by the answers, as `--set` says it; those that stay as the rules say are left out."""
    game = start.game
    usual = {} if game is None else {each.name: each.default for each in game.survey.parameters}
    chosen = {name.removeprefix(DIAL): value for name, value in start.answers.items() if name.startswith(DIAL)}
    return tuple(f"{name}={value}" for name, value in chosen.items() if value != usual.get(name))
