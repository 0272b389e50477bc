"""What the commands print with."""

from __future__ import annotations

from rich.console import Console


class Printer(Console):
    """A console of Rich that leaves it to the command line to end where nobody reads the output any more."""

    def on_broken_pipe(self) -> None:
        """Raises BrokenPipeError; Rich itself would end the program here."""
        raise BrokenPipeError
