"""A session: questions by number, answers that come late or twice, undo, what each has heard, records that cannot be written."""

from __future__ import annotations

from random import Random

import pytest

import rulerun
from rulerun.bots import seated
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter.game import Game
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of, read_record
from rulerun.interpreter.match.replay import replay
from rulerun.program.ir import Program
from rulerun.session.bots import think
from rulerun.session.events import Asked, Ended, Happened, Numbered, TakenBack, UndoAsked, UndoRefused
from rulerun.session.question import NotOffered, Stale
from rulerun.session.seating import Seating
from rulerun.session.session import Session
from rulerun.session.shared_screen import AskAgreement, AskPerson, CannotWrite, LetThink, PartEnded, SharedScreen
from rulerun.table.story import StoryLine

from ..support.battery import WITNESSES, Setting, compiled, game_of, of_each, source

ENTRIES = 60
"""A random match is followed for so many answers."""


def session_of(setting: Setting, *people: int, seed: int = 3, bot: str = "random") -> Session:
    """A session at its start, with bots at the other seats."""
    program = compiled(setting)
    match = Match(game_of(program), header_of(program, source(setting.file), seed, 0))
    bots = {seat: seated(bot, program) for seat in program.players if seat not in people}
    return Session(match, source(setting.file), "en", Seating(people), bots)


def of_text(text: str, *people: int) -> Session:
    """The same of a ruleset."""
    rules = Source("rules.yaml", text)
    program = compile_ruleset(rules, "", None, {}).program
    assert program is not None
    return Session(Match(Game(program), header_of(program, rules, 3, 0)), rules, "en", Seating(people), {})


def code_of(session: Session, seat: int, draw: Random) -> int:
    """The code of any option."""
    return draw.choice(session.decision(seat).options).code


TOGETHER = """ruleset: together
players: 3
variables:
  guess: {per: player, holds: 0..3}
  coin: {holds: 0..2}
phases:
  game:
    - together, each player me:
        - me chooses n from 1..3
        - guess[me] = n
        - me chooses m from 1..3
        - guess[me] = m
    - random coin from 1..2
    - for each player me:
        - me chooses k from 1..3
outcome:
  winners: players p where guess[p] = coin
"""

TURNS = """ruleset: turns
players: 3
variables:
  last: {holds: 0..3}
phases:
  game:
    - repeat 3 times:
        - for each player me:
            - me chooses n from 1..3
            - last = n
outcome:
  winners: players p where last = 1
"""


# ---------------------------------------------------------------------------------------------------------- questions


def test_while_all_decide_together_the_question_of_one_stays_whatever_others_answer() -> None:
    session = of_text(TOGETHER, 0, 1, 2)
    number = session.number(1)
    session.choose(0, session.number(0), code_of(session, 0, Random(1)))
    assert session.number(1) == number
    session.choose(1, number, code_of(session, 1, Random(1)))
    assert session.number(1) > number


def test_late_doubled_stale_and_foreign_choices_change_nothing() -> None:
    session = of_text(TURNS, 0, 1, 2)
    number, code = session.number(0), code_of(session, 0, Random(1))
    for seat, given in ((0, number + 1), (0, number - 1), (1, number), (2, 1), (7, number)):
        with pytest.raises(Stale):
            session.choose(seat, given, code)
    with pytest.raises(NotOffered):
        session.choose(0, number, 10**6)
    before = session.record
    session.choose(0, number, code)
    after = session.record
    assert after != before
    with pytest.raises(Stale):
        session.choose(0, number, code)  # the same once more
    assert session.record == after


@of_each(WITNESSES)
def test_a_number_is_never_used_for_another_question(setting: Setting) -> None:
    program = compiled(setting)
    session, draw = session_of(setting, *program.players), Random(setting.file)
    asked: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
    for _ in range(ENTRIES):
        if not session.asked:
            break
        for seat in session.asked:
            options = tuple(each.code for each in session.decision(seat).options)
            made = sum(each.asked.actor == seat for each in session.match.observer.answers)
            assert asked.setdefault((seat, session.number(seat)), (options, made)) == (options, made)
        if draw.random() < 0.25:
            session.undo(draw.choice(program.players))
            while session.undo_asked is not None:
                session.agree(session.undo_asked.of[0], draw.random() < 0.7)
        else:
            seat = draw.choice(session.asked)
            session.choose(seat, session.number(seat), code_of(session, seat, draw))


