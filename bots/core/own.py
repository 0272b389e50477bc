"""Bots of one's own: `package.module:Name` is a class or a value of a module that Python can import; options follow a colon.

Nothing is imported before the bot is first used: whoever reads a name from a file can refuse it before that.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from attrs import define, field

from ...program.ir import Program
from .bot import Bot, BotFailed, Draw, Needs, Particular, Situation, UnknownBot

NAME = re.compile(
    r"(?P<module>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[A-Za-z_]\w*(?=:[A-Z])):(?P<made>[A-Za-z_]\w*)(?::(?P<options>.*))?", re.DOTALL
)
"""Matches the name of such a bot: the module has a dot in it, or the class begins with a capital."""


@define
class Own:
    """A bot of somebody's own, by its name."""

    name: str
    configured: Callable[[Bot, str], Bot]
    """Gives the bot with options, from the bot as it is unless its options say otherwise, and their text."""
    _found: Bot | None = field(default=None, init=False, eq=False, repr=False)

    @property
    def program_started(self) -> str:
        """What it is: code that somebody named."""
        return self.name

    @property
    def needs(self) -> Needs:
        """What the bot needs."""
        return self._bot().needs

    def unfit(self, program: Program) -> str:
        """What the bot says of that."""
        bot = self._bot()
        return bot.unfit(program) if isinstance(bot, Particular) else ""

    def choose(self, situation: Situation, draw: Draw) -> int:
        """What the bot chooses. Raises BotFailed, whatever the bot raises."""
        try:
            return self._bot().choose(situation, draw)
        except (BotFailed, UnknownBot):
            raise
        except Exception as failed:
            raise BotFailed(f"`{self.name}` failed: {type(failed).__name__}: {failed}") from failed

    def _bot(self) -> Bot:
        if self._found is None:
            named = NAME.fullmatch(self.name)
            if named is None:
                raise UnknownBot(f"`{self.name}` is no name of a bot")
            made = _made(named["module"], named["made"])
            self._found = self.configured(made, named["options"] or "")
        return self._found


def _made(module: str, name: str) -> Bot:
    """The bot as it is unless its options say otherwise. Raises UnknownBot."""
    try:
        found = getattr(_imported(module), name)
        bot = found() if isinstance(found, type) else found
    except Exception as wrong:
        raise UnknownBot(f"`{module}:{name}` cannot be had: {type(wrong).__name__}: {wrong}") from None
    if not callable(getattr(bot, "choose", None)) or not isinstance(getattr(bot, "needs", None), Needs):
        raise UnknownBot(f"`{module}:{name}` is no bot: expected `needs` and a method `choose`")
    return cast(Bot, bot)


def _imported(module: str) -> object:
    """The module; it is looked for in the current folder too."""
    here = str(Path.cwd())
    if here in sys.path or "" in sys.path:
        return import_module(module)
    sys.path.append(here)
    try:
        return import_module(module)
    finally:
        sys.path.remove(here)
