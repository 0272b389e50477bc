"""The table on the whole screen, by keys and mouse, without a terminal."""

from __future__ import annotations

import asyncio
import errno
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event

import pytest

from ..support.battery import game_of

pytest.importorskip("textual")

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual.pilot import Pilot

from rulerun.bots import Draw, Estimate, Expected, Foreseen, Needs, Situation, seated
from rulerun.cli.screen.app import TableApp
from rulerun.cli.screen.drawing import Mood, OnBarred, OnEntry, Piece, brightness, moody, painted
from rulerun.cli.screen.frame import tail
from rulerun.cli.screen.open_question import OpenQuestion
from rulerun.cli.screen.pages import After, Agreement, EndPage, HandedOver, Page, Unwritten
from rulerun.cli.screen.parts import panel_lines
from rulerun.cli.screen.pointable import Pointable
from rulerun.cli.screen.table_screen import HASTE, TableScreen
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.terminal_session import TerminalSession
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source
from rulerun.interpreter import actors, advance, decision, initial
from rulerun.interpreter.match.history import standing
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.record_file import RecordFile
from rulerun.interpreter.match.records import Answer, header_of, read_record
from rulerun.session.seating import Seating
from rulerun.table.spots import OnCard, OnSpace

from ..support.secrets import PEEKING
from ..support.table_pictures import looks, played, text_of

LONG = 1_000.0
"""More seconds than any test takes."""

PATIENCE = 2_000
"""After so many looks something is taken for hanging."""

Script = Callable[["Seen"], Awaitable[None]]

PIRATES = """ruleset: pirates
players: 2
boards:
  sea: {kind: grid, rows: 3, columns: 3}
variables:
  treasure: {per: space of sea, holds: player}
  dug: {per: player, holds: 0..9}
phases:
  game:
    - repeat 2 times:
        - for each player p:
            - p chooses spot from sea where treasure[spot] = nothing because "somebody has dug there"
            - treasure[spot] = p
            - dug[p] += 1
outcome:
  winners: players p where dug[p] > 0
"""

LARDER = """ruleset: larder
players: 2
decks:
  jars:
    starts in: shelf
    cards: [{worth: 1..6, copies: 1}]
zones:
  basket: {of: jars, per: player, seen by: owner}
  table: {of: jars, seen by: everyone}
  shelf: {of: jars}
phases:
  game:
    - deal 3 from shelf to basket of each player
    - for each player p:
        - p chooses 2 cards from basket[p] and put them in table
outcome:
  winners: players
"""


SWAPS = """ruleset: swaps
players: 2
enumerations:
  fruit: [apple, pear, plum, quince, grape, fig]
variables:
  lies: {per: fruit, holds: 0..9}
phases:
  game:
    - for each player p:
        - p chooses one:
            - swap a from fruit, b from fruit where b != a:
                - lies[a] = lies[b]
            - pick up c from fruit:
                - lies[c] += 1
            - pass:
                - lies[apple] += 1
outcome:
  winners: players
"""


