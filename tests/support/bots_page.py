"""The table of bots and their options in the page on bots, made of what the bots state.

`python -m tests.support.bots_page` renews it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulerun import bots

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bots.md"
BEGIN, END = "<!-- begin bots -->\n", "<!-- end bots -->\n"


def renewed(page: str) -> str:
    """The page with its table as it is now."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n".join(rows()) + "\n" + END + rest.split(END)[1]


def rows() -> Iterator[str]:
    """The lines of the table."""
    yield "| bot | option | meaning | default |"
    yield "|---|---|---|---|"
    for bot in bots.described():
        yield f"| `{bot.name}` | | {bot.help} | |"
        for option in bot.options:
            usual = "" if option.default in (None, "") else f"`{option.kind.written(option.default)}`"
            yield f"| | `{option.told}` | {option.help}: {option.kind.expected} | {usual} |"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
