"""The language that a person has chosen for the whole system."""

from __future__ import annotations

import os
import re
from collections.abc import Container

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says its language; the first that is set counts."""


def system_language(spoken: Container[str]) -> str:
    """The language of the system, where it is among these; "" where it is not, or where the system says none."""
    said = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    language = re.split(r"[_.@-]", said)[0].lower()
    return language if language in spoken else ""
