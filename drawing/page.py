"""Whole pages of HTML that need nothing else: no script, nothing that is fetched."""

from __future__ import annotations

from importlib.resources import files
from xml.etree.ElementTree import Element

from .markup import Child, as_html, element

STYLE = "style.css"


def stylesheet() -> str:
    """The styles of a table."""
    return (files(__package__) / STYLE).read_text(encoding="utf-8")


def page(title: str, language: str, *body: Child, style: str = "") -> str:
    """A document with these parts, its styles inside."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", stylesheet() + style),
    )
    return "<!doctype html>\n" + as_html(element("html", head, element("body", *body), lang=language)) + "\n"


def fragment(made: Element) -> str:
    """A part of a page with its styles, for notebooks."""
    return as_html(element("div", element("style", stylesheet()), made))
