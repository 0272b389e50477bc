"""How the suite is run: Hypothesis without a clock, so that a slow machine fails no test, and the slowest tests first."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("rulerun", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("rulerun")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts slow tests before the others: where several processes share them, none is left alone with a slow one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
