"""The names of bots: `random`, `random:flat`, `greedy:worlds=20`, `outside:command=./my_bot,time=2s`.

A name is that of a file in `bots/`; behind a colon follow options, apart by commas. One option of a bot may be given without
its name, as the first one. A text with commas stands in double quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import cast

from attrs import frozen, has

from ...program.ir import Program
from .bot import Bot, Learned, Particular, UnknownBot
from .options import BotOption, Misread, Value, Word, options_of
from .own import NAME, Own

FOLDER = Path(__file__).resolve().parent.parent
PACKAGE = __package__.rpartition(".")[0]

COMMA = re.compile(r',(?=(?:[^"]*"[^"]*")*[^"]*$)')
"""Matches a comma that stands in no quotes."""

SET = re.compile(r"\s*(\w+)\s*=(.*)", re.DOTALL)
"""Matches what sets an option."""


@frozen
class Described:
    """A bot's name, what it does in one sentence, and its options."""

    name: str
    help: str
    options: tuple[BotOption, ...]


def names() -> tuple[str, ...]:
    """The names of all bots in alphabetical order, and behind each those of the words that it may be given without a name."""
    return tuple([name for module in _modules() for name in _words_of(module)])


def described() -> tuple[Described, ...]:
    """All bots, in alphabetical order."""
    return tuple([_described(module) for module in _modules()])


def make(name: str) -> Bot:
    """The bot of that name, with the options given in it. Raises UnknownBot."""
    if is_own(name):
        return Own(name.strip(), partial(_own_configured, name.strip()))
    module, _, given = name.strip().partition(":")
    if module.strip() not in _modules():
        raise UnknownBot(_unknown(module.strip()))
    return _configured(name, module.strip(), _usual(module.strip()), None if ":" not in name else given)


def is_own(name: str) -> bool:
    """Whether the name is that of a bot of somebody's own, `package.module:Name`."""
    return name.partition(":")[0].strip() not in _modules() and NAME.fullmatch(name.strip()) is not None


def _own_configured(name: str, usual: Bot, given: str) -> Bot:
    return _configured(name, ":".join(name.split(":")[:2]), usual, given or None)


def _configured(name: str, module: str, usual: Bot, given: str | None) -> Bot:
    """The bot with the options that its name gives, *given* behind the colon (None: there is none). Raises UnknownBot."""
    options, values = options_of(usual) if has(type(usual)) else (), {}
    for place, part in enumerate([] if given is None else COMMA.split(given)):
        option, text = _setting(name, module, options, part, place)
        if option.name in values:
            raise UnknownBot(f"`{option.name}` is given twice in `{name}`")
        values[option.name] = _read(name, option, text)
    missing = next((each for each in options if each.required and each.name not in values), None)
    if missing is not None:
        raise UnknownBot(f"`{module}` needs `{_example(module, missing)}`: {missing.help}")
    return cast(Callable[..., Bot], type(usual))(**values) if values else usual


def seated(name: str, program: Program) -> Bot:
    """The bot of that name, for that game. Raises UnknownBot, also where the bot cannot play the game."""
    bot = make(name)
    why = bot.unfit(program) if isinstance(bot, Particular) else ""
    if why:
        raise UnknownBot(f"`{name}` cannot play this: {why}")
    return bot


def canonical(name: str) -> str:
    """The one name of that bot: options in the order in which the bot states them, without those that change nothing. Raises
    UnknownBot.
    """
    if is_own(name):
        return name.strip()
    return _written(name, make(name))


def settled(name: str, program: Program) -> str:
    """The one name of that bot in a game: the same, with what it has learned of the game. Raises UnknownBot."""
    bot = make(name)
    return _written(name, bot.settled(program)) if isinstance(bot, Learned) else canonical(name)


def _written(name: str, bot: Bot) -> str:
    """The name of a bot with all its options; it begins like *name*."""
    module, written = name.partition(":")[0].strip(), []
    for option in options_of(bot):
        value = cast("Value | None", getattr(bot, option.name))
        if value is not None and value != option.default:
            text = option.kind.written(value)
            written.append(text if option.bare else f"{option.name}={text}")
    # A bare value stands first, wherever the bot states it.
    return f"{module}:{','.join(sorted(written, key=lambda each: '=' in each))}" if written else module


def split(text: str) -> tuple[str, ...]:
    """The names in a list of bots: at each comma a new one begins, unless `word=` follows or the comma stands in quotes."""
    found: list[str] = []
    for part in COMMA.split(text):
        if found and SET.fullmatch(part):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return tuple([each.strip() for each in found])


def _modules() -> tuple[str, ...]:
    """The names of the files that are bots."""
    return tuple(sorted([module.name for module in iter_modules([str(FOLDER)]) if not module.ispkg]))


@cache
def _usual(module: str) -> Bot:
    """The bot of a file, with the options that it has unless others are given."""
    return cast(Bot, import_module(f"{PACKAGE}.{module}").BOT)


def _described(module: str) -> Described:
    bot = _usual(module)
    sentence = " ".join((type(bot).__doc__ or "").split()).partition(". ")[0].rstrip(".")
    return Described(module, sentence, options_of(bot))


def _words_of(module: str) -> Iterator[str]:
    """The name of a bot, and its name with each word that it may be given bare."""
    yield module
    for option in options_of(_usual(module)):
        if option.bare and isinstance(option.kind, Word):
            yield from [f"{module}:{word}" for word in option.kind.words if word != option.default]


def _setting(name: str, module: str, options: Sequence[BotOption], part: str, place: int) -> tuple[BotOption, str]:
    """The option that a part of a name sets, and to which text. Raises UnknownBot."""
    found = SET.fullmatch(part)
    if found is None:
        bare = next((each for each in options if each.bare), None)
        if bare is not None and place == 0:
            return bare, part.strip()
        told = f"expected `OPTION=VALUE`, found `{part.strip()}` in `{name}`"
        raise UnknownBot(f"{told}; {_offer(module, options)}")
    option = next((each for each in options if each.name == found[1]), None)
    if option is None:
        near = get_close_matches(found[1].casefold(), [each.name for each in options], 1, 0.6)
        offer = f"did you mean `{near[0]}`?" if near else _offer(module, options)
        raise UnknownBot(f"`{module}` has no option `{found[1]}`; {offer}")
    return option, found[2].strip()


def _read(name: str, option: BotOption, text: str) -> Value:
    try:
        return option.kind.read(text)
    except Misread as expected:
        near = ""
        if isinstance(option.kind, Word):
            close = get_close_matches(text.casefold(), option.kind.words, 1, 0.6)
            near = f"; did you mean `{close[0]}`?" if close else ""
        raise UnknownBot(f"`{option.name}` of `{name}` is {expected}, not `{text}`{near}") from None


def _offer(module: str, options: Sequence[BotOption]) -> str:
    return f"its options are {_listed([each.name for each in options])}" if options else f"`{module}` has no options"


def _example(module: str, option: BotOption) -> str:
    return f"{module}:{option.name.upper()}" if option.bare else f"{module}:{option.name}=…"


def _unknown(module: str) -> str:
    """The message for a name that no bot has: the nearest name, or all names."""
    near = get_close_matches(module.casefold(), _modules(), 1, 0.6)
    return f"there is no bot `{module}`; " + (f"did you mean `{near[0]}`?" if near else f"there is {_listed(_modules())}")


def _listed(known: Sequence[str]) -> str:
    *most, last = (f"`{each}`" for each in known)
    return f"{', '.join(most)} and {last}" if most else last
