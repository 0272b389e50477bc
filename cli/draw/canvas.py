"""A surface on which short texts are put at places; what is put later covers what lies there."""

from __future__ import annotations

from attrs import Factory, define
from rich.text import Text


@define
class Canvas:
    """Texts by line and column. They may lie side by side, and cover others only where they have the same column."""

    _parts: dict[int, dict[int, Text]] = Factory(dict)

    def put(self, line: int, column: int, text: Text) -> None:
        """Put a text there; the one that began there is gone."""
        self._parts.setdefault(line, {})[column] = text

    def text(self) -> Text:
        """All lines, from the first that has anything on."""
        lines = []
        for line in range(min(self._parts), max(self._parts) + 1):
            whole = Text()
            for column, part in sorted(self._parts.get(line, {}).items()):
                whole.append(" " * (column - whole.cell_len))
                whole.append_text(part)
            lines.append(whole)
        return Text("\n").join(lines)
