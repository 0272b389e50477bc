"""How a ruleset is to be played, settled from wishes: variant, number of players, parameters, language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .diagnostics.report import amount
from .text.suggestions import listed, nearest, numbers

if TYPE_CHECKING:
    from .describe import Survey


class WrongSetting(ValueError):
    """A ruleset cannot be played as wished; the message says what it allows."""


def settle_variant(survey: Survey, wanted: str | None) -> str:
    """The variant to play, "" for the ruleset as it stands. Raises WrongSetting."""
    names = [variant.name for variant in survey.variants if variant.name]
    if not wanted:
        return ""
    if wanted not in names:
        if not names:
            raise WrongSetting(f"there is no variant `{wanted}`: `{survey.name}` has no variants")
        raise WrongSetting(f"there is no variant `{wanted}` in `{survey.name}`{nearest(wanted, names)}")
    return wanted


def allowed_players(survey: Survey, variant: str) -> tuple[int, ...]:
    """The numbers of players that the variant may be played with."""
    for candidate in survey.variants:
        if candidate.name == variant and candidate.players:
            return tuple(candidate.players)
    return tuple(survey.players)


def settle_players(survey: Survey, variant: str, wanted: int | None) -> int:
    """How many play: as asked; else two, or the nearest number that the ruleset allows. Raises WrongSetting."""
    allowed = allowed_players(survey, variant)
    if wanted is None:
        return next((number for number in allowed if number >= 2), allowed[-1] if allowed else 2)
    if wanted not in allowed:
        raise WrongSetting(f"`{survey.name}` is for {amount(numbers(allowed), 'player')}, not {wanted}")
    return wanted


def check_parameters(survey: Survey, chosen: Mapping[str, str]) -> None:
    """Raises WrongSetting for a parameter that the ruleset does not have, or a value that it does not allow."""
    known = {parameter.name: parameter for parameter in survey.parameters}
    for name, value in chosen.items():
        if name not in known:
            if not known:
                raise WrongSetting(f"there is no parameter `{name}`: `{survey.name}` has none")
            raise WrongSetting(f"there is no parameter `{name}` in `{survey.name}`{nearest(name, known)}")
        parameter = known[name]
        if parameter.choices is not None:
            if value not in parameter.choices:
                raise WrongSetting(f"`{name}` is one of {listed(parameter.choices)}, not `{value}`")
            continue
        if parameter.low is None or parameter.high is None:
            continue
        try:
            number = int(value)
        except ValueError:
            raise WrongSetting(f"`{name}` is a number from {parameter.low} to {parameter.high}, not `{value}`") from None
        if not parameter.low <= number <= parameter.high:
            raise WrongSetting(f"`{name}` is a number from {parameter.low} to {parameter.high}, not {number}")


def settle_language(ruleset: str, spoken: tuple[str, ...], wanted: str) -> str:
    """The language to speak: as wished; else English, or the ruleset's first. Raises WrongSetting for one it does not speak."""
    if not wanted:
        return "en" if "en" in spoken or not spoken else spoken[0]
    if spoken and wanted not in spoken:
        raise WrongSetting(f"`{ruleset}` does not speak `{wanted}`{nearest(wanted, spoken)}")
    return wanted
