"""The dials of a ruleset as parameters of OpenSpiel, each of which has a type, and a value when none is given."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..dsl.compile import ParameterSurvey, compile_ruleset, survey
from ..dsl.text.source import Source
from .game import written
from .openspiel_types import Parameter

NUMBERLESS = -(2**31)
"""In the place of a number where a dial has none and no lowest value."""


@frozen
class Dial:
    """A dial: its choices (None: numbers), and the parameter when none is given.

    Where the dial *varies*, standing elsewhere in some variant, that parameter is none of its values (the number below its
    lowest, or ""), and means what the variant says.
    """

    name: str
    choices: tuple[str, ...] | None
    default: Parameter
    varies: bool

    def parameter(self, value: str) -> Parameter:
        """The parameter for a value as the rules write it."""
        return parameter(self.choices, self.varies, value)


def parameter(choices: tuple[str, ...] | None, varies: bool, value: str) -> Parameter:
    """A truth where the dial is yes or no and never stands elsewhere, a number or a word."""
    if choices is None:
        return int(value)
    return value == "yes" if choices == ("yes", "no") and not varies else value


def dials(source: Source) -> Mapping[str, Dial]:
    """The dials of a ruleset by name, those of all its variants."""
    offer = survey(source)
    programs = [compile_ruleset(source, variant).program for variant in ("", *(each.name for each in offer.variants))]
    standing = [dict(program.parameters) for program in programs if program is not None]
    found = [_dial(each, [values[each.name] for values in standing if each.name in values]) for each in offer.parameters]
    return {dial.name: dial for dial in found}


def _dial(offered: ParameterSurvey, standing: list[str]) -> Dial:
    if len(dict.fromkeys(standing)) <= 1:
        return Dial(offered.name, offered.choices, parameter(offered.choices, False, offered.default), False)
    if offered.choices is not None:
        return Dial(offered.name, offered.choices, "", True)
    return Dial(offered.name, None, NUMBERLESS if offered.low is None else offered.low - 1, True)


def turned(known: Mapping[str, Dial], given: Mapping[str, Parameter]) -> tuple[tuple[str, str], ...]:
    """The dials that stand elsewhere than they do by the rules, and where."""
    return tuple((dial.name, written(given[dial.name])) for dial in known.values() if given[dial.name] != dial.default)
