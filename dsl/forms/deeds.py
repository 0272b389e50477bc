"""What sentences of rulebooks do: with dice and piles, with variables, on boards, with points and coins."""

from __future__ import annotations

from collections.abc import Callable

from . import rulebook_words as rulebook
from .card_deeds import cards
from .clauses import Clause, Said, is_variable, line
from .names import BOARD, CONDITION, NUMBER, PIECE, PILE, SEAT, SPACE, VALUE, ZONE
from .names import CARD as A_CARD
from .noun_phrases import CARD, PLAYER, PRINT


def _turns(clause: Clause) -> Said | None:
    """`the game ends`, `end the game`."""
    if clause.verbs & {"end"} and any(each.is_ == "game" for each in (*clause.before, *clause.after)):
        return line("end the game")
    return None


def _dice(clause: Clause) -> Said | None:
    die = clause.one("die")
    if "roll" not in clause.verbs or (die is None and clause.after):
        return None
    count = die.count if die is not None and die.count else "1"
    if count not in "123456":
        return None
    names = ("face",) if count == "1" else ("red", "blue", "white", "black", "green", "yellow")[: int(count)]
    return line(f"roll {count} {'die' if count == '1' else 'dice'} as {', '.join(names)}")


def _shuffled(clause: Clause) -> Said | None:
    if "shuffle" not in clause.verbs:
        return None
    stock, zone = clause.scene.given["stock"], clause.one(ZONE, PILE)
    into = clause.one(ZONE, PILE, role="to") or clause.one(ZONE, PILE, role="in")
    card = clause.one(CARD, A_CARD, "it")
    named = next((each.name for each in clause.scene.names.local if each.is_ == A_CARD), "")
    if card is not None and into is not None and named and not card.count and not card.whole:
        return line(f"put {named} in {into.value}", f"shuffle {into.value}")
    pile = zone.value if zone is not None else stock
    goal = into.value if into is not None else stock
    if pile and goal and pile != goal:
        return line(f"move all from {clause.scene.of(pile, clause.seat)} to {goal}", f"shuffle {goal}")
    return line(f"shuffle {clause.scene.of(pile, clause.seat)}")


def _becomes(clause: Clause) -> Said | None:
    """`the youngest player is the dealer`, `the suit of the last card is trump`, `the dealer passes clockwise`."""
    scene = clause.scene
    variables = [each for each in clause.before if is_variable(each, scene)]
    if "pass" in clause.verbs and variables and variables[0].is_ == SEAT and not clause.one(CARD, ZONE, PILE, NUMBER):
        back = any(each.marks & {"right", "previous", "counterclockwise"} for each in clause.after)
        return line(f"{variables[0].value} = {'previous' if back else 'next'}({variables[0].value})")
    drawn = next((each for each in (*variables, *clause.after) if is_variable(each, scene) and each.is_ == VALUE), None)
    if drawn is not None and clause.words & {"random", "randomly", "chance"}:
        held = scene.names.by_name[drawn.value.partition("[")[0]].of
        return line(f"random {drawn.value} from {held}") if held else None
    if variables and variables[0].is_ == SEAT and clause.words & {"random", "randomly", "chance"}:
        return line("random x from players", f"{variables[0].value} = x")
    if "choose" in clause.verbs and "random" in " ".join(clause.words) + " ".join(clause.words & {"chance"}):
        who = clause.one(PLAYER, SEAT)
        goal = who.value if who is not None and who.value else scene.leader()
        if who is not None:
            return line("random x from players", f"{goal} = x") if goal else line("random x from players")
        thing = clause.one("enumeration", ZONE, PILE, BOARD)
        return line(f"random x from {scene.of(thing.value, clause.seat)}") if thing is not None else None
    if "reset" in clause.verbs and clause.after and is_variable(clause.after[0], scene):
        number = clause.after[0].is_ == NUMBER
        return line(f"{scene.of(clause.after[0].value, clause.seat)} = {0 if number else 'nothing'}")
    if "be" not in clause.verbs or not clause.after:
        return None
    truth = next((each for each in clause.after if each.is_ == CONDITION and is_variable(each, scene)), None)
    if truth is not None:
        return line(f"{scene.of(truth.value, clause.seat)} = {'no' if 'not' in clause.words else 'yes'}")
    enumeration = next((each for each in clause.before if each.is_ == "enumeration"), None)
    if enumeration is not None and clause.after[0].value and scene.holding(enumeration.value):
        return line(f"{scene.holding(enumeration.value)} = {clause.after[0].value}")
    goals = [each for each in clause.after if is_variable(each, scene) and not each.role]
    if goals and goals[0].is_ == SEAT and clause.told:
        return line(f"{goals[0].value} = {clause.told}")
    if goals and clause.before and not variables:
        value = clause.before[0]
        goal = scene.of(goals[0].value, clause.seat)
        if goals[0].is_ == SEAT and value.marks & {"next", "left"} and not value.value:
            return line(f"{goal} = next({goal})")
        if goals[0].is_ == SEAT:
            return line(f"{goal} = {value.value or ('first player p' if value.who == 'me' and value.marks else clause.seat)}")
        return line(f"{goal} = {value.value}") if value.value else None
    if (variables and clause.after[0].value) or (variables and clause.after[0].count):
        value = clause.after[0]
        return line(f"{scene.of(variables[0].value, clause.seat)} = {value.value or value.count}")
    return None


