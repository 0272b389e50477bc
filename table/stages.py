"""A long list of options in stages: first the entries of a menu, then what each of them asks for, one thing after the other."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..interpreter import Decision, Option, option_text
from ..interpreter.game import Game
from .narration import heading, value_text
from .options import ask_at


@frozen
class Stage:
    """How far an option is told already: which entry of the menu, and the first things that it asks for."""

    alternative: int
    arguments: tuple[int, ...] = ()

    def leads_to(self, option: Option) -> bool:
        """Whether the option goes on like this."""
        return option.alternative == self.alternative and option.arguments[: len(self.arguments)] == self.arguments


@frozen
class Group:
    """The options that go on alike, counted from 0: their common words, and the stage in which they are told apart (None: it is
    one option).
    """

    words: str
    options: tuple[int, ...]
    stage: Stage | None


def groups(
    game: Game, asked: Decision, options: Sequence[int], within: Stage | None, room: int, language: str
) -> tuple[Group, ...]:
    """These options of a decision as far as they lie *within* a stage (None: all of them): each by itself where there is *room*,
    else by what tells them apart next.
    """
    here = [at for at in options if within is None or within.leads_to(asked.options[at])]
    stage = within
    while len(here) > room:
        parts: dict[Stage, list[int]] = {}
        for at in here:
            parts.setdefault(_further(stage, asked.options[at]), []).append(at)
        if len(parts) > 1:
            return tuple(_group(game, asked, found, each, language) for each, found in parts.items())
        (further,) = parts
        if further == stage:
            break  # nothing tells them apart
        stage = further
    return tuple(_group(game, asked, [at], None, language) for at in here)


def _further(stage: Stage | None, option: Option) -> Stage:
    told = 0 if stage is None else len(stage.arguments) + 1
    return Stage(option.alternative, option.arguments[:told])


def _group(game: Game, asked: Decision, options: list[int], stage: Stage | None, language: str) -> Group:
    program = game.program
    first = asked.options[options[0]]
    ask = ask_at(program, asked.stop)
    if stage is None or len(options) == 1 or ask is None:
        return Group(option_text(game, asked, first, language), tuple(options), None)
    alternative = ask.alternatives[stage.alternative]
    words = [heading(alternative.name, language)] if alternative.name.plain else []
    for parameter, value in zip(alternative.parameters, stage.arguments, strict=False):
        words += [] if alternative.name.plain else [heading(parameter.name, language)]
        words.append(value_text(program, parameter.domain, value, language))
    return Group(f"{' '.join(words)} …", tuple(options), stage)
