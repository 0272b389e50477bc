"""A match through the front door: answers in words, views, taking back, bots, records."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rulerun

from ..support.battery import some

RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]


def test_an_option_is_chosen_by_its_words_or_its_index_by_name_or_number() -> None:
    one, other = rulerun.load("tic_tac_toe").match(), rulerun.load("tic_tac_toe").match()
    one.advance("cell b2", "X")
    other.advance(other.options(0).index("cell b2"), 0)
    assert one.record == other.record
    assert one.asked == other.asked == ("O",)


def test_words_of_the_language_and_of_the_rules_both_name_an_option() -> None:
    game = rulerun.load("traxx", players=2, lang="it")
    spoken = game.match(seed=2).options("Lino")
    written = rulerun.load("traxx", players=2).match(seed=2)
    assert spoken != written.options("Lino")
    match = game.match(seed=2)
    match.advance(spoken[0], "Lino")
    written.advance("extend head C4", "Lino")
    assert match.record == written.record


def test_what_is_not_on_offer_is_refused_with_the_reason_and_changes_nothing() -> None:
    match = rulerun.load("tic_tac_toe").match()
    match.advance("cell b2")
    before = match.record
    with pytest.raises(ValueError, match="already bears a mark"):
        match.advance("cell b2")
    with pytest.raises(ValueError, match="no option `xyz`"):
        match.advance("xyz")
    with pytest.raises(ValueError, match="no option 99 among 8"):
        match.advance(99)
    with pytest.raises(ValueError, match="X is not asked now; asked: O"):
        match.advance("cell a1", "X")
    with pytest.raises(ValueError, match="there is no seat `Y`"):
        match.options("Y")
    with pytest.raises(ValueError, match="there is no seat 7"):
        match.view(7)
    assert match.record == before


def test_several_who_decide_at_once_are_named() -> None:
    match = rulerun.load("goofspiel").match()
    assert len(match.asked) == 2
    with pytest.raises(ValueError, match="several seats are asked at once"):
        match.options()
    for seat in match.asked:
        match.advance(0, seat)


def test_nobody_is_asked_when_the_match_is_over() -> None:
    match = rulerun.load("tic_tac_toe").match(seed=3)
    match.play()
    with pytest.raises(ValueError, match="the match is over"):
        match.options()


def test_why_tells_all_that_is_not_on_offer() -> None:
    match = rulerun.load("tic_tac_toe").match()
    match.advance("cell b2")
    assert "cell b2" in match.why()
    assert "already bears a mark" in match.why("cell b2")
    assert "a1" in match.why("cell a1")


SPLIT = """\
ruleset: split
players: 1
variables:
  v: {holds: 0..99}
phases:
  game:
    - for each player p:
        - p chooses one:
            - pass
            - split a from 0..3, b from 1..3:
                - only if a > 0 because no_zero
                - only if 6 div a > b because too_small
                - v = b
outcome:
  winners: players
texts:
  too_small: {en: too small}
  no_zero: {en: not zero}
"""


def test_a_condition_that_play_never_comes_to_is_no_answer_to_why(tmp_path: Path) -> None:
    (tmp_path / "split.yaml").write_text(SPLIT)
    match = rulerun.load(tmp_path / "split.yaml").match()
    assert match.why("split 0 1").startswith("`split 0 1`: not zero")
    assert match.why("split 3 3").startswith("`split 3 3`: too small")
    assert len(match.why().splitlines()) == 2


def test_the_last_choice_is_taken_back_where_nothing_was_learned_since() -> None:
    match = rulerun.load("tic_tac_toe").match()
    with pytest.raises(ValueError, match="nobody has chosen"):
        match.undo()
    match.advance("cell b2")
    match.advance("cell a1")
    match.undo()
    assert match.asked == ("O",)
    match.undo("X")
    assert match.asked == ("X",)
    dice = rulerun.load("pig").match(seed=4)
    dice.advance(0)
    with pytest.raises(ValueError, match="chance"):
        dice.undo(dice.program.seats[0].name)


def test_what_was_chosen_together_cannot_be_taken_back_when_all_have_chosen() -> None:
    match = rulerun.load("goofspiel").match(seed=3)
    one, other = match.asked
    match.advance(0, one)
    match.undo(one)
    match.advance(1, one)
    before = match.options(other)
    match.advance(0, other)
    for seat in (one, other):
        with pytest.raises(ValueError, match=r"has seen what the others chose since|chance has had its say"):
            match.undo(seat)
    assert len(before) == 13


BIDS = """\
ruleset: bids
players: 2
variables:
  bid: {per: player, holds: 0..9}
phases:
  game:
    - repeat 3 times:
        - together, each player me:
            - choose b from 1..9
            - bid[me] = b
outcome:
  winners: players