def test_after_a_restart_a_number_given_before_stands_for_nothing_else() -> None:
    session, draw = of_text(TURNS, 0, 1, 2), Random(2)
    given = set()
    for _ in range(4):
        seat = session.asked[0]
        given.add((seat, session.number(seat)))
        session.choose(seat, session.number(seat), code_of(session, seat, draw))
    again = Session.resume(session.record, lambda _: session.game.unnamed, "en", session.seating, {})
    assert (again.asked[0], again.number(again.asked[0])) not in given
    assert again.epoch != session.epoch
    assert again.record == session.record


def test_a_ruleset_without_a_title_goes_by_its_name() -> None:
    session = of_text(TURNS, 0, 1, 2)
    assert session.scene(0).title == "turns"
    assert session.scene(None).title == "turns"


# ---------------------------------------------------------------------------------------------------------- undo


def test_in_a_block_a_seat_takes_its_own_answers_back_and_those_of_others_stay() -> None:
    session = of_text(TOGETHER, 0, 1, 2)
    for seat in (0, 1, 0, 2):
        session.choose(seat, session.number(seat), session.decision(seat).options[1].code)
    number = session.number(1)
    assert session.undo(0) is None
    assert session.undo_asked is None
    assert session.number(1) == number
    kept = [(each.asked.actor, each.index) for each in session.match.observer.answers]
    assert sorted(kept) == [(0, 1), (1, 1), (2, 1)]
    assert session.undo(0) is None
    assert session.undo(0) == "Anne has not chosen anything yet"
    again = replay(session.record, lambda _: session.program)
    assert again.parting is None
    assert again.match.state == session.match.state


def test_behind_the_block_nothing_is_taken_back() -> None:
    session = of_text(TOGETHER, 0, 1, 2)
    for seat in (0, 1, 2, 0, 1, 2):
        session.choose(seat, session.number(seat), session.decision(seat).options[0].code)
    assert session.undo(0) == "chance has had its say since Anne chose"


def test_another_person_who_has_chosen_since_must_agree() -> None:
    session = of_text(TURNS, 0, 1, 2)
    for seat in (0, 1):
        session.choose(seat, session.number(seat), session.decision(seat).options[0].code)
    assert session.undo(1) is None  # nobody has chosen since
    session.choose(1, session.number(1), session.decision(1).options[0].code)
    before = session.record
    assert session.undo(0) is None
    assert session.undo_asked == UndoAsked(0, (1,))
    with pytest.raises(Stale):
        session.agree(2, True)
    session.agree(1, False)
    assert (session.undo_asked, session.record) == (None, before)
    assert [each.event for each in session.events(2)][-2:] == [UndoAsked(0, (1,)), UndoRefused(0)]
    session.undo(0)
    session.agree(1, True)
    assert session.asked == (0,)


def test_a_choice_meanwhile_refuses_an_undo_and_answers_of_bots_go_with_one() -> None:
    session = of_text(TURNS, 0, 1, 2)
    for seat in (0, 1):
        session.choose(seat, session.number(seat), session.decision(seat).options[0].code)
    session.undo(0)
    session.choose(2, session.number(2), session.decision(2).options[0].code)
    assert session.undo_asked is None
    alone = of_text(TURNS, 0)
    for seat in (0, 1, 2):
        alone.choose(seat, alone.number(seat), alone.decision(seat).options[0].code)
    assert alone.undo(0) is None
    assert alone.asked == (0,)
    assert not alone.match.observer.answers


def test_nothing_is_taken_back_behind_the_end() -> None:
    session = of_text(TURNS, 0, 1, 2)
    while session.asked:
        session.choose(session.asked[0], session.number(session.asked[0]), session.decision(session.asked[0]).options[0].code)
    assert session.undo(2) == "the match is over: nothing is taken back now"
    assert isinstance(session.events(None)[-1].event, Ended)


# ---------------------------------------------------------------------------------------------------------- events


def held(events: tuple[Numbered, ...]) -> list[tuple[StoryLine, ...]]:
    """The lines of those events that were not taken back."""
    lines: dict[int, tuple[StoryLine, ...]] = {}
    for each in events:
        match each.event:
            case Happened(lines=told):
                lines[each.number] = told
            case TakenBack(upto):
                lines = {number: told for number, told in lines.items() if number <= upto}
            case _:
                pass
    return list(lines.values())


