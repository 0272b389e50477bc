"""What tests choose settings by without compiling any (`traits.json`), and how to make it anew:

    python -m tests.support.traits

run at the top of the repository, with rulerun installed from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from rulerun.dsl.compile import compile_ruleset
from rulerun.program.ir import Ask, Program, Together, Visibility
from rulerun.table.options import has_secrets

from . import battery
from .battery import Setting, Trait, compiled, dials, every_op, source


def listed() -> tuple[Setting, ...]:
    """The settings that have a line."""
    return tuple(dict.fromkeys((*battery.settings(), *battery.short())))


def of(program: Program) -> Iterator[Trait]:
    """The traits of a Program, in alphabetical order."""
    asks = [op for op in every_op(program) if isinstance(op, Ask)]
    if asks:
        yield "asks"
    if any(zone.sight is not Visibility.EVERYONE for zone in program.zones):
        yield "hides"
    if any(len(op.alternatives) > 1 for op in asks):
        yield "menus"
    if has_secrets(program):
        yield "secrets"
    if any(isinstance(op, Together) for op in every_op(program)):
        yield "together"


def refused(setting: Setting) -> Iterator[str]:
    """The dials of the ruleset that the setting's variant no longer has."""
    for dial in dials(setting.file):
        tried = compile_ruleset(source(setting.file), setting.variant, setting.players, {dial.name: dial.default})
        if any(each.code == "unknown-parameter" for each in tried.diagnostics):
            yield dial.name


def traits(settings: Iterable[Setting]) -> dict[str, dict[str, list[str]]]:
    """Their lines of the file, worked out of the rulesets."""
    return {each.name: {"has": list(of(compiled(each))), "refuses": list(refused(each))} for each in settings}


if __name__ == "__main__":
    lines = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in traits(listed()).items()]
    battery.TRAITS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
