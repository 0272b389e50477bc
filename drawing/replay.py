"""A match to step through, as one page without a script."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from ..table.scene import Scene
from .markup import element
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
    parts = []
    for at, (scene, told) in enumerate(steps):
        last = at == len(steps) - 1
        lines = [element("li", line) for line in (*told, *(result if last else ()))]
        links = element("nav", link("←", at - 1, len(steps)), f"{at} / {len(steps) - 1}", link("→", at + 1, len(steps)))
        story = element("ul", *lines, class_="story")
        parts.append(element("section", links, story, table_html(scene), class_="step", id=f"step-{at}"))
    return page(title, language, element("h1", title), *parts, style=STYLE)


def link(sign: str, to: int, count: int) -> Element:
    """A link to a step; no link where there is none."""
    return element("a", sign, href=f"#step-{to}") if 0 <= to < count else element("span", sign)
