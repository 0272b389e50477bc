"""Change Horses! against a race run by hand, and against what its rulebook says of every round."""

from __future__ import annotations

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.interpreter import NATURE, CardMoved, Changed, Chosen, Event, Revealed, Said, State, initial, outcome
from rulerun.program.ir import NOTHING, Program

from ..support.battery import (
    Choose,
    Setting,
    Turn,
    cards,
    compiled,
    drawn,
    game_of,
    listed,
    place,
    running,
    slot,
    some,
    turns,
    values,
    zone,
)

NUMBERS = st.lists(st.integers(0, 1_000), min_size=1, max_size=80)
HORSES = ("red", "yellow", "blue", "green", "black", "white")
PRIZES = ("furthest back of all", "second from the rear", "third from the rear", "not placed")
BEHIND = "the player whose own horse is the furthest back wins"
CROSSED = f"a horse has crossed the finish line: {BEHIND}"
RUN_OUT = f"everybody has only one card left, and no horse has crossed the finish line: {BEHIND}"
Where = tuple[int, int]
"""The lane, from 1, and the row, from 0."""


def spaces(program: Program) -> list[Where]:
    """The spaces of the course by their index."""
    labels = program.domains[program.boards[0].domain].labels
    return [(int(lane), int(row)) for lane, row in (label.plain.split("/") for label in labels)]


def runners(program: Program, slots: tuple[int, ...]) -> list[Where]:
    """Where the horses stand; only once they have been placed."""
    course = spaces(program)
    return [course[at] for at in values(program, slots, "runner")]


def placed(program: Program, state: State) -> bool:
    """Whether all horses are on the course."""
    return NOTHING not in values(program, state.slots, "runner")


def pair(program: Program, kind: int) -> tuple[int, int]:
    """The two horses on a movement card."""
    first, second = program.domains[program.decks[0].domain].labels[kind].plain.split()
    return HORSES.index(first), HORSES.index(second)


def run_by_hand(where: list[Where], tote: list[tuple[int, int]], last: int) -> list[Where]:
    """The horses after a run: lane by lane, the front one first; an even total stays, an odd one goes as far as it can."""
    found = list(where)
    for lane in range(1, 7):
        for horse in sorted((h for h in range(6) if where[h][0] == lane), key=lambda h: -where[h][1]):
            total = sum(colours.count(horse) for colours in tote)
            row = found[horse][1]
            ahead = [
                found[other][1] for other in range(6) if other != horse and found[other][0] == lane and found[other][1] > row
            ]
            if total % 2:
                found[horse] = lane, min(row + total, min(ahead, default=last + 1) - 1)
    return found


def track_by_hand(where: list[Where], last: int) -> list[Where]:
    """The horses after a Fast Track: those in the two rearmost rows go two on, the front ones first."""
    found = list(where)
    rows = sorted({row for _, row in where})
    for horse in sorted((h for h in range(6) if where[h][1] in rows[:2]), key=lambda h: -where[h][1]):
        lane, row = found[horse]
        ahead = [found[other][1] for other in range(6) if other != horse and found[other][0] == lane and found[other][1] > row]
        found[horse] = lane, min(row + 2, min(ahead, default=last + 1) - 1)
    return found


@st.composite
def fields(draw: st.DrawFn, last: int) -> list[Where]:
    """Six horses on different spaces, often in one lane."""
    lanes = draw(st.sampled_from([1, 2, 6]))
    where = st.tuples(st.integers(1, lanes), st.integers(0, last))
    return draw(st.lists(where, min_size=6, max_size=6, unique=True))


def on_course(program: Program, slots: list[int], where: list[Where]) -> None:
    """Puts the horses there."""
    course = spaces(program)
    for horse, at in enumerate(where):
        slots[slot(program, "runner", horse)] = course.index(at)


