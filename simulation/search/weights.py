"""What was learned of a game: the weights of its evaluation, and the files in which they lie.

A file begins with one line of JSON that says what it is; the weights follow, as 16-bit numbers compressed by LZMA. Weights that
somebody learned lie in the cache, under the digest of the Program; those of bundled games lie beside their rulesets.
"""

from __future__ import annotations

import json
import lzma
import sys
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from attrs import field, frozen

from ...dsl.text import sealed
from ...program.ir import Program
from ..emit.evaluation import VERSION, evaluation

BUNDLED = Path(__file__).parents[2] / "rulesets" / "learned"
"""The folder of the weights of bundled games."""

ENDING = ".weights"

HEAVIEST = 2**15 - 1
"""No weight is further from 0."""

DIGITS = 12
"""So many digits of a digest tell weights apart."""

MARK = "rulerun weights"

T = TypeVar("T")


class WrongWeights(ValueError):
    """A file whose weights cannot be used; the message says why, and what to do."""


@frozen
class Weights:
    """The weights of a Program, in the order of its `Evaluation`, in thousandths of a logit; none where the search needs none.

    *rules* is the digest of the Program, *command* what made them, *proof* how they did in the games that decided to keep them,
    *levels* the bots that stand for levels of play, each by its name without weights.
    """

    rules: str
    numbers: tuple[int, ...] = field(repr=False)
    command: str = ""
    proof: str = ""
    levels: Mapping[str, str] = field(factory=dict)

    @property
    def digest(self) -> str:
        """What tells these weights from all others: 12 hexadecimal digits."""
        return sha256(b"\0".join((self.rules.encode(), _packed(self.numbers)))).hexdigest()[:DIGITS]

    def content(self) -> bytes:
        """The content of a file with these weights."""
        head = {MARK: VERSION, "rules": self.rules, "command": self.command, "proof": self.proof, "levels": {**self.levels}}
        packed = lzma.compress(_packed(self.numbers), preset=9 | lzma.PRESET_EXTREME)
        return json.dumps(head, ensure_ascii=False).encode() + b"\n" + packed

    @classmethod
    def of(cls, program: Program, digest: str = "") -> Weights | None:
        """The weights of a Program, those with that *digest* where one is given; None where there are none.

        Those in the cache come first, then those that come with a bundled game. Raises WrongWeights.
        """
        for content in (sealed.read(_kept(program)), _bundled(program)):
            found = None if content is None else _read(content, program)
            if found is not None and digest in ("", found.digest):
                return found
        return None

    def keep(self) -> Path:
        """The file in the cache where these weights lie from now on. Raises OSError."""
        path = _kept_as(self.rules)
        sealed.write(path, self.content())
        return path


def bundled_name(program: Program) -> str:
    """The name of the file in which a bundled game has its weights."""
    return "-".join([program.ruleset, *([program.variant] if program.variant else [])]) + ENDING


def _bundled(program: Program) -> bytes | None:
    with suppress(OSError):
        return (BUNDLED / bundled_name(program)).read_bytes()
    return None


def _kept(program: Program) -> Path:
    return _kept_as(program.digest)


def _kept_as(rules: str) -> Path:
    return sealed.folder("weights") / rules


def _read(content: bytes, program: Program) -> Weights | None:
    """The weights in a file; None where they are those of other rules. Raises WrongWeights."""
    again = f"`rulerun train {program.ruleset}` learns new ones"
    head, _, packed = content.partition(b"\n")
    try:
        told = json.loads(head)
        rules, command, proof = (_part(told, name, str) for name in ("rules", "command", "proof"))
        version = _part(told, MARK, int)
        levels = {str(level): str(bot) for level, bot in _part({"levels": {}, **told}, "levels", dict).items()}
        if rules != program.digest:
            return None
        if version != VERSION:
            raise WrongWeights(
                f"the weights of `{program.ruleset}` are of version {version}, and this rulerun reads version {VERSION}: {again}"
            )
        numbers = _unpacked(lzma.decompress(packed))
    except (UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError, lzma.LZMAError, EOFError):
        raise WrongWeights(f"the file with the weights of `{program.ruleset}` is damaged: {again}") from None
    expected = evaluation(program).weights
    if len(numbers) not in (0, expected):
        raise WrongWeights(
            f"there are {len(numbers):,} weights of `{program.ruleset}`, and its positions need {expected:,}: {again}"
        )
    return Weights(rules, numbers, command, proof, levels)


def _part(told: object, name: str, kind: type[T]) -> T:
    if not isinstance(told, dict) or not isinstance(told[name], kind):
        raise TypeError(name)
    found: T = told[name]
    return found


def _packed(numbers: Sequence[int]) -> bytes:
    """The numbers, 16 bits each, the lower byte first."""
    return _little(array("h", numbers)).tobytes()


def _unpacked(packed: bytes) -> tuple[int, ...]:
    found = array("h")
    found.frombytes(packed[: len(packed) // 2 * 2])
    return tuple(_little(found))


def _little(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
