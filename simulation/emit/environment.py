"""Functions of the learning form: many matches side by side, what seats see as numbers.

Some seats are answered for from outside, chance and the other seats at random inside.

    begin_learning(v, first, …)      begins the matches that are marked, up to where somebody outside is asked
    answer_all(…)                    answers for the players, then for chance and other seats
    observe_all(…)                   who is asked, what they see, and which options they have

Beside the vector *v* a match has the vector that all saw last (*a*), what seats remember (*k*), and a row (*h*): how many
decisions were made, how many numbers are held back until all have decided, and these. After *cut* decisions a match is over.
"""

from __future__ import annotations

from ...interpreter.core.reasons import TOO_MUCH_HAPPENS
from ...interpreter.state import NATURE
from .context import Emission, Module
from .hearing import asking
from .memory import Remembered, learning
from .noting import FULL, HELD_FIRST, HELD_FROM, HELD_NEXT, reserve
from .observing import observing
from .stepping import Steps, all_steps, draw_option, entries_of
from .writer import Writer

HELD_BACK = 1_024
"""How many numbers may be held back in a match until all have decided."""


def prepare_learning(module: Module, memory: Remembered) -> None:
    """Makes what happens to cards be noted, where seats remember any, and keeps the vector from before all decide together."""
    if len(memory.start) > 1:
        reserve(module)
        module.only_cards = True
    module.opened = module.memory
    module.memory += 1 + module.program.slots


def environment(module: Module, memory: Remembered | None) -> list[list[str]]:
    """These functions, each as its lines."""
    steps, _ = all_steps(module)
    functions = learning(module, memory) if module.listening and memory is not None else []
    names = {
        "SLOTS": str(module.program.slots),
        "SEATS": str(len(module.program.seats)),
        "PLAYERS": Emission(module, {}).table(module.program.players or (0,)),
        "COUNT": str(len(module.program.players)),
        "CODES": str(max(1, module.program.codes)),
        "OPENED": str(module.opened),
    }
    functions += [asking(module.program), *_answer(module), _restart(module, memory), _drawn(steps), observing(module, memory)]
    for text in TEXTS:
        for name, given in names.items():
            text = text.replace(f"@{name}@", given)
        functions.append(text.splitlines())
    return functions


def _answer(module: Module) -> list[list[str]]:
    """The function `answer`, and `keep`, which it calls where seats remember something."""
    heading = ["def answer(s: Slots, a: Slots, k: Slots, h: Numbers, m: Numbers, p: int, code: int) -> None:", "    h[0] += 1"]
    if not module.listening:
        return [[*heading, *_opening(module), "    apply(s, m, p, code)", *_opened(module)]]
    held = [
        f"    m[{HELD_FIRST}] = {HELD_FROM}",
        "    for i in range(h[1]):",
        f"        m[U({HELD_FROM} + i)] = h[U(2 + i)]",
        f"    m[{HELD_NEXT}] = {HELD_FROM} + h[1]",
    ]
    answer = [*heading, *held, *_opening(module), "    apply(s, m, p, code)", *_opened(module), "    keep(k, h, m)"]
    em = Emission(module, {})
    with em.writer.block("def keep(k: Slots, h: Numbers, m: Numbers) -> None:"):
        em.fault_if(f"m[{FULL}] != 0 or m[{HELD_NEXT}] - {HELD_FROM} >= {HELD_BACK}", 0, TOO_MUCH_HAPPENS)
        em.writer.line("learn(m, k)")
        em.writer.line(f"h[1] = m[{HELD_NEXT}] - {HELD_FROM}")
        with em.loop("for i in range(h[1]):"):
            em.writer.line(f"h[U(2 + i)] = m[U({HELD_FROM} + i)]")
    return [em.writer.lines, answer]


def _opening(module: Module) -> list[str]:
    """The lines before all can have begun to decide together: they have not yet."""
    return [f"    m[{module.opened}] = 0"]


def _opened(module: Module) -> list[str]:
    """The lines behind that: where they have, the vector from before is kept."""
    lines = [f"    if m[{module.opened}] != 0:", f"        for i in range({module.program.slots}):"]
    return [*lines, f"            a[U(i)] = m[U({(module.opened or 0) + 1} + i)]"]


