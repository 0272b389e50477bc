"""What a Program lets seats know of what they do not see: by what is said to all, and by which options are on offer."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from .ir import Ask, Comparison, Expr, First, Fold, Number, Program, Relation, Reveal, Say, ShowCard, Slot, Tell, Visibility
from .ops import nodes, shown, statements
from .visibility import Things, hidden


@frozen
class Leak:
    """Something hidden that comes out: its name, who sees it, and the sentence that lets it out: where it is *said*, that tells
    all of it; else it is a condition of an option, in these *words*.
    """

    name: str
    sight: Visibility
    sentence: int
    said: bool
    words: str = ""


def leaks(program: Program) -> Iterator[Leak]:
    """What comes out of things whose faces no sentence reveals or tells of, each once for each sentence.

    Of values `say` is the way to reveal them, so only what it says of cards counts. What a condition reads is another's where it
    goes through the seats, for a name may stand for the seat itself.
    """
    things = Things(program.places, program.zones)
    revealed = {program.zones[op.zone.zone].name.plain for op in statements(program) if isinstance(op, Reveal | ShowCard | Tell)}
    zones = {zone.name.plain for zone in program.zones} - revealed
    values = {place.name.plain for place in program.places}
    told: set[Leak] = set()

    def once(found: Leak) -> Iterator[Leak]:
        if found not in told:
            told.add(found)
            yield found

    for op in statements(program):
        match op:
            case Say(message, sentence=sentence):
                for each in (each for part in shown(message) for each in hidden(part, things)):
                    if each.name in zones:
                        yield from once(Leak(each.name, each.sight, sentence, True))
            case Ask(alternatives=alternatives, actor=actor):
                for condition in (each for one in alternatives for each in one.conditions):
                    others = bound(condition.test)
                    for each in hidden(condition.test, things):
                        unseen = each.sight is Visibility.NOBODY or (each.owner in others and not _picks(actor, condition.test))
                        if unseen and each.name in zones | values:
                            yield from once(Leak(each.name, each.sight, condition.sentence, False, condition.words))


def bound(expr: Expr) -> frozenset[int]:
    """The slots that go through the elements of a set while the expression is worked out."""
    return frozenset(each.slot for each in nodes((expr,)) if isinstance(each, Fold | First))


def _picks(actor: Expr, test: Expr) -> bool:
    """Whether a comparison for equality picks the seat that is asked out of those that the condition goes through."""
    sides = (
        side
        for each in nodes((test,))
        if isinstance(each, Comparison) and each.how is Relation.EQUAL
        for side in (each.left, each.right)
    )
    return any(_same(side, actor) for side in sides)


def _same(one: Expr, other: Expr) -> bool:
    match one, other:
        case Slot(first), Slot(second):
            return first == second
        case Number(first), Number(second):
            return first == second
        case _:
            return False