def _gathered(clause: Clause) -> Said | None:
    """`collect all cards`"""
    deck, stock = next(clause.scene.names.that_are("deck"), None), clause.scene.given["stock"]
    thing = clause.one(CARD, "deck")
    if "gather" not in clause.verbs or thing is None or thing.count or clause.before or deck is None:
        return None
    return line(f"gather {deck.name} into {stock}")


def _on_spaces(clause: Clause) -> Said | None:
    """What lies on a space, where a variable tells it: a mark that is placed, a stone that moves, seeds that are dropped."""
    scene = clause.scene
    space = next(
        (each for each in clause.after if each.value and each.role in ("to", "in") and each.is_ in (SPACE, VALUE, NUMBER)), None
    )
    if space is None or not clause.verbs & {"place", "discard", "move", "gain"}:
        return None
    nouns = [each for each in clause.after if each is not space]
    named = [known for each in nouns if (known := scene.names.by_name.get(each.value)) is not None and known.per]
    own = next((each for each in named if each.changes and each.per[0].startswith("space of ")), None)
    on = own or (scene.on_spaces(scene.board_of(space.value)) if not named and not clause.one(CARD) else None)
    if on is None:
        return None
    source = next((each for each in nouns if each.value and each.role == "from"), None)
    if on.is_ == NUMBER:
        count = next((each.count for each in nouns if each.count), "1")
        return line(f"{on.name}[{space.value}] += {count}")
    if on.is_ != SEAT:
        return None
    placed = f"{on.name}[{space.value}] = {clause.seat}"
    return line(f"{on.name}[{source.value}] = nothing", placed) if source is not None else line(placed)


def _chosen(clause: Clause) -> Said | None:
    """`chooses an empty cell`, `chooses a player`."""
    scene = clause.scene
    if "choose" not in clause.verbs or clause.one(CARD, ZONE, PILE):
        return None
    ends = [each.count or each.value for each in clause.after if each.is_ == NUMBER and each.is_ != "value"]
    if clause.words & {"number", "amount", "between"} and len(ends) == 2:
        return line(f"{clause.seat} chooses n from {ends[0]}..{ends[1]}")
    space, who, value = clause.one("space", BOARD), clause.one(PLAYER), clause.one("enumeration")
    if space is not None:
        on = scene.on_spaces(space.value)
        board = on.per[0].removeprefix("space of ") if on is not None else space.value or scene.given["board"]
        free = f" where {on.name}[x] = nothing" if on is not None and clause.words & rulebook.SOLD else ""
        return line(f"{clause.seat} chooses x from {board}{free}") if board else None
    if who is not None and not who.marks & {"random"}:
        return line(
            f"{clause.seat} chooses other from players"
            + f" where other != {clause.seat}" * (who.who == "other" or bool(who.marks & {"other", "another"}))
        )
    return line(f"{clause.seat} chooses x from {value.value}") if value is not None else None