@pytest.mark.parametrize("players", some(3, slow=(2, 4, 5)))
@settings(max_examples=60)
@given(st.data())
def test_horses_run_as_by_hand(players: int, data: st.DataObject) -> None:
    program = running("change_horses", "", players, "run").program
    last = max(row for _, row in spaces(program))
    where = data.draw(fields(data.draw(st.sampled_from([6, 12, last]))), label="field")
    kinds = data.draw(st.lists(st.integers(0, 14), max_size=10), label="tote")
    slots = list(program.start)
    on_course(program, slots, where)
    for kind in kinds:
        base = zone(program, "tote").bases[0]
        slots[base] += 1
        slots[base + 1 + kind] += 1
    end = initial(game_of(program), slots=tuple(slots))
    assert runners(program, end.slots) == run_by_hand(where, [pair(program, kind) for kind in kinds], last)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.data())
def test_the_fast_track_is_as_by_hand(data: st.DataObject) -> None:
    program = running("change_horses", "", 3, "fast track").program
    last = max(row for _, row in spaces(program))
    where = data.draw(fields(data.draw(st.sampled_from([4, 8, last]))))
    slots = list(program.start)
    on_course(program, slots, where)
    end = initial(game_of(program), slots=tuple(slots))
    assert runners(program, end.slots) == track_by_hand(where, last)


# ------------------------------------------------------------------------------------------------------------ whole races


@frozen
class Watched:
    """What was seen of one race: cards played and Wild Horse cards used, by player and round."""

    plays: tuple[tuple[int, int], ...]
    wilds: tuple[tuple[int, int], ...]
    end: State


def check_field(program: Program, state: State) -> None:
    """No two horses on a space, all on the course."""
    if placed(program, state):
        where = runners(program, state.slots)
        assert len(set(where)) == len(where)
        assert all(1 <= lane <= 6 for lane, _ in where)


def watched(program: Program, choose: Choose) -> Watched:
    """A whole race, looked at after every answer."""
    table = program.zones.index(zone(program, "table"))
    wilds = program.places.index(place(program, "wilds"))
    turns_of_a_round = 2 if len(program.players) == 2 else 1
    plays: list[tuple[int, int]] = []
    used: list[tuple[int, int]] = []

    def round_of(player: int) -> int:
        return sum(1 for who, _ in plays if who == player) // turns_of_a_round

    end = initial(game_of(program))
    for turn in turns(program, choose, listening=True):
        for event in turn.events:
            match event:
                case CardMoved(source=source) if source.zone == table:
                    plays.append((turn.actor, round_of(turn.actor)))
                case Changed(place=changed, index=(player,)) if changed == wilds:
                    assert event.new == event.old - 1
                    used.append((player, round_of(player)))
        check_field(program, turn.after)
        end = turn.after
    return Watched(tuple(plays), tuple(used), end)


def check_wilds(program: Program, race: Watched) -> None:
    """At most one Wild Horse card a round, and two a race."""
    assert len(set(race.wilds)) == len(race.wilds)
    for player in program.players:
        assert sum(1 for who, _ in race.wilds if who == player) <= 2


@pytest.mark.parametrize("players", some(2, 3, slow=(4, 5)))
@settings(max_examples=12)
@given(numbers=NUMBERS)
def test_a_race_keeps_its_rules(players: int, numbers: list[int]) -> None:
    program = compiled(Setting("change_horses", "", players))
    race = watched(program, listed(numbers))
    check_wilds(program, race)
    over = max(row for _, row in runners(program, race.end.slots)) >= 12
    left = [sum(sum(cards(program, race.end.slots, name, player)) for name in ("hand", "table")) for player in program.players]
    assert over or left == [1] * players


@pytest.mark.parametrize("players", some(2, 3, slow=(4, 5)))
def test_a_race_without_a_finish_ends_with_one_card_each(players: int) -> None:
    rounds = 7 if players == 2 else 14
    program = compiled(Setting("change_horses", "", players, (("track_length", "30"),)))
    unfinished = 0
    for seed in range(4):
        race = watched(program, drawn(seed))
        check_wilds(program, race)
        if max(row for _, row in runners(program, race.end.slots)) >= 30:
            continue
        unfinished += 1
        for player in program.players:
            assert sum(1 for who, _ in race.plays if who == player) == 14
            assert max(number for who, number in race.plays if who == player) == rounds - 1
            hand, table = cards(program, race.end.slots, "hand", player), cards(program, race.end.slots, "table", player)
            assert sum(hand) + sum(table) == 1
    assert unfinished