class Seen:
    """A table that is tried: what stands on it, and what is done there."""

    def __init__(self, app: TableApp, pilot: Pilot[After]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def table(self) -> TableScreen:
        return self.app.table

    @property
    def question(self) -> OpenQuestion:
        assert self.table.question is not None
        return self.table.question

    @property
    def decisions(self) -> int:
        return len(standing(self.table.terminal.match.entries))

    async def until(self, there: Callable[[], bool]) -> None:
        """Waits for that; fails only where nothing comes."""
        for _ in range(PATIENCE):
            if there():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"nothing came: {self.shown()}")

    async def asked(self) -> None:
        """Waits until a person is asked, and everything is drawn."""
        await self.until(lambda: self.table.question is not None and self.app.screen is self.table)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, target: object) -> None:
        """Presses the mouse on something."""
        for part in self.table.query(Pointable):
            for field in part.fields():
                if field.target == target and part.region.height:
                    left, top = part.region.offset
                    await self.pilot.click(part, offset=(field.left - left, field.top - top))
                    await self.pilot.pause()
                    return
        raise AssertionError(f"{target} is not on the screen")

    def shown(self) -> str:
        """The whole screen as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def terminal(
    source: Source, *people: int, path: Path | None = None, bot: str = "first", players: int | None = None
) -> TerminalSession:
    program = load(source, None, players, ())
    match = Match(game_of(program), header_of(program, source, 3, 0))
    if path is not None:
        match.record_with(RecordFile.create(path, match.header), 0)
    bots = {seat: seated(bot, program) for seat in program.players if seat not in people}
    return TerminalSession(match, source, Seating(people), bots, "", "easy", "", path, "go on")


def bundled(game: str) -> Source:
    return read(BUNDLED / f"{game}.yaml")


def at_table(of: TerminalSession, script: Script, size: tuple[int, int] = (120, 40)) -> After | None:
    """Sits down, does what the script says, and gives what comes next."""
    app = TableApp(of, 0.0, dark=True, colours=True)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            seen = Seen(app, pilot)
            await script(seen)

    asyncio.run(run())
    assert app.table.fault is None
    return app.return_value


def test_arrows_and_enter_choose_a_space() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        assert seen.table.cursor == OnSpace(0, 0)
        await seen.press("right")
        assert seen.table.cursor == OnSpace(0, 1)
        await seen.press("up", "enter")
        await seen.until(lambda: seen.decisions == 2)
        await seen.asked()
        assert "cell b2" in seen.shown()

    at_table(terminal(bundled("tic_tac_toe"), 0), script)


def test_a_key_and_a_click_choose_and_what_is_taken_tells_why() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("5")
        await seen.until(lambda: seen.decisions == 2)
        await seen.asked()
        await seen.click(OnSpace(0, 4))
        await seen.until(lambda: "already bears a mark" in seen.shown())
        assert seen.decisions == 2
        await seen.click(OnSpace(0, 8))
        await seen.until(lambda: seen.decisions == 4)

    at_table(terminal(bundled("tic_tac_toe"), 0), script)


def test_a_move_is_pointed_at_in_two_steps() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.click(OnSpace(0, 1))
        assert [entry.words for entry in seen.question.listed] == ["move b1 a3", "move b1 c3"]
        await seen.press("escape")
        assert seen.question.picking.picked == ()
        await seen.click(OnSpace(0, 12))
        await seen.click(OnSpace(0, 28))
        await seen.until(lambda: seen.decisions == 2)

    at_table(terminal(bundled("chess"), 0), script)


@pytest.mark.slow
def test_a_digit_that_may_begin_a_longer_number_waits_in_sight_for_the_next_or_for_enter() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        words = [entry.words for entry in seen.question.listed]
        assert len(words) == 20
        await seen.press("1")
        assert f"1_ Enter: {words[0]}" in seen.shown()
        await seen.press("right")  # what is pointed at goes before what was typed
        assert "1_" not in seen.shown()
        await seen.press("1", "2")
        await seen.until(lambda: seen.decisions == 2)
        assert chosen(seen)[0] == words[11]
        await seen.asked()
        words = [entry.words for entry in seen.question.listed]
        await seen.press("1", "enter")
        await seen.until(lambda: seen.decisions == 4)
        assert chosen(seen)[2] == words[0]

    at_table(terminal(bundled("chess"), 0), script, (200, 60))


def test_what_was_meant_for_the_move_of_a_bot_chooses_nothing() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        seen.table.pace = None
        await seen.press("1")
        await seen.until(lambda: seen.decisions == 2)
        await seen.press("space")
        await seen.asked()
        await seen.until(lambda: not seen.table.looking)
        assert seen.table.listens_from > 0
        seen.table.listens_from += LONG
        await seen.press("2", "space", "enter")
        assert seen.decisions == 2
        seen.table.listens_from -= LONG + HASTE
        await seen.press("space")  # pressed late, it chooses nothing either
        assert seen.decisions == 2
        assert "Enter chooses what you point at" in seen.shown()
        await seen.press("2")
        await seen.until(lambda: seen.decisions > 2)

    at_table(terminal(bundled("tic_tac_toe"), 0), script)


def test_more_options_than_there_is_room_for_are_listed_in_stages() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        assert [entry.words for entry in seen.question.listed] == ["swap …", "pick up …", "pass"]
        await seen.press("1")
        assert "swap fig …" in [entry.words for entry in seen.question.listed]
        await seen.press("2")
        others = ("apple", "plum", "quince", "grape", "fig")
        assert [entry.words for entry in seen.question.listed] == [f"swap pear {each}" for each in others]
        assert seen.question.keys[5:10] == ("1", "2", "3", "4", "5")
        assert not any(seen.question.keys[:5])
        assert "Esc: one step back" in seen.shown()
        await seen.press("u", "escape")
        assert "Esc: one step back" not in seen.shown()
        assert len(seen.question.listed) == 3
        await seen.press("1", "2", "3")
        await seen.until(lambda: seen.decisions == 1)
        assert "swap pear quince" in seen.shown()

    at_table(terminal(Source("swaps.yaml", SWAPS), 0, 1), script)


def test_what_is_not_on_offer_stands_in_the_list_and_says_why() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        assert "1 roll" in seen.shown()
        assert "  hold" in seen.shown()
        await seen.press("right")
        assert seen.table.cursor == OnBarred(0)
        assert "roll at least once" in seen.shown()
        await seen.press("enter")
        await seen.click(OnBarred(0))
        assert seen.decisions == 0
        seen.table.choose(OnBarred(7))  # pressed in a list that was drawn before
        await seen.press("left", "3")
        assert "no option has the key `3`" in seen.shown()
        await seen.press("2")
        assert seen.table.cursor == OnBarred(0)
        assert "roll at least once" in seen.shown()
        await seen.press("left")
        assert "roll at least once" not in seen.shown()

    at_table(terminal(bundled("pig"), 0), script)


def test_a_line_that_the_list_no_longer_has_is_pointed_at_in_vain() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        seen.table.choose(OnSpace(0, 1))
        seen.table.choose(OnEntry(15))  # pressed in the list that was drawn before: two moves are left
        seen.table.cursor = OnEntry(15)
        await seen.press("enter", "space")
        assert seen.decisions == 0
        assert len(seen.question.listed) == 2

    at_table(terminal(bundled("chess"), 0), script)


def test_a_choice_is_taken_back() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("u")
        assert "has not chosen anything yet" in seen.shown()
        await seen.press("1")
        await seen.until(lambda: seen.decisions == 2)
        await seen.asked()
        await seen.press("u")
        await seen.until(lambda: seen.decisions == 0)
        await seen.asked()

    at_table(terminal(bundled("tic_tac_toe"), 0), script)


@pytest.mark.slow
def test_several_cards_are_picked_in_any_order_and_given_at_once() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        cards = [spot for spot in seen.question.picking.spots() if isinstance(spot, OnCard)]
        given = [f"card {words}" for words in (seen.question.picking.cards[0][1], seen.question.picking.cards[-1][1])]
        await seen.click(cards[-1])
        assert "choose 1 more" in seen.shown()
        await seen.press("enter")  # does not put it back
        assert "choose 1 more" in seen.shown()
        made = seen.decisions
        await seen.press("u")  # puts it back, and takes no choice back
        assert (seen.question.picking.picked, seen.decisions) == ((), made)
        await seen.click(cards[-1])
        await seen.press("1")
        assert "Enter gives these" in seen.shown()
        await seen.press("h")
        assert seen.shown().count("Enter gives these") == 2
        await seen.press("2")
        assert "cannot be picked beside what is picked" in seen.shown()
        assert len(seen.question.picking.picked) == 2
        await seen.press("9")
        assert "no option has the key `9`" in seen.shown()
        await seen.press("enter")
        await seen.until(lambda: seen.decisions >= 8)
        entries = standing(seen.table.terminal.match.entries)
        assert [entry.choice for entry in entries if isinstance(entry, Answer)][:2] == given

    at_table(terminal(Source("larder.yaml", LARDER), 0), script)


@pytest.mark.slow
@pytest.mark.parametrize("none", [True, False])
def test_where_fewer_cards_may_be_taken_they_are_given_as_they_are(none: bool) -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        assert "choose 0 to 3 cards" in seen.shown()
        assert [entry.words for entry in seen.question.listed][-1] == "no more"
        given = ["no more"]
        if none:
            await seen.press("4")
        else:
            cards = [spot for spot in seen.question.picking.spots() if isinstance(spot, OnCard)]
            given = [f"card {words}" for _, words in seen.question.picking.cards[1:]] + given
            await seen.click(cards[2])
            assert "choose up to 2 more, or Enter on one of these gives them" in seen.shown()
            await seen.click(cards[1])
            await seen.press("enter")
        await seen.until(lambda: seen.decisions >= 6 + len(given))
        entries = standing(seen.table.terminal.match.entries)
        assert [entry.choice for entry in entries if isinstance(entry, Answer)][: len(given)] == given

    some = LARDER.replace("chooses 2 cards", "chooses 0..3 cards")
    at_table(terminal(Source("larder.yaml", some), 0), script)


def listed(seen: Seen) -> str:
    """The line of the screen on which dice are listed, as far as the last one, without marks."""
    line = next(line for line in seen.shown().splitlines() if line.startswith(" 1 (6)"))
    return line[: line.index(" a ")].replace(" ✓", "  ")


@pytest.mark.slow
def test_the_members_of_a_set_are_picked_and_put_back_and_the_set_is_given_as_a_whole() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        # the dice by their numbers, with what they show
        words = [entry.words for entry in seen.question.listed]
        assert words == ["1 (6)", "2 (5)", "3 (5)", "4 (1)", "5 (2)", "kept none"]
        unmarked = listed(seen)
        await seen.press("3", "1")
        assert "1 (6) ✓" in seen.shown()
        assert listed(seen) == unmarked
        await seen.click(OnEntry(4))
        assert "1 (6) + 3 (5) + 5 (2) · Enter gives these" in seen.shown()
        assert "kept 1 + 3 + 5" in seen.shown()
        await seen.press("3")
        assert seen.question.picking.running == "1 (6) + 5 (2)"
        await seen.press("right", "space")
        assert seen.question.picking.running == "1 (6) + 4 (1) + 5 (2)"
        await seen.press("escape")
        assert seen.question.picking.running == ""
        await seen.press("4", "2", "enter")
        await seen.until(lambda: bool(chosen(seen)))
        assert chosen(seen)[0] == "kept 2 + 4"

    at_table(terminal(bundled("yahtzee"), 0, players=1), script)


@pytest.mark.slow
@pytest.mark.parametrize("giving", ["enter", "click"])
def test_a_set_of_so_many_members_is_given_once_it_is_whole(giving: str) -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        assert [entry.words for entry in seen.question.listed][:5] == [
            "take madder",
            "take weld",
            "take woad",
            "take walnut",
            "fill madder",
        ]
        await seen.press("4", "1")
        assert "Enter gives these" not in seen.shown()
        await seen.press("enter")  # puts back what is pointed at, for two are no whole set
        assert seen.question.picking.running == "walnut"
        await seen.press("3", "1")
        assert seen.question.picking.pick(seen.question.picking.members[1].spot) is None
        if giving == "enter":
            await seen.press("enter")
        else:
            await seen.click(OnEntry(4))
        await seen.until(lambda: bool(chosen(seen)))
        assert chosen(seen)[0] == "take madder + woad + walnut"

    at_table(terminal(bundled("dyers"), 0, players=2), script)


SCOUTS = """ruleset: scouts
players: 2
boards:
  land: {kind: grid, rows: 2, columns: 2}
