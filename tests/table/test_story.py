"""Matches told as stories: what belongs together is one line, everything is told, and nothing that the listener may not hear.

    python -m rulerun.tests.table.test_story 100

plays so many random matches of every ruleset and variant to their ends, and looks whether every event is told.
"""

from __future__ import annotations

import sys

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, CardMoved, Changed, Ended, Revealed, Shuffled, State, actors, decision, view
from rulerun.interpreter.core.events import NOWHERE, heard
from rulerun.interpreter.course import Noted
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.interpreter.state import opening
from rulerun.interpreter.step import advance_noting
from rulerun.program.ir import Program
from rulerun.table.boards import on_a_board
from rulerun.table.bookkeeping import worth_showing
from rulerun.table.narration import EVERYBODY
from rulerun.table.story import Kind, Reached, Story, Teller, flat, plain

from ..support import battery
from ..support.battery import Setting, compiled, drawn, game_of
from ..support.two_worlds import FEWEST


def made(rules: str, players: int = 2) -> Program:
    compilation = compile_ruleset(Source("probe.yaml", "ruleset: probe\nplayers: 2..3\n" + rules), "", players, {})
    assert compilation.program is not None, compilation.diagnostics
    return compilation.program


def told(program: Program, answers: list[tuple[int, int]], listener: int, language: str = "") -> list[str]:
    """The lines of the whole match, with chance always giving the first outcome."""
    state, happened = opening(game_of(program))
    everything = [*happened]
    left = [*answers]
    while (asked := actors(game_of(program), state)) and (asked == (NATURE,) or left):
        actor, index = (NATURE, 0) if asked == (NATURE,) else left.pop(0)
        state, happened = advance_noting(game_of(program), state, actor, index)
        everything += happened
    return [plain(line) for line in Teller(game_of(program), language).tell(everything, listener, Reached())[0]]


DUEL = """
scores:
  points: {per: player}
variables:
  bid: {per: player, holds: 0..9}
phases:
  game:
    - repeat 2 times as round:
        - do bidding
        - do scoring
  bidding:
    - for each player p:
        - p chooses n from 1..3
        - bid[p] = n
  scoring:
    - for each player p:
        - points[p] += bid[p]
        - bid[p] = 0
outcome:
  ranking (player p): highest points[p]
texts:
  scoring: {en: scoring, it: punteggio}
  points: {en: points, it: punti}
  round: {en: round, it: giro}
"""


def test_words_for_the_beginning_and_the_end_of_a_phase_are_said_where_their_condition_holds() -> None:
    words = """
  on scoring if bid[Anne] = bid[Ben]: nobody is ahead
  on scoring if bid[Anne] > bid[Ben]: "{Anne} is ahead"
  on scoring: "{Ben} is ahead"
  after scoring: "{points[Anne]} to {points[Ben]}"
  after game if points[Anne] > points[Ben]: "it is {Anne}'s"
"""
    lines = told(made(DUEL.rstrip() + words), [(0, 1), (1, 2), (0, 2), (1, 0)], EVERYBODY)
    assert [line for line in lines if not line.startswith(("—", "scoring: ", "Anne: ", "Ben: "))] == [
        "Ben is ahead",
        "2 to 3",
        "Anne is ahead",
        "5 to 4",
        "it is Anne's",
    ]
    level = told(made(DUEL.rstrip() + words), [(0, 1), (1, 1)], EVERYBODY)
    assert "nobody is ahead" in level
    assert level.index("nobody is ahead") < level.index("2 to 2")


SHOWN = """
decks:
  cards:
    cards: [{value: 1..3, copies: 2}]
    shown as: "the {value}"
    starts in: stock
zones:
  stock: {of: cards, kind: pile}
  hand: {of: cards, per: player, seen by: owner}
scores:
  points: {per: player}
phases:
  game:
    - deal 1 from stock to hand of each player
    - Anne chooses one:
        - show card from hand[Anne]:
            - reveal card
            - put card in stock
        - whisper card from hand[Anne]:
            - reveal card to Ben
            - put card in stock
    - draw back from stock to hand[Ben]
    - reveal back
outcome:
  ranking (player p): highest points[p]
texts:
  show: {it: mostra, es: muestra}
  hand: {it: mano, es: mano}
  stock: {it: mazzo, es: mazo}
"""


