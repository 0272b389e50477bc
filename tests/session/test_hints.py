"""What a hint says of a bot's estimates: figures only where enough stands behind them, how it ends only where that is proven."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import frozen

from rulerun.bots import Basis, Bot, Draw, Estimate, Expected, Foreseen, Needs, Situation, make
from rulerun.interpreter import State, actors, advance, decision, option_text
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.session.hints import ENOUGH, Hint, figures, hint, line_text
from rulerun.session.seating import Seating
from rulerun.session.session import Session
from rulerun.table.spots import OnSpace

from ..support.advisors import Opinion
from ..support.battery import Setting, compiled, game_of, source

TIC, CHESS = Setting("tic_tac_toe", "", 2), Setting("chess", "", 2)


def estimate(
    worth: float, tried: int = 1000, proven: bool = False, basis: Basis = Basis.TRIES, error: float | None = 0.03
) -> Estimate:
    return Estimate(0, worth, error if basis is Basis.TRIES else None, tried, proven, basis)


@pytest.mark.parametrize(
    ("of", "language", "words"),
    [
        (estimate(0.5, ENOUGH), "en", ("50 %", "± 3")),
        (estimate(0.5, ENOUGH - 1), "en", ("", "hardly looked at")),
        (estimate(0.5, 1), "it", ("", "appena esaminata")),
        (estimate(0.5, 1), "es", ("", "apenas examinada")),
        (estimate(0.5, 0), "en", ("", "not looked at")),
        (estimate(0.5, 0), "it", ("", "non esaminata")),
        (estimate(0.997), "en", ("over 99 %", "± 3")),
        (estimate(1.0), "it", ("oltre 99 %", "± 3")),
        (estimate(0.003), "es", ("menos de 1 %", "± 3")),
        (estimate(0.0), "en", ("under 1 %", "± 3")),
        (estimate(1.0, 3, proven=True), "en", ("won", "")),
        (estimate(0.5, 3, proven=True), "it", ("patta", "")),
        (estimate(0.0, 3, proven=True), "es", ("perdida", "")),
        (estimate(0.53, 7, basis=Basis.LEARNED), "en", ("53 %", "")),
        (estimate(0.9999, 7, basis=Basis.LEARNED), "en", ("over 99 %", "")),
        (estimate(0.53, 7, basis=Basis.STANDING), "en", ("53", "")),
        (estimate(1.0, 7, basis=Basis.STANDING), "en", ("over 99", "")),
        (estimate(0.5, 0, basis=Basis.LEARNED), "en", ("", "not looked at")),
    ],
)
def test_an_estimate_is_a_figure_only_where_enough_stands_behind_it(of: Estimate, language: str, words: tuple[str, str]) -> None:
    assert figures(of, of.error is None, language) == words


def advised(setting: Setting, bot: Bot, language: str = "en", *about: int) -> tuple[Hint, Session]:
    """What a bot says of the first decision of a match."""
    program = compiled(setting)
    match = Match(game_of(program), header_of(program, source(setting.file), 1, 0))
    session = Session(match, source(setting.file), language, Seating(program.players), {})
    seat = session.asked[0]
    return hint(session.task(seat, bot), bot, language, about), session


@pytest.mark.parametrize("file", ["tic_tac_toe", "hearts", "kalah"])
def test_a_bot_that_only_compares_how_players_stand_gives_no_per_cent(file: str) -> None:
    found, _ = advised(Setting(file, "", 4 if file == "hearts" else 2), make("greedy"))
    assert not any("%" in each.words for each in found.best)
    assert "%" not in found.scale


def test_a_search_of_few_tries_gives_no_per_cent() -> None:
    found, _ = advised(Setting("connect_four", "", 2), make("mcts:simulations=300"))
    assert found.best
    assert not any("%" in each.words for each in found.best)
    assert {each.error for each in found.best} <= {"hardly looked at", "not looked at"}
    assert not found.alike


@frozen
class Playing:
    """A bot that expects that line behind each option which begins one of these lines, and nothing behind others."""

    needs = Needs.HISTORY

    lines: tuple[tuple[str, ...], ...]
    worth: Callable[[str], float]
    state: State

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        opinion, game = Opinion(self.worth), situation.game
        names = [option_text(game, situation.asked, option) for option in situation.asked.options]
        behind = {line[0]: line for line in self.lines}
        situation.notes.append(Expected(self.state, tuple(self.foreseen(situation, behind.get(each, (each,))) for each in names)))
        return opinion.advise(situation, draw)

    def foreseen(self, situation: Situation, line: tuple[str, ...]) -> tuple[Foreseen, ...]:
        game, state, found = situation.game, self.state, []
        for words in line:
            (seat,) = actors(game, state)
            asked = decision(game, state, seat)
            index = [option_text(game, asked, option) for option in asked.options].index(words)
            state, _ = advance(game, state, seat, index)
            found.append(Foreseen(asked.options[index].code, state.slots, next(iter(actors(game, state)), None)))
        return tuple(found)

    def choose(self, situation: Situation, draw: Draw) -> int:
        raise AssertionError("it has estimates")


BEST = ("move e2 e4", "move e7 e5", "move g1 f3", "move b8 c6")
WORSE = ("move f2 f3", "move e7 e5", "move g2 g4", "move d8 h4")
LOSES = ("move a2 a4", "move b7 b5", "move h2 h3", "move b5 a4", "move h3 h4")


def chess(worths: dict[str, float], *about: str) -> tuple[Hint, Session, list[str]]:
    """The hint of a bot that expects these lines."""
    game = game_of(compiled(CHESS))
    match = Match(game, header_of(game.program, source("chess"), 1, 0))
    state = match.state
    names = [option_text(game, decision(game, state, 0), option) for option in decision(game, state, 0).options]
    bot = Playing((BEST, WORSE, LOSES), lambda option: worths.get(option, 0.4), state)
    found, session = advised(CHESS, bot, "en", *(names.index(each) for each in about))
    return found, session, names


def test_a_line_is_told_with_the_numbers_of_its_choices_and_marked_by_what_means_them() -> None:
    found, session, _ = chess({BEST[0]: 0.6})
    assert line_text(found.line, "en") == "it expects: 1 move e2 e4 · 2 move e7 e5 · 3 move g1 f3 · 4 move b8 c6"
    assert line_text(found.line, "it").startswith("si aspetta: 1 ")
    question = session.question(0)
    assert question is not None
    assert found.marks(question.picking.choices) == (
        ((OnSpace(0, 12),), (OnSpace(0, 28),)),
        ((OnSpace(0, 52),), (OnSpace(0, 36),)),
        ((OnSpace(0, 6),), (OnSpace(0, 21),)),
    )


def test_the_line_is_that_of_the_option_that_was_asked_about() -> None:
    found, _, names = chess({BEST[0]: 0.6}, WORSE[0])
    assert names[found.option] == BEST[0]
    assert names[found.about] == WORSE[0]
    assert [step.words for step in found.line] == list(WORSE)
    several, _, _ = chess({BEST[0]: 0.6, LOSES[0]: 0.5}, WORSE[0], LOSES[0])
    assert names[several.about] == LOSES[0]


@pytest.mark.parametrize(("worth", "loss"), [(0.3, "gives away one pawn"), (0.59, ""), (0.6, "")])
def test_what_an_option_gives_away_is_told_where_it_is_worse(worth: float, loss: str) -> None:
    found, _, names = chess({BEST[0]: 0.6, LOSES[0]: worth})
    verdict = found.of(names.index(LOSES[0]))
    assert verdict is not None
    assert verdict.loss == loss
    best = found.of(names.index(BEST[0]))
    assert best is not None
    assert not best.loss


def test_a_bot_without_a_line_marks_what_it_would_choose() -> None:
    found, session = advised(TIC, Opinion(lambda option: 0.9 if option.endswith("c3") else 0.1))
    question = session.question(0)
    assert question is not None
    assert found.marks(question.picking.choices) == (((OnSpace(0, 8),),),)
    alike, _ = advised(TIC, Opinion(lambda _: 0.5))
    assert alike.alike
    assert alike.marks(question.picking.choices) == ()
