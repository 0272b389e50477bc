"""The options that say how a ruleset is set up: how many play, the variant, the parameters."""

from __future__ import annotations

from collections.abc import Callable

import click

from . import completing

Command = Callable[..., None]


def setting_options(verb: str, players: type[int] | type[str]) -> Callable[[Command], Command]:
    """The options `--players`, `--variant` and `--set`, for a command that does what *verb* says with the variant.

    Text as the number of *players* is for commands with a message of their own for what is no number.
    """

    def with_options(command: Command) -> Command:
        for option in (
            parameters("NAME=VALUE", "Set a parameter; may be given again."),
            variant(f"The variant to {verb}."),
            click.option("--players", type=players, metavar="N", help="How many play."),
        ):
            command = option(command)
        return command

    return with_options


def variant(words: str) -> Callable[[Command], Command]:
    """The option `--variant`, with these words of help."""
    return click.option("--variant", metavar="V", help=words, shell_complete=completing.variants)


def parameters(form: str, words: str) -> Callable[[Command], Command]:
    """The option `--set`, which may be given again, with these words of help."""
    return click.option("--set", "pairs", multiple=True, metavar=form, help=words, shell_complete=completing.parameters)