def test_a_card_that_is_shown_is_told_with_its_face_and_where_it_goes() -> None:
    program = made(SHOWN, 3)
    behind = [f"stock → hand Ben: {card}; hand Ben: the 1 (shown to everybody)" for card in ("a card", "the 1")]
    for listener in (0, 2):
        lines = told(program, [(0, 0)], listener)
        assert lines[-2:] == ["Anne: show the 1 (shown to everybody) → stock", behind[0]]
    for listener, card in ((0, " the 1"), (1, " the 1"), (2, "")):
        (line,) = [line for line in told(program, [(0, 1)], listener) if "whisper" in line]
        assert line == f"Anne: whisper{card or ' a card'} (shown to Ben) → stock"
    for language, words in (("it", "mostra the 1 (mostrata a tutti) → mazzo"), ("es", "muestra the 1 (mostrada a todos) → mazo")):
        assert f"Anne: {words}" in told(program, [(0, 0)], 1, language)


def test_a_choice_is_told_once_and_what_a_phase_does_is_gathered() -> None:
    lines = told(made(DUEL), [(0, 1), (1, 2), (0, 0), (1, 0)], EVERYBODY)
    assert lines == [
        "— round 1 of 2 —",
        "Anne: n 2",
        "Ben: n 3",
        "scoring: Anne scores 2 (now 2), Ben scores 3 (now 3); bid: Anne 2 → 0, Ben 3 → 0",
        "— round 2 of 2 —",
        "Anne: n 1",
        "Ben: n 1",
        "scoring: Anne scores 1 (now 3), Ben scores 1 (now 4); bid: Anne and Ben 1 → 0",
    ]


def test_what_the_table_leaves_untold_is_not_told_and_where_cards_come_from_neither() -> None:
    program = made(SECRET + "table: {untold: [stock, hand]}\n")
    assert told(program, [], 1) == []
    assert told(program, [(0, 0), (1, 1)], 1) == ["Ben: card 4 → table", "Anne: table: 1", "all have laid a card"]


def test_a_story_is_told_in_the_language_of_the_player() -> None:
    lines = told(made(DUEL), [(0, 1), (1, 2)], EVERYBODY, "it")
    assert lines[0] == "— giro 1 di 2 —"
    assert lines[3].startswith("punteggio: Anne segna 2 (ora 2), Ben segna 3 (ora 3)")


SECRET = """
decks:
  d: {cards: [{v: 1..6}], starts in: stock}
zones:
  stock: {of: d, kind: pile, seen by: nobody}
  hand: {of: d, per: player, seen by: owner}
  table: {of: d, per: player, seen by: everyone}
phases:
  game:
    - shuffle stock
    - deal 2 from stock to hand of each player
    - do lay
    - say ready
  lay:
    - together, each player me:
        - choose card from hand[me]
        - put card in table[me]
outcome:
  winners: players p where p = p
texts:
  ready: "all have laid a card"
"""


def test_what_is_dealt_before_the_first_choice_is_told_each_owner_with_his_cards() -> None:
    program = made(SECRET)
    assert told(program, [], 0) == ["stock is shuffled; stock → hand Anne: 1, 2; Ben: 2 cards"]
    assert told(program, [], 1) == ["stock is shuffled; stock → hand Anne: 2 cards; Ben: 3, 4"]
    assert told(program, [], EVERYBODY) == ["stock is shuffled; stock → hand Anne: 2 cards; Ben: 2 cards"]


def test_what_others_did_at_the_same_time_is_told_when_all_are_done() -> None:
    program = made(SECRET)
    assert told(program, [(0, 0)], 1)[1:] == []
    assert told(program, [(0, 0)], 0)[1:] == ["Anne: card 1 → table"]
    assert told(program, [(0, 0), (1, 1)], 1)[1:] == ["Ben: card 4 → table", "Anne: hand → table: 1", "all have laid a card"]


@battery.of_each(battery.smallest())
def test_every_event_is_told_or_is_bookkeeping(setting: Setting) -> None:
    told_throughout(compiled(setting), 5, 60)


