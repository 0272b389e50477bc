"""A match is written down as it goes, can be played again, gone on with, and taken back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.dsl.text.source import Source
from rulerun.interpreter.core.chance import Keys, Seed
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.record_file import begin, is_played, resume
from rulerun.interpreter.match.records import (
    Answer,
    Header,
    RecordError,
    header,
    header_of,
    read_record,
    serialise,
    source_of,
)
from rulerun.interpreter.match.replay import replay
from rulerun.interpreter.state import NATURE
from rulerun.program.ir import (
    VERSION,
    Alternative,
    Arithmetic,
    Ask,
    Assign,
    Axis,
    Block,
    Calculation,
    Cell,
    Clear,
    Comparison,
    Condition,
    Deck,
    Domain,
    Draw,
    End,
    Extent,
    MoveAll,
    Number,
    Outcome,
    Parameter,
    Place,
    PlaceKind,
    Program,
    Range,
    Relation,
    Seat,
    Sentence,
    Slot,
    Visibility,
    Words,
    Zone,
    ZoneAt,
)
from rulerun.program.span import NOWHERE

from ..support.battery import game_of

# A game of bluff: king, queen and jack, one card to each of two seats; each bids 1 to 3, of which the second bidder must not
# repeat the first one's; then both cards are laid open, and the second seat, which has the last word, says a number that
# counts against the first. Text as its author would have it, with what JSON and UTF-8 could stumble over.
TEXT = 'ruleset: bluff  # "¿qué?" \u2028 \\ ü\n'
STOCK, HAND, TABLE, POINTS, BID, SAID = 1, 5, 13, 17, 19, 21


def zone(number: int, seat: int | None = None) -> ZoneAt:
    """One zone of the game, or the hand of a seat."""
    return ZoneAt(number, () if seat is None else (Axis(Number(seat), 0, 2, 4),), 0)


def bid(stop: int, seat: int, most: int, rule: tuple[Condition, ...]) -> Ask:
    """A seat bids, which is added to its points, or folds."""
    number = Parameter(Words("number"), Slot(BID + seat), Range(Number(1), Number(most)), None, 1, 3)
    points = Arithmetic(Calculation.ADD, Slot(POINTS + seat), Slot(BID + seat), False, 0)
    scored = Assign(Slot(POINTS + seat), points, -9, 9, False, 0, 0)
    bidding = Alternative(Words("bid"), (number,), rule, (scored, Clear(Slot(BID + seat), 1)), 10 * stop, 0)
    return Ask(stop, Number(seat), (bidding, Alternative(Words("fold"), (), (), (), 10 * stop + 3, 0)), True, False, 0)


def bluff(most: int = 3, copies: tuple[int, ...] = (1, 1, 1)) -> Program:
    """The game, where bids go up to *most* and the stock has that many of each card."""
    different = Condition(Comparison(Relation.DIFFERENT, Slot(BID + 1), Number(2)), None, "number != 2", 1, 0)
    word = Parameter(Words("word"), Slot(SAID), Range(Number(0), Number(2)), None, 0, 3)
    taken = Arithmetic(Calculation.SUBTRACT, Slot(POINTS), Slot(SAID), False, 0)
    body: Block = (
        Draw(1, zone(0), zone(1, 0), End.LOOSE, None, 0),
        Draw(2, zone(0), zone(1, 1), End.LOOSE, None, 0),
        bid(3, 0, most, ()),
        bid(4, 1, most, (different,)),
        MoveAll(zone(1, 0), SAID + 1, None, zone(2), 0),
        MoveAll(zone(1, 1), SAID + 1, None, zone(2), 0),
        Ask(5, Number(1), (Alternative(Words(""), (word,), (), (), 50, 0),), False, False, 0),
        Assign(Slot(POINTS), taken, -9, 9, False, 0, 0),
        Clear(Slot(SAID), 1),
    )
    start = [0] * 22
    start[STOCK : STOCK + 4] = [sum(copies), *copies]
    points = Place(
        Words("points"), PlaceKind.SCORE, POINTS, (Extent(0, 0, 2, 1),), None, False, -9, 9, False, None, Visibility.EVERYONE, 0
    )
    mine, other = Slot(POINTS), Slot(POINTS + 1)
    return Program(
        version=VERSION,
        ruleset="bluff",
        title=Words("Bluff"),
        digest="",
        variant="",
        parameters=(("most", str(most)),),
        seats=(Seat("Anne", False), Seat("Zoë", False)),
        slots=22,
        locals=19,
        scratch=2,
        start=tuple(start),
        domains=(
            Domain("seat", 0, (Words("Anne"), Words("Zoë"))),
            Domain("card", 0, (Words("king"), Words("queen"), Words("jack"))),
        ),
        tables=(),
        rows=(),
        decks=(Deck(Words("court"), 1, copies),),
        zones=(
            Zone(Words("stock"), 0, STOCK, (), 3, 0, 0, Visibility.NOBODY, None),
            Zone(Words("hand"), 0, HAND, (Extent(0, 0, 2, 4),), 3, 0, 0, Visibility.OWNER, 0),
            Zone(Words("table"), 0, TABLE, (), 3, 0, 0, Visibility.EVERYONE, None),
        ),
        places=(points,),
        boards=(),
        body=body,
        phases=(),
        stops=5,
        codes=60,
        outcome=Outcome(
            SAID + 2,
            Comparison(Relation.EQUAL, Slot(SAID + 2), Comparison(Relation.LESS, mine, other)),
            (),
            None,
            Cell(POINTS, (Axis(Slot(SAID + 2), 0, 2, 1),), "points", 0),
            0,
        ),
        invariants=(),
        longest=None,
        sentences=(Sentence(NOWHERE, "the only sentence"),),
        languages=(),
        texts=(),
    )


PROGRAM = bluff()
HEADER = header(PROGRAM, TEXT, "/somewhere/bluff.yaml", 7, 0)


KEYED = evolve(HEADER, chance=Keys(bytes(32), bytes(range(32))))


def same(_: Header) -> Program:
    """What the text in the record compiles to."""
    return PROGRAM


def play(match: Match, choices: Sequence[int]) -> None:
    """Plays the match to its end, each seat's option the next of *choices*, round and round."""
    done = sum(1 for entry in match.entries if isinstance(entry, Answer))
    match.nature()
    while match.open:
        (asked,) = match.open
        match.answer(asked.actor, choices[done % len(choices)] % len(asked.options))
        match.nature()
        done += 1


