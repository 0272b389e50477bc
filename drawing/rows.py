"""Text in rows and columns, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from .markup import element


def rows_html(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Element:
    """A table with these headings. The first cell of a row names the row."""
    titles = element("tr", *(element("th", title, scope="col") for title in head))
    body = element("tbody")
    for name, *cells in rows:
        body.append(element("tr", element("th", name, scope="row"), *(element("td", cell) for cell in cells)))
    return element("table", element("thead", titles), body, class_="rows")