def told_throughout(program: Program, seed: int, most: int) -> int:
    """Plays a random match of at most so many decisions, each event of which has to be told or to be bookkeeping.

    Gives how many there were.
    """
    choose = drawn(seed)
    teller = Teller(game_of(program), "en")
    state, happened = opening(game_of(program))
    met = 0
    for _ in range(most):
        for each in happened:
            lines, _ = teller.tell([each], EVERYBODY, Reached(each.origin or NOWHERE))
            assert not any("_" in line.text for line in lines if line.kind is not Kind.MESSAGE)
            assert lines or quiet(program, each), each
            met += 1
        asked = actors(game_of(program), state)
        if not asked:
            break
        actor = asked[0]
        state, happened = advance_noting(
            game_of(program), state, actor, choose(len(decision(game_of(program), state, actor).options))
        )
    return met


def quiet(program: Program, noted: Noted) -> bool:
    """Whether an event need not be told to everybody: bookkeeping, the end, or something that not everybody hears."""
    event = noted.event
    heard_by_all = all(heard(program, event, seat) is not None for seat in range(len(program.seats)))
    if isinstance(event, Ended) or not heard_by_all:
        return True
    match event:
        case Changed(place) if program.places[place].name.plain in program.hints.untold:
            return True
        case Changed(place):
            return not on_a_board(program, place) and not worth_showing(program, place)
        case CardMoved(target=target):
            return program.zones[target.zone].name.plain in (*program.hints.aside, *program.hints.untold)
        case Shuffled(zone):
            return program.zones[zone.zone].name.plain in program.hints.untold
        case Revealed(faces=faces):
            return faces is None or not (any(faces.loose) or faces.top or faces.bottom)
        case _:
            return False


@battery.of_each(FEWEST)
def test_a_story_is_the_same_in_two_worlds_that_the_seat_cannot_tell_apart(setting: Setting) -> None:
    program = compiled(setting)
    teller = Teller(game_of(program), "en")
    games = ((seat, game) for game in range(20) for seat in program.players)
    compared = 0
    for seat, game in games:
        if compared and game:
            break
        compared += alike(program, teller, seat, 10 * game + seat)
    assert compared > 0


def alike(program: Program, teller: Teller, seat: int, seed: int, most: int = 80) -> int:
    """Plays two matches that look the same to the seat as long as they do, and says how many different steps were told alike."""
    choose = drawn(seed)
    one = other = opening(game_of(program))[0]
    found = 0
    for _ in range(most):
        asked = actors(game_of(program), one)
        if not asked:
            break
        actor = asked[choose(len(asked))]
        first, second = (len(decision(game_of(program), state, actor).options) for state in (one, other))
        mine = choose(first)
        theirs = mine if actor == seat or (mine < second and choose(4)) else choose(second)
        after, told_one = advance_noting(game_of(program), one, actor, mine)
        beside, told_other = advance_noting(game_of(program), other, actor, theirs)
        if same_to(program, seat, (after, told_one), (beside, told_other)):
            found += told_one != told_other
            assert teller.tell(told_one, seat, Reached()) == teller.tell(told_other, seat, Reached())
            one, other = after, beside
        else:
            one = other = after
    return found


def same_to(program: Program, seat: int, one: tuple[State, tuple[Noted, ...]], other: tuple[State, tuple[Noted, ...]]) -> bool:
    """Whether the seat hears and sees the same."""
    sounds = [[found for each in told if (found := heard(program, each.event, seat)) is not None] for _, told in (one, other)]
    looks = [(view(game_of(program), state, seat), actors(game_of(program), state)) for state, _ in (one, other)]
    return sounds[0] == sounds[1] and looks[0] == looks[1]


def test_a_story_follows_a_match_whose_answers_are_taken_back() -> None:
    source = Source("probe.yaml", "ruleset: probe\nplayers: 2..3\n" + DUEL)
    program = made(DUEL)
    match = Match(game_of(program), header_of(program, source, 1, 0))
    story = Story(game_of(program), EVERYBODY, "")
    match.answer(0, 0)
    match.answer(1, 2)
    assert [plain(line) for line in flat(story.follow(match.course))][1:3] == ["Anne: n 1", "Ben: n 3"]
    match.undo(1)
    match.answer(1, 1)
    assert [plain(line) for line in flat(story.follow(match.course))][1:3] == ["Anne: n 1", "Ben: n 2"]