"""


def test_nobody_bids_again_after_hearing_the_other_bid(tmp_path: Path) -> None:
    (tmp_path / "bids.yaml").write_text(BIDS)
    match = rulerun.load(tmp_path / "bids.yaml").match()
    match.advance("b 4", "Anne")
    match.undo("Anne")
    match.advance("b 5", "Anne")
    match.advance("b 6", "Ben")
    for seat in ("Anne", "Ben"):
        with pytest.raises(ValueError, match=f"{seat} has seen what the others chose since"):
            match.undo(seat)
    match.advance("b 1", "Ben")
    match.undo("Ben")
    # a record from before this was refused is still read
    lines = match.record.splitlines(keepends=True)
    old = b"".join([*lines[:5], b'{"undo": "Ben"}\n'])
    assert rulerun.replay(old).same


def test_a_view_shows_what_its_seat_sees_and_nothing_else() -> None:
    match = rulerun.load("kuhn_poker").match(seed=7)
    anne, ben = match.view("Anne"), match.view("Ben")
    assert set(anne.cards) & {"hand[Ben]"} == set(ben.cards) & {"hand[Anne]"} == set()
    assert anne.cards["hand[Anne]"] != ben.cards["hand[Ben]"]
    assert anne.sizes == ben.sizes == {"stock": 1, "hand[Anne]": 1, "hand[Ben]": 1}
    assert anne.options == ("check", "bet")
    assert ben.options == ()
    assert ben.values["folded[Ben]"] is False
    assert ben.values["bettor"] is None
    assert str(ben).splitlines()[-1] == f"hand[Ben]: {ben.cards['hand[Ben]'][0]}"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bots"), some(("traxx", "first"), ("kuhn_poker", "random"), slow=(("hearts", "random"),)))
def test_bots_play_as_they_do_at_the_command_line(name: str, bots: str, tmp_path: Path) -> None:
    match = rulerun.load(name).match(seed=11)
    match.play(bots)
    words = [*RULERUN, "play", name, "--bots", "--bot", bots, "--seed", "11", "--record", "m.rulerun"]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    assert (tmp_path / "m.rulerun").read_bytes() == match.record


def test_bots_are_one_for_all_or_one_for_each() -> None:
    match = rulerun.load("hearts").match()
    with pytest.raises(LookupError, match="no bot `frist`; did you mean `first`"):
        match.play("frist")
    with pytest.raises(ValueError, match="one bot for all or 4"):
        match.play(["first", "random"])
    match.play(["first", "random", "first", "random"])
    assert match.over


def test_a_record_is_saved_once_and_replayed(tmp_path: Path) -> None:
    match = rulerun.load("go_fish").match(seed=5)
    match.play()
    match.save(tmp_path / "m.rulerun")
    with pytest.raises(FileExistsError):
        match.save(tmp_path / "m.rulerun")
    again = rulerun.replay(tmp_path / "m.rulerun")
    assert again.same
    assert again.match.scores == match.scores
    assert again.match.winners == match.winners
    with pytest.raises(FileNotFoundError):
        rulerun.replay(tmp_path / "none.rulerun")


def test_a_record_is_held_against_another_ruleset() -> None:
    match = rulerun.load("tic_tac_toe").match()
    match.advance("cell b2")
    changed = rulerun.load("tic_tac_toe")
    held = rulerun.replay(match.record, changed)
    assert held.same
    broken = match.record.replace(b'"choice": "cell b2"', b'"choice": "cell z9"')
    held = rulerun.replay(broken, changed)
    assert (held.same, held.line) == (False, 2)
    assert "is not offered `cell z9`" in held.message
    assert "cell a1" in held.offered
    with pytest.raises(rulerun.RecordError) as wrong:
        rulerun.replay(b'{"rulerun record": 3}\n')
    assert wrong.value.line == 1
    assert "version 3" in wrong.value.message


FAILING = """\
ruleset: failing
players: 1
variables:
  pot: {holds: 0..2}
phases:
  game:
    - for each player me:
        - me chooses more from 1..3
        - pot += more
        - me chooses again from 1..2
outcome:
  winners: player p where 2 div (2 - pot) > 0
"""


def test_when_the_rules_fail_the_match_stands_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "failing.yaml"
    path.write_text(FAILING)
    match = rulerun.load(path).match()
    with pytest.raises(rulerun.PlayError) as failed:
        match.advance("more 3")
    assert failed.value.program.sentences[failed.value.sentence].text == "pot += more"
    assert match.asked == (match.program.seats[0].name,)
    match.advance("more 2")
    before = match.record
    with pytest.raises(rulerun.PlayError):
        match.advance("again 1")
    assert match.record == before
    assert not match.over


def test_what_a_seat_was_told_of_its_cards_stands_in_their_places() -> None:
    match = rulerun.load("hanabi", players=2).match(seed=3)
    hint = next(option for option in match.options("Anne") if option.startswith("hint value Ben "))
    value = hint.split()[-1]
    assert match.view("Ben").known == {}
    match.advance(hint, "Anne")
    seen = match.view("Anne").cards["hand[Ben]"]
    told = match.view("Ben").known["hand[Ben]"]
    assert told == tuple(f"? ({value})" if card.endswith(f" {value}") else f"? (¬{value})" for card in seen)
    assert any(card.endswith(f" {value}") for card in seen)


def test_without_a_seed_nobody_can_foretell_chance_and_the_record_repeats_it() -> None:
    game = rulerun.load("why_first")
    one, other = game.match(seed=None), game.match(seed=None)
    for match in (one, other):
        match.play()
        assert match.seed is None
        assert "seed" not in repr(match)
    assert one.record.splitlines()[1:] != other.record.splitlines()[1:]
    held = rulerun.replay(one.record)
    assert held.same
    assert held.match.record == one.record
    assert game.match().seed == 0
