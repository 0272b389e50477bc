"""Where the parts of the screen stand, and its colours."""

from __future__ import annotations

import os

CSS = """
Screen { background: #121212; color: #e4e4e4; layers: base over; overflow: hidden; }
.light { background: #fafafa; color: #1c1c1c; }
#top { height: 1; text-style: bold; padding: 0 1; background: #262626; }
.light #top { background: #dadada; }
#tabs { height: 1; padding: 0 1; }
#body { layout: horizontal; }
#boards { padding: 0 1; }
#side { width: 1fr; padding: 0 1; }
#panels { height: auto; }
#news { height: 1fr; }
VerticalScroll { scrollbar-size-vertical: 1; scrollbar-color: #585858; scrollbar-background: #121212; }
.light VerticalScroll { scrollbar-color: #a8a8a8; scrollbar-background: #fafafa; }
#hand-row { padding: 0 1; }
#prompt { padding: 0 1; text-style: bold; }
#options-row { padding: 0 1; }
#foot { height: 1; padding: 0 1; background: #262626; color: #a8a8a8; }
.light #foot { background: #dadada; color: #4e4e4e; }
#answer { layer: over; dock: bottom; height: auto; padding: 0 1; background: #303030; border-left: thick #ffd75f; }
.light #answer { background: #eeeeee; border-left: thick #005faf; }
#line { height: 1; border: none; padding: 0 1; background: #262626; }
.light #line { background: #dadada; }
#small { width: 100%; height: 100%; }
.page { padding: 1 2; width: 100%; height: 1fr; }
.page-foot { height: auto; padding: 0 1; background: #262626; color: #a8a8a8; }
.light .page-foot { background: #dadada; color: #4e4e4e; }
.hidden { display: none; }
.away > * { visibility: hidden; }
"""

WIDE, HIGH = 100, 28
"""From so many columns and lines on, boards, panels and narration stand side by side, else there is one of them at a time."""

LEAST_WIDE, LEAST_HIGH = 60, 16
"""A smaller screen shows nothing but which size is needed."""


BESIDE = 44
"""So many columns are kept for panels and narration beside the boards."""

ROOMY = 32
"""From so many lines on, cards are drawn as boxes."""

LEGEND = 40
"""A legend beside which panels stand may take so many columns, or as many as its board."""

BOXED = 4
"""So many lines the boxes of a hand may always take; of more than that they take at most a fifth of the screen."""

NEWS = 4
"""So many lines of the story stand below a board on a small screen, where what lies in the middle leaves room."""

STORY = 8
"""So many lines the story has at least, where panels that are too wide for it stand beside the boards."""

PACES: tuple[float | None, ...] = (0.6, 1.5, None, 0.0)
"""How many seconds a bot's move stays before the next one; None: until a key is pressed."""


def dark_background() -> bool:
    """Whether the terminal says that its background is dark, or says nothing."""
    shown = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return not (shown.isdecimal() and int(shown) in (7, 15))
