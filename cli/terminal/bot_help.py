"""The bots and their options, at the end of the help of a command that seats bots."""

from __future__ import annotations

from collections.abc import Iterator

import click


class NamesBots(click.Command):
    """A command whose help ends with the bots that there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes a line for each bot and each of its options."""
        with formatter.section("Bots (as `NAME` or `NAME:OPTION=VALUE,OPTION=VALUE`)"):
            formatter.write_dl([*_lines()])


def _lines() -> Iterator[tuple[str, str]]:
    from ...bots import described

    for bot in described():
        yield bot.name, f"{bot.help}."
        for option in bot.options:
            usual = "" if option.default in (None, "") else f"; default {option.kind.written(option.default)}"
            yield f"  {option.told}", f"{option.help}: {option.kind.expected}{usual}."
