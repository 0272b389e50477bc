"""The exception that emitted code raises when the rules cannot go on."""

from __future__ import annotations


class Fault(Exception):
    """The rules cannot go on; *site* is the number of the place in the emitted code, from 1 on."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site
