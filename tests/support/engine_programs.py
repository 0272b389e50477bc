"""Programs built by hand, for tests of the engine alone."""

from __future__ import annotations

from rulerun.program.ir import (
    NOTHING,
    VERSION,
    Alternative,
    Arithmetic,
    Ask,
    Assign,
    Axis,
    Block,
    Branch,
    Calculation,
    Cards,
    Cell,
    Clear,
    Comparison,
    Deck,
    Domain,
    Draw,
    End,
    Expr,
    Extent,
    Fold,
    FoldKind,
    ForEach,
    Gather,
    Invariant,
    Later,
    Longest,
    Lookup,
    MoveAll,
    MoveCard,
    Not,
    Number,
    Outcome,
    Parameter,
    Phase,
    Place,
    PlaceKind,
    Program,
    Range,
    Relation,
    Repeat,
    Reveal,
    Seat,
    Sentence,
    Set,
    Shuffle,
    Slot,
    Target,
    Together,
    Visibility,
    Words,
    Zone,
    ZoneAt,
)
from rulerun.program.span import NOWHERE

SEATS, CARDS = 0, 1
LOOSE = End.LOOSE


def words(*names: str) -> tuple[Words, ...]:
    return tuple(Words(name) for name in names)


def equal(left: Expr, right: Expr) -> Comparison:
    return Comparison(Relation.EQUAL, left, right)


def plus(left: Expr, right: Expr) -> Arithmetic:
    return Arithmetic(Calculation.ADD, left, right, False, 0)


def add(target: Target, amount: int, high: int = 99, place: int | None = None) -> Assign:
    return Assign(target, plus(target, Number(amount)), 0, high, False, place, 1)


def cell(base: int, at: Expr, size: int, stride: int = 1, low: int = 0) -> Cell:
    return Cell(base, (Axis(at, low, size, stride),), "cell", 0)


def choose(stop: int, actor: Expr, name: str, target: Target, source: Set, size: int, domain: int | None = None) -> Ask:
    parameter = Parameter(Words(name), target, source, domain, 0, size)
    return Ask(stop, actor, (Alternative(Words(""), (parameter,), (), (), 0, 0),), False, False, 0)


def menu(number: int, actor: Expr, **bodies: Block) -> Ask:
    options = tuple(Alternative(Words(name), (), (), body, code, 0) for code, (name, body) in enumerate(bodies.items()))
    return Ask(number, actor, options, True, False, 0)


def each(target: Target, high: int, body: Block, stops: bool = True, where: Expr | None = None) -> ForEach:
    return ForEach(target, Range(Number(0), Number(high)), where, (), body, None, 0, stops, 0)


def program(
    body: Block,
    slots: int,
    seats: int = 2,
    scratch: int = 4,
    local: int | None = None,
    start: tuple[int, ...] | None = None,
    labels: tuple[str, ...] = ("jack", "queen", "king"),
    copies: tuple[int, ...] = (1, 1, 1),
    zones: tuple[Zone, ...] = (),
    places: tuple[Place, ...] = (),
    stops: int = 9,
    outcome: Outcome | None = None,
    tables: tuple[tuple[int, ...], ...] = (),
    longest: Longest | None = None,
    invariants: tuple[Invariant, ...] = (),
    phases: tuple[Phase, ...] = (),
) -> Program:
    names = ("Anne", "Ben", "Chris", "Dana")[:seats]
    return Program(
        VERSION,
        "test",
        Words("test"),
        "",
        "",
        (),
        tuple(Seat(name, False) for name in names),
        slots,
        slots if local is None else local,
        scratch,
        (0,) * slots if start is None else start,
        (Domain("seat", 0, words(*names)), Domain("card", 0, words(*labels))),
        tables,
        (),
        (Deck(Words("cards"), CARDS, copies),),
        zones,
        places,
        (),
        body,
        phases,
        stops,
        9,
        Outcome(slots, Number(0), (), None, None, 0) if outcome is None else outcome,
        invariants,
        longest,
        (Sentence(NOWHERE, "a sentence"), Sentence(NOWHERE, "another")),
        ("en",),
        (),
    )


