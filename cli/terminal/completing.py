"""What a shell completes behind the commands: games, and what the named game has; bots, levels, languages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ...dsl.describe import Survey


def games(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The rulesets that come along, those of the working folder, and paths."""
    from click.shell_completion import CompletionItem

    from ...dsl.text.files import bundled

    if "/" in incomplete:
        return [CompletionItem(incomplete, type="file")]
    here = sorted(path.name for path in Path().glob("*.yaml"))
    return begun(incomplete, [*(path.stem for path in bundled()), *here])


def matches(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Records of the working folder, and what `games` gives."""
    return begun(incomplete, sorted(path.name for path in Path().glob("*.rulerun"))) + games(context, parameter, incomplete)


def variants(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The variants of the ruleset that is named."""
    found = _survey(context)
    return begun(incomplete, [each.name for each in found.variants if each.name] if found else ())


def parameters(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The parameters of the ruleset that is named, with their values where these are a few words."""
    found = _survey(context)
    return begun(
        incomplete,
        [f"{each.name}={value}" for each in (found.parameters if found else ()) for value in each.choices or ("",)],
    )


def languages(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The languages of the ruleset that is named; those of rulerun where none is."""
    found = _survey(context)
    return begun(incomplete, found.languages if found and found.languages else ("en", "it", "es"))


def levels(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """How well bots play."""
    from ...session.levels import LEVELS

    return begun(incomplete, LEVELS)


def bots(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Levels and bots; behind a comma the next one."""
    before = incomplete[: incomplete.rfind(",") + 1]
    return begun(incomplete, [before + name for name in _players()])


def seats(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A seat with who sits there."""
    from ...session.seating import HUMAN

    seat, equals, _ = incomplete.partition("=")
    return begun(incomplete, [f"{seat}={name}" for name in (HUMAN, *_players())] if equals else [f"{at}=" for at in range(1, 10)])


def begun(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    """Those words that begin so."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _players() -> list[str]:
    from ...bots import names
    from ...session.levels import LEVELS

    return [*LEVELS, *names()]


def _survey(context: click.Context) -> Survey | None:
    """What the ruleset offers that is named on the line; None where none is, or it cannot be read."""
    from ...dsl.describe import survey
    from ...dsl.text.files import read_source
    from .console import Refused, find

    # behind an option whose value is completed click has not settled the arguments yet
    name = context.params.get("file") or next(iter(context.args), None)
    try:
        source = read_source(find(name))[0] if isinstance(name, str) else None
    except (Refused, OSError):
        return None
    return None if source is None else survey(source)