variables:
  held: {per: space of land, holds: player}
phases:
  game:
    - for each player p:
        - p chooses one:
            - send spots from subsets of land:
                - for each space spot in spots:
                    - held[spot] = p
            - wait: []
outcome:
  winners: players
"""


@pytest.mark.slow
def test_spaces_of_which_a_set_is_chosen_are_pointed_at_on_the_board() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.click(OnSpace(0, 0))
        await seen.click(OnSpace(0, 3))
        await seen.click(OnSpace(0, 0))
        await seen.click(OnSpace(0, 2))
        await seen.press("enter")
        await seen.until(lambda: bool(chosen(seen)))
        words = [seen.table.program.domains[seen.table.program.boards[0].domain].labels[at].plain for at in (2, 3)]
        assert chosen(seen)[0] == f"send {words[0]} + {words[1]}"

    at_table(terminal(Source("scouts.yaml", SCOUTS), 0), script)


def chosen(seen: Seen) -> list[str]:
    """What was chosen in the match."""
    return [each.choice for each in standing(seen.table.terminal.match.entries) if isinstance(each, Answer)]


@pytest.mark.slow
def test_an_option_can_be_typed_and_asked_about() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("colon", *"why spot b2", "enter")
        assert re.search(r"you can: (point at it on the table|it is option \w+)", seen.shown())
        await seen.press("colon", *"nonsense", "enter")
        assert "is not offered" in seen.shown()
        await seen.press("colon", *"spot b2", "enter")
        await seen.until(lambda: seen.decisions == 2)

    at_table(terminal(Source("pirates.yaml", PIRATES), 0), script)


def test_the_table_is_hidden_until_the_next_player_is_there() -> None:
    async def script(seen: Seen) -> None:
        await seen.until(lambda: isinstance(seen.app.screen, HandedOver))
        await seen.pilot.pause()
        assert "worth" not in seen.shown()
        assert "your basket" not in seen.shown()
        assert not any(part.visible for part in seen.app.table.children)
        await seen.press("enter")
        await seen.asked()
        assert "your basket" in seen.shown()
        await seen.press("1", "2", "enter")
        await seen.until(lambda: isinstance(seen.app.screen, HandedOver))
        await seen.pilot.pause()
        assert "your basket" not in seen.shown()

    at_table(terminal(Source("larder.yaml", LARDER), 0, 1), script)


@pytest.mark.parametrize("learns", [True, False])
def test_what_a_seat_drew_stays_until_it_was_seen(learns: bool) -> None:
    async def script(seen: Seen) -> None:
        await seen.until(lambda: isinstance(seen.app.screen, HandedOver))
        await seen.press("enter")
        await seen.asked()
        await seen.press("1" if learns else "2")
        if learns:
            await seen.until(lambda: "for you alone" in seen.shown())
            assert "your hand" in seen.shown()
            await seen.press("enter")
        await seen.until(lambda: isinstance(seen.app.screen, HandedOver))
        await seen.pilot.pause()
        assert "hand" not in seen.shown()
        assert "for you alone" not in seen.shown()

    at_table(terminal(PEEKING, 0, 1), script)


@pytest.mark.parametrize("agreed", [True, False])
def test_who_has_chosen_since_is_asked_to_agree_to_an_undo(agreed: bool) -> None:
    async def script(seen: Seen) -> None:
        for key in ("5", "1"):
            await seen.asked()
            await seen.press(key)
        await seen.asked()
        await seen.press("u")
        await seen.until(lambda: isinstance(seen.app.screen, Agreement))
        await seen.until(lambda: "O, may X take the last choice back?" in seen.shown())
        await seen.press("enter" if agreed else "n")
        await seen.until(lambda: not isinstance(seen.app.screen, Agreement))
        await seen.asked()
        assert seen.decisions == (0 if agreed else 2)

    at_table(terminal(bundled("tic_tac_toe"), 0, 1), script)


@pytest.mark.parametrize(("key", "left"), [("enter", False), ("x", False), ("q", True)])
def test_on_a_full_disk_the_table_asks_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, left: bool) -> None:
    path, full = tmp_path / "match.rulerun", [True]
    of = terminal(bundled("tic_tac_toe"), 0, path=path)
    real = RecordFile.append

    def put(writer: RecordFile, line: bytes) -> None:
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(writer, line)

    async def script(seen: Seen) -> None:
        await seen.asked()
        monkeypatch.setattr(RecordFile, "append", put)
        await seen.press("5")
        await seen.until(lambda: isinstance(seen.app.screen, Unwritten))
        await seen.until(lambda: "No space left" in " ".join(seen.shown().split()))  # a long path breaks the line anywhere
        full.clear()
        await seen.press(key)
        if not left:
            await seen.asked()
            assert seen.decisions == 2

    assert at_table(of, script) is (After.LEFT if left else None)
    assert (of.path is None) == (key == "x")
    assert len(standing(read_record(path.read_bytes()).entries)) == {"enter": 2, "x": 0, "q": 1}[key]


WIDE = """ruleset: wide
players: 2
seats: [先手, Ben]
texts:
  Ben: {en: 🐢 Ben}
