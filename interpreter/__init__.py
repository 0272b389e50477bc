"""A Program played: where a match stands, who decides, what an answer does, and what each seat sees and hears of it."""

from .bound import Bound
from .events import (
    CardMoved,
    Changed,
    Chosen,
    Ended,
    Event,
    Faces,
    Happening,
    Held,
    Instance,
    Option,
    Picked,
    Released,
    Revealed,
    Said,
    Shuffled,
    heard,
    sees,
)
from .execute import advance, random_playout
from .faults import RuleFault
from .knowledge import Knowledge
from .options import Decision, actors, decision, decisions, find_option, is_over, option_text
from .outcome import Result, broken_invariants, outcome
from .state import NATURE, State, initial
from .views import PlaceView, View, ZoneView, view
from .why import Refusal, candidates, why_not

__all__ = [
    "NATURE",
    "Bound",
    "CardMoved",
    "Changed",
    "Chosen",
    "Decision",
    "Ended",
    "Event",
    "Faces",
    "Happening",
    "Held",
    "Instance",
    "Knowledge",
    "Option",
    "Picked",
    "PlaceView",
    "Refusal",
    "Released",
    "Result",
    "Revealed",
    "RuleFault",
    "Said",
    "Shuffled",
    "State",
    "View",
    "ZoneView",
    "actors",
    "advance",
    "broken_invariants",
    "candidates",
    "decision",
    "decisions",
    "find_option",
    "heard",
    "initial",
    "is_over",
    "option_text",
    "outcome",
    "random_playout",
    "sees",
    "view",
    "why_not",
]
