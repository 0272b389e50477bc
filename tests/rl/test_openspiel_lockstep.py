"""The bundled games against the same games of OpenSpiel: both are driven with the same moves and the same chance.

At every decision the same seat is asked, the same is on offer, and chance weighs it the same; at the end the payoffs agree.
Where OpenSpiel's rules differ from the rulebook's, a ruleset in `variants/` extends ours by them and says what differs. Games
without chance in which all is open have a table instead of a function here: `tests/bots/test_beside.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Protocol

import pytest
from attrs import frozen

from rulerun.dsl.compile import compile_ruleset, read_source
from rulerun.interpreter import NATURE, Decision, Result, State, actors, advance, decision, initial, is_over, option_text, outcome
from rulerun.program.ir import Program

from ..support.battery import RULESETS, Choose, drawn, game_of, some

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")

VARIANTS = Path(__file__).resolve().parents[1] / "variants"
NAMES = ("Anne", "Ben", "Chris", "Dana", "Emma", "Felix", "Gina")
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

Spell = Callable[[int, str], str]
"""How OpenSpiel writes what a seat (or chance) answers."""


# --------------------------------------------------------------------------------------------------------- words and ends


def rank_and_suit(card: str) -> tuple[str, str]:
    """The signs of a card's rank and suit."""
    rank, _, suit = card.partition(" of ")
    return "23456789TJQKA"[RANKS.index(rank)], suit[0].upper()


def kuhn_poker(seat: int, text: str) -> str:
    """A check and a fold are both a pass."""
    if seat == NATURE:
        return f"Deal:{('jack', 'queen', 'king').index(text)}"
    return {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}[text]


def goofspiel(seat: int, text: str) -> str:
    """Cards are called by their value."""
    return f"Deal {text}" if seat == NATURE else f"[P{seat}]Bid: {text.removeprefix('card ')}"


def pig(_: int, text: str) -> str:
    """To hold is to stop."""
    return {"hold": "stop"}.get(text, text.replace("die", "Roll"))


def liars_dice(_: int, text: str) -> str:
    """`bid 2 5` is 2-5."""
    return "-".join(text.split()[1:]) if text.startswith("bid ") else text.capitalize().replace("Die", "Roll")


def go_fish(seat: int, text: str) -> str:
    """Ranks are letters there."""
    if seat == NATURE:
        return "abcdefghijklm"[int(text) - 1]
    _, other, rank = text.split()
    return f"{NAMES.index(other)}{'abcdefghijklm'[int(rank) - 1]}"


def hearts(_: int, text: str) -> str:
    """Rank before suit; cards are passed and played by their names."""
    if text.startswith("way "):
        return ("No Pass", "Left", "Across", "Right")[int(text.removeprefix("way "))]
    return "".join(rank_and_suit(text.removeprefix("play ").removeprefix("card ")))


def crazy_eights(seat: int, text: str) -> str:
    """Suit before rank."""
    verb, _, rest = text.partition(" ")
    match verb:
        case "dealer":
            return f"Decide Player {NAMES.index(rest)} to be the dealer"
        case "draw" | "pass":
            return verb.capitalize()
        case "name":
            return f"Nominate suit {rest[0].upper()}"
    rank, suit = rank_and_suit(text.removeprefix("play "))
    return f"{'Deal' if seat == NATURE else 'Play'} {suit}{rank}"


def oh_hell(seat: int, text: str) -> str:
    """Suit before rank, which is a number of ours; the dealer is a seat's number, counted from 0."""
    word, _, rest = text.partition(" ")
    if word in ("size", "tricks"):
        return rest
    if word == "p":
        return str(NAMES.index(rest))
    rank, _, suit = text.removeprefix("card ").partition(" of ")
    return suit[0].upper() + "23456789TJQKA"[int(rank) - 2]


def hanabi(players: int) -> Spell:
    """Places count from 0 there, players from the one who hints on; a colour is its first letter."""

    def spell(seat: int, text: str) -> str:
        match text.split():
            case [colour, value]:
                return f"(Deal {colour[0].upper()}{value})"
            case [verb, "card", place]:
                return f"({verb.capitalize()} {int(place) - 1})"
            case ["hint", kind, other, what]:
                told = f"color {what[0].upper()}" if kind == "colour" else f"rank {what}"
                return f"(Reveal player +{(NAMES.index(other) - seat) % players} {told})"
            case _:
                raise ValueError(text)

    return spell


def paid(result: Result) -> list[float]:
    """What the rules pay."""
    return [float(each) for each in result.payoff]


def shared(result: Result) -> list[float]:
    """The winners share a point, the others lose one; nothing when nobody or everybody wins."""
    players, winners = len(result.payoff), len(result.winners)
    if winners in (0, players):
        return [0.0] * players
    return [1 / winners if seat in result.winners else -1 / (players - winners) for seat in range(players)]