@pytest.mark.parametrize("dials", [(), (("track_length", "30"),), (("after_fast_track", "finish_round"),)], ids=str)
@pytest.mark.parametrize(("variant", "players"), [("", 2), ("", 3), ("", 5), ("derby", 4)])
def test_certificates_are_turned_up_at_every_end_before_the_places_are_told(
    variant: str, players: int, dials: tuple[tuple[str, str], ...]
) -> None:
    program = compiled(Setting("change_horses", variant, players, dials))
    certificates = program.zones.index(zone(program, "certificate"))
    for seed in range(4):
        *before, last = turns(program, drawn(seed), listening=True)
        assert not any(map(tells_the_end, [event for turn in before for event in turn.events]))
        shown = [at for at, event in enumerate(last.events) if isinstance(event, Revealed) and event.zone.zone == certificates]
        ending, *places = [at for at, event in enumerate(last.events) if tells_the_end(event)]
        assert len(shown) == players
        assert ending < min(shown)
        assert max(shown) < min(places)
        texts = [event.text("en") for event in last.events if isinstance(event, Said) and tells_the_end(event)]
        crossed = any(row >= int(dict(program.parameters)["track_length"]) for _, row in runners(program, last.after.slots))
        assert texts[0] == (CROSSED if crossed else RUN_OUT)
        assert [text.partition("; ")[0] for text in texts[1:]] == places_by_hand(program, last.after, variant)
        assert "; " in next(text for text in texts[1:] if "nobody's" not in text)


def tells_the_end(event: Event) -> bool:
    """Whether it is a message about the end of the race, or about the place of a horse in it."""
    return isinstance(event, Said) and (BEHIND in event.text("en") or "), space " in event.text("en"))


def places_by_hand(program: Program, state: State, variant: str) -> list[str]:
    """The horses from the last to the first, as the rulebook ranks them: those of nobody behind all others in a photo finish."""
    where = runners(program, state.slots)
    held = {player: cards(program, state.slots, "certificate", player) for player in program.players}
    owners = {horse: player for player, horses in held.items() for horse in range(6) if horses[horse]}
    names = ("carrots",) if variant == "derby" else ("wilds", "changed")
    left = {player: [state.slots[slot(program, name, player)] for name in names] for player in program.players}
    better = (-1,) if variant == "derby" else (-1, 1)

    def key(horse: int) -> tuple[int, ...]:
        player = owners.get(horse)
        if player is None:
            return where[horse][1], 1
        if len(program.players) == 2:
            return where[horse][1], 0, max(where[each][1] for each, owner in owners.items() if owner == player)
        return where[horse][1], 0, *(sign * number for sign, number in zip(better, left[player], strict=True))

    keys = [key(horse) for horse in range(6)]
    told = []
    for horse in sorted(range(6), key=keys.__getitem__):
        place = 1 + sum(other < keys[horse] for other in keys)
        owner = program.seats[owners[horse]].name if horse in owners else "nobody's"
        told.append(f"{HORSES[horse]} ({owner}), space {where[horse][1]}: {PRIZES[min(place, 4) - 1]}")
    return told


@settings(max_examples=10)
@given(numbers=NUMBERS)
def test_a_match_runs_as_by_hand(numbers: list[int]) -> None:
    """In a whole race the horses move by no other rules than the three we know."""
    program = compiled(Setting("change_horses", "", 3))
    last = max(row for _, row in spaces(program))
    for turn in turns(program, listed(numbers), listening=True):
        if not placed(program, turn.before) or turn.actor == NATURE:
            continue
        before, after = runners(program, turn.before.slots), runners(program, turn.after.slots)
        name = next((event.option.name for event in turn.events if isinstance(event, Chosen)), "")
        if name == "fast":
            assert after == track_by_hand(before, last)
        elif name == "slip":
            check_slip(turn, before, after)
        elif before != after:
            assert after == run_by_hand(before, tote_before_run(program, turn), last)


def check_slip(turn: Turn, before: list[Where], after: list[Where]) -> None:
    """Two horses change lanes by one; the others stay."""
    moved = [horse for horse in range(6) if before[horse] != after[horse]]
    assert len(moved) == 2
    assert all(abs(before[horse][0] - after[horse][0]) == 1 and before[horse][1] == after[horse][1] for horse in moved)


