"""Links hold a ruleset and a match, and what is no such link says so."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import pytest

import rulerun
from rulerun.dsl.text.files import bundled
from rulerun.workshop.links import LARGEST, LONGEST, Shared, WrongLink, pack, unpack

from ..support.cases import for_all

RULESETS = Path(rulerun.__file__).parent / "rulesets"
TEXT = (RULESETS / "traxx.yaml").read_text(encoding="utf-8")


def written(content: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return urlsafe_b64encode(packer.compress(content) + packer.flush()).decode().rstrip("=")


def told(link: str) -> str:
    with pytest.raises(WrongLink) as found:
        unpack(link)
    return str(found.value)


@for_all([path.name for path in bundled()])
def test_a_bundled_game_is_its_name_and_what_was_changed(file: str) -> None:
    text = (RULESETS / file).read_text(encoding="utf-8")
    lines = text.split("\n")
    changed = "\n".join([*lines[: len(lines) // 2], "# a line more", *lines[len(lines) // 2 + 2 :], "# at the end"])
    for each in (text, changed, "", "\n"):
        assert unpack(pack(Shared(file, each))) == Shared(file, each)
    assert len(pack(Shared(file, changed))) < 300


def test_a_ruleset_of_ones_own_is_its_text() -> None:
    mine = Shared("mine.yaml", TEXT + "# ein Würfel: ⚅\n", '{"seed": 1}\n')
    assert unpack(pack(mine)) == mine
    assert len(pack(mine)) < 12_000


def test_a_ruleset_that_is_too_long_for_a_link_is_to_be_a_file() -> None:
    noise = "".join(f"# {number * 7919 % 100_003:x} {number**3:x}\n" for number in range(20_000))
    with pytest.raises(WrongLink, match="save the ruleset as a file"):
        pack(Shared("mine.yaml", noise))


def test_a_link_that_was_cut_says_so() -> None:
    link = pack(Shared("mine.yaml", TEXT))
    for part in (link[:-1], link[:-7], link[: len(link) // 2], link[:1], "", link[:50] + "!" + link[51:]):
        assert "cut short or changed" in told(part)


def test_a_link_that_is_too_long_says_so() -> None:
    assert f"at most {LONGEST:,} characters" in told("a" * (LONGEST + 1))


def test_a_link_of_a_newer_workshop_says_so() -> None:
    assert "made by a newer workshop" in told(written(json.dumps({"v": 2, "file": "x.yaml", "text": ""}).encode()))


@for_all(
    [
        b"[]",
        b"7",
        b'{"v": "1"}',
        b'{"v": 1}',
        b'{"v": 1, "file": 3, "text": ""}',
        b'{"v": 1, "file": "traxx.yaml"}',
        b'{"v": 1, "file": "x", "text": "", "match": 3}',
    ]
)
def test_a_link_without_a_ruleset_says_so(content: bytes) -> None:
    assert told(written(content)) == "this link holds no ruleset"


@for_all([[[-1, 1, ""]], [[0, 10**9, ""]], [[5, 1, ""], [4, 3, ""]], [[0, 1]], ["x"], [[0, 1, 7]]])
def test_edits_that_do_not_fit_are_no_ruleset(edits: object) -> None:
    edition = json.loads(zlib.decompress(_content(pack(Shared("traxx.yaml", TEXT))), -zlib.MAX_WBITS))["of"]
    link = written(json.dumps({"v": 1, "file": "traxx.yaml", "of": edition, "edits": edits}).encode())
    assert told(link) == "this link holds no ruleset"


def _content(link: str) -> bytes:
    return urlsafe_b64decode(link + "=" * (-len(link) % 4))


def test_edits_of_another_edition_of_a_game_say_so() -> None:
    link = written(json.dumps({"v": 1, "file": "traxx.yaml", "of": "another", "edits": []}).encode())
    assert "another edition of `traxx.yaml`" in told(link)


def test_a_link_that_unfolds_without_end_is_not_unfolded() -> None:
    assert "more than a ruleset may be" in told(written(b" " * (LARGEST * 3)))


def test_a_file_of_a_link_has_no_folder() -> None:
    link = written(json.dumps({"v": 1, "file": "../../etc/passwd", "text": "x"}).encode())
    assert unpack(link).file == "passwd"
