"""Nothing at all is said of the bundled rulesets when they are checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.dsl.compile import examine
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source


@pytest.mark.parametrize("path", sorted(BUNDLED.glob("*.yaml")), ids=lambda path: path.stem)
def test_nothing_is_said_of_a_bundled_ruleset(path: Path) -> None:
    assert examine(Source(str(path), path.read_text(encoding="utf-8"))) == ()
