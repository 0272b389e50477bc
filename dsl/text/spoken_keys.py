"""The keys under `texts:` whose words are said when a phase begins or is done, and those with a condition.

They are `on scoring`, `after scoring`, and with a condition `on scoring if leaders = everyone`; `winner if alone` is said for
`say winner`.
"""

from __future__ import annotations

import re

BEGINS, ENDS, SAYS = "on ", "after ", ""

CONDITION = re.compile(r"\s+if\s+")
"""What stands between the phase and the condition under which the words are said."""


def place_in_play(key: str) -> tuple[str, str] | None:
    """Whether the text of this name is said when a phase begins (`BEGINS`) or is done (`ENDS`), and the phase.

    Where a sentence says it under a condition (`SAYS`), what that sentence names; else None.
    """
    for when in (BEGINS, ENDS):
        if key.startswith(when):
            return when, CONDITION.split(key, maxsplit=1)[0].removeprefix(when).strip()
    return None if condition(key) is None else (SAYS, CONDITION.split(key, maxsplit=1)[0])


def condition(key: str) -> int | None:
    """Where in the key the condition begins under which the text is said; None where it is said without one."""
    found = CONDITION.search(key)
    return None if found is None else found.end()