@of_each(WITNESSES)
def test_whoever_asks_often_and_whoever_comes_late_know_the_story_alike(setting: Setting) -> None:
    program = compiled(setting)
    session, draw = session_of(setting, *program.players), Random(setting.file)
    heard: dict[int | None, tuple[Numbered, ...]] = dict.fromkeys((*program.players, None), ())
    for _ in range(ENTRIES):
        if not session.asked:
            break
        if draw.random() < 0.2:
            session.undo(draw.choice(program.players))
            while session.undo_asked is not None:
                session.agree(session.undo_asked.of[0], True)
        else:
            seat = draw.choice(session.asked)
            session.choose(seat, session.number(seat), code_of(session, seat, draw))
        listener = draw.choice(list(heard))
        heard[listener] += session.events(listener, len(heard[listener]))
    for listener, so_far in heard.items():
        events = so_far + session.events(listener, len(so_far))
        assert [each.number for each in events] == list(range(1, len(events) + 1))
        assert [lines for lines in held(events) if lines] == [lines for lines in session.groups(listener) if lines]
        assert events == session.events(listener)


def test_of_a_choice_in_secret_others_hear_only_who_has_not_answered_yet() -> None:
    session = of_text(TOGETHER, 0, 1, 2)
    session.events(1)
    session.choose(0, session.number(0), session.decision(0).options[2].code)
    session.choose(0, session.number(0), session.decision(0).options[2].code)
    new = [each.event for each in session.events(1)]
    assert new[-1] == Asked((1, 2))
    assert not any("3" in line.text for each in new if isinstance(each, Happened) for line in each.lines)


# ---------------------------------------------------------------------------------------------------------- records


class Full:
    """A recorder that takes a number of lines, then none."""

    def __init__(self, room: int) -> None:
        self.room, self.lines = room, list[bytes]()

    def append(self, line: bytes) -> None:
        if len(self.lines) == self.room:
            raise OSError(28, "No space left on device")
        self.lines.append(line)

    def close(self) -> None:
        pass


def test_a_recorder_that_cannot_write_loses_nothing() -> None:
    session = of_text(TURNS, 0, 1, 2)
    recorder = Full(2)
    session.match.record_with(recorder, 0)
    for seat in (0, 1):
        session.choose(seat, session.number(seat), session.decision(seat).options[0].code)
    assert session.unwritten is None
    session.choose(2, session.number(2), session.decision(2).options[0].code)
    assert session.unwritten is not None
    assert isinstance(next(SharedScreen.of(session).steps()), CannotWrite)
    session.write()
    assert session.unwritten is not None
    recorder.room = 9
    session.write()
    assert session.unwritten is None
    whole = session.record.split(b"\n", 1)[0] + b"\n" + b"".join(recorder.lines)
    assert read_record(whole) == read_record(session.record)


# ---------------------------------------------------------------------------------------------------------- front ends


@of_each(WITNESSES)
def test_one_match_by_steps_and_by_the_front_door_has_one_record(setting: Setting) -> None:
    program: Program = compiled(setting)
    session, chosen = session_of(setting, program.players[0]), list[tuple[int, int]]()
    draw = Random(5)
    for step in SharedScreen.of(session).steps():
        match step:
            case AskPerson(seat):
                with pytest.raises(Stale):
                    session.choose(seat, session.number(seat) + 1, 0)
                code = code_of(session, seat, draw)
                chosen.append((seat, code))
                session.choose(seat, session.number(seat), code)
            case LetThink(task):
                code = think(task, session.bots[task.seat])
                chosen.append((task.seat, code))
                session.give(task, code)
                with pytest.raises(Stale):
                    session.give(task, code)
            case _:
                assert isinstance(step, PartEnded | AskAgreement) or session.is_over
        if len(chosen) >= ENTRIES:
            break
    dials = {name: int(value) if value.isdecimal() else value for name, value in setting.parameters}
    rules = rulerun.load(setting.file, variant=setting.variant, players=setting.players, parameters=dials)
    other = rules.match(seed=3)
    for seat, code in chosen:
        options = other.question(seat)
        assert options is not None
        other.advance(next(at for at, each in enumerate(options.asked.options) if each.code == code), seat)
    assert read_record(other.record).entries == read_record(session.record).entries
