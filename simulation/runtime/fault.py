"""What emitted code raises where the rules cannot go on."""

from __future__ import annotations


class Fault(Exception):
    """The rules cannot go on; which sentence it is, and why, the interpreter tells."""
