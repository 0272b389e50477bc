"""The parameters of a ruleset as parameters of OpenSpiel, each of which needs a type and a default."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..dsl.compile import ParameterSurvey, compile_ruleset, survey
from ..dsl.text.source import Source
from .game import written
from .openspiel_types import Parameter

NUMBERLESS = -(2**31)
"""The default in OpenSpiel of a number that differs between variants and has no lowest value."""


@frozen
class GameParameter:
    """A parameter of a ruleset: its choices (None: numbers), and its default in OpenSpiel.

    *varies* means that variants have different defaults. The default in OpenSpiel is then no valid value (the number below
    the lowest, or ""), and stands for the default of the variant that is played.
    """

    name: str
    choices: tuple[str, ...] | None
    default: Parameter
    varies: bool

    def parameter(self, value: str) -> Parameter:
        """The value in OpenSpiel for a value as a ruleset writes it."""
        return parameter(self.choices, self.varies, value)


def parameter(choices: tuple[str, ...] | None, varies: bool, value: str) -> Parameter:
    """A number when there are no choices; a bool for yes or no, unless it *varies*; else the word."""
    if choices is None:
        return int(value)
    return value == "yes" if choices == ("yes", "no") and not varies else value


def game_parameters(source: Source) -> Mapping[str, GameParameter]:
    """The parameters of a ruleset and of all its variants, by name."""
    offer = survey(source)
    programs = [compile_ruleset(source, variant).program for variant in ("", *(each.name for each in offer.variants))]
    standing = [dict(program.parameters) for program in programs if program is not None]
    values = {each.name: [one[each.name] for one in standing if each.name in one] for each in offer.parameters}
    return {each.name: _game_parameter(each, values[each.name]) for each in offer.parameters}


def _game_parameter(offered: ParameterSurvey, standing: list[str]) -> GameParameter:
    if len(dict.fromkeys(standing)) <= 1:
        return GameParameter(offered.name, offered.choices, parameter(offered.choices, False, offered.default), False)
    if offered.choices is not None:
        return GameParameter(offered.name, offered.choices, "", True)
    return GameParameter(offered.name, None, NUMBERLESS if offered.low is None else offered.low - 1, True)


def turned(known: Mapping[str, GameParameter], given: Mapping[str, Parameter]) -> tuple[tuple[str, str], ...]:
    """The parameters whose given values are not the defaults, with these values as a ruleset writes them."""
    return tuple((each.name, written(given[each.name])) for each in known.values() if given[each.name] != each.default)
