"""Why an option cannot be chosen, asked of bundled rulesets."""

from __future__ import annotations

import pytest

from rulerun.cli.terminal.console import load, read
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter import NATURE, actors, advance, decision, initial
from rulerun.interpreter.explain import Refusal
from rulerun.program.ir import LAST_RESORT
from rulerun.table.options import has_secrets, offered_spaces, option_names
from rulerun.table.phrases import nearest
from rulerun.table.why_answers import Asker, Because, Way

from ..support.battery import game_of


def asker(game: str, language: str, *choices: int) -> Asker:
    """Who asks at the first question of a game, after these answers; nature always gives the first outcome."""
    source = read(BUNDLED / f"{game}.yaml")
    program = load(source, None, None, ())
    state = initial(game_of(program), listening=True)
    left = list(choices)
    while actors(game_of(program), state) == (NATURE,) or left:
        asked = actors(game_of(program), state)[0]
        state, _ = advance(game_of(program), state, asked, 0 if asked == NATURE else left.pop(0))
    return Asker(
        game_of(program), source.place, state, decision(game_of(program), state, actors(game_of(program), state)[0]), language
    )


def said(asker: Asker, typed: str) -> str:
    return "\n".join("".join(part.text for part in line) for line in asker.explain(typed))


def test_the_reason_of_the_author_comes_with_its_line() -> None:
    answer = said(asker("tic_tac_toe", "", 4), "cell b2")
    assert answer.startswith("`cell b2`: this space already bears a mark")
    assert "(tic_tac_toe.yaml:" in answer


def test_the_reason_is_given_in_the_language_of_the_player() -> None:
    assert "questa casella è già segnata" in said(asker("tic_tac_toe", "it", 4), "CELL  B2")


def test_what_cannot_even_be_reached_is_told() -> None:
    answer = said(asker("traxx", ""), "extend head i5")
    assert answer.startswith("`extend head I5`: I5 is not next to the space from which it goes on; these are: ")


@pytest.mark.parametrize("typed", ["extend head F3", "prolunga capo davanti F3", "prolunga capo davanti f3"])
def test_an_option_may_be_named_in_either_language(typed: str) -> None:
    assert said(asker("traxx", "it"), typed).startswith("`prolunga capo davanti F3`: ")


def test_what_is_offered_is_told_by_its_number() -> None:
    assert said(asker("tic_tac_toe", ""), "cell a1") == "`cell a1`: you can: it is option 1"
    assert said(asker("tic_tac_toe", ""), "3") == "you can: it is option 3"
    assert said(asker("tic_tac_toe", ""), "33") == "there are options 1 to 9"


def test_what_could_stand_in_a_list_is_told_where_the_author_says_why() -> None:
    (hold,) = asker("pig", "").barred()
    assert hold.words == "hold"
    assert "roll at least once" in "".join(part.text for part in hold.answer)
    assert asker("traxx", "").barred() == ()  # spaces are pointed at on the board


def test_everything_that_is_refused_is_listed_when_nothing_is_named() -> None:
    assert said(asker("tic_tac_toe", ""), "") == "everything is offered"
    everything = said(asker("tic_tac_toe", "", 4, 0), "")
    assert everything.startswith("this space already bears a mark: cell a1, b2  (tic_tac_toe.yaml:")
    assert len(everything.splitlines()) == 1


def test_of_many_options_refused_for_one_reason_some_are_named_and_all_are_counted() -> None:
    played = asker("tic_tac_toe", "")
    one = Because("no room", "g.yaml:3", [Way(f"cell a{number}", "") for number in range(1, 10)])
    assert "".join(part.text for part in played.shared(one)) == "no room: cell a1, a2, a3, a4, a5, a6, a7, a8 … (9)  (g.yaml:3)"


def test_a_number_means_what_an_option_says_where_options_have_letters() -> None:
    one = asker("why_first", "")
    says = [name[0] for name in option_names(game_of(one.program), one.asked, "")]
    assert said(one, "a") == "you can: it is option a"
    assert said(one, says[2].split()[-1]) == f"`{says[2]}`: you can: it is option c"
    hand = [name.split()[-1] for name in says]
    absent = next(str(value) for value in (5, 4, 3, 2, 1) if str(value) not in hand)
    assert said(one, absent).startswith(f"`card {absent}`: {absent} is not in hand  (why_first.yaml:")
    assert f"{absent} non è in " in said(asker("why_first", "it"), absent)


def test_nonsense_is_answered_with_the_nearest_option() -> None:
    assert said(asker("tic_tac_toe", ""), "sell a1").startswith("there is no option `sell a1` here; did you mean `cell a1`?")


def test_a_board_can_show_the_labels_of_the_options() -> None:
    one = asker("tic_tac_toe", "", 0)
    domain = one.program.boards[0].domain
    assert offered_spaces(one.program, one.asked, domain) == {space: [space - 1] for space in range(1, 9)}


def test_only_games_with_secrets_ask_people_to_look_away() -> None:
    secret = {game: has_secrets(asker(game, "").program) for game in ("tic_tac_toe", "kuhn_poker", "traxx")}
    assert secret == {"tic_tac_toe": False, "kuhn_poker": True, "traxx": True}


def test_nonsense_is_answered_in_one_language() -> None:
    assert said(asker("tic_tac_toe", "it"), "casela b2").endswith("; volevi dire `casella b2`?")
    assert nearest("es", "zzz", ("rojo", "azul")) == "; hay `rojo` y `azul`"


def test_what_is_only_there_where_nothing_else_is_says_so_in_the_language_of_the_player() -> None:
    refusal = Refusal(LAST_RESORT, (), 0, None)
    assert asker("tic_tac_toe", "es").reason(refusal) == "solo está cuando no se puede elegir otra cosa"


def refused(asker: Asker, typed: str) -> str:
    return "\n".join("".join(part.text for part in line) for line in asker.refused(typed))


def test_an_option_that_was_there_before_and_is_not_now_tells_why() -> None:
    assert refused(asker("tic_tac_toe", "", 4), "cell b2").startswith("`cell b2`: this space already bears a mark")
    assert "goes above" in refused(asker("liars_dice", "", 3), "bid 1 1")


def test_an_option_of_another_decision_is_said_to_be_one() -> None:
    answering = asker("kuhn_poker", "", 1)
    assert refused(answering, "check") == "`check` can be chosen at another moment, not now"
    assert said(answering, "check") == refused(answering, "check")
    assert refused(asker("kuhn_poker", "it", 1), "check").endswith("non ora")


def test_what_is_no_option_of_the_game_has_no_reason() -> None:
    assert refused(asker("kuhn_poker", "", 1), "nonsense") == ""


def test_a_part_of_an_option_that_is_not_offered_is_refused_with_the_reason_that_why_gives() -> None:
    asked = asker("tic_tac_toe", "en", 4)
    assert asked.refused("b2") == [line[:1] for line in asked.explain("b2")]  # without the place in the rules
    assert "already bears a mark" in said(asked, "b2")