def scored(result: Result) -> list[float]:
    """The scores."""
    return [float(score) for score in result.scores if score is not None]


def scored_already(result: Result) -> bool:
    """Whether somebody has scored before anybody was asked."""
    return any(result.scores)


def never(_: Result) -> bool:
    """The rules are the same in every game."""
    return False


# ------------------------------------------------------------------------------------------------------------- the games


@frozen
class Pair:
    """A game here and there: the ruleset's file, players and dials; OpenSpiel's name for it; words and ends."""

    file: str
    players: int
    dials: tuple[tuple[str, str], ...]
    theirs: str
    spell: Spell
    ends: Callable[[Result], list[float]] = paid
    left_out: Callable[[Result], bool] = never
    """Looked at when the first seat is asked: games in which the rules differ."""

    @property
    def name(self) -> str:
        """How a test is called that plays it."""
        return self.theirs


PAIRS = (
    Pair("kuhn_poker", 2, (), "kuhn_poker", kuhn_poker),
    Pair("goofspiel", 2, (), "goofspiel", goofspiel, shared),
    Pair(
        "goofspiel",
        3,
        (("cards", "6"), ("prizes", "descending")),
        "goofspiel(players=3,num_cards=6,points_order=descending,returns_type=total_points)",
        goofspiel,
        scored,
    ),
    Pair("pig_openspiel", 2, (("target", "30"),), "pig(winscore=30,horizon=100000)", pig, shared),
    Pair("pig_openspiel", 4, (("target", "20"),), "pig(players=4,winscore=20,horizon=100000)", pig, shared),
    *(Pair("liars_dice", 2, (("sides", str(n)),), f"liars_dice(dice_sides={n})", liars_dice) for n in range(3, 7)),
    Pair("liars_dice", 2, (("dice", "3"),), "liars_dice(numdice=3)", liars_dice),
    # whoever is dealt a whole book is dealt more cards instead of it there
    *(Pair("go_fish", n, (), f"go_fish(players={n})", go_fish, shared, scored_already) for n in (2, 3, 6)),
    Pair("hearts_openspiel", 4, (), "hearts", hearts),
    Pair("oh_hell_openspiel", 3, (), "oh_hell", oh_hell),
    Pair(
        "oh_hell_openspiel",
        4,
        (("suits", "3"), ("ranks", "6"), ("per_trick", "2"), ("missed", "difference")),
        "oh_hell(players=4,num_suits=3,num_cards_per_suit=6,points_per_trick=2,off_bid_penalty=true)",
        oh_hell,
    ),
    Pair(
        "oh_hell_openspiel",
        7,
        (("suits", "2"), ("ranks", "8"), ("per_trick", "3")),
        "oh_hell(players=7,num_suits=2,num_cards_per_suit=8,points_per_trick=3)",
        oh_hell,
    ),
    Pair(
        "oh_hell_openspiel",
        5,
        (("suits", "1"), ("ranks", "12")),
        "oh_hell(players=5,num_suits=1,num_cards_per_suit=12)",
        oh_hell,
    ),
    *(Pair("hanabi", n, (), f"hanabi(players={n})", hanabi(n)) for n in range(2, 6)),
    *(Pair("crazy_eights_openspiel", n, (), f"crazy_eights(players={n})", crazy_eights) for n in (2, 4, 5)),
)


@cache
def compiled(pair: Pair) -> Program:
    """The Program of our side."""
    folder = VARIANTS if (VARIANTS / f"{pair.file}.yaml").exists() else RULESETS
    source, problems = read_source(folder / f"{pair.file}.yaml")
    assert source is not None, problems
    found = compile_ruleset(source, "", pair.players, dict(pair.dials))
    assert found.program is not None, found.diagnostics
    return found.program


# ------------------------------------------------------------------------------------------------------------- in lockstep


class Spiel(Protocol):
    """What is used of a pyspiel.State."""

    def is_terminal(self) -> bool: ...
    def current_player(self) -> int: ...
    def legal_actions(self, player: int = ...) -> list[int]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def child(self, action: int) -> Spiel: ...
    def returns(self) -> list[float]: ...


@cache
def fraction(chance: float) -> Fraction:
    """What OpenSpiel's number stands for; few numbers come again and again."""
    return Fraction(chance).limit_denominator(1000)


def offered(pair: Pair, program: Program, now: Decision, theirs: Spiel) -> list[int]:
    """OpenSpiel's number of every option; both offer the same, and chance weighs it the same."""
    actions = theirs.legal_actions(now.actor) if now.actor != NATURE else theirs.legal_actions()
    numbers = {theirs.action_to_string(now.actor, action): action for action in actions}
    spelled = [pair.spell(now.actor, option_text(game_of(program), now, option)) for option in now.options]
    assert sorted(spelled) == sorted(numbers)
    if now.actor == NATURE:
        total = sum(option.weight for option in now.options)
        chances = {action: fraction(chance) for action, chance in theirs.chance_outcomes()}
        mine = {numbers[text]: Fraction(option.weight, total) for text, option in zip(spelled, now.options, strict=True)}
        assert mine == chances
    return [numbers[text] for text in spelled]


