"""Bots of one's own, named by the module that they are in."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.bots import BotFailed, Needs, Situation, UnknownBot, canonical, is_own, make, seated, split
from rulerun.interpreter import decision, initial
from rulerun.rl import compiled, table
from rulerun.session.seating import check_recorded

from ..support.battery import game_of

BOTS = """
from attrs import frozen
from rulerun.bots import Needs, Whole, option

@frozen
class Nth:
    needs = Needs.NOTHING
    number: int = option(Whole(0, 8), 2, "which option it takes")

    def choose(self, situation, draw):
        return self.number

class Broken:
    needs = Needs.NOTHING

    def choose(self, situation, draw):
        raise KeyError("lost")

class Nobody:
    pass

VALUE = Nth(3)
"""


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bots_of_a_test"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "some.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    return folder


def chosen_by(name: str) -> int:
    program = compiled(table("tic_tac_toe")).program
    state = initial(game_of(program))
    return seated(name, program).choose(Situation(game_of(program), decision(game_of(program), state, 0)), lambda below: 0)


def test_a_class_a_value_and_options_are_bots() -> None:
    assert chosen_by("bots_of_a_test.some:Nth") == 2
    assert chosen_by("bots_of_a_test.some:Nth:number=5") == 5
    assert chosen_by("bots_of_a_test.some:VALUE") == 3
    assert make("bots_of_a_test.some:Nth").needs is Needs.NOTHING
    assert canonical("bots_of_a_test.some:Nth") == "bots_of_a_test.some:Nth"
    assert split("bots_of_a_test.some:Nth:number=5,random") == ("bots_of_a_test.some:Nth:number=5", "random")
    assert not is_own("random:flat")
    assert not is_own("radnom:flat")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bots_of_a_test.none:Nth", "cannot be had: ModuleNotFoundError"),
        ("bots_of_a_test.some:None_", "cannot be had: AttributeError"),
        ("bots_of_a_test.some:Nobody", "is no bot: expected `needs` and a method `choose`"),
        ("bots_of_a_test.some:Nth:number=9", "a whole number from 0 to 8, not `9`"),
        ("bots_of_a_test.some:Nth:size=9", "has no option `size`"),
        ("bots_of_a_test.some:Broken:size=9", "has no option `size`"),
    ],
)
def test_what_is_no_bot_is_refused(name: str, message: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        chosen_by(name)
    assert message in str(refused.value)


def test_what_a_bot_raises_is_a_bot_that_failed() -> None:
    with pytest.raises(BotFailed, match=r"`bots_of_a_test.some:Broken` failed: KeyError: 'lost'"):
        chosen_by("bots_of_a_test.some:Broken")


def test_a_record_does_not_import_a_bot_by_itself(bots: Path) -> None:
    program, mark = compiled(table("tic_tac_toe")).program, bots / "imported"
    (bots / "spying.py").write_text(f"open({str(mark)!r}, 'w').close()\nBot = None\n")
    with pytest.raises(Exception, match="starts a program of this machine"):
        check_recorded(program, 0, "bots_of_a_test.spying:Bot")
    assert not mark.exists()