LAID = """
decks:
  d: {cards: [{v: 1..8}], starts in: stock}
zones:
  stock: {of: d, kind: pile, seen by: nobody}
  hand: {of: d, per: player, seen by: owner}
  front: {of: d, per: player, seen by: nobody}
phases:
  game:
    - deal 2 from stock to hand of each player
    - do lay
    - reveal front of everyone
  lay:
    - together, each player me:
        - choose card from hand[me]
        - choose target from players
        - put card in front[target]
outcome:
  winners: players p where p = p
texts:
  front: {en: in front of, it: davanti a}
  target: {en: in front of, it: davanti a}
table: {untold: [stock, hand]}
"""


def test_a_card_of_which_the_listener_has_said_where_it_goes_is_not_told_again() -> None:
    program = made(LAID, 3)
    answers = [(0, 0), (0, 1), (1, 0), (1, 0), (2, 0), (2, 0)]
    laid = [line for line in told(program, answers, 0, "it") if line.startswith("lay")]
    assert laid == ["lay: Ben e Chris: una carta → davanti ad Anne"]
    at_home = [(0, 0), (0, 0), (1, 0), (1, 1), (2, 0), (2, 2)]
    laid = [line for line in told(program, at_home, 0, "it") if line.startswith("lay")]
    assert laid == ["lay: Ben: una carta → davanti a Ben; Chris: una carta → davanti a Chris"]
    program = made(LAID, 2)
    laid = [line for line in told(program, at_home[:4], 0, "en") if line.startswith("lay")]
    assert laid == ["lay: Ben → in front of Ben: a card"]
    program = made(LAID, 3)
    laid = [line for line in told(program, answers, EVERYBODY, "it") if line.startswith("lay")]
    assert laid == ["lay: Anne: una carta → davanti a Ben; Ben: una carta → davanti ad Anne; Chris: una carta → davanti ad Anne"]


WAY = """
variables:
  been: {per: [player, 1..5], holds: truth}
phases:
  game:
    - repeat 4 times:
        - Anne chooses one:
            - go to n from 1..5 where not been[Anne, n]:
                - been[Anne, n] = yes
            - rest
outcome:
  winners: players p where p = p
"""


def test_choices_that_differ_in_the_last_thing_that_they_name_are_one_line_in_the_log() -> None:
    source = Source("probe.yaml", "ruleset: probe\nplayers: 2..3\n" + WAY)
    program = made(WAY)
    match = Match(game_of(program), header_of(program, source, 1, 0))
    story = Story(game_of(program), EVERYBODY, "")
    for number in (0, 2, 3, 0):
        match.answer(0, number)
    groups = story.follow(match.course)
    assert [plain(line) for line in flat(groups)] == ["Anne: go to 1, 4", "Anne: rest", "Anne: go to 2"]
    assert [[plain(line) for line in group] for group in groups[1:]] == [
        ["Anne: go to 1"],
        ["Anne: go to 4"],
        ["Anne: rest"],
        ["Anne: go to 2"],
    ]


ANNOUNCED = """
scores:
  points: {per: player}
pieces:
  runner: {one per: player, on: course, starts on: 0}
boards:
  course: {kind: track, spaces: 0..9}
phases:
  game:
    - Anne chooses n from 1..3
    - do run
    - do score (n)
  run:
    - for each player p:
        - move runner[p] by 3
        - say ran
  score (number n):
    - for each player p:
        - points[p] += n
        - if p = Anne:
            - say won
outcome:
  winners: players p where p = p
texts:
  ran: "{p} is out of breath"
  won: "{p} is the first and scores {n} (now {points[p]})"
"""


def test_what_a_phase_does_again_is_gathered_before_its_messages_and_a_score_that_a_message_names_is_not_told_twice() -> None:
    assert told(made(ANNOUNCED), [(0, 1)], EVERYBODY) == [
        "Anne: n 2",
        "run: Anne and Ben go from 0 to 3",
        "Anne is out of breath",
        "Ben is out of breath",
        "Anne is the first and scores 2 (now 2)",
        "score: Ben scores 2 (now 2)",
    ]


TRACK = """
boards:
  course: {kind: track, spaces: 0..4}
pieces:
  runner: {one per: player, on: course, starts on: 0}
phases:
  game:
    - repeat 2 times:
        - Anne chooses n from -9..9
        - do run (n)
  run (number n):
    - move runner[Anne] by n
outcome:
  winners: players p where p = p
"""