def finished(program: Program, ours: State) -> State:
    """The end of a match in which nothing is left to decide."""
    while not is_over(program, ours):
        actor = actors(game_of(program), ours)[0]
        assert len(decision(game_of(program), ours, actor).options) == 1
        ours, _ = advance(game_of(program), ours, actor, 0)
    return ours


def lockstep(pair: Pair, choose: Choose) -> int:
    """One game on both sides, which never differ; how many decisions it had, 0 when it is left out."""
    program = compiled(pair)
    ours, theirs = initial(game_of(program)), pyspiel.load_game(pair.theirs).new_initial_state()
    length, begun = 0, False
    while not theirs.is_terminal():
        together = theirs.is_simultaneous_node()
        asked = actors(game_of(program), ours)
        if not begun and asked != (NATURE,):
            begun = True
            if pair.left_out(outcome(game_of(program), ours)):
                return 0
        assert asked == (tuple(range(pair.players)) if together else (theirs.current_player(),))
        joint = []
        for actor in asked:
            now = decision(game_of(program), ours, actor)
            numbers = offered(pair, program, now, theirs)
            index = choose(len(numbers))
            ours, _ = advance(game_of(program), ours, actor, index)
            joint.append(numbers[index])
            length += 1
        if together:
            theirs.apply_actions(joint)
        else:
            theirs.apply_action(*joint)
    ended = outcome(game_of(program), finished(program, ours))
    assert pair.ends(ended) == pytest.approx(theirs.returns())
    return length


@pytest.mark.slow
@pytest.mark.parametrize("games", some(10, slow=(200,)))
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_openspiel_plays_the_same_game(pair: Pair, games: int) -> None:
    lengths = [lockstep(pair, drawn(seed)) for seed in range(games)]
    assert sum(length > 0 for length in lengths) >= 0.95 * games


def histories(pair: Pair, program: Program, ours: State, theirs: Spiel) -> int:
    """How many ways the game can go from here on, the same on both sides."""
    if theirs.is_terminal():
        assert pair.ends(outcome(game_of(program), finished(program, ours))) == pytest.approx(theirs.returns())
        return 1
    (actor,) = actors(game_of(program), ours)
    assert actor == theirs.current_player()
    numbers = offered(pair, program, decision(game_of(program), ours, actor), theirs)
    return sum(
        histories(pair, program, advance(game_of(program), ours, actor, index)[0], theirs.child(number))
        for index, number in enumerate(numbers)
    )


@pytest.mark.parametrize(
    ("theirs", "number"),
    [
        ("kuhn_poker", 30),
        ("liars_dice(dice_sides=3)", 9 * 63),
        pytest.param("liars_dice(dice_sides=4)", 16 * 255, marks=pytest.mark.slow),
        pytest.param("liars_dice(dice_sides=5)", 25 * 1023, marks=pytest.mark.slow),
    ],
)
def test_openspiel_has_the_same_histories(theirs: str, number: int) -> None:
    pair = next(each for each in PAIRS if each.theirs == theirs)
    program = compiled(pair)
    assert histories(pair, program, initial(game_of(program)), pyspiel.load_game(theirs).new_initial_state()) == number


def careful(seed: int) -> Choose:
    """Seldom one of the first options, which are to play a card in Hanabi: so a game goes on to the last card."""
    rng = Random(seed)

    def choose(count: int) -> int:
        return rng.randrange(min(5, count - 1), count) if rng.random() < 0.95 else rng.randrange(count)

    return choose


def empties(program: Program, zone: str, choose: Choose) -> bool:
    """Whether no card is left in the zone at the end, where both sides were driven by the same choices."""
    ours = initial(game_of(program))
    while not is_over(program, ours):
        actor = actors(game_of(program), ours)[0]
        ours, _ = advance(game_of(program), ours, actor, choose(len(decision(game_of(program), ours, actor).options)))
    return ours.slots[next(each.base for each in program.zones if each.name.plain == zone)] == 0


@pytest.mark.parametrize("players", range(2, 6))
def test_hanabi_ends_as_there_when_the_stock_is_empty(players: int) -> None:
    pair = next(pair for pair in PAIRS if pair.file == "hanabi" and pair.players == players)
    assert all(lockstep(pair, careful(seed)) for seed in range(10))
    assert sum(empties(compiled(pair), "stock", careful(seed)) for seed in range(10)) >= 3