def tote_before_run(program: Program, turn: Turn) -> list[tuple[int, int]]:
    """The movement cards that lay open when the horses ran: those before, and the one that was just played."""
    kinds = cards(program, turn.before.slots, "tote")
    tote = [kind for kind, count in enumerate(kinds) for _ in range(count)]
    here = program.zones.index(zone(program, "tote"))
    tote += [
        event.kind
        for event in turn.events
        if isinstance(event, CardMoved) and event.target.zone == here and event.kind is not None
    ]
    return [pair(program, kind) for kind in tote]


# ----------------------------------------------------------------------------------------------------------- the auction


@pytest.mark.parametrize("players", some(3, slow=(4, 5)))
@settings(max_examples=15)
@given(numbers=NUMBERS)
def test_bids_differ_and_forms_are_an_order(players: int, numbers: list[int]) -> None:
    program = compiled(Setting("change_horses", "derby", players))
    for turn in turns(program, listed(numbers)):
        bids = [bid for bid in values(program, turn.after.slots, "bid") if bid]
        assert len(set(bids)) == len(bids)
        forms = values(program, turn.after.slots, "form")
        assert all(forms) is False or sorted(forms) == list(range(1, players + 1))
        check_field(program, turn.after)


@pytest.mark.parametrize("pays", ["yes", "no"])
@pytest.mark.parametrize("players", some(3, slow=(4, 5)))
@settings(max_examples=40)
@given(numbers=NUMBERS)
def test_an_auction_is_settled_as_the_rulebook_says(players: int, pays: str, numbers: list[int]) -> None:
    dial = "" if pays == "yes" else 'top_bidder_pays: "no"'
    program = running("change_horses", "derby", players, "new order (1)", dial).program
    slots = list(program.start)
    purse = [1 + numbers[player % len(numbers)] % (11 * players) for player in range(players)]
    for player in range(players):
        slots[slot(program, "form", player)] = player + 1
        slots[slot(program, "carrots", player)] = purse[player]
    end = initial(game_of(program), slots=tuple(slots))
    for turn in turns(program, listed(numbers), begun=end):
        end = turn.after
    bids, forms = values(program, end.slots, "bid"), values(program, end.slots, "form")
    broke = values(program, end.slots, "bankrupt")
    left = values(program, end.slots, "carrots")
    assert sorted(forms) == list(range(1, players + 1))
    solvent = [player for player in range(players) if not broke[player]]
    assert sorted(solvent, key=lambda player: bids[player]) == sorted(solvent, key=lambda player: forms[player])
    assert all(forms[player] == broke[player] for player in range(players) if broke[player])
    for player in solvent:
        spared = pays == "no" and bids[player] == max(bids)
        assert left[player] == purse[player] - (0 if spared else bids[player])
    assert not any(left[player] for player in range(players) if broke[player])


@settings(max_examples=60)
@given(st.data())
def test_the_rearmost_horse_wins_and_ties_are_broken_in_turn(data: st.DataObject) -> None:
    program = compiled(Setting("change_horses", "", 3))
    begun = initial(game_of(program))
    slots = list(begun.slots)
    where = data.draw(fields(3))
    on_course(program, slots, where)
    horses = data.draw(st.permutations(range(6)))[:3]
    spare, owned = zone(program, "spare").bases[0], zone(program, "certificate").bases
    wilds = data.draw(st.lists(st.integers(0, 2), min_size=3, max_size=3))
    changed = data.draw(st.lists(st.integers(0, 1), min_size=3, max_size=3))
    for player, horse in enumerate(horses):
        for at, change in ((spare, -1), (spare + 1 + horse, -1), (owned[player], 1), (owned[player] + 1 + horse, 1)):
            slots[at] += change
        slots[slot(program, "wilds", player)] = wilds[player]
        slots[slot(program, "changed", player)] = changed[player]
    keys = [(where[horse][1], -wilds[player], changed[player]) for player, horse in enumerate(horses)]
    found = outcome(game_of(program), State(tuple(slots), None))
    assert found.winners == tuple(player for player in range(3) if keys[player] == min(keys))
    assert found.places == tuple(1 + sum(other < key for other in keys) for key in keys)