boards:
  field: {kind: grid, rows: 3, columns: 3}
enumerations:
  beast: [兎, 亀, 狐]
decks:
  animals:
    starts in: shelf
    cards: [{beast: [兎, 亀, 狐], copies: 6}]
zones:
  hand: {of: animals, per: player, seen by: owner}
  shelf: {of: animals}
variables:
  石: {per: space of field, holds: player}
  points: {per: player, holds: 0..9}
phases:
  game:
    - deal 2 from shelf to hand of each player
    - repeat 2 times:
        - for each player p:
            - p chooses 手 from field where 石[手] = nothing
            - 石[手] = p
            - points[p] += 1
outcome:
  winners: players
"""


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_wide_signs_leave_columns_straight(size: tuple[int, int]) -> None:
    def lines(seen: Seen) -> list[str]:
        strips = seen.app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {size[0]}
        below = seen.table.query_one("#hand-row").region.y
        return ["".join(segment.text for segment in strip) for strip in strips][:below]

    def columns(line: str, sign: str) -> list[int]:
        return [cell_len(line[:at]) for at, each in enumerate(line) if each == sign]

    async def script(seen: Seen) -> None:
        await seen.asked()
        before = [columns(line, "│") for line in lines(seen) if line.count("│") > 3]
        await seen.press("enter")
        await seen.until(lambda: seen.decisions >= 2)
        await seen.asked()
        after = [columns(line, "│") for line in lines(seen) if line.count("│") > 3]
        assert before == after
        assert len(before) >= 3
        assert all(each[:4] == after[0][:4] for each in after)

    at_table(terminal(Source("wide.yaml", WIDE), 0), script, size)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "after"), [("a", After.AGAIN), ("s", After.OTHER_SEATS), ("q", After.LEFT)])
def test_the_end_tells_the_result_and_offers_what_comes_next(key: str, after: After, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("1")
        await seen.until(lambda: seen.decisions == 2)
        await seen.asked()
        await seen.press("1")
        await seen.until(lambda: isinstance(seen.app.screen, EndPage))
        await seen.pilot.pause()
        assert "win" in seen.shown()
        await seen.press("enter")
        assert seen.app.screen is seen.table
        await seen.press("enter")
        await seen.until(lambda: isinstance(seen.app.screen, EndPage))
        await seen.press("u")
        assert "nothing is taken back" in seen.shown()
        if after is After.AGAIN:
            await seen.press("y")
            await seen.until(lambda: isinstance(seen.app.screen, Page) and "Anne: 2 decisions" in seen.shown())
            await seen.press("escape")
            await seen.until(lambda: isinstance(seen.app.screen, EndPage))
        await seen.press(key)

    monkeypatch.setattr("rulerun.cli.screen.table_screen.bot_of", lambda program, level: seated("greedy", program))
    assert at_table(terminal(Source("pirates.yaml", PIRATES), 0), script) is after


TOSSES = """ruleset: tosses
players: 2
variables:
  coin: {holds: 0..2}
  guess: {per: player, holds: 0..2}
