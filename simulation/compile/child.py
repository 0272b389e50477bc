"""Compiles the text of an emitted module to an object, in a process of its own that can be stopped at any time.

    python -P child.py LEVEL

The text comes on standard input, behind a line with its length in bytes. The object goes to standard output, behind a line with
what it took, seconds of processor time and bytes of memory, and with its length. The process ends as soon as its standard input
is closed, so that it never outlives the one that asked. It needs llvmlite, and of this package no more than `translate.py`: to
import all of it would take longer than many a compilation.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Thread

MEMORY = 3 << 30
"""The most bytes of address space that a compilation may take."""

SECONDS = 120
"""The most seconds of processor time that it may take."""

BY_DEPOSIT = """
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)

define internal i64 @nth_bit(i64 %word, i64 %number) alwaysinline nounwind {
  %one = shl i64 1, %number
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %word)
  %place = call i64 @llvm.cttz.i64(i64 %bit, i1 true)
  ret i64 %place
}
"""
"""The position of the bit with a number, where the processor can deposit bits."""

BY_HALVES = """
define internal i64 @nth_bit(i64 %word, i64 %number) nounwind {
entry:
  br label %half
half:
  %width = phi i64 [32, %entry], [%less, %half]
  %left = phi i64 [%number, %entry], [%left.after, %half]
  %rest = phi i64 [%word, %entry], [%rest.after, %half]
  %place = phi i64 [0, %entry], [%place.after, %half]
  %top = shl i64 1, %width
  %mask = sub i64 %top, 1
  %low = and i64 %rest, %mask
  %below = call i64 @llvm.ctpop.i64(i64 %low)
  %above = icmp sge i64 %left, %below
  %passed = select i1 %above, i64 %below, i64 0
  %left.after = sub i64 %left, %passed
  %moved = select i1 %above, i64 %width, i64 0
  %rest.after = lshr i64 %rest, %moved
  %place.after = add i64 %place, %moved
  %less = lshr i64 %width, 1
  %done = icmp eq i64 %less, 0
  br i1 %done, label %end, label %half
end:
  ret i64 %place.after
}
"""
"""The same where it cannot: looked for by halves."""


@cache
def target() -> str:
    """What decides what an object contains besides its IR: LLVM, and the processor with its features."""
    llvm = import_module("llvmlite.binding")
    lite = import_module("llvmlite").__version__
    version = ".".join(map(str, llvm.llvm_version_info))
    return " ".join((lite, version, llvm.get_default_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()))


def object_code(ir: str, level: int) -> bytes:
    """The object file for this machine, optimised as by `-O1` or `-O3`."""
    llvm = import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, able = llvm.get_host_cpu_name(), llvm.get_host_cpu_features()
    features = able.flatten()
    module = llvm.parse_assembly(ir + (BY_DEPOSIT if able.get("bmi2") else BY_HALVES))
    machine = llvm.Target.from_default_triple().create_target_machine(cpu=cpu, features=features, opt=level, reloc="pic")
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.slp_vectorization = False  # the few values that stand side by side in rules are packed for longer than it saves
    if level == 1:  # what makes loops longer costs half of the time here, and pays only in code that runs for long
        options.loop_vectorization = options.loop_interleaving = options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def translated(text: str) -> str:
    """The IR of the text of an emitted module."""
    folder = Path(__file__).parent
    sys.path.append(str(folder.parent))
    ir: str = import_module(f"{folder.name}.translate").translate(text)
    return ir


def most_held() -> int:
    """The most bytes of memory that this process held, 0 where the system does not tell.

    `ru_maxrss` would count in Linux what the process that started this one held, for it is kept when a program is loaded.
    """
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)


def main(level: int) -> None:
    """Reads the text, compiles it, and writes the object."""
    with suppress(ImportError):
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    text = sys.stdin.buffer.read(int(sys.stdin.buffer.readline())).decode()

    def watch() -> None:
        os.read(sys.stdin.fileno(), 1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
    code = object_code(translated(text), level)
    seconds, memory = float("nan"), 0
    with suppress(ImportError, OSError):
        used = import_module("resource").getrusage(import_module("resource").RUSAGE_SELF)
        unit = 1 if sys.platform == "darwin" else 1024
        seconds, memory = used.ru_utime + used.ru_stime, most_held() or used.ru_maxrss * unit
    sys.stdout.buffer.write(f"{seconds} {memory} {len(code)}\n".encode() + code)
    sys.stdout.buffer.flush()
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
