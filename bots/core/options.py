"""The options of a bot: each is stated once, in its class, with kind, limits, what it is unless given, and a line of help.

```python
@frozen
class Thinker:
    tries: int = option(Whole(1, 10_000), 100, "how often each option is tried")
    time: float | None = option(Seconds(0.01, 60), None, "think so long, however often that is")
```
"""

from __future__ import annotations

import re
from math import isfinite
from typing import TypeVar, cast

from attrs import Attribute, AttrsInstance, field, fields, frozen

KEY = "option"
"""The key under which the metadata of a field hold its option."""

Value = int | float | str
"""What an option is set to."""

T = TypeVar("T", int, float, str, int | None, float | None, str | None)


class Misread(ValueError):
    """A text is no value of that kind; the message says what is expected."""


@frozen
class Whole:
    """A whole number from *low* to *high*: `2000`, or `2_000`."""

    low: int
    high: int

    @property
    def expected(self) -> str:
        """What may be given, as a clause."""
        return f"a whole number from {self.low:,} to {self.high:,}"

    def read(self, text: str) -> Value:
        """The value of the text. Raises Misread."""
        if not re.fullmatch(r"[+-]?[0-9]+(_[0-9]+)*", text) or len(text) > 30:
            raise Misread(self.expected)
        return within(int(text), self)

    def written(self, value: Value) -> str:
        """The text that gives the value."""
        return str(value)


@frozen
class Number:
    """A number from *low* to *high*: `1.2`."""

    low: float
    high: float

    @property
    def expected(self) -> str:
        """What may be given, as a clause."""
        return f"a number from {self.low:,g} to {self.high:,g}"

    def read(self, text: str) -> Value:
        """The value of the text. Raises Misread."""
        try:
            number = float(text)
        except ValueError:
            raise Misread(self.expected) from None
        return within(number, self)

    def written(self, value: Value) -> str:
        """The text that gives the value."""
        return decimal(value)


@frozen
class Seconds:
    """A time from *low* to *high* seconds: `0.5s`, or `500ms`."""

    low: float
    high: float

    @property
    def expected(self) -> str:
        """What may be given, as a clause."""
        return f"a time from {self.low:g}s to {self.high:g}s, such as `0.5s`"

    def read(self, text: str) -> Value:
        """The value of the text, in seconds. Raises Misread."""
        found = re.fullmatch(r"([0-9]*\.?[0-9]+) ?(s|ms)", text)
        if found is None:
            raise Misread(self.expected)
        return within(float(found[1]) / (1000 if found[2] == "ms" else 1), self)

    def written(self, value: Value) -> str:
        """The text that gives the value."""
        return f"{decimal(value)}s"


@frozen
class Word:
    """One of these words."""

    words: tuple[str, ...]

    @property
    def expected(self) -> str:
        """What may be given, as a clause."""
        *most, last = (f"`{word}`" for word in self.words)
        return f"{', '.join(most)} or {last}" if most else last

    def read(self, text: str) -> Value:
        """The value of the text. Raises Misread."""
        if text not in self.words:
            raise Misread(self.expected)
        return text

    def written(self, value: Value) -> str:
        """The text that gives the value."""
        return str(value)


@frozen
class Text:
    """Any text but an empty one; one with commas stands in double quotes. *what* names it: `a command`."""

    what: str

    @property
    def expected(self) -> str:
        """What may be given, as a clause."""
        return self.what

    def read(self, text: str) -> Value:
        """The value of the text, without the quotes around all of it. Raises Misread."""
        quoted = re.fullmatch(r'"([^"]*)"', text)
        bare = (text if quoted is None else quoted[1]).strip()
        if not bare:
            raise Misread(self.expected)
        return bare

    def written(self, value: Value) -> str:
        """The text that gives the value."""
        text = str(value)
        return f'"{text}"' if "," in text and '"' not in text else text


Kind = Whole | Number | Seconds | Word | Text


def within(number: float, kind: Whole | Number | Seconds) -> Value:
    """The number. Raises Misread where it is outside the limits of its kind."""
    if not isfinite(number) or not kind.low <= number <= kind.high:
        raise Misread(kind.expected)
    return number


def decimal(value: Value) -> str:
    """A number with as many digits as tell it from all others, and no `.0`."""
    return str(value).removesuffix(".0")


@frozen
class BotOption:
    """An option: its name, its kind, what it is unless given (None: nothing), a line of help. A *bare* one may be given without
    its name, as the first one; a *required* one must be given.
    """

    name: str
    kind: Kind
    default: Value | None
    help: str
    bare: bool = False
    required: bool = False

    @property
    def told(self) -> str:
        """How the option is given: `NAME=`, with the name in brackets where it may be left out."""
        return f"[{self.name}=]" if self.bare else f"{self.name}="


def option(kind: Kind, default: T, help: str, *, bare: bool = False, required: bool = False) -> T:
    """A field of a bot's class that is an option of the bot; the parameters are those of `BotOption`."""
    made: T = field(default=default, metadata={KEY: BotOption("", kind, default, help, bare, required)})
    return made


def options_of(bot: object) -> tuple[BotOption, ...]:
    """The options of a bot, in the order of its fields."""
    return tuple([_named(each) for each in fields(cast(type[AttrsInstance], type(bot))) if KEY in each.metadata])


def _named(attribute: Attribute[object]) -> BotOption:
    stated: BotOption = attribute.metadata[KEY]
    return BotOption(attribute.name, stated.kind, stated.default, stated.help, stated.bare, stated.required)
