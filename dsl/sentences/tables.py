"""The parser's tables, made of the grammar beforehand: to make them takes longer than all else that a ruleset is read by.

    python -m rulerun.dsl.sentences.tables

writes them anew. They say which grammar and which version of Lark they were made of and by, and count for no other.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from .lines import GRAMMAR, Start

TABLES = Path(__file__).with_name("tables.json")
STARTS = [start.value for start in Start]
SHIFT, REDUCE = 0, 1
"""What Lark writes for these two actions."""


def loaded(text: str) -> lark.Lark | None:
    """The parser for the grammar in *text*, by the tables made beforehand; None where there are none of that grammar."""
    try:
        return parser(text, TABLES.read_bytes())
    except OSError:
        return None


def parser(text: str, content: bytes) -> lark.Lark | None:
    """The parser for the grammar in *text*, by the tables in *content*; None where they are of another grammar or Lark."""
    found = json.loads(content)
    if found["made"] != _made_of(text):
        return None
    data = found["data"]
    data["parser"]["parser"] = {
        "tokens": dict(enumerate(found["tokens"])),
        "states": {number: _actions(row) for number, row in enumerate(found["states"])},
        "start_states": found["starts"],
        "end_states": found["ends"],
    }
    return lark.Lark.load({"data": data, "memo": dict(enumerate(found["memo"]))})


def written(text: str) -> str:
    """What the file holds for the grammar in *text*: always the same, for states are numbered as they are reached."""
    made = lark.Lark(text, parser="lalr", start=STARTS, propagate_positions=True, maybe_placeholders=True)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    table = data["parser"].pop("parser")
    tokens = sorted(table["tokens"].values())
    codes = {code: tokens.index(token) for code, token in table["tokens"].items()}
    rows: dict[int, list[tuple[int, int, Any]]] = {
        state: sorted((codes[code], action, argument) for code, (action, argument) in actions.items())
        for state, actions in table["states"].items()
    }
    reached = [table["start_states"][start] for start in STARTS]
    for state in reached:
        reached += [argument for _, action, argument in rows[state] if action == SHIFT and argument not in reached]
    numbers = {state: number for number, state in enumerate(reached)}
    states = [
        [number for token, action, argument in rows[state] for number in (token, _code(action, argument, numbers))]
        for state in reached
    ]
    parts: dict[str, object] = {
        "made": _made_of(text),
        "data": data,
        "tokens": tokens,
        "starts": {start: numbers[table["start_states"][start]] for start in STARTS},
        "ends": {start: numbers[table["end_states"][start]] for start in STARTS},
    }
    lines = [f"{json.dumps(name)}: {json.dumps(part)}" for name, part in parts.items()]
    lines += [f'"{name}": [\n{_listed(each)}\n]' for name, each in (("memo", [*memo.values()]), ("states", states))]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _made_of(text: str) -> list[str]:
    return [sha256(repr((text, STARTS)).encode()).hexdigest(), lark.__version__]


def _code(action: int, argument: Any, numbers: dict[int, int]) -> int:
    """An action as one number: a state to go to, or below zero the rule to reduce by."""
    return numbers[argument] if action == SHIFT else -1 - int(argument["@"])


def _actions(row: list[int]) -> dict[int, tuple[int, object]]:
    return {
        token: (SHIFT, code) if code >= 0 else (REDUCE, {"@": -1 - code}) for token, code in zip(row[::2], row[1::2], strict=True)
    }


def _listed(parts: list[Any]) -> str:
    return ",\n".join(json.dumps(part, separators=(",", ":")) for part in parts)


if __name__ == "__main__":
    TABLES.write_text(written(GRAMMAR.read_text(encoding="utf-8")), encoding="utf-8")
