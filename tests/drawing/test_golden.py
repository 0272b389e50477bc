"""The tables of the witness settings look as they did. `python -m tests.support.golden_tables` draws them anew."""

from __future__ import annotations

import pytest

from ..support.battery import WITNESSES, Setting
from ..support.golden_tables import drawn, path_of


@pytest.mark.parametrize("setting", WITNESSES, ids=lambda setting: setting.name)
def test_a_table_is_drawn_as_it_was(setting: Setting) -> None:
    assert drawn(setting).split("\n") == path_of(setting).read_text(encoding="utf-8").split("\n")