def test_a_piece_that_comes_to_the_end_of_a_track_is_told_so_but_not_where_pieces_start() -> None:
    program = made(TRACK)
    lines = told(program, [(0, 18), (0, 0)], EVERYBODY)
    assert lines[1::2] == ["run: Anne goes from 0 to 4 (the end)", "run: Anne goes from 4 to 0"]
    assert told(program, [(0, 18)], EVERYBODY, "it")[1] == "run: Anne va da 0 a 4 (la fine)"


BY_SECRET = """
decks:
  d: {cards: [{v: 1..6}], starts in: stock}
zones:
  stock: {of: d, kind: pile, seen by: nobody}
  hand: {of: d, per: player, seen by: owner}
scores:
  points: {per: player}
phases:
  game:
    - shuffle stock
    - deal 1 from stock to hand of each player
    - do open scoring
    - let best = highest of (sum of card.v for card in hand[p]) for p in players
    - if best > 3:
        - do strong
      else:
        - do weak
  open scoring:
    - for each player p:
        - points[p] += 1
  strong:
    - for each player p:
        - points[p] += 2
  weak:
    - for each player p:
        - points[p] += 2
outcome:
  ranking (player p): highest points[p]
"""


def test_a_phase_that_is_done_because_of_something_hidden_is_not_named() -> None:
    lines = told(made(BY_SECRET), [], EVERYBODY)
    assert lines[-2:] == [
        "open scoring: Anne scores 1 (now 1), Ben scores 1 (now 1)",
        "Anne scores 2 (now 3), Ben scores 2 (now 3)",
    ]


RACE = """
enumerations:
  horse: [red, blue]
boards:
  course: {kind: lanes, lanes: 2, spaces: 0..9}
pieces:
  runner: {one per: horse, on: course}
variables:
  form: {per: player, holds: 0..2, starts as (player p): player_number(p)}
phases:
  game:
    - do set up
    - Anne chooses go from 1..3
    - do run (go)
    - do order
    - Anne chooses done from 1..9 where done + form[Anne] > 0
  set up:
    - for each horse h:
        - random lane from 1..2 where no horse g has runner[g] = at(course, lane, 0)
        - place runner[h] on at(course, lane, 0)
  run (number steps):
    - for each horse h:
        - move runner[h] by steps
  order:
    - form[p] = 0 for each player p
    - do fill
  fill:
    - for each player p:
        - form[p] = 3 - player_number(p)
outcome:
  winners: players p where p = p
"""


def test_pieces_that_go_the_same_way_are_told_together_and_what_chance_picked_is_told_by_the_space() -> None:
    lines = told(made(RACE), [(0, 2)], EVERYBODY)
    assert lines[:3] == ["set up: red on lane 1, blue on lane 2", "Anne: go 3", "run: red and blue go from 0 to 3"]


def test_a_value_that_is_emptied_and_set_anew_is_told_once() -> None:
    assert told(made(RACE), [(0, 2)], EVERYBODY)[3:] == ["order: form: Anne 1 → 2, Ben 2 → 1"]


SHIFT = """
enumerations:
  horse: [red, blue]
boards:
  course: {kind: lanes, lanes: 3, spaces: 0..2}
pieces:
  runner: {one per: horse, on: course}
phases:
  game:
    - place runner[red] on at(course, 1, 0)
    - place runner[blue] on at(course, 2, 0)
    - Anne chooses one:
        - shift a from horse, b from horse:
            - only if a = red and b = blue
            - place runner[b] on at(course, 3, 0)
            - place runner[a] on at(course, 2, 0)
outcome:
  winners: players p where p = p
"""


def test_a_piece_that_comes_where_another_piece_stood_is_told_too() -> None:
    lines = told(made(SHIFT), [(0, 0)], EVERYBODY)
    assert lines[-1] == "Anne: shift red blue; blue goes from lane 2 to lane 3, red from lane 1 to lane 2"


LAY_OR_NOT = """
variables:
  lies: {per: player, holds: 0..9}
phases:
  game:
    - together, each player me:
        - me chooses n from 0..3
        - if n > 0:
            - lies[me] = n
outcome:
  winners: players
"""


def test_where_all_decided_and_nothing_is_seen_of_anybody_one_line_says_that_they_decided() -> None:
    assert told(made(LAY_OR_NOT), [(0, 0), (1, 0)], EVERYBODY) == ["all have decided"]
    assert told(made(LAY_OR_NOT), [(0, 0)], EVERYBODY) == []
    assert "all have decided" not in told(made(LAY_OR_NOT), [(0, 1), (1, 0)], EVERYBODY)


