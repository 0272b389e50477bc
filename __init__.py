"""rulerun: a rulebook that runs.

The names below are loaded when they are first asked for, so that a command line which needs few of them starts fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulerun.dsl.text.source import Source
    from rulerun.interpreter import (
        NATURE,
        Decision,
        Event,
        Option,
        Refusal,
        Result,
        RuleError,
        State,
        View,
        actors,
        advance,
        decision,
        decisions,
        find_option,
        heard,
        initial,
        is_over,
        option_text,
        outcome,
        random_playout,
        view,
        why_not,
    )
    from rulerun.interpreter.match.match import Match
    from rulerun.interpreter.match.records import Header, RecordError, header_of
    from rulerun.interpreter.match.replay import Replay, begin, replay, resume
    from rulerun.program.ir import Program

__version__ = "0.1.0"

__all__ = [
    "NATURE",
    "Decision",
    "Event",
    "Header",
    "Match",
    "Option",
    "Program",
    "RecordError",
    "Refusal",
    "Replay",
    "Result",
    "RuleError",
    "Source",
    "State",
    "View",
    "actors",
    "advance",
    "begin",
    "decision",
    "decisions",
    "find_option",
    "header_of",
    "heard",
    "initial",
    "is_over",
    "option_text",
    "outcome",
    "random_playout",
    "replay",
    "resume",
    "view",
    "why_not",
]

_ELSEWHERE = {
    "Program": "rulerun.program.ir",
    "Source": "rulerun.dsl.text.source",
    "Match": "rulerun.interpreter.match.match",
    "Header": "rulerun.interpreter.match.records",
    "RecordError": "rulerun.interpreter.match.records",
    "header_of": "rulerun.interpreter.match.records",
    "Replay": "rulerun.interpreter.match.replay",
    "begin": "rulerun.interpreter.match.replay",
    "replay": "rulerun.interpreter.match.replay",
    "resume": "rulerun.interpreter.match.replay",
}


def __getattr__(name: str) -> object:
    """The public thing of that name. Raises AttributeError where there is none."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_ELSEWHERE.get(name, "rulerun.interpreter")), name)
    return found


def __dir__() -> list[str]:
    """The public names, and what every module has."""
    return sorted({*globals(), *__all__})
