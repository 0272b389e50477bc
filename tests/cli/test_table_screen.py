"""The table on the whole screen, by keys and mouse, without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("textual")

from rich.style import Style
from textual.pilot import Pilot

from rulerun.bots import seated
from rulerun.cli.screen.app import TableApp
from rulerun.cli.screen.drawing import Mood, OnEntry, brightness, moody
from rulerun.cli.screen.pages import After, EndPage, HandOver, Page
from rulerun.cli.screen.parts import panel_lines
from rulerun.cli.screen.pointable import Pointable
from rulerun.cli.screen.table_screen import TableScreen
from rulerun.cli.screen.turn import Turn
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.sitting import Sitting
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.history import standing
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import Answer, RecordWriter, header_of, read_record
from rulerun.table.choices import OnCard, OnSpace

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


class Seen:
    """A table that is tried: what stands on it, and what is done there."""

    def __init__(self, app: TableApp, pilot: Pilot[After]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def table(self) -> TableScreen:
        return self.app.table

    @property
    def turn(self) -> Turn:
        assert self.table.turn is not None
        return self.table.turn

    @property
    def decisions(self) -> int:
        return len(standing(self.table.sitting.match.entries))

    async def until(self, there: Callable[[], bool]) -> None:
        """Waits for that; fails only where nothing comes."""
        for _ in range(PATIENCE):
            if there():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"nothing came: {self.shown()}")

    async def asked(self) -> None:
        """Waits until a person is asked, and everything is drawn."""
        await self.until(lambda: self.table.turn is not None and self.app.screen is self.table)
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


def sitting(source: Source, *people: int, path: Path | None = None, bot: str = "first", players: int | None = None) -> Sitting:
    program = load(source, None, players, ())
    match = Match(program, header_of(program, source, 3, 0))
    if path is not None:
        match.record_with(RecordWriter.create(path, match.header), 0)
    bots = {seat: seated(bot, program) for seat in program.players if seat not in people}
    return Sitting(match, source, people, bots, "", "easy", "", path, "go on")


def bundled(game: str) -> Source:
    return read(BUNDLED / f"{game}.yaml")


def at_table(of: Sitting, script: Script, size: tuple[int, int] = (120, 40)) -> After | None:
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

    at_table(sitting(bundled("tic_tac_toe"), 0), script)


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

    at_table(sitting(bundled("tic_tac_toe"), 0), script)


def test_a_move_is_pointed_at_in_two_steps() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.click(OnSpace(0, 1))
        assert [entry.words for entry in seen.turn.listed] == ["move b1 a3", "move b1 c3"]
        await seen.press("escape")
        assert seen.turn.picking.picked == ()
        await seen.click(OnSpace(0, 12))
        await seen.click(OnSpace(0, 28))
        await seen.until(lambda: seen.decisions == 2)

    at_table(sitting(bundled("chess"), 0), script)


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

    at_table(sitting(bundled("tic_tac_toe"), 0), script)


def test_several_cards_are_picked_in_any_order_and_given_at_once() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        cards = [spot for spot in seen.turn.picking.spots() if isinstance(spot, OnCard)]
        given = [f"card {words}" for words in (seen.turn.picking.cards[0][1], seen.turn.picking.cards[-1][1])]
        await seen.click(cards[-1])
        assert "choose 1 more" in seen.shown()
        await seen.press("1")
        assert "Enter gives these" in seen.shown()
        await seen.press("enter")
        await seen.until(lambda: seen.decisions >= 8)
        entries = standing(seen.table.sitting.match.entries)
        assert [entry.choice for entry in entries if isinstance(entry, Answer)][:2] == given

    at_table(sitting(Source("larder.yaml", LARDER), 0), script)


def test_an_option_can_be_typed_and_asked_about() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("colon", *"why spot b2", "enter")
        assert "you can" in seen.shown()
        await seen.press("colon", *"nonsense", "enter")
        assert "is not offered" in seen.shown()
        await seen.press("colon", *"spot b2", "enter")
        await seen.until(lambda: seen.decisions == 2)

    at_table(sitting(Source("pirates.yaml", PIRATES), 0), script)


def test_the_table_is_hidden_until_the_next_player_is_there() -> None:
    async def script(seen: Seen) -> None:
        await seen.until(lambda: isinstance(seen.app.screen, HandOver))
        await seen.pilot.pause()
        assert "worth" not in seen.shown()
        assert "your basket" not in seen.shown()
        await seen.press("enter")
        await seen.asked()
        assert "your basket" in seen.shown()
        await seen.press("1", "2", "enter")
        await seen.until(lambda: isinstance(seen.app.screen, HandOver))
        await seen.pilot.pause()
        assert "your basket" not in seen.shown()

    at_table(sitting(Source("larder.yaml", LARDER), 0, 1), script)


@pytest.mark.parametrize(
    ("key", "after"), [("a", After.AGAIN), ("s", After.OTHER_SEATS), ("y", After.ANALYSE), ("q", After.LEFT)]
)
def test_the_end_tells_the_result_and_offers_what_comes_next(key: str, after: After) -> None:
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
        await seen.press(key)

    assert at_table(sitting(Source("pirates.yaml", PIRATES), 0), script) is after


def test_every_size_shows_the_prompt_or_says_what_is_missing() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        for wide, high in ((80, 24), (200, 60), (60, 16), (100, 28)):
            await seen.pilot.resize_terminal(wide, high)
            await seen.pilot.pause()
            assert "extend your road" in seen.shown()
            assert "Lino" in seen.shown()
            await seen.press("right")
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

    at_table(sitting(bundled("traxx"), 0, players=2), script)


def test_pages_cover_the_table_and_go_away() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        for key in ("question_mark", "l", "r"):
            await seen.press(key)
            await seen.until(lambda: isinstance(seen.app.screen, Page))
            assert key != "r" or "grid" in seen.shown()
            await seen.press("down", "pagedown", "end", "home", "escape")
            assert seen.app.screen is seen.table
        await seen.press("h")
        await seen.until(lambda: "would choose" in seen.shown())

    at_table(sitting(bundled("tic_tac_toe"), 0), script)


def test_whoever_leaves_while_a_bot_thinks_has_a_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "match.rulerun"

    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.press("1")
        await seen.press("q")

    assert at_table(sitting(bundled("tic_tac_toe"), 0, path=path), script) is After.LEFT
    record = read_record(path.read_bytes())
    assert not record.cut
    assert len(standing(record.entries)) >= 1


def test_an_option_of_the_list_is_chosen_by_the_mouse() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        await seen.click(OnEntry(1))
        await seen.until(lambda: seen.decisions > 0)

    at_table(sitting(bundled("kuhn_poker"), 0), script)


def test_what_lies_in_the_middle_stands_below_a_board_on_a_small_screen() -> None:
    async def script(seen: Seen) -> None:
        await seen.asked()
        assert "open" in seen.shown()
        assert seen.table.query_one("#panels").region.height < len(panel_lines(seen.table.meanings, seen.table.scene, 77))

    at_table(sitting(bundled("traxx"), 0), script, (80, 24))


def test_a_piece_that_is_not_on_offer_stays_clear_and_a_free_space_goes_faint() -> None:
    ground = Style(color="#000000", bgcolor="#ffffff")
    piece, space = (moody(ground, Mood.SHUT, dark=True, token=token).bgcolor for token in (True, False))
    assert piece is not None
    assert space is not None
    assert brightness(piece) > 180 > brightness(space)


def test_without_colours_everything_is_grey_and_letters_tell_the_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")

    async def script(seen: Seen) -> None:
        await seen.asked()
        strips = seen.app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
        inks = [ink.get_truecolor() for style in styles for ink in (style.color, style.bgcolor) if ink is not None]
        assert all(red == green == blue for red, green, blue in inks)
        assert "D3   GE" in seen.shown()

    at_table(sitting(bundled("traxx"), 0), script)