def _pieces(clause: Clause) -> Said | None:
    """Pieces that go so far, or somewhere; tokens that stand for whoever owns a space."""
    scene, seat = clause.scene, clause.seat
    nouns = [*clause.after, *(clause.before if not clause.one(PIECE, "token") else ())]
    piece = next((each for each in nouns if each.is_ == PIECE), None)
    token = next((each for each in nouns if each.is_ == "token"), None)
    space = next(
        (each for each in clause.after if each.value and (each.is_ in (SPACE, VALUE) or (each.is_ == BOARD and not each.count))),
        None,
    )
    own = next(scene.names.that_are(PIECE), None)
    if space is not None and clause.verbs & {"place", "move", "discard"} and (piece is not None or token is not None):
        board = scene.board_of(space.value)
        owners = scene.owners(board)
        fitting = [each for each in scene.names.that_are(PIECE) if each.of == board]
        if piece is None and owners:
            return line(f"{owners}[{space.value}] = {seat}")
        name = piece.value if piece is not None else fitting[0].name if fitting else ""
        return line(f"place {scene.of(name, seat)} on {space.value}") if name else None
    if "remove" in clause.verbs and piece is not None:
        return line(f"remove {scene.of(piece.value, seat)}")
    if not clause.verbs & {"move", "pass"} or (piece is None and own is None):
        return None
    if piece is None and not any(each.is_ == "space" for each in clause.after):
        return None
    name = piece.value if piece is not None else own.name if own is not None else ""
    far = next(
        (each.count or each.value for each in clause.after if each.count or (each.is_ in (NUMBER, PRINT) and each.value)), ""
    )
    back = clause.words & {"back", "backward", "backwards"}
    return line(f"move {scene.of(name, seat)} by {'-' * bool(back)}{far or 1}")


def _numbers(clause: Clause) -> Said | None:
    """Points and coins that are gained, lost, handed on."""
    scene = clause.scene
    if not clause.verbs & {"gain", "lose", "deal"} or clause.one(PIECE):
        return None
    lost = "lose" in clause.verbs
    amount, number = clause.amount(), clause.number(lost)
    into = next(
        (each for each in clause.after if each.is_ == NUMBER and each.role in ("to", "in") and not each.value.isdigit()), None
    )
    what = next((each for each in clause.after if each.is_ == NUMBER and not each.role and each.value and not each.count), None)
    if into is not None and what is not None and not lost:
        return line(f"{scene.of(into.value, clause.seat)} += {scene.of(what.value, clause.seat)}")
    nouns = {each.is_ for each in clause.after if each.role != "for"}
    if what is not None and what.value == number and not is_variable(what, scene) and scene.score(lost):
        return line(f"{scene.of(scene.score(lost), clause.seat)} {'-=' if lost else '+='} {number}")
    if lost and number and any(each.whole and each.is_ == NUMBER for each in clause.after):
        return line(f"{number} = 0")
    if not amount or not number or not nouns & {NUMBER, PRINT} or nouns & {"turn", "round", "game"}:
        return None
    taker = next((each for each in clause.after if each.is_ in (PLAYER, SEAT) and each.role in ("to", "from", "")), None)
    if lost and taker is not None and taker.role == "to":
        other = number.replace(f"[{clause.seat}]", f"[{clause.player(taker)}]")
        return line(f"{number} -= {amount}", f"{other} += {amount}")
    if not lost and taker is not None and taker.role == "from":
        other = number.replace(f"[{clause.seat}]", f"[{clause.player(taker)}]")
        return line(f"{other} -= {amount}", f"{number} += {amount}")
    if not lost and taker is not None and not clause.before:
        number = number.replace(f"[{clause.seat}]", f"[{clause.player(taker)}]")
    return line(f"{number} {'-=' if lost else '+='} {amount}")


DEEDS: tuple[Callable[[Clause], Said | None], ...] = (
    *(_turns, _dice, _shuffled, _becomes, _on_spaces, _chosen, _gathered),
    *(cards, _pieces, _numbers),
)
"""What is done in sentences of rulebooks, what is told by more words first."""
