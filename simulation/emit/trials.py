"""What stands where a condition tries a phase: what the trial changes is kept, the phase is done by a function, the value is
worked out, and all is put back.
"""

from __future__ import annotations

from collections.abc import Callable

from ...interpreter.core import reasons
from ...program.ir import After, Expr
from .context import Emission

FEW = 4
"""So many slots or words in a row are kept in variables, and more of them in working memory."""


def after(em: Emission, expr: After, value: Callable[[Emission, Expr], str]) -> str:
    """The name of the value once the phase is done; *value* gives the text of one."""
    kept = em.module.keeping.trials[expr.trial]
    given = [value(em, each) for each in expr.given]
    first, back = em.room_to_keep(), list[list[str]]()
    for array, kind, stretches in (("s", "slots", kept.slots), ("z", "words", kept.words)):
        for stretch in stretches:
            back.append(_keep(em, array, kind, stretch, first))
            first += len(stretch)
    passes = "passes"
    if em.trial is None:
        passes = em.writer.fresh("p")
        em.writer.line(f"{passes} = 0")
    else:
        name = em.program.phases[em.program.trials[expr.trial].phase].name
        em.count_pass(expr.sentence, reasons.too_often(name))
    call = f"trial{expr.trial}({', '.join([*em.module.arrays, *given, passes, *([str(first)] if kept.most else [])])})"
    if kept.most:
        behind = em.writer.fresh("j")
        em.writer.line(f"{passes}, {behind} = {call}")
        back.append([f"undo(s, m, {first}, {behind})"])
    else:
        em.writer.line(f"{passes} = {call}")
    found = em.writer.fresh("x")
    # Nothing that was worked out before is known to hold now, and nothing that is worked out now will hold behind.
    told, leads = em.told, em.leads
    em.told, em.leads = (), tuple(lead for lead in leads if lead.slots.isdisjoint(kept.changed))
    em.trials += 1
    em.writer.line(f"{found} = {value(em, expr.value)}")
    em.trials -= 1
    em.told, em.leads = told, leads
    for lines in back:
        for line in lines:
            em.writer.line(line)
    return found


def _keep(em: Emission, array: str, kind: str, stretch: range, room: int) -> list[str]:
    """Writes that a stretch is kept, in working memory from *room* on; gives the lines that put it back."""
    if len(stretch) <= FEW:
        names = [em.writer.fresh("u") for _ in stretch]
        for name, at in zip(names, stretch, strict=True):
            em.writer.line(f"{name} = {array}[{at}]")
        return [f"{array}[{at}] = {name}" for name, at in zip(names, stretch, strict=True)]
    where = f"({array}, m, {stretch.start}, {len(stretch)}, {room})"
    em.writer.line(f"keep_{kind}{where}")
    return [f"restore_{kind}{where}"]
