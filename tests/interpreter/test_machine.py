"""The engine alone, on Programs built by hand."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from attrs import evolve

from rulerun.interpreter import (
    NATURE,
    CardMoved,
    Changed,
    Chosen,
    Decision,
    Event,
    Happening,
    Held,
    PlayError,
    Policy,
    Released,
    State,
    actors,
    advance,
    broken_invariants,
    candidates,
    decision,
    decisions,
    find_option,
    heard,
    initial,
    is_over,
    option_text,
    outcome,
    random_playout,
    view,
    why_not,
)
from rulerun.interpreter.core.policy import random_index
from rulerun.program.ir import (
    NOTHING,
    PASSES,
    WHERE,
    Alternative,
    Arithmetic,
    Ask,
    Assign,
    Axis,
    Block,
    Branch,
    Calculation,
    Cards,
    Clear,
    Comparison,
    Condition,
    Do,
    Draw,
    End,
    EndGame,
    EndPhase,
    Expr,
    ForEach,
    Gather,
    Invariant,
    Key,
    Leave,
    Listed,
    Longest,
    Message,
    MoveAll,
    MoveCard,
    Number,
    Outcome,
    Parameter,
    Phase,
    Pick,
    Place,
    PlaceKind,
    Program,
    Range,
    Relation,
    Repeat,
    Reveal,
    Shown,
    Shuffle,
    Slot,
    Visibility,
    Words,
    ZoneAt,
)

from ..support.battery import game_of
from ..support.engine_programs import (
    CARDS,
    COPIES,
    LOOSE,
    SEATS,
    add,
    cell,
    choose,
    each,
    equal,
    kuhn,
    menu,
    pile_game,
    program,
    race,
)

PILE, TABLE = ZoneAt(0, (), 0), ZoneAt(1, (), 0)


def texts(played: Program, asked: Decision) -> list[str]:
    return [option_text(game_of(played), asked, option) for option in asked.options]


def answer(played: Program, state: State, text: str, actor: int | None = None) -> State:
    return answered(played, state, text, actor)[0]


def answered(played: Program, state: State, text: str, actor: int | None = None) -> tuple[State, tuple[Event, ...]]:
    who = actors(game_of(played), state)[0] if actor is None else actor
    index = find_option(game_of(played), decision(game_of(played), state, who), text)
    assert index is not None, texts(played, decision(game_of(played), state, who))
    return advance(game_of(played), state, who, index)


def play(played: Program, *answers: str, listening: bool = False) -> State:
    state = initial(game_of(played), listening)
    for text in answers:
        state = answer(played, state, text)
    return state


def step_by_step(played: Program, state: State, policy: Policy, draw: Callable[[int], int]) -> State:
    while not is_over(played, state):
        asked = decision(game_of(played), state, actors(game_of(played), state)[0])
        state, _ = advance(game_of(played), state, asked.actor, random_index(asked.options, policy, draw))
    return state


def heard_by(played: Program, events: tuple[Event, ...], seat: int) -> list[Happening]:
    return [happening for event in events if (happening := heard(played, event, seat)) is not None]


def leaves(played: Program, state: State) -> int:
    if is_over(played, state):
        return 1
    total = 0
    for asked in decisions(game_of(played), state):
        for index in range(len(asked.options)):
            total += leaves(played, advance(game_of(played), state, asked.actor, index)[0])
    return total


# ------------------------------------------------------------------------------------------------- flow of play


def test_every_history_of_kuhn_poker_is_reached_once() -> None:
    assert leaves(kuhn(), initial(game_of(kuhn()))) == 30


def test_a_match_ends_with_winners_payoffs_and_places() -> None:
    played = kuhn()
    result = outcome(game_of(played), play(played, "jack", "king", "bet", "call"))
    assert (result.winners, result.payoff, result.places, result.scores) == ((1,), (-1, 1), (2, 1), (None, None))
    assert outcome(game_of(played), play(played, "jack", "king", "bet", "fold")).winners == (0,)


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("seed", range(5))
def test_a_playout_makes_the_same_match_as_steps_with_the_same_draws(seed: int, policy: Policy) -> None:
    for played in (kuhn(), race(3, 2), race(2, 1, in_transit=False)):
        one, other = random.Random(seed), random.Random(seed)
        start = initial(game_of(played))
        fast = random_playout(game_of(played), start.slots, one.randrange, policy)
        assert fast == step_by_step(played, start, policy, other.randrange).slots
        assert fast == step_by_step(played, initial(game_of(played), listening=True), policy, random.Random(seed).randrange).slots


def test_cards_are_conserved_and_nothing_of_the_phases_remains() -> None:
    played = race()
    end = random_playout(game_of(played), initial(game_of(played)).slots, random.Random(7).randrange)
    assert sum(end[zone.base] for zone in played.zones[:1]) + sum(end[1 + 10 * i] for i in range(1, 10)) == sum(COPIES)
    assert not any(end[played.locals :])


def test_a_loop_is_left_from_inside_an_option() -> None:
    loop = Repeat(None, None, None, (menu(1, Number(0), more=(add(Slot(1), 1),), stop=(Leave(0),)),), True, 0)
    played = program((loop, add(Slot(2), 7)), 3)
    assert play(played, "more", "more", "stop").slots == (0, 2, 7)


def test_elements_fixed_at_the_start_of_a_loop_are_kept_in_order() -> None:
    wait = menu(1, Number(0), go=(Assign(cell(1, Slot(4), 3), Slot(5), 0, 9, False, None, 0), add(Slot(5), 1)))
    key = Key(Slot(4), True)
    loop = ForEach(Slot(4), Range(Number(0), Number(2)), None, (key,), (wait,), Slot(6), 3, True, 0)
    played = program((loop, Clear(Slot(4), 7)), 11, local=4)
    assert initial(game_of(played)).slots[6:] == (3, 1, 2, 1, 0)
    assert play(played, "go", "go", "go").slots == (0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0)


def test_play_goes_on_behind_a_kept_loop_that_is_left() -> None:
    wait = menu(1, Number(0), go=(), stop=(Leave(0),))
    loop = ForEach(Slot(1), Range(Number(1), Number(3)), None, (), (wait,), Slot(2), 3, True, 0)
    played = program((loop, Clear(Slot(1), 6), menu(2, Number(0), end=())), 7)
    assert play(played, "go", "stop").slots == (2, 0, 0, 0, 0, 0, 0)


def test_a_phase_is_left_and_the_match_ends_when_it_is_complete() -> None:
    early = Branch(equal(Slot(1), Number(1)), (EndPhase(0),), (), 0)
    body = (menu(1, Number(0), go=(add(Slot(1), 1),), mark=(EndGame(Slot(2), 0),)), early, add(Slot(1), 5))
    phase = Phase("one", body, (), Slot(2), None, 0)
    played = program((Do(0, 1, True, 0), menu(2, Number(0), done=())), 3, local=2, phases=(phase,))
    assert play(played, "go").slots == (2, 1, 0)
    assert play(played, "mark").slots == (0, 5, 0)


def test_a_phase_stands_once_and_play_goes_on_behind_the_place_where_it_was_begun() -> None:
    phase = Phase("one", (menu(1, Number(0), go=(add(Slot(1), 1),)),), (Clear(Slot(2), 1),), None, Slot(2), 0)
    body = (Do(0, 1, True, 0), add(Slot(1), 10), Do(0, 2, True, 0), add(Slot(1), 20))
    played = program(body, 3, local=2, phases=(phase,))
    assert initial(game_of(played)).slots == (1, 0, 1)
    assert play(played, "go").slots == (1, 11, 2)
    assert play(played, "go", "go").slots == (0, 32, 0)


def test_the_match_ends_at_once() -> None:
    inner = each(Slot(3), 5, (Branch(equal(Slot(3), Number(2)), (EndGame(None, 0),), (), 0), add(Slot(1), 1)), stops=False)
    played = program((menu(1, Number(0), go=(inner, add(Slot(1), 50))),), 4, local=2)
    assert play(played, "go").slots == (0, 2, 0, 0)


def test_a_counted_loop_stops_at_its_limit_and_at_its_condition() -> None:
    wait = menu(1, Number(0), go=(add(Slot(1), 1),))
    limited = Repeat(Slot(2), Number(3), None, (wait,), True, 0)
    assert play(program((limited, Clear(Slot(2), 1)), 3), "go", "go", "go").slots == (0, 3, 0)
    until = Repeat(Slot(2), Number(3), equal(Slot(1), Number(2)), (wait,), True, 0)
    assert play(program((until, Clear(Slot(2), 1)), 3), "go", "go").slots == (0, 2, 0)
    assert is_over(program((), 1), initial(game_of(program((), 1))))


def test_a_match_that_is_too_long_is_over_and_nobody_wins() -> None:
    forever = Repeat(None, None, None, (menu(1, Number(0), go=()),), True, 0)
    played = program((forever,), 3, longest=Longest(3, 1), local=2, outcome=Outcome(3, Number(1), (), None, None, 0))
    state = play(played, "go", "go", "go")
    assert state.slots == (0, 4, 0)
    assert outcome(game_of(played), state).winners == ()
    assert outcome(game_of(played), state).payoff == (0, 0)
    assert random_playout(game_of(played), initial(game_of(played)).slots, lambda n: 0) == state.slots


def test_a_match_that_ends_by_itself_with_its_last_decision_has_its_outcome() -> None:
    played = program(
        (menu(1, Number(0), go=()),), 3, longest=Longest(1, 1), local=2, outcome=Outcome(3, Number(1), (), None, None, 0)
    )
    state = play(played, "go")
    assert state.slots == (0, 1, 0)
    assert outcome(game_of(played), state).winners == (0, 1)
    assert random_playout(game_of(played), initial(game_of(played)).slots, lambda n: 0) == state.slots


# -------------------------------------------------------------------------------------------------------- faults


def divided(left: Expr, right: Expr) -> Arithmetic:
    return Arithmetic(Calculation.DIV, left, right, False, 0)


def test_an_empty_choice_is_a_fault_at_its_sentence() -> None:
    played = program((evolve(choose(1, Number(0), "n", Slot(1), Range(Number(1), Number(0)), 1), sentence=1),), 2)
    with pytest.raises(PlayError, match="nothing to choose") as caught:
        initial(game_of(played))
    assert caught.value.sentence == 1
    with pytest.raises(PlayError):
        random_playout(game_of(played), (1, 0), lambda n: 0)


@pytest.mark.parametrize("stops", [False, True])
def test_a_loop_that_never_asks_is_a_fault(stops: bool) -> None:
    never = Branch(Number(0), (menu(1, Number(0), go=()),), (), 0)
    loop = Repeat(None, None, None, (never,) if stops else (add(Slot(1), 0),), stops, 1)
    with pytest.raises(PlayError, match="never asks and never ends") as caught:
        initial(game_of(program((loop,), 2)))
    assert caught.value.sentence == 1
    assert PASSES == 1_000_000


def test_a_value_out_of_range_names_the_place() -> None:
    played = kuhn()
    body = (Assign(cell(5, Number(1), 2), Number(3), 0, 2, False, 2, 1),)
    with pytest.raises(PlayError, match=r"^`paid\[Ben\]` would become 3, outside 0\.\.2$") as caught:
        initial(game_of(evolve(played, body=body)))
    assert caught.value.program.sentences[caught.value.sentence].text == "another"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ((Assign(Slot(19), cell(1, Number(9), 2), 0, 9, False, None, 0),), "`cell` has nothing at 9"),
        ((Assign(Slot(19), cell(1, Number(NOTHING), 2), 0, 9, False, None, 0),), "`cell` is asked for nothing"),
        ((Assign(Slot(19), divided(Number(1), Slot(19)), 0, 9, False, None, 0),), "divides by zero"),
        ((MoveCard(Number(0), TABLE, PILE, LOOSE, 0),), "there is no `jack` in `table`"),
        ((Draw(1, TABLE, PILE, LOOSE, None, 0),), "there is no card left in `table`"),
        ((Pick(1, "n", Slot(19), Range(Number(1), Number(0)), None, None, None, None, 0),), "nothing to pick"),
    ],
)
def test_what_cannot_be_done_is_a_fault(body: Block, message: str) -> None:
    with pytest.raises(PlayError, match=message):
        initial(game_of(pile_game(body)))


def test_an_answer_out_of_turn_is_refused() -> None:
    played = kuhn()
    state = initial(game_of(played))
    with pytest.raises(ValueError, match="not asked"):
        advance(game_of(played), state, 0, 0)
    with pytest.raises(ValueError, match="no option 9"):
        advance(game_of(played), state, NATURE, 9)


# ----------------------------------------------------------------------------------------------- cards and chance


def test_drawing_weighs_copies() -> None:
    asked = decision(game_of(race()), initial(game_of(race())), NATURE)
    assert tuple(option.weight for option in asked.options) == COPIES
    assert texts(race(), asked)[0] == "-4"


def test_a_pile_keeps_the_order_of_what_was_laid_on_top_and_beneath() -> None:
    top = MoveCard(Number(2), TABLE, PILE, End.TOP, 0)
    low = MoveCard(Number(1), TABLE, PILE, End.BOTTOM, 0)
    every = MoveAll(PILE, 39, None, TABLE, 0)
    played = pile_game((every, top, low, MoveCard(Number(0), TABLE, PILE, End.BOTTOM, 0)))
    assert initial(game_of(played)).slots[1:15] == (3, 0, 0, 0, 1, 3, 0, 0, 0, 2, 2, 1, 0, 0)
    drawn = Draw(1, PILE, TABLE, LOOSE, Slot(19), 0)
    played = pile_game((every, top, low, drawn, evolve(drawn, stop=2)))
    assert texts(played, decisions(game_of(played), initial(game_of(played)))[0]) == ["king"]
    state = play(played, "king")
    assert texts(played, decisions(game_of(played), state)[0]) == ["queen"]
    assert answer(played, state, "queen").slots[1:15] == (0,) * 14


def test_a_shuffle_forgets_the_order_and_gathering_brings_all_cards() -> None:
    every = MoveAll(PILE, 39, None, TABLE, 0)
    top = MoveCard(Number(2), TABLE, PILE, End.TOP, 0)
    assert initial(game_of(pile_game((every, top, Shuffle(PILE, 0))))).slots[1:15] == (1, 0, 0, 1, *(0,) * 10)
    assert initial(game_of(pile_game((every, top, Gather(0, PILE, 0))))).slots[1:15] == (4, 2, 1, 1, *(0,) * 10)


def test_a_pick_offers_what_passes_by_weight() -> None:
    odd = equal(Arithmetic(Calculation.MOD, Slot(1), Number(2), False, 0), Number(1))
    played = program((Pick(1, "n", Slot(1), Range(Number(1), Number(5)), odd, Slot(1), None, None, 0),), 2)
    asked = decision(game_of(played), initial(game_of(played)), NATURE)
    assert [(text, option.weight) for text, option in zip(texts(played, asked), asked.options, strict=True)] == [
        ("n 1", 1),
        ("n 3", 3),
        ("n 5", 5),
    ]
    assert play(played, "n 3").slots == (0, 3)


@pytest.mark.parametrize("keys", [(), (Key(Slot(19), True),)])
def test_a_loop_over_cards_meets_each_copy(keys: tuple[Key, ...]) -> None:
    counted = ForEach(Slot(19), Cards(PILE), None, keys, (add(Slot(20), 1),), None, 0, False, 0)
    assert initial(game_of(pile_game((counted, menu(1, Number(0), go=()))))).slots[20] == 4


# -------------------------------------------------------------------------------------------- options and reasons


def two_choices() -> Program:
    reason = Message((("en", ("already at ", Shown(Slot(1), SEATS))), ("it", ("già da ", Shown(Slot(1), SEATS)))))
    conditions = (
        Condition(Comparison(Relation.DIFFERENT, Slot(1), Number(1)), None, "who != Ben", 1, 1),
        Condition(Comparison(Relation.DIFFERENT, Slot(1), Slot(2)), reason, "who != whom", 2, 0),
    )
    people = Range(Number(0), Number(2))
    parameters = (
        Parameter(Words("who"), Slot(1), people, SEATS, 0, 3),
        Parameter(Words("whom"), Slot(2), Listed((Number(0), Number(2), Number(NOTHING))), SEATS, 0, 3),
    )
    give = Alternative(Words("give", (("it", "dai"),)), parameters, conditions, (Clear(Slot(1), 2),), 5, 0)
    keep = Alternative(Words("keep"), (), (), (), 0, 0)
    return program((Ask(1, Number(0), (keep, give), True, False, 0),), 3, seats=3)


def test_options_come_in_order_with_stable_codes() -> None:
    played = two_choices()
    asked = decision(game_of(played), initial(game_of(played)), 0)
    assert texts(played, asked) == ["keep", "give Anne Chris", "give Chris Anne"]
    assert [option.code for option in asked.options] == [0, 5 + 2, 5 + 6]
    assert option_text(game_of(played), asked.stop, asked.options[1], "it") == "dai Anne Chris"
    assert play(played, "give Anne Chris").slots == (0, 0, 0)


def test_what_is_refused_is_explained_by_its_own_condition() -> None:
    played = two_choices()
    state = initial(game_of(played))
    refused = why_not(game_of(played), state, 0, "give Anne Anne")
    assert refused is not None
    assert (refused.words, refused.reason("it"), refused.reason("es")) == ("who != whom", "già da Anne", "already at Anne")
    ben = why_not(game_of(played), state, 0, ("give", (1, 0)))
    assert ben is not None
    assert (ben.words, ben.reason("en"), ben.sentence) == ("who != Ben", "", 1)
    unreachable = why_not(game_of(played), state, 0, "give Anne Ben")
    assert unreachable is not None
    assert "`Ben`" in unreachable.words
    assert why_not(game_of(played), state, 0, "give Anne Chris") is None
    assert why_not(game_of(played), state, 0, "take Anne") is None
    assert len(candidates(game_of(played), state, 0)) == 1 + 6


def test_broken_invariants_are_found() -> None:
    never = Invariant("never", equal(Slot(1), Number(1)), 0)
    played = program((menu(1, Number(0), go=()),), 2, invariants=(never, Invariant("always", Number(1), 0)))
    assert broken_invariants(game_of(played), initial(game_of(played))) == (never,)


def test_places_are_shared_by_equal_ranks() -> None:
    ranking = (Key(cell(1, Slot(4), 3), True),)
    end = Outcome(4, equal(cell(1, Slot(4), 3), Number(5)), ranking, None, None, 0)
    played = program((), 4, seats=3, start=(0, 5, 5, NOTHING), outcome=end)
    assert outcome(game_of(played), initial(game_of(played))).places == (1, 1, 3)
    assert outcome(game_of(played), initial(game_of(played))).payoff == (1, 1, -1)


# ------------------------------------------------------------------------------------------------------- together


def dealt(seats: int = 3, seed: int = 1, listening: bool = True) -> tuple[Program, State]:
    played = race(seats, 1)
    state, draw = initial(game_of(played), listening), random.Random(seed)
    while actors(game_of(played), state) == (NATURE,):
        asked = decision(game_of(played), state, NATURE)
        state, _ = advance(game_of(played), state, NATURE, draw.randrange(len(asked.options)))
    return played, state


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_answers_does_not_matter(seed: int) -> None:
    played, state = dealt(3, seed)
    draw = random.Random(seed)
    choices = {seat: (draw.random(), draw.random()) for seat in range(3)}

    def run(order: list[int]) -> State:
        now, count = state, [0, 0, 0]
        for seat in order:
            asked = decision(game_of(played), now, seat)
            index = int(choices[seat][count[seat]] * len(asked.options))
            count[seat] += 1
            now, _ = advance(game_of(played), now, seat, index)
        return now

    first = run([0, 0, 1, 1, 2, 2])
    for _ in range(5):
        order = [0, 0, 1, 1, 2, 2]
        draw.shuffle(order)
        assert run(order) == first
    assert run([0, 1, 2]) == run([2, 1, 0])
    assert run([0, 0, 1]) == run([1, 0, 0])


def test_those_who_wait_see_nothing_until_all_have_decided() -> None:
    played, state = dealt()
    assert actors(game_of(played), state) == (0, 1, 2)
    before = view(game_of(played), state, 1)
    for _ in range(2):
        state, events = advance(game_of(played), state, 0, 0)
        assert heard_by(played, events, 1) == []
        assert all(isinstance(event, Held) for event in events)
        assert heard_by(played, events, 0)
    after = view(game_of(played), state, 1)
    assert after.asked == (1, 2)
    assert evolve(after, asked=before.asked) == before


def test_a_seat_sees_what_it_has_chosen_so_far() -> None:
    played, state = dealt()
    asked = decision(game_of(played), state, 2)
    state, _ = advance(game_of(played), state, 2, 0)
    assert [(bound.name, bound.value, bound.domain) for bound in view(game_of(played), state, 2).bound] == [
        ("card", asked.options[0].arguments[0], CARDS)
    ]
    assert view(game_of(played), state, 1).bound == ()


def test_a_card_on_its_way_lies_in_no_zone() -> None:
    played, state = dealt()
    hand = played.zones[1]
    for _ in range(2):
        state, _ = advance(game_of(played), state, 0, 0)
    assert state.slots[hand.base] == 4
    assert view(game_of(played), state, 0).zones[1].size == 4
    assert view(game_of(played), state, 1).zones[1].size == 5


# --------------------------------------------------------------------------------------------- knowledge and views


def test_faces_are_heard_by_those_who_see_them() -> None:
    played = kuhn()
    state, events = answered(played, initial(game_of(played), listening=True), "queen")
    assert [event.kind for event in heard_by(played, events, 0) if isinstance(event, CardMoved)] == [1]
    assert [event.kind for event in heard_by(played, events, 1) if isinstance(event, CardMoved)] == [None]
    assert view(game_of(played), state, 0).zones[1].cards == (1,)
    assert view(game_of(played), state, 1).zones[1].cards is None


def swapped(played: Program, state: State, one: tuple[int, int], other: tuple[int, int]) -> State:
    """The same match with a card of the first kind and zone where one of the second lay."""
    slots = list(state.slots)
    for (base, kind), (_, lost) in ((one, other), (other, one)):
        slots[base + 1 + kind] -= 1
        slots[base + 1 + lost] += 1
    return State(tuple(slots), state.knowledge)


def test_what_a_seat_cannot_see_changes_neither_its_view_nor_what_it_hears() -> None:
    played = kuhn()
    state = play(played, "jack", "queen", listening=True)
    other = play(played, "jack", "king", listening=True)
    assert view(game_of(played), state, 0) == view(game_of(played), other, 0)
    assert view(game_of(played), state, 1) != view(game_of(played), other, 1)
    for text in ("check", "bet"):
        (one, events), (two, same) = answered(played, state, text), answered(played, other, text)
        assert heard_by(played, events, 0) == heard_by(played, same, 0)
        assert view(game_of(played), one, 0) == view(game_of(played), two, 0)


@pytest.mark.parametrize("seed", range(8))
def test_swapping_cards_out_of_sight_leaves_view_and_events_equal(seed: int) -> None:
    played, state = dealt(3, seed)
    stock, hands, draw = played.zones[0], played.zones[1], random.Random(seed)
    while not is_over(played, state):
        seat, owner = draw.sample(range(3), 2)
        base = hands.base + owner * hands.length
        theirs = [kind for kind in range(9) if state.slots[base + 1 + kind]]
        hidden = [kind for kind in range(9) if state.slots[stock.base + 1 + kind]]
        if theirs and seat in actors(game_of(played), state):
            other = swapped(played, state, (base, draw.choice(theirs)), (stock.base, draw.choice(hidden)))
            assert view(game_of(played), state, seat) == view(game_of(played), other, seat)
            if len(actors(game_of(played), state)) > 1:
                events, same = (advance(game_of(played), one, seat, 0)[1] for one in (state, other))
                assert heard_by(played, events, seat) == heard_by(played, same, seat)
        asked = decision(game_of(played), state, draw.choice(actors(game_of(played), state)))
        state, _ = advance(game_of(played), state, asked.actor, draw.randrange(len(asked.options)))


def test_a_known_card_is_followed_until_a_hidden_move_may_have_taken_it() -> None:
    played = pile_game(
        (
            Reveal(PILE, Number(0), False, 0),
            Draw(1, PILE, TABLE, LOOSE, None, 0),
            MoveCard(Number(2), PILE, PILE, End.TOP, 0),
            Shuffle(PILE, 0),
            menu(2, Number(0), go=()),
        )
    )
    state = initial(game_of(played), listening=True)
    assert view(game_of(played), state, 0).zones[0].known == (0, 0, 1, 2)
    assert view(game_of(played), state, 1).zones[0].known == ()
    state = answer(played, state, "queen")
    # the second move is hidden from both, and could have been of either kind that is left
    assert view(game_of(played), state, 0).zones[0].known == (0,)
    assert view(game_of(played), state, 1).zones[0].known == ()


def test_a_card_laid_on_top_in_the_open_is_known_until_it_is_drawn() -> None:
    laid = (
        Draw(1, PILE, TABLE, LOOSE, Slot(19), 0),
        MoveCard(Slot(19), TABLE, PILE, End.TOP, 0),
        menu(2, Number(0), go=()),
        Draw(3, PILE, TABLE, LOOSE, Slot(19), 0),
    )
    played = pile_game(laid)
    state = play(played, "king", listening=True)
    assert view(game_of(played), state, 1).zones[0].top == (2,)
    assert view(game_of(played), state, 1).zones[0].known == (2,)
    end = play(played, "king", "go", "king", listening=True)
    assert view(game_of(played), end, 1).zones[0].top == ()


def test_a_shuffle_keeps_what_is_known_but_not_where() -> None:
    laid = (Draw(1, PILE, TABLE, LOOSE, Slot(19), 0), MoveCard(Slot(19), TABLE, PILE, End.BOTTOM, 0), Shuffle(PILE, 0))
    state = play(pile_game((*laid, menu(2, Number(0), go=()))), "queen", listening=True)
    seen = view(game_of(pile_game((*laid, menu(2, Number(0), go=())))), state, 0).zones[0]
    assert (seen.known, seen.bottom) == ((1,), ())


def test_a_hidden_value_is_neither_seen_nor_heard() -> None:
    place = Place(Words("secret"), PlaceKind.VARIABLE, 1, (), None, False, 0, 9, False, None, Visibility.NOBODY, None)
    played = program((menu(1, Number(0), go=(add(Slot(1), 3, 9, 0),)),), 2, places=(place,))
    state, events = answered(played, initial(game_of(played), listening=True), "go")
    assert any(isinstance(event, Changed) for event in events)
    assert not any(isinstance(happening, Changed) for happening in heard_by(played, events, 0))
    assert view(game_of(played), state, 0).places[0].value is None


def test_a_card_chosen_from_a_hidden_hand_is_masked_for_the_others() -> None:
    played = race(2, 1)
    hand = played.zones[1]
    own = ZoneAt(1, (Axis(Number(0), 0, 2, hand.length),), 0)
    ask = choose(1, Number(0), "card", Slot(hand.base - 1), Cards(own), 9, CARDS)
    start = list(played.start)
    start[hand.base : hand.base + 3] = [2, 1, 1]
    for secret, expected in ((False, [(NOTHING,), (0,)]), (True, [(0,)])):
        asked = evolve(played, body=(evolve(ask, secret=secret),))
        _, events = advance(game_of(asked), initial(game_of(asked), listening=True, slots=tuple(start)), 0, 0)
        told = [happening for seat in (1, 0) for happening in heard_by(asked, events, seat)]
        assert [happening.option.arguments for happening in told if isinstance(happening, Chosen)] == expected
    assert decision(game_of(asked), initial(game_of(asked), slots=tuple(start)), 0).secret


@pytest.mark.parametrize("seed", range(5))
def test_a_pile_with_order_is_played_alike_by_steps_and_in_place(seed: int) -> None:
    drawn = Draw(1, PILE, TABLE, LOOSE, Slot(20), 0)
    up = MoveCard(Slot(20), TABLE, PILE, End.TOP, 0)
    back = menu(2, Number(0), up=(up,), down=(evolve(up, end=End.BOTTOM),))
    played = pile_game((Repeat(Slot(21), Number(12), None, (drawn, back, evolve(drawn, stop=3), Gather(0, PILE, 0)), True, 0),))
    for game in (played, evolve(played, body=(Repeat(Slot(21), Number(12), None, (drawn, back), True, 0),))):
        for policy in Policy:
            end = random_playout(game_of(game), initial(game_of(game)).slots, random.Random(seed).randrange, policy)
            assert end == step_by_step(game, initial(game_of(game), listening=True), policy, random.Random(seed).randrange).slots
        assert end[1] == 4


def test_what_was_held_back_is_released_in_the_order_of_seats() -> None:
    played, state = dealt()
    for seat in (2, 2, 0, 0, 1, 1):
        state, events = advance(game_of(played), state, seat, 0)
    seats = [event.seat for event in events if isinstance(event, Released)]
    assert seats == sorted(seats)
    moves = [event for event in events if isinstance(event, CardMoved)]
    assert len(moves) == 6
    assert state.knowledge is not None
    assert state.knowledge.before is None or state.slots[WHERE]


def test_listening_changes_nothing_in_the_vector() -> None:
    _, state = dealt(3, 3)
    _, silent = dealt(3, 3, listening=False)
    assert state.slots == silent.slots
