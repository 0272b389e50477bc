"""How Hypothesis runs here: without a clock, so that a slow machine fails no test."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("rulerun", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("rulerun")
