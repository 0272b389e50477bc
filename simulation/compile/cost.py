"""What it takes to compile a Program."""

from __future__ import annotations

from time import process_time

from attrs import frozen

from ...interpreter.core.policy import Policy
from ...program.ir import Program
from ..emit.module import Form, emit, held_in
from .build import Build
from .loaded import TooLarge


@frozen
class Cost:
    """What it took to compile: seconds of processor time from the Program to the object, and the most bytes of memory that the
    compiler had.
    """

    seconds: float
    memory: int


def cost(program: Program, form: Form, level: int, policy: Policy = Policy.ENTRIES) -> Cost:
    """The cost of compiling that form at that level, where nothing is kept. Raises TooLarge; needs llvmlite."""
    begun = process_time()
    text = _text(program, form, policy)
    own = process_time() - begun
    build = Build(text, level, lambda _: None)
    build.wait()
    built = build.built()
    if built is None:
        raise TooLarge
    return Cost(own + built.seconds, built.memory)


def lines_of(program: Program, form: Form, policy: Policy = Policy.ENTRIES) -> int:
    """How many lines of text are compiled for that form."""
    return _text(program, form, policy).count("\n")


def _text(program: Program, form: Form, policy: Policy) -> str:
    return emit(program, form, held_in(program, form), policy).text
