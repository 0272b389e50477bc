"""Files that cannot be read, or do not fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error
def not_text(name: str, encoding: str, line: int, span: Span) -> Told:
    """A file is text in UTF-8.

    Editors call it an encoding, and let it be chosen where a file is saved. Latin-1 and UTF-16 are others: their bytes mean
    other letters.

    Told:
        `small.yaml` is not text in UTF-8: it is in UTF-16
    """
    why = f"it is in {encoding}" if encoding else f"line {line} has a byte that no letter has"
    return Told(f"`{name}` is not text in UTF-8: {why}", span, "save it anew, as UTF-8")


@error
def not_a_file(message: str, span: Span) -> Told:
    """Only files are read: no folder, no pipe, no device.

    A pipe, as `<(…)` of a shell makes one, can be read once, and a device may never end.

    Told:
        expected a ruleset, found a pipe: `/dev/fd/63`
    """
    return Told(message, span, "write the text into a file first")


@error
def no_such_base(name: str, span: Span) -> Told:
    """There is no ruleset of the name that stands behind `extends:`.

    It lies beside the ruleset that extends it, or is a bundled one; `rulerun --extends-from FOLDER …` allows another folder.

    Told:
        there is no ruleset `smal` to extend
    """
    help_ = "it is looked for beside this file, then among the bundled rulesets; `rulerun --extends-from FOLDER …` allows another"
    return Told(f"there is no ruleset `{name}` to extend", span, f"{help_} folder")


@error
def extends_itself(name: str, span: Span) -> Told:
    """Rulesets extend one another in a circle, so that none of them has a beginning.

    One of them must stand on its own: move what both need into a third, which extends nothing.

    Told:
        `small` extends itself in the end
    """
    return Told(f"`{name}` extends itself in the end", span, "one of the rulesets must extend nothing")


@error
def unreadable_base(reason: str, span: Span) -> Told:
    """The ruleset that this one extends is there, and its file cannot be read.

    Run `rulerun validate` on it: what is wrong stands there.

    Told:
        the ruleset to extend cannot be read: `small.yaml` is not text in UTF-8: it is in UTF-16
    """
    return Told(f"the ruleset to extend cannot be read: {reason}", span)


@error
def broken_base(base: str, span: Span) -> Told:
    """The ruleset that this one extends has mistakes of its own, so that its outline cannot be read.

    Run `rulerun validate` on it: what is wrong stands there, each on its line.

    Told:
        `small.yaml`, which this ruleset extends, has errors of its own
    """
    message = f"`{base}`, which this ruleset extends, has errors of its own"
    return Told(message, span, f"run `rulerun validate {base}`")


@error
def no_such_file(message: str, span: Span, help_: str = "") -> Told:
    """There is no file of this name.

    A table of cards lies beside the ruleset that names it.

    Told:
        there is no table `cards.csv` beside the ruleset
    """
    return Told(message, span, help_)


@error
def unreadable(message: str, span: Span, help_: str = "") -> Told:
    """A file is there, and the system does not let it be read.

    Told:
        `cards.csv` cannot be read: Permission denied
    """
    return Told(message, span, help_)


@error_under("bad-name")
def odd_ruleset_name(name: str, span: Span) -> Told:
    """The name of a ruleset is that of its file; what people call it stands under `title:`.

    Wrong:
        ruleset: endless fun
        players: 2
        phases:
          game:
            - end the game
        outcome:
          winners: players
    Told:
        expected a name of letters, digits, `_` and `-`, found `endless fun`
    Right:
        ruleset: endless_fun
        title: Endless fun
        players: 2
        phases:
          game:
            - end the game
        outcome:
          winners: players
    """
    return Told(f"expected a name of letters, digits, `_` and `-`, found `{name}`", span)