def _restart(module: Module, memory: Remembered | None) -> list[str]:
    """The function that begins a match in its vector."""
    heading = "def restart(s: Slots, a: Slots, k: Slots, h: Numbers, m: Numbers, begun: Slots) -> None:"
    lines = [heading, "    h[0] = 0", *_opening(module), "    start(s, m)", *_opened(module)]
    if module.listening and memory is not None:
        lines += [f"    for i in range({len(memory.start)}):", "        k[U(i)] = begun[U(i)]", "    keep(k, h, m)"]
    return lines


def _drawn(steps: Steps) -> list[str]:
    """The function `drawn`, which draws an answer at random: the stream behind it, and the code."""
    writer, entries = Writer(), entries_of(steps)
    with writer.block("def drawn(m: Numbers, o: Numbers, w: Numbers, b: Word, count: int) -> tuple[Word, int]:"):
        draw_option(writer, steps, entries)
        writer.line("return b, o[U(k)]")
    return writer.lines


STATE = "s: Slots, a: Slots, k: Slots, h: Numbers, m: Numbers, o: Numbers, w: Numbers"
MANY = "v: Vectors, a: Vectors, k: Vectors, h: Rows, m: Numbers, o: Rows, w: Rows"
BEGUN = "first: Slots, start_k: Slots, again: Flags, seeds: Words, games: Numbers"
STREAMS = "n: Words, b: Words, random: int, cut: int"
SEEN = "x: RealRows, width: int, masks: FlagRows, asked: FlagRows, some: Flags"

TEXTS = (
    f"""def go_on({STATE}, n: Word, b: Word, random: int, cut: int) -> tuple[Word, Word]:
    bits = asking(s, m)
    while h[0] < cut and ((bits & 1) != 0 or ((bits >> 1) & random) != 0):
        if (bits & 1) != 0:
            count = options(s, m, o, w, {NATURE})
            total = 0
            for i in range(count):
                total += w[U(i)]
            n, number = below(n, total)
            answer(s, a, k, h, m, {NATURE}, o[U(heavier(w, number))])
        else:
            p = lowest(U((bits >> 1) & random))
            count = options(s, m, o, w, p)
            b, code = drawn(m, o, w, b, count)
            answer(s, a, k, h, m, p, code)
        bits = asking(s, m)
    return n, b""",
    f"""@entry
def begin_learning({MANY}, {BEGUN}, {STREAMS}) -> None:
    for i in range(len(v)):
        if again[U(i)] != 0:
            n[i] = stream(seeds[i], U(games[i]), U(0))
            b[i] = stream(seeds[i], U(games[i]), U(1))
            for j in range(@SLOTS@):
                v[i][U(j)] = first[U(j)]
                a[i][U(j)] = first[U(j)]
            restart(v[i], a[i], k[i], h[i], m, start_k)
            nature, bots = go_on(v[i], a[i], k[i], h[i], m, o[0], w[0], n[i], b[i], random, cut)
            n[i] = nature
            b[i] = bots""",
    f"""@entry
def answer_all({MANY}, codes: Rows, {STREAMS}) -> None:
    for i in range(len(v)):
        bits = asking(v[i], m)
        for q in range(@COUNT@):
            seat = @PLAYERS@[U(q)]
            if ((bits >> (seat + 1)) & 1) != 0 and codes[i][U(q)] != -1 and v[i][0] != 0 and h[i][0] < cut:
                answer(v[i], a[i], k[i], h[i], m, seat, codes[i][U(q)])
        nature, bots = go_on(v[i], a[i], k[i], h[i], m, o[0], w[0], n[i], b[i], random, cut)
        n[i] = nature
        b[i] = bots""",
    f"""@entry
def observe_all({MANY}, {SEEN}, every: int, cut: int) -> None:
    for i in range(len(v)):
        bits = asking(v[i], m)
        if h[i][0] >= cut:
            bits = 0
        for q in range(@COUNT@):
            if some[U(i)] == 0:
                continue
            seat = @PLAYERS@[U(q)]
            row = i * @COUNT@ + q
            turn = (bits >> (seat + 1)) & 1
            if asked[i][U(q)] != 0 or turn != 0:
                for j in range(@CODES@):
                    masks[row][U(j)] = 0
            asked[i][U(q)] = turn
            if turn != 0:
                for j in range(options(v[i], m, o[0], w[0], seat)):
                    masks[row][U(o[0][U(j)])] = 1
            if turn != 0 or every != 0:
                y = x[row]
                for j in range(width):
                    y[U(j)] = share(0, 1)
                observe(v[i], a[i], k[i], m, seat, y)""",
)
"""The functions that are the same for all rulesets."""
