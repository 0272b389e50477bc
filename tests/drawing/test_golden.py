"""The tables of the witness settings and the pictures of the docs look as they did.

`python -m tests.support.golden_tables` and `python -m tests.support.drawn_pictures` draw them anew.
"""

from __future__ import annotations

import pytest

from ..support.battery import WITNESSES, Setting
from ..support.drawn_pictures import PICTURES, Drawn, picture
from ..support.golden_tables import drawn, path_of


@pytest.mark.parametrize("setting", WITNESSES, ids=lambda setting: setting.name)
def test_a_table_is_drawn_as_it_was(setting: Setting) -> None:
    assert drawn(setting).split("\n") == path_of(setting).read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("picture_of", PICTURES, ids=lambda each: each.file)
def test_a_picture_of_the_docs_is_what_is_drawn(picture_of: Drawn) -> None:
    assert picture(picture_of) == picture_of.path.read_text(encoding="utf-8")
