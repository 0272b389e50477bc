"""rulerun: a rulebook that runs.

The public names are those of `__all__`; docs/api.md tells what each gives, takes and raises. Everything else may move. A name is
loaded when it is first asked for, so that a program which needs few of them starts fast.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulerun.api.comparison import Comparison, compare
    from rulerun.api.diagnosis import Diagnosis, study
    from rulerun.api.environments import environment
    from rulerun.api.match import Match, View
    from rulerun.api.replay import replay
    from rulerun.api.ruleset import Ruleset, RulesetError, load
    from rulerun.api.run import Run, simulate
    from rulerun.api.sense_comparison import SenseComparison
    from rulerun.api.skill import Levels, skill
    from rulerun.api.sweep import Grid, sweep
    from rulerun.api.tournament import Ratings, tournament
    from rulerun.api.tuning import Tuning, tune
    from rulerun.dsl.diagnostics.diagnostic import Diagnostic
    from rulerun.interpreter.core.runtime_errors import PlayError
    from rulerun.interpreter.match.records import RecordError
    from rulerun.program.ir import Program
    from rulerun.simulation.batch import Batch
    from rulerun.simulation.engine import Engine

__version__ = "0.2.0"

__all__ = [
    "Batch",
    "Comparison",
    "Diagnosis",
    "Diagnostic",
    "Engine",
    "Grid",
    "Levels",
    "Match",
    "PlayError",
    "Program",
    "Ratings",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "Run",
    "SenseComparison",
    "Tuning",
    "View",
    "compare",
    "environment",
    "load",
    "replay",
    "simulate",
    "skill",
    "study",
    "sweep",
    "tournament",
    "tune",
]

_MODULES = {
    "Batch": "simulation.batch",
    "Comparison": "api.comparison",
    "Diagnosis": "api.diagnosis",
    "Diagnostic": "dsl.diagnostics.diagnostic",
    "Engine": "simulation.engine",
    "Grid": "api.sweep",
    "Levels": "api.skill",
    "Match": "api.match",
    "PlayError": "interpreter.core.runtime_errors",
    "Program": "program.ir",
    "Ratings": "api.tournament",
    "RecordError": "interpreter.match.records",
    "Ruleset": "api.ruleset",
    "RulesetError": "api.ruleset",
    "Run": "api.run",
    "SenseComparison": "api.sense_comparison",
    "Tuning": "api.tuning",
    "View": "api.match",
    "compare": "api.comparison",
    "environment": "api.environments",
    "load": "api.ruleset",
    "replay": "api.replay",
    "simulate": "api.run",
    "skill": "api.skill",
    "study": "api.diagnosis",
    "sweep": "api.sweep",
    "tournament": "api.tournament",
    "tune": "api.tuning",
}
"""Every public name, and the module that holds it."""

STACK = 12_000
"""The calls inside each other for which Python makes room: each of `budgets.DEEPEST_STATEMENTS` takes some, five on average."""

sys.setrecursionlimit(max(sys.getrecursionlimit(), STACK))


def __getattr__(name: str) -> object:
    """The public thing of that name. Raises AttributeError where there is none."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    """The public names, and what every module has."""
    return sorted({*globals(), *__all__})