phases:
  game:
    - repeat 2 times as turn:
        - random coin from 1..2
        - together, each player me:
            - me chooses n from 1..2
            - guess[me] = n
outcome:
  winners: players p where guess[p] = coin
"""


def test_what_a_bot_chose_in_secret_is_not_waited_for_and_a_round_begins_with_what_chance_gives() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        seen.table.pace = None
        await seen.press("1")
        await seen.until(lambda: seen.decisions == 4)  # with those of chance: the last bot waits for a key
        await seen.until(lambda: "has moved" in seen.shown())
        assert "turn 1" in seen.shown()
        assert "turn 2" not in seen.shown()
        await seen.press("space")
        await seen.asked()
        assert "turn 2" in seen.shown()

    at_table(terminal(Source("tosses.yaml", TOSSES), 0), script)


STAGES = """ruleset: stages
players: 2
variables:
  guess: {per: player, holds: 0..2}
scores:
  points: {per: seat}
phases:
  game:
    - repeat 2 times as stage:
        - guess[p] = 0 for each player p
        - repeat 2 times as round:
            - for each player me:
                - me chooses n from 1..2
                - guess[me] = n
        - for each player me:
            - points[me] += guess[me]
outcome:
  winners: players p where points[p] = 4
"""


@pytest.mark.slow
def test_where_a_part_of_the_match_is_over_people_look_at_it_before_the_next_begins() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        seen.table.pace = 0.6
        for _ in range(2):
            await seen.asked()
            await seen.until(lambda: not seen.table.hasty())
            await seen.press("2")
        await seen.until(lambda: "stage 1 of 2 is over" in seen.shown())
        assert seen.table.question is None
        assert "scores 2" in seen.shown()
        assert "stage 2" not in seen.shown()  # it is seen how things stood at the end of the stage
        assert re.search(r"Anne +2 +2 ", seen.shown()), seen.shown()
        await seen.press("enter")
        await seen.asked()
        assert "is over" not in seen.shown()
        assert "stage 2 of 2, round 1 of 2" in seen.shown()
        assert re.search(r"Anne +2 +0 ", seen.shown()), seen.shown()

    at_table(terminal(Source("stages.yaml", STAGES), 0), script)


@pytest.mark.parametrize(
    ("heights", "room", "whole"), [((1, 2, 1), 4, 0), ((1, 2, 1), 2, 1), ((2, 1), 2, 1), ((1, 3), 2, 0), ((), 2, 0)]
)
def test_the_story_begins_with_a_whole_sentence(heights: tuple[int, ...], room: int, whole: int) -> None:
    assert tail(heights, room) == whole


@pytest.mark.slow
def test_every_size_shows_the_prompt_or_says_what_is_missing() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        for wide, high in ((80, 24), (200, 60), (60, 16), (100, 28)):
            await seen.pilot.resize_terminal(wide, high)
            await seen.pilot.pause()
            assert "extend your road" in seen.shown()
            assert "Lino" in seen.shown()
            await seen.press("right")
            if wide == 200:  # beside the board, which stays in sight
                await seen.press("9")
                await seen.until(lambda: seen.table.query_one("#answer").region.x >= seen.table.query_one("#boards").region.right)
        await seen.pilot.resize_terminal(20, 5)
        await seen.pilot.pause()
        assert "60" in seen.shown()
        assert "extend" not in seen.shown()
        await seen.pilot.resize_terminal(80, 24)
        await seen.pilot.pause()
        await seen.press("tab")
        assert "points" in seen.shown()
        await seen.press("tab")
        assert "hand out the sheets" in seen.shown()

    at_table(terminal(bundled("traxx"), 0, players=2), script)


@pytest.mark.slow
@pytest.mark.parametrize("low", [True, False])
def test_pages_cover_the_table_and_go_away(low: bool) -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        for key in ("question_mark", "l", "r"):
            await seen.press(key)
            await seen.until(lambda: isinstance(seen.app.screen, Page))
            assert key != "r" or "grid" in seen.shown()
            assert key != "question_mark" or ("more below" in seen.shown()) is low
            await seen.press("down", "pagedown", "end")
            await seen.until(lambda: "more below" not in seen.shown())
            await seen.press("home", "escape")
            assert seen.app.screen is seen.table
        await seen.press("question_mark", "l")  # from one page to another, whose key closes it
        await seen.until(lambda: isinstance(seen.app.screen, Page) and seen.app.screen.called == "log")
        await seen.press("l")
        assert seen.app.screen is seen.table
        await seen.press("h")
        await seen.until(lambda: "the computer (easy) would choose cell" in seen.shown())

    at_table(terminal(bundled("tic_tac_toe"), 0), script, (80, 16 if low else 40))


def test_whoever_leaves_while_a_bot_thinks_has_a_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "match.rulerun"

    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("1")
        await seen.press("q", "q")

    assert at_table(terminal(bundled("tic_tac_toe"), 0, path=path), script) is After.LEFT
    record = read_record(path.read_bytes())
    assert not record.cut
    assert len(standing(record.entries)) >= 1


def test_q_says_where_the_match_is_kept_and_leaves_when_it_comes_again_at_once(tmp_path: Path) -> None:
    path = tmp_path / "match.rulerun"

    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("q")
        told = "q once more leaves the table (saved in"
        await seen.until(lambda: f"{told} {path.name}" in seen.shown().replace(str(path), path.name))
        await seen.press("escape", "q")  # whoever stays is told again
        await seen.until(lambda: "q once more" in seen.shown())
        assert seen.table.is_running
        await seen.press("q")

    assert at_table(terminal(bundled("tic_tac_toe"), 0, path=path), script, (200, 40)) is After.LEFT


def test_an_option_of_the_list_is_chosen_by_the_mouse() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.click(OnEntry(1))
        await seen.until(lambda: seen.decisions > 0)

    at_table(terminal(bundled("kuhn_poker"), 0), script)


def test_what_lies_in_the_middle_stands_below_a_board_on_a_small_screen() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        assert "open" in seen.shown()
        assert seen.table.query_one("#panels").region.height < len(panel_lines(seen.table.meanings, seen.table.scene, 77))

    at_table(terminal(bundled("traxx"), 0), script, (80, 24))


def test_scores_that_have_no_room_below_the_board_stand_beside_the_tabs() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        assert seen.shown().splitlines()[1].rstrip().endswith("Lino 0  Maria 0")
        await seen.press("tab")
        assert "Lino 0  Maria" not in seen.shown()

    at_table(terminal(bundled("traxx"), 0), script, (80, 24))


@pytest.mark.parametrize(("game", "hidden"), [("kuhn_poker", "▒"), ("liars_dice", "?"), ("change_horses", "in it")])
def test_when_a_match_is_over_what_was_hidden_lies_open_on_the_table(game: str, hidden: str) -> None:
    source = bundled(game)
    match = played(load(source, None, None, ()), source, None)
    (screen,) = asyncio.run(looks(match, source, ((120, 40),), True, text_of, behind=True))
    rows = [line for line in screen.splitlines() if line.strip().startswith(("Anne", "Ben"))]
    assert len(rows) >= 2
    assert not any(hidden in row for row in rows)


def test_what_is_not_on_offer_goes_faint_but_a_piece_stays_clear_and_so_does_white_on_a_dark_screen() -> None:
    white, grey = (Style(color="#000000", bgcolor=ground) for ground in ("#f4f4f4", "#8e8e8e"))

    def faint(style: Style, dark: bool, token: bool) -> int:
        ground = moody(style, Mood.SHUT, dark, token).bgcolor
        assert ground is not None
        return brightness(ground)

    offered = brightness(Color.parse("#8e8e8e"))
    assert faint(white, dark=True, token=True) > 180
    assert faint(white, dark=True, token=False) > offered + 40 > offered > faint(grey, dark=True, token=False) + 20
    assert faint(grey, dark=False, token=False) > faint(grey, dark=False, token=True) > offered


def test_what_is_pointed_at_keeps_its_colour() -> None:
    white = Style(color="#000000", bgcolor="#f4f4f4")
    space, piece = OnSpace(0, 0), OnSpace(0, 1)
    line = (Piece("  ", white, space, 0, 2), Piece("P", white, piece, 2, 3, token=True), Piece("  ", Style(), piece, 3, 5))
    fill, token, blank = painted(line, lambda _: Mood.POINTED, dark=True)
    for segment in (fill, token):
        assert segment.style is not None
        assert segment.style.bgcolor == white.bgcolor
        assert not segment.style.reverse
    assert (fill.text, token.text, blank.text) == ("░░", "P", "  ")
    assert blank.style is not None
    assert blank.style.bgcolor is not None


def test_without_colours_everything_is_grey_and_letters_tell_the_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")

    async def script(seen: Seen) -> None:
        await seen.asked()
        strips = seen.app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
        inks = [ink.get_truecolor() for style in styles for ink in (style.color, style.bgcolor) if ink is not None]
        assert all(red == green == blue for red, green, blue in inks)
        assert "D3   GE" in seen.shown()

    at_table(terminal(bundled("traxx"), 0), script)


class Waiting:
    """A bot that thinks until it is *let*, and then expects two choices behind each option."""

    needs = Needs.HISTORY

    def __init__(self) -> None:
        self.let = Event()

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        assert self.let.wait(LONG)
        game, state, options = situation.game, situation.lived, situation.asked.options
        begun = initial(game)
        assert state.open == situation.asked
        lines = []
        for index, option in enumerate(options):
            behind, _ = advance(game, begun, 0, index)
            (seat,) = actors(game, behind)
            reply = decision(game, behind, seat).options[0]
            after, _ = advance(game, behind, seat, 0)
            lines.append((Foreseen(option.code, behind.slots, seat), Foreseen(reply.code, after.slots, 0)))
        situation.notes.append(Expected(begun, tuple(lines)))
        return tuple(Estimate(index, 0.9 if index == 4 else 0.2, 0.01, 1000) for index in range(len(options)))

    def choose(self, situation: Situation, draw: Draw) -> int:
        assert self.let.wait(LONG)
        return 0


def test_a_sign_stands_while_a_hint_is_thought_about_and_then_the_hint_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Waiting()
    monkeypatch.setattr("rulerun.cli.screen.table_screen.bot_of", lambda program, name: bot)

    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("h")
        await seen.until(lambda: "the computer (easy) is thinking" in seen.shown())
        bot.let.set()
        await seen.until(lambda: "would choose cell b2" in seen.shown())
        assert "it expects: 1 cell b2 · 2 cell a1" in seen.shown()
        assert seen.table.moods().of(OnSpace(0, 4)) is Mood.HINTED
        assert seen.table.moods().of(OnSpace(0, 0)) is not Mood.HINTED
        assert seen.question.numbers == {OnSpace(0, 4): 1, OnSpace(0, 0): 2}
        await seen.until(lambda: re.search(r"b2 *¹", seen.shown()) is not None and re.search(r"a1 *²", seen.shown()) is not None)
        await seen.press("colon", *"hint cell c3", "enter")
        await seen.until(lambda: "cell c3: 20 %" in seen.shown())
        assert seen.table.moods().of(OnSpace(0, 8)) is Mood.HINTED
        await seen.press("escape")
        assert not seen.question.hinted

    at_table(terminal(bundled("tic_tac_toe"), 0), script)


def test_a_sign_stands_while_a_bot_thinks() -> None:
    of, bot = terminal(bundled("tic_tac_toe"), 0), Waiting()
    of.session.bots = {1: bot}

    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("5")
        await seen.until(lambda: "O is thinking" in seen.shown())
        assert seen.decisions == 1
        bot.let.set()
        await seen.until(lambda: seen.decisions == 2)

    at_table(of, script)
