"""The page of a report in a real browser: its plots are drawn, also on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..support.browsing import CHROMIUM, chromium

pytest.importorskip("playwright", reason="needs the extra `browser`")
html = pytest.importorskip("rulerun.lab.report.html")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")]

DRAWN = "document.querySelectorAll('.plot svg').length === document.querySelectorAll('.plot').length"
OPEN = "[...document.querySelectorAll('details')].filter((fold) => fold.open).length"
FOLDS = "document.querySelectorAll('details').length"


def test_all_plots_are_drawn_on_paper_and_folds_close_again(tmp_path: Path) -> None:
    from rulerun import simulate
    from rulerun.lab.report.run_report import report

    page_file = tmp_path / "page.html"
    page_file.write_text(html.written(report(simulate("tic_tac_toe", games=50).summary)), encoding="utf-8")
    with chromium() as browser:
        page = browser.new_page()
        page.goto(page_file.as_uri())
        page.wait_for_function(DRAWN)
        open_before = page.evaluate(OPEN)
        assert open_before < page.evaluate(FOLDS)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate(OPEN) == page.evaluate(FOLDS)
        assert page.evaluate(DRAWN)
        heights = page.evaluate("[...document.querySelectorAll('.plot svg')].map((plot) => plot.getBoundingClientRect().height)")
        assert len(heights) > 2
        assert min(heights) > 30
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate(OPEN) == open_before
