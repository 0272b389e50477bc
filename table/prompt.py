"""What a seat is asked, in the author's words, else: the phase, what is to be chosen; and how much of it is left."""

from __future__ import annotations

from attrs import frozen

from ..interpreter import Decision, State
from ..interpreter.game import Game
from ..interpreter.prompts import author_prompt
from ..interpreter.taking import taking
from ..program.number_text import with_minus
from ..program.ops import asks
from .narration import heading, phase_words
from .options import ask_at
from .phrases import phrase


@frozen
class Prompt:
    """What is asked: the *phase* ("" where there is none to name, no other phase asks, or the author asks), what is to be
    chosen, and how many more (None: one thing).
    """

    phase: str
    asked: str
    left: int | None

    @property
    def text(self) -> str:
        """All of it in one line."""
        return f"{self.phase}: {self.asked}" if self.phase and self.phase != self.asked else self.asked


def prompt_of(game: Game, state: State, asked: Decision, language: str, picked: int = 0) -> Prompt:
    """What the seat is asked, where it has *picked* so many of several cards already."""
    program = game.program
    words = with_minus(author_prompt(game, state, asked.actor, language))
    phase = "" if words else phase_asking(game, asked.stop, language)
    ask = ask_at(program, asked.stop)
    found = taking(game, state, asked.actor)
    if found is not None and found.left > 1:
        left, least = found.left - picked, max(0, found.least - picked)
        if least < left:
            name = "choose some" if not picked else "choose at least" if least else "choose or done"
            more = phrase(language, name, least, left)
        else:
            name = "choose cards" if not picked else "choose done" if not left else "choose more"
            more = phrase(language, name, left)
        return Prompt(phase, f"{words} ({more})" if words else more, left)
    if words:
        return Prompt(phase, words, None)
    if ask is None:
        return Prompt(phase, phrase(language, "choose"), None)
    named = [alternative for alternative in ask.alternatives if alternative.name.plain]
    if not named:
        names = [heading(parameter.name, language) for parameter in ask.alternatives[0].parameters]
        return Prompt(phase, phrase(language, "which", phrase(language, "and").join(names)), None)
    offered = dict.fromkeys(option.alternative for option in asked.options)
    names = list(dict.fromkeys(heading(ask.alternatives[number].name, language) for number in offered))
    either = phrase(language, "or").join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return Prompt(phase, phrase(language, "either", either) if len(names) > 1 else either, None)


def phase_asking(game: Game, stop: int, language: str) -> str:
    """The name of the phase that asks a decision, where some other phase asks as well; "" where it says nothing new."""
    program = game.program
    stops = game.silent.scopes.stops
    phases = {stops[ask.stop].phase for ask in asks(program)}
    return phase_around(game, stop, language) if len(phases) > 1 else ""


def phase_around(game: Game, stop: int, language: str) -> str:
    """The name of the phase in which a decision stands, as people read it; "" where it stands outside of all phases."""
    program = game.program
    phase = game.silent.scopes.stops[stop].phase
    return "" if phase is None else phase_words(program, phase, language)
