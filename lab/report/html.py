"""Renders a report on many games: one HTML file that needs no network, with the findings first.

Importing this raises ImportError, which says what to install, where Altair, vl-convert or Jinja is missing.

The page fetches nothing, and nothing of a ruleset is ever code in it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from attrs import evolve

try:
    import altair
    import vl_convert
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup, escape
except ImportError as missing:
    raise ImportError(f"{missing.name} is not installed: pip install 'rulerun[lab]'") from missing

from ...drawing.page import stylesheet
from ...program.harmless import harmless, harmless_json
from .drawn import drawn
from .number_format import bare
from .report import Picture, Report
from .vega import specification

SNIPPET = "window.vegaEmbed = vegaEmbed;"
"""The JavaScript that gives the page access to the renderer; the bundle contains what it needs."""

TEMPLATE = Path(__file__).with_name("page.html")


def written(report: Report) -> str:
    """The page as HTML, equal text each time. Text that comes from outside, such as a ruleset's, is made harmless, and escaped in
    text, in attributes and in plots.
    """
    pages = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True, finalize=seen)
    pages.filters["coded"] = coded
    pages.filters["bare"] = bare
    pages.filters["broken"] = broken
    pages.filters["drawn"] = picture
    pages.filters["specification"] = specification
    pages.filters["script"] = script
    pages.filters["bundled"] = bundled
    text: str = pages.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        page=telling_first(report),
        bundle=bundle(),
        tables=Markup(stylesheet()),
        renderer=f"Vega-Lite {altair.SCHEMA_VERSION.lstrip('v')}",
    )
    return text


def telling_first(report: Report) -> Report:
    """The report with what tells most at the beginning: that section, and in it that plot."""
    first = sorted(report.sections, key=lambda each: not each.telling)
    plots = (tuple(sorted(each.plots, key=lambda plot: not plot.verdict)) for each in first)
    return evolve(report, sections=tuple(evolve(each, plots=shown) for each, shown in zip(first, plots, strict=True)))


def seen(value: object) -> object:
    """The value as it stands on the page: a text is made harmless, what is ready for the page stays."""
    return harmless(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def coded(text: str) -> Markup:
    """The text, escaped, with what stands in backticks as `<code>`; an unpaired backtick stays as it is."""
    parts = harmless(text).split("`")
    if len(parts) % 2 == 0:
        parts[-2:] = ["`".join(parts[-2:])]
    return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts))


def broken(text: str | Markup) -> Markup:
    """The text, which may be ready for the page, with places behind each `_` at which a line may end."""
    ready = text if isinstance(text, Markup) else escape(harmless(text))
    return Markup(str(ready).replace("_", "_<wbr>"))


def script(json: str) -> Markup:
    """JSON for a script element: `<` is escaped, without which nothing can end the element."""
    return Markup(harmless_json(json.replace("<", "\\u003c")))


def bundled(source: str) -> Markup:
    """JavaScript for a script element. Raises ValueError where it contains what would end or change the element."""
    if re.search(r"</script|<!--", source, re.IGNORECASE):
        raise ValueError("the renderer cannot stand inside a page")
    return Markup(source)


def picture(shown: Picture) -> Markup:
    """The picture for the page; whatever a ruleset says in it is escaped."""
    return Markup(drawn(shown))


@cache
def bundle() -> str:
    """Vega-Embed with Vega and Vega-Lite as JavaScript, in the version that Altair writes for."""
    major, minor, *_ = altair.SCHEMA_VERSION.lstrip("v").split(".")
    text: str = vl_convert.javascript_bundle(SNIPPET, vl_version=f"{major}.{minor}")
    return text
