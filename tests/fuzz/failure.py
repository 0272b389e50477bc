"""What a check raises."""

from __future__ import annotations

import re


class Failure(Exception):
    """A check has failed: which one, and what was found."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(f"{check}: {message}")
        self.check = check
        self.message = message

    @property
    def signature(self) -> tuple[str, str]:
        """The check, and the message without numbers and names: equal for failures that look alike."""
        plain = re.sub(r"`[^`]*`|'[^']*'|\[.*\]|\(\d.*\)", "…", self.message)
        return self.check, re.sub(r"-?\d+", "#", plain)[:160]
