"""The exception that emitted code raises when the rules cannot go on."""

from __future__ import annotations


class Fault(Exception):
    """The rules cannot go on. It says no more; the interpreter finds the sentence and the reason (see `diagnose`)."""