def test_of_whom_nothing_is_seen_that_is_said_where_others_did_something() -> None:
    rules = LAY_OR_NOT
    for listener, expected in ((1, True), (0, False), (EVERYBODY, True)):
        assert ("Anne has decided" in told(made(rules), [(0, 0), (1, 2)], listener)) is expected
    assert not any("has decided" in line for line in told(made(rules), [(0, 1), (1, 2)], EVERYBODY))


DICE = """
boards:
  way: {kind: track, spaces: 0..9}
pieces:
  pawn: {one per: player, on: way, starts on: 0}
variables:
  fall: {per: [player, 1..2], holds: 0..6}
phases:
  game:
    - do falls
    - for each player p:
        - do turn (p)
    - Anne chooses done from 1..2
  falls:
    - for each player p:
        - for each number n in 1..2:
            - random fall[p, n] from 1..6
  turn (player p):
    - random steps from 1..3
    - move pawn[p] by steps
outcome:
  winners: players p where fall[p, 1] = 6 or fall[p, 2] = 6
"""


def test_each_throw_that_something_comes_of_is_a_line_and_throws_in_a_row_are_one() -> None:
    program = made(DICE)
    words = {f"{seat.name} goes from 0 to" for seat in program.seats}
    lines = told(program, [(0, 0)], EVERYBODY)
    turns = [line for line in lines if line.startswith("turn: chance: steps")]
    assert len(turns) == len(program.seats)
    assert all(sum(word in line for word in words) == 1 for line in turns)
    assert sum("fall:" in line for line in lines) == 1


FIELD = """
boards:
  field: {kind: grid, columns: 3, rows: 3}
variables:
  stone: {per: space of field, holds: player}
phases:
  game:
    - stone[x] = Anne for each space x where x.row < 3
    - Ben chooses y from field
    - stone[x] = (Ben if x.column = 3 else Anne) for each space x
outcome:
  winners: players p where stone[a1] = p
"""


def test_many_spaces_that_change_at_once_are_counted() -> None:
    lines = told(made(FIELD), [], EVERYBODY)
    assert lines[0].startswith("stone: a1 Anne, b1 Anne, ")
    whole = FIELD.replace("where x.row < 3", "where x.row < 9")
    assert told(made(whole), [], EVERYBODY) == ["stone: Anne×9"]


TURNED = """
decks:
  d: {cards: [{v: 1..6}], starts in: stock}
zones:
  stock: {of: d, kind: pile, seen by: nobody}
  front: {of: d, per: player, seen by: nobody}
phases:
  game:
    - shuffle stock
    - do lay
    - Anne chooses done from 1..2
  lay:
    - for each player p:
        - put top of stock in front[p]
    - reveal front of everyone
outcome:
  winners: players p where p = p
"""


def test_cards_that_come_face_down_from_where_nobody_looks_and_are_turned_up_at_once_are_told_by_their_faces() -> None:
    assert told(made(TURNED), [], EVERYBODY)[-1] == "lay: stock → front Anne: a card; Ben: a card; front Anne: 1; Ben: 2"
    unlooked = made(TURNED + "table: {untold: [stock]}\n")
    assert told(unlooked, [], EVERYBODY)[-1] == "lay: front Anne: 1; Ben: 2"


if __name__ == "__main__":
    for each in battery.smallest():
        found = sum(told_throughout(compiled(each), seed, 5_000) for seed in range(int(sys.argv[1])))
        print(f"{each.name}: {found:,} events told, or bookkeeping")


LANE = """
boards:
  lane: {kind: grid, columns: 3, rows: 1}
variables:
  man: {per: space of lane, holds: player}
  fresh: {per: space of lane, holds: truth}
  passed: {holds: space of lane}
phases:
  game:
    - for each player p:
        - p chooses x from lane where not fresh[x] and passed != x
        - man[x] = p
        - fresh[x] = yes
        - passed = x
outcome:
  winners: players p where man[a1] = p
"""


def test_of_values_that_lie_aside_nothing_is_told_though_they_belong_to_spaces() -> None:
    both = told(made(LANE), [(0, 0)], 1)
    assert any("fresh" in line or "passed" in line for line in both)
    aside = told(made(LANE + "table:\n  aside: [fresh, passed]\n"), [(0, 0)], 1)
    assert not any("fresh" in line or "passed" in line for line in aside)
