"""Renders a report on many games: one HTML file that needs no network, with the findings first.

Importing this raises ImportError, which says what to install, where Altair, vl-convert or Jinja is missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import assert_never

try:
    import altair
    import vl_convert
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup
except ImportError as missing:
    raise ImportError(f"{missing.name} is not installed: pip install 'rulerun[lab]'") from missing

from ...program.harmless import harmless, harmless_json
from ..statistics.estimates import Comparison, Grid, Summary
from ..statistics.sense import Sense
from ..statistics.tournament import TournamentFigures
from . import page_grid, page_pair, page_run, page_sense, page_tournament
from .number_format import bare
from .report import Report
from .vega import specification

__all__ = ["report"]

SNIPPET = "window.vegaEmbed = vegaEmbed;"
"""The JavaScript that gives the page access to the renderer; the bundle contains what it needs."""

TEMPLATE = Path(__file__).with_name("page.html")


def report(result: Summary | Comparison | Grid | TournamentFigures | Sense, story: Sequence[str] = ()) -> str:
    """The HTML page about one run, two that are compared, a sweep, a tournament or levels of play; equal text each time. The
    *story* of a match, a line for each thing that happened, is told behind the figures of a run.
    """
    match result:
        case Summary():
            return written(page_run.page(result, story))
        case Comparison():
            return written(page_pair.page(result))
        case Grid():
            return written(page_grid.page(result))
        case TournamentFigures():
            return written(page_tournament.page(result))
        case Sense():
            return written(page_sense.page(result))
        case _:
            assert_never(result)


def written(page: Report) -> str:
    """The page as HTML. Text that comes from outside, such as a ruleset's, is made harmless, and escaped in text, in attributes
    and in plots.
    """
    pages = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True, finalize=seen)
    pages.filters["coded"] = coded
    pages.filters["bare"] = bare
    pages.filters["specification"] = specification
    pages.filters["script"] = script
    pages.filters["bundled"] = bundled
    text: str = pages.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        page=page, bundle=bundle(), renderer=f"Vega-Lite {altair.SCHEMA_VERSION.lstrip('v')}"
    )
    return text


def seen(value: object) -> object:
    """The value as it stands on the page: a text is made harmless, what is ready for the page stays."""
    return harmless(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def coded(text: str) -> Markup:
    """The text, escaped, with what stands in backticks as `<code>`; an unpaired backtick stays as it is."""
    parts = harmless(text).split("`")
    if len(parts) % 2 == 0:
        parts[-2:] = ["`".join(parts[-2:])]
    return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts))


def script(json: str) -> Markup:
    """JSON for a script element: `<` is escaped, without which nothing can end the element."""
    return Markup(harmless_json(json.replace("<", "\\u003c")))


def bundled(source: str) -> Markup:
    """JavaScript for a script element. Raises ValueError where it contains what would end or change the element."""
    if re.search(r"</script|<!--", source, re.IGNORECASE):
        raise ValueError("the renderer cannot stand inside a page")
    return Markup(source)


@cache
def bundle() -> str:
    """Vega-Embed with Vega and Vega-Lite as JavaScript, in the version that Altair writes for."""
    major, minor, *_ = altair.SCHEMA_VERSION.lstrip("v").split(".")
    text: str = vl_convert.javascript_bundle(SNIPPET, vl_version=f"{major}.{minor}")
    return text