def finished(choices: list[int], seed: int = 7) -> Match:
    """A match that nobody records, played to its end."""
    return match_of(evolve(HEADER, chance=Seed(seed, 0)), choices)


def match_of(header: Header, choices: Sequence[int] = (1,)) -> Match:
    """The match with that header, played to its end."""
    match = Match(game_of(PROGRAM), header)
    play(match, choices)
    return match


def content(match: Match) -> bytes:
    """The record of a match."""
    return serialise(match.header, tuple(match.entries))


def with_lines(lines: list[str]) -> bytes:
    """A record with these lines behind the header."""
    return serialise(HEADER, ()) + "".join(line + "\n" for line in lines).encode()


def lines_of(match: Match) -> list[str]:
    """The lines of a match's record behind the header."""
    return content(match).decode().split("\n")[1:-1]


def test_a_record_reads_like_the_match(tmp_path: Path) -> None:
    match = begin(tmp_path / "match.jsonl", game_of(PROGRAM), HEADER)
    play(match, [1, 3, 2])
    first, *rest = (tmp_path / "match.jsonl").read_text(encoding="utf-8").split("\n")
    assert json.loads(first) == {
        "rulerun record": 1,
        "ruleset": "bluff",
        "digest": HEADER.digest,
        "text": TEXT,
        "file": "bluff.yaml",
        "extends": [],
        "variant": "",
        "players": 2,
        "parameters": {"most": "3"},
        "seats": ["Anne", "Zoë"],
        "seed": 7,
        "game": 0,
    }
    assert rest == [
        '{"nature": "king"}',
        '{"nature": "queen"}',
        '{"seat": "Anne", "choice": "bid 2"}',
        '{"seat": "Zoë", "choice": "bid 1"}',
        '{"seat": "Zoë", "choice": "word 2"}',
        '{"over": {"winners": ["Zoë"], "scores": {"Anne": 0, "Zoë": 1}}}',
        "",
    ]


@given(st.lists(st.integers(0, 3), min_size=1), st.integers(0, 2**64 - 1))
def test_a_replay_gives_the_same_bytes_and_the_same_state(choices: list[int], seed: int) -> None:
    match = finished(choices, seed)
    again = replay(content(match), same)
    assert again.parting is None
    assert again.strayed is None
    assert content(again.match) == content(match)
    assert again.match.state == match.state
    assert read_record(content(match)).finished