def kuhn() -> Program:
    """Slots: 1 bettor, 2 me, 3..4 folded, 5..6 paid, 7..10 stock, 11..18 two hands; scratch 19.."""
    bettor, me, scratch = Slot(1), Slot(2), 19
    stock = Zone(Words("stock"), 0, 7, (), 3, 0, 0, Visibility.NOBODY, None)
    hand = Zone(Words("hand"), 0, 11, (Extent(SEATS, 0, 2, 4),), 3, 0, 0, Visibility.OWNER, 0)
    per = (Extent(SEATS, 0, 2, 1),)
    places = (
        Place(Words("bettor"), PlaceKind.VARIABLE, 1, (), SEATS, False, 0, 1, True, None, Visibility.EVERYONE, None),
        Place(Words("folded"), PlaceKind.VARIABLE, 3, per, None, True, 0, 1, False, None, Visibility.EVERYONE, 0),
        Place(Words("paid"), PlaceKind.VARIABLE, 5, per, None, False, 0, 2, False, None, Visibility.EVERYONE, 0),
    )

    def strength(of: Expr) -> Fold:
        source = Cards(ZoneAt(1, (Axis(of, 0, 2, 4),), 0))
        return Fold(FoldKind.HIGHEST, scratch + 1, source, None, Slot(scratch + 1), None, 1, False, False, 0)

    def other(seat: int) -> Arithmetic:
        return Arithmetic(Calculation.SUBTRACT, Number(1), Slot(seat), False, 0)

    pays = Assign(cell(5, me, 2), plus(cell(5, me, 2), Number(1)), 0, 2, False, 2, 1)
    bets: Block = (Assign(bettor, me, 0, 1, True, 0, 0), pays)
    folds: Block = (Assign(cell(3, me, 2), Number(1), 0, 1, False, 1, 0),)
    responds = Comparison(Relation.DIFFERENT, bettor, me)
    opened = Comparison(Relation.DIFFERENT, bettor, Number(NOTHING))
    body: Block = (
        Shuffle(ZoneAt(0, (), 0), 0),
        each(me, 1, (Draw(1, ZoneAt(0, (), 0), ZoneAt(1, (Axis(me, 0, 2, 4),), 0), LOOSE, None, 0),)),
        each(me, 1, (menu(2, me, check=(), bet=bets),), where=equal(bettor, Number(NOTHING))),
        Branch(opened, (each(me, 1, (menu(3, me, fold=folds, call=(pays,)),), where=responds),), (), 0),
        each(me, 1, (Reveal(ZoneAt(1, (Axis(me, 0, 2, 4),), 0), None, False, 0),), stops=False),
        Clear(me, 1),
    )
    seat = scratch
    stronger = Comparison(Relation.MORE, strength(Slot(seat)), strength(other(seat)))
    win = Fold(
        FoldKind.ANY,
        scratch + 2,
        Range(Number(1), Number(1)),
        Not(cell(3, Slot(seat), 2)),
        Comparison(Relation.MORE, plus(cell(3, other(seat), 2), stronger), Number(0)),
        None,
        1,
        False,
        False,
        0,
    )
    start = [0] * 19
    start[1], start[5], start[6] = NOTHING, 1, 1
    start[7:11] = [3, 1, 1, 1]
    end = Outcome(seat, win, (), None, None, 0)
    return program(body, 19, 2, 4, None, tuple(start), zones=(stock, hand), places=places, stops=3, outcome=end)


VALUES = (-4, -3, -2, -1, 1, 2, 3, 4, 5)
COPIES = (1, 3, 4, 5, 6, 5, 4, 3, 1)


