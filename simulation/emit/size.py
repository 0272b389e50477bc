"""How the text of an emitted module divides among the phases of the rules."""

from __future__ import annotations

_MARK = "# phase "
"""The comment under which the code of a phase begins."""


def largest_phase(text: str) -> tuple[str, float]:
    """The phase with the most lines, and its share of the text; ("", 0) where no phase is named."""
    lines: dict[str, int] = {}
    phase = ""
    for line in text.splitlines():
        bare = line.strip()
        phase = bare.removeprefix(_MARK) if bare.startswith(_MARK) else "" if line.startswith("def ") else phase
        lines[phase] = lines.get(phase, 0) + 1
    whole = sum(lines.values())
    lines.pop("", None)
    if not lines:
        return "", 0.0
    most = max(lines, key=lambda name: lines[name])
    return most, lines[most] / whole