def test_a_match_killed_anywhere_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = content(finished([1, 3, 2]))
    path = tmp_path / "match.jsonl"
    begun = len(serialise(HEADER, ()))
    for length in [*range(40), *range(begun - 3, len(whole) - 1)]:
        path.write_bytes(whole[:length])
        play(begin(path, game_of(PROGRAM), HEADER), [1, 3, 2])
        assert path.read_bytes() == whole, length


def test_resuming_takes_everything_from_the_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    begin(path, game_of(PROGRAM), HEADER).nature()
    match = resume(path, same)
    assert match.state == replay(path.read_bytes(), same).match.state
    play(match, [0])
    assert path.read_bytes() == content(finished([0]))


def test_a_record_that_is_played_belongs_to_who_plays_it(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = begin(path, game_of(PROGRAM), HEADER)
    match.nature()
    before = path.read_bytes()
    for again in (lambda: begin(path, game_of(PROGRAM), HEADER), lambda: resume(path, same)):
        with pytest.raises(RecordError, match=r"`match\.jsonl` is being played by another rulerun"):
            again()
    assert is_played(path)
    assert path.read_bytes() == before
    assert replay(before, same).parting is None  # whoever only reads is not kept out
    del match
    assert not is_played(path)
    resume(path, same)


def test_when_the_match_cannot_go_on_its_record_is_free_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    begin(path, game_of(PROGRAM), HEADER).nature()

    def changed(header: Header) -> Program:
        raise RecordError(0, "no")

    with pytest.raises(RecordError, match="no"):
        resume(path, changed)
    assert not is_played(path)


def test_every_answer_is_in_the_file_before_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = begin(path, game_of(PROGRAM), HEADER)
    match.nature()
    match.answer(0, 0)
    assert path.read_bytes() == content(match)


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    whole = content(finished([1]))
    for there, header_there, message in [
        (whole, HEADER, "is over"),
        (with_lines([]), evolve(HEADER, chance=Seed(8, 0)), "another match"),
        (b"my diary\n", HEADER, "not a record"),
        (b"my diary", HEADER, "not a record"),
    ]:
        path.write_bytes(there)
        with pytest.raises(RecordError, match=message):
            begin(path, game_of(PROGRAM), header_there)
        assert path.read_bytes() == there


def test_a_record_without_a_seed_has_the_keys_of_chance_and_of_the_bots() -> None:
    first = json.loads(serialise(KEYED, ()))
    assert next(iter(first)) == "rulerun record"
    assert first["rulerun record"] == 2
    assert list(first)[-1] == "keys"
    assert first["keys"] == {"nature": "00" * 32, "bots": bytes(range(32)).hex()}
    assert not first.keys() & {"seed", "game"}
    assert read_record(serialise(KEYED, ())).header == KEYED
    assert "00" not in repr(KEYED.chance)


def test_a_match_without_a_seed_is_replayed_and_gone_on_with(tmp_path: Path) -> None:
    header_here = evolve(HEADER, chance=Keys.drawn())
    match = Match(game_of(PROGRAM), header_here)
    play(match, [1, 0])
    whole = content(match)
    again = replay(whole, same)
    assert (again.parting, again.strayed, again.match.entries) == (None, None, match.entries)
    first, *rest = whole.splitlines(keepends=True)
    for length in (2, 3):
        path = tmp_path / f"{length}.rulerun"
        path.write_bytes(first + b"".join(rest[: length - 1]))
        # the command that began the match has other keys now, and goes on with those of the record
        other = begin(path, game_of(PROGRAM), evolve(HEADER, chance=Keys.drawn()))
        assert other.header == header_here
        play(other, [1, 0])
        other.stop_recording()
        assert path.read_bytes() == whole


def test_a_seed_goes_on_with_no_other_match_than_its_own(tmp_path: Path) -> None:
    path = tmp_path / "m.rulerun"
    path.write_bytes(serialise(KEYED, ()))
    with pytest.raises(RecordError, match="holds another match already"):
        begin(path, game_of(PROGRAM), HEADER)
    path.write_bytes(serialise(HEADER, ()))
    other = begin(path, game_of(PROGRAM), KEYED)  # without a seed any chance will do
    assert other.header == HEADER
    other.stop_recording()


def test_a_first_line_cut_in_its_keys_begins_anew_and_a_whole_one_never(tmp_path: Path) -> None:
    path, line = tmp_path / "m.rulerun", serialise(KEYED, ())
    for length in (0, 20, len(line) - 150, len(line) - 100, len(line) - 20, len(line) - 2):
        path.write_bytes(line[:length])
        match = begin(path, game_of(PROGRAM), evolve(HEADER, chance=Keys.drawn()))
        match.stop_recording()
        assert read_record(path.read_bytes()).header == match.header != KEYED
    drawn = json.loads(lines_of(match_of(KEYED))[0])["nature"]
    entry = json.dumps({"nature": drawn}).encode()
    for whole in (line[:-1], line, line + entry + b"\n", line + entry):
        path.write_bytes(whole)
        begin(path, game_of(PROGRAM), evolve(HEADER, chance=Keys.drawn())).stop_recording()
        assert read_record(path.read_bytes()).header == KEYED


def test_a_finished_match_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(content(finished([1])))
    with pytest.raises(RecordError, match="is over"):
        resume(path, same)


def test_a_record_whose_chance_was_changed_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    drawn = json.loads(lines_of(finished([1]))[0])["nature"]
    other = next(card for card in ("king", "queen", "jack") if card != drawn)
    path.write_bytes(with_lines([json.dumps({"nature": other})]))
    assert replay(path.read_bytes(), same).strayed == 2
    with pytest.raises(RecordError, match="line 2: chance gave something else here than seed 7 gives"):
        resume(path, same)


@pytest.mark.parametrize(
    ("record", "line", "message"),
    [
        (b"", 1, "not a record"),
        (b"{}\n", 1, "not a record"),
        (b"\xff\n", 1, "not a record"),
        (b"[" * 100_000 + b"\n", 1, "not a record"),
        (b'{"rulerun record": 3}\n', 1, "a record of version 3, and this rulerun reads the versions 1 and 2"),
        (b'{"rulerun record": 2}\n', 1, "lacks something"),
        (serialise(KEYED, ()).replace(b'"rulerun record": 2', b'"rulerun record": 1'), 1, "lacks something"),
        (serialise(KEYED, ()).replace(b'"nature": "00', b'"nature": "'), 1, "not 64 hexadecimal digits"),
        (serialise(KEYED, ()).replace(b'"nature": "00', b'"nature": "xy'), 1, "not 64 hexadecimal digits"),
        (serialise(KEYED, ()).replace(b', "bots"', b', "more"'), 1, "the seed, or the keys, in the first line are none"),
        (b'{"rulerun record": 1}\n', 1, "lacks something"),
        (serialise(evolve(HEADER, digest="0"), ()), 1, "was changed after the match"),
        (serialise(evolve(HEADER, chance=Seed(-1, 0)), ()), 1, "not within"),
        (serialise(HEADER, ())[:-9], 1, "cut short"),
        (with_lines(['{"nature": "king"}'])[:-3], 2, "the last line is cut short"),
        (with_lines(["nonsense", '{"nature": "king"}']), 2, "no JSON"),
        (with_lines(["{}"]), 2, "neither an answer nor"),
        (with_lines(['{"nature": "king", "seat": "Anne"}']), 2, "neither an answer nor"),
        (with_lines(['{"seat": "Bob", "choice": "fold"}']), 2, "there is no seat `Bob`; the seats are Anne, Zoë"),
        (with_lines(['{"over": {"winners": ["Bob"], "scores": {}}}']), 2, "there is no seat `Bob`"),
        (with_lines(['{"over": {"winners": [], "scores": {"Anne": "1"}}}']), 2, "the score of `Anne` is no number"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_line(record: bytes, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=message) as fault:
        replay(record, same)
    assert fault.value.line == line


@given(st.data())
@settings(max_examples=300)
def test_a_damaged_record_is_refused_or_parts_or_is_another_match(data: st.DataObject) -> None:
    whole = bytearray(content(finished([1, 3, 2])))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] = data.draw(st.integers(0, 255))
    try:
        again = replay(bytes(whole), same)
    except RecordError:
        return
    assert again.parting is not None or tuple(again.match.entries) == again.record.entries


def test_a_changed_ruleset_parts_at_the_choice_that_it_does_not_offer() -> None:
    whole = content(finished([2, 0, 0]))
    again = replay(whole, lambda _: bluff(most=2))
    assert again.parting is not None
    assert again.parting.line == 4
    assert again.parting.message == "Anne is not offered `bid 3` here: 3 is not among 1, 2"
    assert again.parting.offered == ("bid 1", "bid 2", "fold")


def test_other_cards_make_chance_stray_but_the_record_goes_on() -> None:
    whole = content(finished([2, 0, 0], seed=3))
    again = replay(whole, lambda _: bluff(copies=(1, 1, 60)))
    assert again.parting is None
    assert again.strayed is not None


def test_a_ruleset_with_other_seats_cannot_play_the_record() -> None:
    others = evolve(PROGRAM, seats=(Seat("Ann", False), Seat("Zoë", False)))
    with pytest.raises(RecordError, match="recorded with the seats Anne, Zoë, the ruleset has Ann, Zoë"):
        replay(content(finished([0])), lambda _: others)


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (lambda lines: [lines[0], *lines[2:]], 3, "Anne is not asked here"),
        (lambda lines: lines[:-1] + lines[3:4], 7, "the match is over here, otherwise than recorded"),
        (lambda lines: lines[:3] + lines[-1:], 5, "the match is not over here"),
        (lambda lines: [*lines[:2], '{"undo": "Anne"}'], 4, "this cannot be taken back: Anne has not chosen anything yet"),
    ],
)
def test_a_record_that_no_match_can_have_parts_there(change: object, line: int, message: str) -> None:
    assert callable(change)
    again = replay(with_lines(change(lines_of(finished([1, 3, 2])))), same)
    assert again.parting is not None
    assert (again.parting.line, again.parting.message) == (line, message)


def test_a_record_holds_the_files_that_its_ruleset_builds_on() -> None:
    source = Source("a/mine.yaml", "extends: bluff\n", Source("b/bluff.yaml", TEXT, Source("c/cards.yaml", "")))
    found = read_record(serialise(header_of(PROGRAM, source, 1, 0), ())).header
    assert source_of(found) == Source("mine.yaml", "extends: bluff\n", Source("bluff.yaml", TEXT, Source("cards.yaml", "")))
    assert found.digest != header(PROGRAM, "extends: bluff\n", "mine.yaml", 1, 0).digest


# ------------------------------------------------------------------------------------------------------- taking back


def dealt() -> Match:
    """A match in which the cards are dealt."""
    match = Match(game_of(PROGRAM), HEADER)
    match.nature()
    return match


def test_an_answer_can_be_taken_back_with_what_others_answered_since(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = begin(path, game_of(PROGRAM), HEADER)
    match.nature()
    before = match.state
    match.answer(0, 0)
    assert match.undo(0) is None
    assert match.state == before
    match.answer(0, 1)
    assert path.read_bytes() == content(match)
    assert [json.loads(line) for line in lines_of(match)[2:]] == [
        {"seat": "Anne", "choice": "bid 1"},
        {"undo": "Anne"},
        {"seat": "Anne", "choice": "bid 2"},
    ]
    again = replay(path.read_bytes(), same)
    assert again.parting is None
    assert again.match.state == match.state


def test_what_a_seat_has_not_chosen_it_cannot_take_back() -> None:
    match = dealt()
    match.answer(0, 0)
    assert match.undo(1) == "Zoë has not chosen anything yet"


def test_nobody_takes_back_what_showed_him_a_card() -> None:
    match = dealt()
    match.answer(0, 0)
    match.answer(1, 0)
    assert match.undo(1) == "Zoë has seen new cards since"
    assert match.undo(0) == "Anne has seen new cards since"


def test_chance_cannot_be_taken_back() -> None:
    ask = bid(1, 0, 3, ())
    match = Match(
        game_of(evolve(PROGRAM, body=(ask, Draw(2, zone(0), zone(1, 0), End.LOOSE, None, 0), bid(3, 1, 3, ())))), HEADER
    )
    match.answer(0, 0)
    assert match.undo(0) is None
    match.answer(0, 0)
    match.nature()
    assert match.undo(0) == "chance has had its say since Anne chose"


def test_the_last_answer_of_a_match_can_be_taken_back() -> None:
    match = finished([1, 3, 2])
    assert match.undo(1) == "the match is over: nothing is taken back now"
    assert match.undo_recorded(1) is None  # an earlier version wrote that down
    assert not match.is_over
    match.answer(1, 0)
    assert match.is_over
    again = replay(content(match), same)
    assert again.parting is None
    assert content(again.match) == content(match)


def test_only_who_is_asked_answers() -> None:
    match = Match(game_of(PROGRAM), HEADER)
    for seat in (NATURE, 0, 1):
        with pytest.raises(ValueError, match="is not asked"):
            match.answer(seat, 0)
    match.nature()
    with pytest.raises(ValueError, match="no option 4 among 4"):
        match.answer(0, 4)
    with pytest.raises(ValueError, match="nature is not asked"):
        match.nature_told(0)
    assert len(match.entries) == 2
