"""A server that is killed loses no choice that it acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("httpx2", reason="needs httpx2")

from ..support.killed_servers import run


@pytest.mark.slow
def test_a_server_that_is_killed_loses_no_choice_that_it_acknowledged(tmp_path: Path) -> None:
    assert run(tmp_path, 4, 7) > 0
