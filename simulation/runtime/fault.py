"""The exception that emitted code raises when the rules cannot go on."""

from __future__ import annotations


class Fault(Exception):
    """The rules cannot go on; *site* is the number of the place in the emitted code."""

    def __init__(self, site: int = 1) -> None:
        super().__init__(site)
        self.site = site
