"""The process in which Atheris looks for texts; see `authors.py`, which starts it."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["rulerun.dsl"]):
    from . import authors

MANY = 1000
"""So many texts are looked at before what is kept of parsed lines is thrown away."""


def main() -> None:
    """Run Atheris with the target that is named first, and the flags behind it."""
    target = authors.TARGETS[sys.argv.pop(1)]
    count = 0

    def look(content: bytes) -> None:
        nonlocal count
        count += 1
        if count % MANY == 0:
            authors.forget()
        target(content)

    atheris.Setup(sys.argv, look)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
