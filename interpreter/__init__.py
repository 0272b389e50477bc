"""Playing a Program: states, decisions and their options, results, and the events, knowledge and view of each seat."""

from .core.events import (
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
    Rotated,
    Said,
    Shuffled,
    Told,
    heard,
    sees,
)
from .core.policy import Policy
from .core.runtime_errors import PlayError
from .explain import Refusal, because, candidates, why_not
from .knowledge import Knowledge
from .machine.pending_choices import Bound
from .observations import ObservationHistory, Observer
from .options import Decision, actors, decision, decisions, find_option, is_over, option_text
from .outcome import Result, broken_invariants, outcome
from .state import NATURE, State, initial
from .step import advance, random_playout
from .views import PlaceView, View, ZoneView, heard_by_all, turned_up, view

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
    "ObservationHistory",
    "Observer",
    "Option",
    "Picked",
    "PlaceView",
    "PlayError",
    "Policy",
    "Refusal",
    "Released",
    "Result",
    "Revealed",
    "Rotated",
    "Said",
    "Shuffled",
    "State",
    "Told",
    "View",
    "ZoneView",
    "actors",
    "advance",
    "because",
    "broken_invariants",
    "candidates",
    "decision",
    "decisions",
    "find_option",
    "heard",
    "heard_by_all",
    "initial",
    "is_over",
    "option_text",
    "outcome",
    "random_playout",
    "sees",
    "turned_up",
    "view",
    "why_not",
]
