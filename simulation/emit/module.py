"""Emits one Python source for a Program and a form: the kernels, the tables, and the functions that play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache
from pathlib import Path

from attrs import evolve, field, frozen

from ...interpreter.adversarial import obstacle
from ...interpreter.core.policy import Policy
from ...interpreter.core.runtime_errors import PlayError
from ...program.ir import Program
from ...program.ranges import known
from . import noting
from .alphabeta import alphabeta
from .batching import batching
from .bitboards import Bitboard
from .context import TOLD, Emission, Module, Passed, Site
from .counters import Tallying, counting, finish, leading
from .division import division
from .environment import environment, prepare_learning
from .hearing import asking, hearing
from .keeping import keeping
from .memory import remembered
from .onward import to_the_end
from .packing import IN_THE_VECTOR, Representation, instances, representation
from .playout import playout, trials
from .replaying import replaying
from .searching import searching
from .selections import spread
from .stepping import stepping

KERNELS = tuple(Path(__file__).parents[1] / "runtime" / name for name in ("kernels.py", "listening.py", "settling.py"))
MARK = "# ---- from here on\n"
"""The line of such a file after which the kernels begin."""

LONG = 1_000
"""A table with more numbers is written as one string."""

_CALLED = re.compile(r"\b([a-z_]+)\(")


class Form(Enum):
    """The forms of emitted code."""

    PLAYOUT = "playout"
    """Whole games at random, without counting."""
    TALLY = "tally"
    """Whole games at random, with the counts of `Columns`."""
    STEPPING = "stepping"
    """One decision at a time."""
    LISTENING = "listening"
    """The same; what happens is noted, as `emit/noting.py` says."""
    ONWARD = "onward"
    """From any decisions of many matches at random to the end."""
    SEARCH = "search"
    """One decision at a time, and searches from a position."""
    LEARNING = "learning"
    """One decision at a time, in many matches at once, with what seats see as numbers."""
    ALPHABETA = "alphabeta"
    """Searches from a position of a game without chance, for two players of whom one loses what the other wins."""


SEARCHES = (Form.SEARCH, Form.ALPHABETA)
"""The forms that search."""

STEPWISE = (Form.STEPPING, Form.LISTENING, Form.ONWARD, *SEARCHES, Form.LEARNING)
"""The forms in which there is a vector at every decision."""

READ = (Form.STEPPING, Form.LISTENING, Form.LEARNING)
"""Those in which it may be another one at each decision."""


def forms_of(program: Program) -> tuple[Form, ...]:
    """The forms that a Program has."""
    return tuple([form for form in Form if form is not Form.ALPHABETA or not program.cached(obstacle)])


@frozen
class Emitted:
    """The text of a module, the lengths that its working memory, its lists of options and its words need, the vector to start
    from, and the places where it can fault; their numbers count from 1.
    """

    text: str
    memory: int
    options: int
    words: int
    start: tuple[int, ...]
    sites: tuple[Site, ...] = field(eq=False)

    def told(self, program: Program, site: int, memory: Sequence[int]) -> PlayError:
        """The error of a fault at that place, where the functions have left this working memory behind."""
        found = self.sites[site - 1]
        numbers = tuple(map(int, memory[:TOLD]))
        return PlayError(program, found.sentence, found.reason(program, numbers[: found.count]))


def held_in(program: Program, form: Form) -> Representation:
    """Where that form holds things, compiled: beside the vector where it is faster, and not where vectors come and go between
    decisions. A search looks at cards in the vector, wherever it is; arrays stand there too.
    """
    if form in READ:
        return IN_THE_VECTOR
    found = representation(program)
    return evolve(found, decks={}) if form in SEARCHES else found


def emit(program: Program, form: Form, held: Representation, policy: Policy = Policy.ENTRIES, checked: bool = False) -> Emitted:
    """The module of a Program in that form; where *checked*, with the checks of all that is known to hold.

    Its text needs `Fault` and the names of `runtime/plain.py` in front. Raises ValueError where the Program has no such form.
    """
    if form not in forms_of(program):
        raise ValueError(program.cached(obstacle))
    module = Module(program, known(program), policy, packing=held.decks, boards=held.boards, checked=checked)
    module.through = form not in STEPWISE
    module.beside = form not in READ
    if form is Form.LISTENING:
        noting.reserve(module)
    memory = remembered(program) if form is Form.LEARNING else None
    if memory is not None:
        prepare_learning(module, memory)
    module.division = division(program, quiet=not module.through)
    module.keeping = keeping(program, module.known, held.decks, held.boards)

    def passing(em: Emission, passed: Passed) -> Emission:
        em.passed = passed
        return em

    match form:
        case Form.PLAYOUT:
            heading = f"def playout({PLAYED}) -> int:"
            played = playout(lambda own: passing(Emission(module, own), Passed(ARRAYS, BACK)), module, heading)
            functions = [*played, *trials(module), *_around(module), PLAYOUTS.replace("@SLOTS@", str(program.slots)).splitlines()]
        case Form.TALLY:
            shared = counting(module)
            led = leading(Tallying(module, {}, shared))
            heading = f"def playout({PLAYED}, c: Numbers, r: Numbers) -> int:"
            counted = Passed((*ARRAYS, "c", "r"), BACK)
            played = playout(lambda own: passing(Tallying(module, own, shared), counted), module, heading)
            ended = finish(Tallying(module, {}, shared))
            functions = [*led, *played, *trials(module), *_around(module), ended, TALLIES.splitlines()]
        case Form.STEPPING | Form.LISTENING:
            functions = [*stepping(module), *trials(module), _over(program)]
            functions += [*hearing(module), *replaying(module)] if module.listening else [asking(program), *batching(module)]
        case Form.LEARNING:
            functions = [*stepping(module), *trials(module), _over(program)]
            functions += [*batching(module), *environment(module, memory)]
        case Form.ONWARD:
            functions = [*to_the_end(module), *_packed(module), *trials(module)]
            functions += [_over(program), ROLLOUTS.splitlines()]
        case Form.SEARCH:
            functions = [*searching(module), *trials(module), _over(program)]
        case Form.ALPHABETA:
            functions = [*alphabeta(module), *trials(module), _over(program)]
    kernels = _kernels("\n".join(line for lines in functions for line in lines))
    made = [f"{name} = table({_listed(numbers)})" for name, numbers in module.tables.items()]
    tables = "\n".join(made + [f"{name} = words({_listed(numbers)})" for name, numbers in module.masks.items()])
    notes = "".join(f"\n# {_note(program, board)}" for board in module.boards)
    title = f"# {program.ruleset}, {len(program.players)} players: {form.value}{notes}"
    parts = [title, kernels, tables, *("\n".join(lines) for lines in functions)]
    text = "\n\n\n".join(part for part in parts if part) + "\n"
    # A search keeps the words of the position that it begins at behind those that it plays on with.
    words = program.slots + sum(board.length for board in module.boards) * (2 if form is Form.SEARCH else 1)
    return Emitted(text, module.memory, max(1, module.options), words, program.start, tuple(module.sites))


def _listed(numbers: Sequence[int]) -> str:
    """The numbers as the text of a tuple; many of them as one string, which Python parses a hundred times faster."""
    return repr(tuple(numbers)) if len(numbers) <= LONG else repr(" ".join(map(str, numbers)))


def _note(program: Program, board: Bitboard) -> str:
    """What is held as bits, and where."""
    (name,) = (place.name.plain for place in program.places if place.base == board.base)
    return f"the values of `{name}` are bits too: {board.length} words, from z[{board.first}] on"


def _kernels(text: str) -> str:
    """The text of the kernels that are called, directly or by other kernels, in the order of `kernels.py`."""
    named = _kernels_by_name()
    wanted: dict[str, None] = {}
    waiting = [text]
    while waiting:
        for name in _CALLED.findall(waiting.pop()):
            if name in named and name not in wanted:
                wanted[name] = None
                waiting.append(named[name].partition("def ")[2].partition("(")[2])
    return "\n\n\n".join(part for name, part in named.items() if name in wanted)


@cache
def _kernels_by_name() -> dict[str, str]:
    """The text of each kernel, in the order of the files."""
    texts = (path.read_text(encoding="utf-8").partition(MARK)[2].strip("\n") for path in KERNELS)
    parts = (part for text in texts for part in text.split("\n\n\n"))
    return {part.partition("def ")[2].partition("(")[0]: part for part in parts}


def _around(module: Module) -> list[list[str]]:
    """The functions that run before and after a game: they pack cards, restore the start, and unpack cards."""
    packed, unpacked = _packed(module)
    again = ["def again(start: Slots, s: Slots, packed_start: Words, z: Words) -> None:"]
    again += [f"    for i in range({module.program.slots}):", "        s[U(i)] = start[U(i)]"]
    for board in module.boards:
        again += [f"    for i in range({board.first}, {board.first + board.length}):", "        z[U(i)] = packed_start[U(i)]"]
    for _, found in instances(module.program, module.packing):
        again += [f"    z[{base}] = packed_start[{base}]" for base in found]
    longest = module.program.longest
    most = "clock" if longest is None else f"min(clock, {longest.decisions})"
    counted = ["def counted(clock: int) -> int:", f"    return {most}"]
    return [packed, unpacked, again, counted, _over(module.program)]


def _packed(module: Module) -> tuple[list[str], list[str]]:
    """The functions that pack cards, and put them back into the vector."""
    packed = ["def packed(s: Slots, z: Words) -> None:", *(f"    {spread(board)}" for board in module.boards)]
    unpacked = ["def unpacked(s: Slots, z: Words) -> None:"]
    for packing, found in instances(module.program, module.packing):
        for base in found:
            packed.append(f"    z[{base}] = pack(s, {base}, {packing.kinds}, {packing.bits})")
            unpacked.append(f"    unpack(s, {base}, {packing.kinds}, {packing.bits}, z[{base}])")
    return [*packed, "    return"], [*unpacked, "    return"]


def _over(program: Program) -> list[str]:
    """The function that ends a match in the vector: there is no stop, and the slots of phases are cleared."""
    lines = ["def over(s: Slots, clock: int) -> None:", "    s[0] = 0"]
    lines += [f"    for i in range({program.locals}, {program.slots}):", "        s[U(i)] = 0"]
    if program.longest is not None:
        lines.append(f"    s[{program.longest.clock}] = clock")
    return lines


ARRAYS = ("s", "m", "o", "w", "z")
BACK = ("n", "b", "clock", "passes")
"""What a phase that is a function of a playout is passed."""

PLAYED = "s: Slots, m: Numbers, o: Numbers, w: Numbers, n: Word, b: Word, z: Words"
"""What a function that plays a match takes."""

GAMES = "start: Slots, s: Slots, m: Numbers, o: Numbers, w: Numbers, z0: Words, z: Words, seed: int, first: int, count: int"
"""What a function that plays several takes."""

PLAYOUTS = f"""@entry
def playouts({GAMES}, done: Numbers, v: Vectors, n: Words, b: Words) -> int:
    decisions = 0
    clock = 0
    packed(start, z0)
    for game in range(first, first + count):
        done[0] = game
        again(start, s, z0, z)
        nature = stream(U(seed), U(game), U(0))
        bots = stream(U(seed), U(game), U(1))
        if len(v) > 0:
            nature = n[game]
            bots = b[game]
        clock = playout(s, m, o, w, nature, bots, z)
        decisions += counted(clock)
        if len(v) > 0:
            unpacked(s, z)
            over(s, clock)
            for i in range(@SLOTS@):
                v[game][U(i)] = s[U(i)]
    unpacked(s, z)
    over(s, clock)
    return decisions"""
"""Where there are vectors *v*, they are those of the matches, which have streams of their own."""

ROLLOUTS = """@entry
def rollouts(v: Vectors, m: Numbers, o: Numbers, w: Numbers, z: Words, n: Words, b: Words) -> None:
    for i in range(len(v)):
        packed(v[i], z)
        nature, bots = rollout(v[i], m, z, o, w, n[i], b[i], -1)
        unpacked(v[i], z)"""

TALLIES = f"""@entry
def tallies({GAMES}, done: Numbers, c: Numbers, rows: Rows) -> None:
    packed(start, z0)
    for game in range(first, first + count):
        done[0] = game
        r = rows[game - first]
        again(start, s, z0, z)
        clock = playout(s, m, o, w, stream(U(seed), U(game), U(0)), stream(U(seed), U(game), U(1)), z, c, r)
        unpacked(s, z)
        over(s, clock)
        finish(s, m, c, r, clock, z)"""
