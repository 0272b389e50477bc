"""Five Lamps against the same game written in plain Python."""

from __future__ import annotations

import pytest

from rulerun.interpreter import NATURE

from ..support.battery import Setting, drawn, seeds
from ..support.cases import all_hold
from .test_cards import Asked, Ending, Play, asked, check, dialled

NAMES = ["Anne", "Ben", "Chris", "Dana", "Emma", "Felix", "Gina", "Hugo"]
CREWS = {5: (2, 3, 2, 3, 3), 6: (2, 3, 4, 3, 4), 7: (2, 3, 4, 3, 4), 8: (2, 3, 4, 3, 4)}
WRECKERS = {5: 2, 6: 2, 7: 3, 8: 3}


def five_lamps(players: int, refusals: int) -> Play:
    """The roles are dealt, then up to five lamps are lit or not."""
    pile = {"keeper": players - WRECKERS[players], "wrecker": WRECKERS[players]}
    roles = []
    for _ in range(players):
        roles.append((yield Asked(NATURE, {role: left for role, left in pile.items() if left})))
        pile[roles[-1]] -= 1
    before = NAMES.index((yield asked(NATURE, [f"captain {name}" for name in NAMES[:players]])).removeprefix("captain "))
    lit = dark = 0
    for size in CREWS[players]:
        for _ in range(refusals):
            captain = before = (before + 1) % players
            crew: list[int] = []
            while len(crew) < size:
                answer = yield asked(captain, [f"mate {NAMES[seat]}" for seat in range(players) if seat not in crew])
                crew.append(NAMES.index(answer.removeprefix("mate ")))
            votes = []
            for seat in range(players):
                votes.append((yield asked(seat, ["word aye", "word nay"])))
            if 2 * votes.count("word aye") > players:
                done = []
                for seat in sorted(crew):
                    done.append((yield asked(seat, ["light", "douse"] if roles[seat] == "wrecker" else ["light"])))
                lit, dark = (lit, dark + 1) if "douse" in done else (lit + 1, dark)
                break
        else:
            dark = 3
        if 3 in (lit, dark):
            break
    won = "wrecker" if dark == 3 else "keeper"
    return Ending((None,) * players, tuple(seat for seat, role in enumerate(roles) if role == won))


@pytest.mark.parametrize("numbers", seeds(8, 200))
def test_five_lamps_is_played_as_written_in_python(numbers: range) -> None:
    all_hold(check_five_lamps, numbers)


def check_five_lamps(seed: int) -> None:
    players, refusals = 5 + seed % 4, (5, 2, 1, 10, 3)[seed % 5]
    check(Setting("five_lamps", "", players, dialled(refusals=refusals)), five_lamps(players, refusals), drawn(seed))