def race(seats: int = 4, stages: int = 5, in_transit: bool = True) -> Program:
    """Cards laid in front of each other all at once; the figures move; five rounds a stage."""
    kinds, size = len(VALUES), len(VALUES) + 1
    stock, hand = 1, 1 + size
    front = hand + seats * size
    played = front + seats * size
    figure = played + size
    score = figure + seats
    stage = score + seats
    turn, seat_at = stage + 1, stage + 2
    frame = stage + 3
    positions = frame + 6 * seats
    slots = positions + seats
    me, card = slots, slots + 1
    per = (Extent(SEATS, 0, seats, size),)
    zones = (
        Zone(Words("stock"), 0, stock, (), kinds, 0, 0, Visibility.NOBODY, None),
        Zone(Words("hand"), 0, hand, per, kinds, 0, 0, Visibility.OWNER, 0),
        Zone(Words("front"), 0, front, per, kinds, 0, 0, Visibility.NOBODY, 0),
        Zone(Words("played"), 0, played, (), kinds, 0, 0, Visibility.EVERYONE, None),
    )
    one = (Extent(SEATS, 0, seats, 1),)
    places = (
        Place(Words("figure"), PlaceKind.VARIABLE, figure, one, None, False, -12, 16, False, None, Visibility.EVERYONE, 0),
        Place(Words("points"), PlaceKind.SCORE, score, one, None, False, -999, 999, False, None, Visibility.EVERYONE, 0),
    )

    def at(zone: int, index: Expr) -> ZoneAt:
        return ZoneAt(zone, (Axis(index, 0, seats, size),), 0)

    def own(offset: int) -> Cell:
        return Cell(frame + offset, (Axis(Slot(me), 0, seats, 6),), "frame", 0)

    alone, kept, aim = Slot(seat_at), own(3), own(4)
    late = Later(
        own(2),
        ((kept, own(0)), (aim, own(1))),
        (MoveCard(kept, at(1, Slot(me)), at(2, aim), LOOSE, 0),),
        (at(1, Slot(me)), kept) if in_transit else None,
        0,
    )
    answer: Block = (
        choose(2, Slot(me), "card", own(0), Cards(at(1, Slot(me))), kinds, CARDS),
        choose(3, Slot(me), "target", own(1), Range(Number(0), Number(seats - 1)), seats, SEATS),
        late,
        Clear(own(0), 2),
    )
    value = Lookup(0, (Axis(Slot(card), 0, kinds, 1),), "value", 0)
    steps = Fold(FoldKind.SUM, card, Cards(at(2, alone)), None, value, None, 1, False, False, 0)
    spot = cell(figure, alone, seats)
    moved = Arithmetic(
        Calculation.MAX, Number(-12), Arithmetic(Calculation.MIN, Number(16), plus(spot, steps), False, 0), False, 0
    )
    resolve: Block = (
        Reveal(at(2, alone), None, False, 0),
        Assign(spot, moved, -12, 16, False, 0, 0),
        MoveAll(at(2, alone), card, None, ZoneAt(3, (), 0), 0),
    )
    deal: Block = (Draw(1, ZoneAt(0, (), 0), at(1, alone), LOOSE, None, 0),)
    again = Repeat(Slot(turn), Number(5), None, deal, True, 0)
    every = Range(Number(0), Number(seats - 1))
    together = Together(4, me, every, None, answer, positions, frame, 6, 0)
    second = Fold(FoldKind.HIGHEST, card, every, None, cell(figure, Slot(card), seats), None, 2, True, False, 0)
    points = cell(score, alone, seats)
    scored = Assign(points, plus(points, spot), -999, 999, False, 1, 0)
    body: Block = (
        Repeat(
            Slot(stage),
            Number(stages),
            None,
            (
                each(alone, seats - 1, (Assign(spot, Number(0), -12, 16, False, 0, 0),), stops=False),
                Gather(0, ZoneAt(0, (), 0), 0),
                Shuffle(ZoneAt(0, (), 0), 0),
                each(alone, seats - 1, (again,)),
                Repeat(Slot(turn), Number(5), None, (together, each(alone, seats - 1, resolve, stops=False)), True, 0),
                each(alone, seats - 1, (scored,), stops=False, where=equal(spot, second)),
            ),
            True,
            0,
        ),
    )
    start = [0] * slots
    start[stock : stock + size] = [sum(COPIES), *COPIES]
    second_total = Fold(FoldKind.HIGHEST, card, every, None, cell(score, Slot(card), seats), None, 2, True, False, 0)
    winner = equal(cell(score, Slot(me), seats), second_total)
    return program(
        body,
        slots,
        seats,
        4,
        stage,
        tuple(start),
        tuple(map(str, VALUES)),
        COPIES,
        zones,
        places,
        4,
        Outcome(me, winner, (), None, cell(score, Slot(me), seats), 0),
        (VALUES,),
    )


def pile_game(body: Block, slots: int = 40, copies: tuple[int, ...] = (2, 1, 1), stops: int = 9) -> Program:
    """Slots: 1..14 a pile ordered at both ends (4 each), 15..18 an open zone; 19 and following are free."""
    pile = Zone(Words("pile"), 0, 1, (), 3, 4, 4, Visibility.NOBODY, None)
    table = Zone(Words("table"), 0, 15, (), 3, 0, 0, Visibility.EVERYONE, None)
    start = [0] * slots
    start[1:5] = [sum(copies), *copies]
    return program(body, slots, 2, 4, 19, tuple(start), copies=copies, zones=(pile, table), stops=stops)
