"""What a seat is asked, in the author's words."""

from __future__ import annotations

from .core.runtime_errors import PlayError
from .explain import asked_to_choose
from .game import Game
from .machine.event_log import render, rendering
from .machine.expressions import test
from .state import State


def author_prompt(game: Game, state: State, seat: int, language: str) -> str:
    """What the rules say when the seat is asked as it is now, in that language, else in the first one given.

    Empty where the seat is asked nothing, where they say nothing, and where a value or a condition of what they say cannot be
    worked out.
    """
    found = asked_to_choose(game, state, seat)
    if found is None:
        return ""
    machine, s, point = found
    try:
        for question in point.op.prompts:
            if question.test is None or test(machine.context, question.test)(s):
                texts = render(machine.context, rendering(machine.context, question.message), s)
                return dict(texts).get(language, texts[0][1])
    except PlayError:
        return ""
    return ""
