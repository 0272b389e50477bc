"""Sets that are joined, chosen, or end with an element: their elements one after another in working memory, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from attrs import frozen

from ...program.intervals import Bounds
from ...program.ir import After, Contains, Expr, Filtered, Naming, OneOf, Set, Slot, Target, Union, UnionOf, UpTo
from ...program.ops import Node, binds, fails_here, nodes, parts
from ...program.ranges import Known
from .bitboards import WORD
from .context import Emission, Held, at

WIDEST = 20_000
"""Elements that lie at most this far apart have a place each, where it is kept when they were met."""


@frozen
class Loops:
    """What gives the text of a value and of a test, loops over the elements of a set and over those that pass."""

    value: Callable[[Emission, Expr], str]
    test: Callable[[Emission, Expr], str]
    each: Callable[[Emission, Set, str], AbstractContextManager[str]]
    walk: Callable[[Emission, int, Set, Expr | None], AbstractContextManager[str]]


@contextmanager
def gathered(em: Emission, source: Set, name: str, loops: Loops) -> Iterator[None]:
    """A loop in which the variable *name* is the element; all elements are found before."""
    start, count = em.room(max(1, em.known.most(source))), em.writer.fresh("c")
    em.writer.line(f"{count} = 0")
    with _met(em, source, start, count) as keep:
        _fill(em, source, keep, loops)
    spot = em.writer.fresh("i")
    with em.loop(f"for {spot} in range({start}, {start} + {count}):"):
        em.writer.line(f"{name} = m[{at(spot)}]")
        yield


def either_way(test: str) -> str:
    """The text of a test behind which an `else` stands, though it is known to hold."""
    return "1 == 1" if test == "True" else test


def fails_behind(source: Set, known: Known) -> bool:
    """Whether a set that is made of others can fail behind its first elements, where nobody looks who has met a value there.

    Of one of two sets, and of one below a name, the part that is meant decides.
    """
    match source:
        case Union(several):
            return any(fails_here(part, known) for part in several[1:])
        case UnionOf(slot, over, where, each):
            inside = known.binding(slot, known.elements(over))
            return fails_here(each, inside) or (where is not None and fails_here(where, inside)) or _fails_between(over, known)
        case _:
            return False


def _fails_between(source: Set, known: Known) -> bool:
    """Whether going through a set can fail behind its first element."""
    match source:
        case Filtered(inner, slot, where):
            inside = known.binding(slot, known.elements(inner))
            return fails_here(where, inside) or _fails_between(inner, known)
        case Naming(slot, value, body):
            return _fails_between(body, known.binding(slot, known.value(value)))
        case _:
            return False


Keep = Callable[[str], None]
"""Writes that the element with this name is kept."""


@contextmanager
def _met(em: Emission, source: Set, start: int, count: str) -> Iterator[Keep]:
    """Yields what writes that an element is kept; where elements count once, one that was met before is not."""

    def keep(name: str) -> None:
        em.writer.line(f"m[{at(f'{start} + {count}')}] = {name}")
        em.writer.line(f"{count} += 1")

    among = em.known.elements(source)
    width = among.high - among.low + 1
    if not _once(source):
        yield keep
    elif width <= WORD:
        yield _by_bits(em, among, keep)
    elif width <= WIDEST:
        yield _by_places(em, among, width, start, count, keep)
    else:
        yield _by_search(em, start, count, keep)


def _once(source: Set) -> bool:
    """Whether the elements of what the set is made of may come up again."""
    match source:
        case Union() | UnionOf():
            return True
        case Naming(body=body):
            return _once(body)
        case OneOf(then=then, otherwise=otherwise):
            return _once(then) or _once(otherwise)
        case _:
            return False


def _by_bits(em: Emission, among: Bounds, keep: Keep) -> Keep:
    met, bit = em.writer.fresh("b"), em.writer.fresh("b")
    em.writer.line(f"{met} = U(0)")

    def once(name: str) -> None:
        em.writer.line(f"{bit} = U(1) << {at(name if among.low == 0 else f'{name} - {among.low}')}")
        with em.writer.block(f"if {met} & {bit} == U(0):"):
            em.writer.line(f"{met} |= {bit}")
            keep(name)

    return once


def _by_places(em: Emission, among: Bounds, width: int, start: int, count: str, keep: Keep) -> Keep:
    """Each element has a place that says where in the list it stands; what it says is held against the list."""
    first, spot = em.room(width), em.writer.fresh("i")

    def once(name: str) -> None:
        place = f"m[{at(f'{name} + {first - among.low}')}]"
        em.writer.line(f"{spot} = {place}")
        with em.writer.block(f"if {spot} < 0 or {spot} >= {count} or m[{at(f'{start} + {spot}')}] != {name}:"):
            em.writer.line(f"{place} = {count}")
            keep(name)

    return once


def _by_search(em: Emission, start: int, count: str, keep: Keep) -> Keep:
    met, spot = em.writer.fresh("x"), em.writer.fresh("i")

    def once(name: str) -> None:
        em.writer.line(f"{met} = False")
        with em.loop(f"for {spot} in range({start}, {start} + {count}):"), em.writer.block(f"if m[{at(spot)}] == {name}:"):
            em.writer.line(f"{met} = True")
            em.writer.line("break")
        with em.writer.block(f"if not {met}:"):
            keep(name)

    return once


def _fill(em: Emission, source: Set, keep: Keep, loops: Loops) -> None:
    """Writes that every element of a set is kept."""
    match source:
        case Union(parts):
            for part in parts:
                _fill(em, part, keep, loops)
        case UnionOf(slot, over, where, each):
            with loops.walk(em, slot, over, where):
                _fill(em, each, keep, loops)
        case OneOf(asked, then, otherwise):
            with em.writer.block(f"if {either_way(loops.test(em, asked))}:"):
                _fill(em, then, keep, loops)
            with em.writer.block("else:"):
                _fill(em, otherwise, keep, loops)
        case Naming(slot, inside, body):
            name = em.atom(loops.value(em, inside))
            with em.bound(slot, name, em.known.value(inside)):
                _fill(em, body, keep, loops)
        case _:
            name = em.writer.fresh("x")
            with loops.each(em, source, name):
                keep(name)


@contextmanager
def told_before(em: Emission, source: Set, position: Target, tests: Sequence[Expr]) -> Iterator[None]:
    """During the body, a loop over a set with *position* as its element, sets that are the same throughout are bits of words.

    These are sets made of others in which the tests look for something. The first test that looks works the words out.
    """
    before = em.told
    if em.known.most(source) >= MANY:
        for made in _made(tests, position):
            among = em.known.elements(made)
            if among.low <= among.high < among.low + MOST_WORDS * WORD and held(em, made) is None:
                words = tuple(em.writer.fresh("b") for _ in range((among.high - among.low) // WORD + 1))
                told = Held(made, words, em.writer.fresh("x"), among.low, among.high)
                for name, begin in ((told.ready, "False"), *((word, "U(0)") for word in words)):
                    em.writer.line(f"{name} = {begin}")
                em.told = (*em.told, told)
    yield
    em.told = before


def work_out(em: Emission, told: Held, loops: Loops) -> None:
    """Writes that the words of a set are worked out, unless they were before."""

    def keep(name: str) -> None:
        place = told.place(name)
        for number, word in enumerate(told.words):
            if len(told.words) == 1:
                em.writer.line(f"{word} |= U(1) << {at(place)}")
            else:
                with em.writer.block(f"if {WORD * number} <= {place} < {WORD * (number + 1)}:"):
                    em.writer.line(f"{word} |= U(1) << U({place} % {WORD})")

    with em.writer.block(f"if not {told.ready}:"):
        em.writer.line(f"{told.ready} = True")
        _fill(em, told.source, keep, loops)


MOST_WORDS = 6
"""The most words for one set: those of a board of 19 by 19 spaces."""

MANY = 8
"""In a loop over so many elements, what they are looked for in is told by words."""


def held(em: Emission, source: Set) -> Held | None:
    """The words that tell the set where code is being written."""
    return next((each for each in em.told if each.source is source), None)


def _made(tests: Sequence[Expr], position: Target) -> list[Set]:
    """The sets made of others in which the tests look for something, and in which nothing is read that changes on the way."""
    found: list[Set] = []
    todo: list[tuple[Node, frozenset[int]]] = [(test, frozenset()) for test in reversed(tests)]
    while todo:
        node, filled = todo.pop()
        match node:
            case After(given=given):
                todo += [(part, filled) for part in given]  # what the test reads, the trial may change
                continue
            case Contains(UpTo() | OneOf() | Union() | UnionOf() | Naming() as made, _):
                read = {each.index for each in nodes((made,)) if isinstance(each, Slot)}
                if filled.isdisjoint(read) and position not in nodes((made,)):
                    found.append(made)
                    continue
        inside = filled.union(bind.slot for bind in binds(node))
        todo += [(part, inside if number else filled) for number, part in enumerate(parts(node))]
    return found
