"""Whether everybody sees everything that the rules keep."""

from __future__ import annotations

from ..program.ir import Ask, Program, Together, Visibility
from ..program.ops import statements


def is_open(program: Program) -> bool:
    """Whether everybody sees all values and all cards all the time, and hears every choice at once."""
    seen = [*(zone.sight for zone in program.zones), *(place.sight for place in program.places)]
    hiding = [op for op in statements(program) if isinstance(op, Together) or (isinstance(op, Ask) and op.secret)]
    return all(sight is Visibility.EVERYONE for sight in seen) and not hiding
