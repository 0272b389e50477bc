"""The entry of the command line."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress
from importlib import import_module
from threading import active_count
from typing import NoReturn

import click

from .. import __version__
from .terminal.streams import guard

COMMANDS = {
    "list": "list",
    "new": "new",
    "validate": "validate",
    "test": "test",
    "format": "format",
    "show": "show",
    "flatten": "flatten",
    "diff": "diff",
    "explain": "explain",
    "play": "play",
    "serve": "serve",
    "site": "site",
    "replay": "replay",
    "analyse": "analyse",
    "count": "count",
    "solve": "solve",
    "simulate": "simulate",
    "compare": "compare",
    "sweep": "sweep",
    "tournament": "tournament",
    "skill": "skill",
    "study": "study",
    "tune": "tune",
    "train": "train",
    "bench": "bench",
    "compile": "compile",
    "board": "board",
    "print": "print",
    "rulebook": "rulebook",
    "sheet": "sheet",
    "manual": "manual",
    "schema": "schema",
    "lsp": "lsp",
    "completion": "completion",
}
"""Every command with its module in `commands`, which holds it as `command`. A new command needs a module and a line here."""


OTHER_WORDS = {
    **dict.fromkeys(("rule", "rules"), "explain"),
    **dict.fromkeys(("check", "lint"), "validate"),
    **dict.fromkeys(("run", "start"), "play"),
}
"""Words that other programs have for commands, with the command that is meant."""


class Unread(Exception):
    """Who read the output has closed it."""


class Commands(click.Group):
    """The commands in `COMMANDS`; each is imported only when it is asked for, so that the program starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None when there is none."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command = _imported(module)
        return command if isinstance(command, click.Command) else None

    def invoke(self, ctx: click.Context) -> object:
        """What the command gives. Raises `Unread` where nobody reads the output any more, for which click would end with exit
        code 1, and `Misused` for settings that the ruleset does not have and people or bots who cannot sit as wished.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise Unread from None
        except ValueError as fault:
            from ..dsl.settings import WrongSetting
            from .terminal.console import Misused

            if isinstance(fault, WrongSetting):
                raise Misused(str(fault)) from None
            raise

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names. Raises UsageError, which suggests the nearest name, for an unknown one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from ..dsl.text.suggestions import nearest

            word = OTHER_WORDS.get(args[0], args[0])
            raise click.UsageError(f"there is no command `{args[0]}`{nearest(word, COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)


def _imported(module: str) -> object:
    """The command of a module. What it imports stays: Python need not look for circles of dead parts in it, now or later."""
    gc.disable()
    try:
        return import_module(f".commands.{module}", __package__).command
    finally:
        gc.freeze()
        gc.enable()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="rulerun", message="%(prog)s %(version)s")
@click.option(
    "--extends-from",
    multiple=True,
    type=click.Path(exists=True, file_okay=False),
    metavar="FOLDER",
    help="A ruleset may extend those in this folder as well; may be given again.",
)
def root(extends_from: tuple[str, ...]) -> None:
    """A rulebook that runs: check, test, play and count tabletop games written as rulebooks.

    FILE is looked for in the working folder, then among the bundled rulesets, with or without `.yaml`.
    """


def main() -> None:
    """Runs the command line; never returns."""
    guard()
    status = run()
    # Nothing is looked at once more while Python ends: a search for circles takes most of a second after a match.
    gc.disable()
    gc.freeze()
    leave(status)


def run() -> int:
    """Runs the command line; gives the exit code, or raises SystemExit. Prints no traceback (except with `RULERUN_DEBUG=1`)."""
    try:
        status = root(standalone_mode=False, complete_var="_RULERUN_COMPLETE")
        sys.stdout.flush()
    except click.ClickException as fault:
        with suppress(OSError):  # the terminal may be gone
            fault.show()
        status = fault.exit_code
    except (KeyboardInterrupt, click.Abort):
        sys.stderr.write("\nstopped\n")
        status = 130
    except (BrokenPipeError, Unread):
        # Python must not try to flush the output again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 141
    except Exception as fault:
        if os.environ.get("RULERUN_DEBUG"):
            raise
        status = report(fault)
    return status if isinstance(status, int) else 0


def leave(status: int) -> NoReturn:
    """Ends the process: at once where no thread is left to wait for, as Python would else take all apart, object by object."""
    if active_count() > 1:
        sys.exit(status)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it, or it is closed
            stream.flush()
    os._exit(status)


def report(fault: Exception) -> int:
    """Prints one line about an exception that no command expected; returns exit code 1."""
    said = str(fault).strip() or type(fault).__name__
    sys.stderr.write(f"error: {said}\n")
    if not type(fault).__module__.startswith("rulerun") and not isinstance(fault, OSError):
        sys.stderr.write("this should not happen: please report it, with the output of the same command under RULERUN_DEBUG=1\n")
    return 1
