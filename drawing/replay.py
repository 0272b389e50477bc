"""A match to step through, as one page without a script."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from ..table.scene import Scene
from .markup import as_html, element
from .page import page
from .table import table_html

STYLE = """
body { margin: 0 auto; max-width: 60rem; padding: .5rem 1rem; background: var(--paper); color: var(--ink);
  font-family: system-ui, sans-serif; }
.step { display: none; }
.step:target, body:not(:has(.step:target)) .step:first-of-type { display: block; }
.story { min-height: 3.2rem; padding: 0; list-style: none; }
nav { display: flex; gap: 1rem; align-items: baseline; }
nav a, nav span { min-width: 4rem; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .4rem; text-align: center;
  color: inherit; text-decoration: none; }
nav span { opacity: .4; }
"""


def replay_page(title: str, language: str, steps: Sequence[tuple[Scene, Sequence[str]]], result: Sequence[str]) -> str:
    """The page: a table for each step with what was told of it, and links to the one before and the one behind."""
    parts: list[Element] = []
    written: dict[str, str] = {}
    for at, (scene, told) in enumerate(steps):
        last = at == len(steps) - 1
        lines = [element("li", line) for line in (*told, *(result if last else ()))]
        links = element("nav", link("←", at - 1, len(steps)), f"{at} / {len(steps) - 1}", link("→", at + 1, len(steps)))
        story = element("ul", *lines, class_="story")
        table = table_html(scene)
        for drawn in table.iter("svg"):
            shared(drawn, written)
        parts.append(element("section", links, story, table, class_="step", id=f"step-{at}"))
    return page(title, language, element("h1", title), *parts, style=STYLE)


TOGETHER = 45
"""So many spaces in a row are written once and shown again by a reference."""


def shared(drawn: Element, written: dict[str, str]) -> None:
    """Groups the spaces of a board, and refers to the groups that stand on the page already, by what is *written* there."""
    parts = list(drawn)
    spaces = [each for each in parts if each.get("class", "").split(" ")[0] == "space"]
    groups = [spaces[at : at + TOGETHER] for at in range(0, len(spaces), TOGETHER)] if len(spaces) > TOGETHER else []
    for group in groups:
        made = element("g", *group)
        html = as_html(made)
        if html in written:
            made = element("use", href=f"#{written[html]}")
        else:
            written[html] = f"spaces-{len(written)}"
            made.set("id", written[html])
        drawn.insert(list(drawn).index(group[0]), made)
        for each in group:
            drawn.remove(each)


def link(sign: str, to: int, count: int) -> Element:
    """A link to a step; no link where there is none."""
    return element("a", sign, href=f"#step-{to}") if 0 <= to < count else element("span", sign)
