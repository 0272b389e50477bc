"""Files that are no rulesets, texts that are too much, and questions that no ruleset answers: findings, never exceptions."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from rulerun.dsl.compile import compile_examples, compile_ruleset, examine, read_source, survey
from rulerun.dsl.diagnostics.diagnostic import Diagnostic
from rulerun.dsl.text.files import not_caused
from rulerun.dsl.text.fixes import mended
from rulerun.dsl.text.render import as_json, cells, render
from rulerun.dsl.text.source import Source
from rulerun.program.budgets import LONGEST_LINE, MOST_CHARACTERS
from rulerun.program.span import Span

from ..support.soon import is_soon, timed

GAME = """\
ruleset: small
players: 2
scores:
  points: {per: player}
phases:
  game:
    - points[Anne] += 1
outcome:
  winners: players p where points[p] > 0
"""


def codes(found: tuple[Diagnostic, ...]) -> list[str]:
    return [each.code for each in found]


def file(tmp_path: Path, content: bytes | str, name: str = "game.yaml") -> Path:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def read_and_examine(path: Path) -> list[str]:
    source, problems = read_source(path)
    return codes(problems) + ([] if source is None or problems else codes(examine(source)))


# ---------------------------------------------------------------------------------------------------------- files


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    source, problems = read_source(tmp_path / "missing.yaml")
    assert source is None
    assert codes(problems) == ["no-such-file"]
    assert "missing.yaml" in problems[0].message


def test_a_name_that_no_file_can_have() -> None:
    assert codes(read_source(Path("a\0b"))[1]) == ["no-such-file"]


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    assert codes(read_source(tmp_path / ("x" * 5000))[1]) == ["unreadable"]


def test_a_folder(tmp_path: Path) -> None:
    assert codes(read_source(tmp_path)[1]) == ["not-a-file"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = file(tmp_path, GAME)
    path.chmod(0)
    assert codes(read_source(path)[1]) == ["unreadable"]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    source, problems = read_source(file(tmp_path, b"ruleset: a\ntitle: \xff\xfe\x00\n"))
    assert source is None
    assert codes(problems) == ["not-text"]
    assert "line 2" in problems[0].message


def test_a_picture(tmp_path: Path) -> None:
    assert codes(read_source(file(tmp_path, b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 20))[1]) == ["not-text"]


def test_a_letter_that_no_text_has(tmp_path: Path) -> None:
    source, _ = read_source(file(tmp_path, "ruleset: a\ntitle: b\0c\n"))
    assert source is not None
    (found,) = examine(source)
    assert (found.code, found.span.line, found.span.column) == ("control-character", 2, 9)


@pytest.mark.parametrize("letter", ["\x85", "\u2028", "\u2029"])
def test_a_letter_that_ends_the_line_for_yaml_alone(tmp_path: Path, letter: str) -> None:
    """Found by `tests.fuzz.authors`: what stood below was said to be a line further down."""
    source, _ = read_source(file(tmp_path, f"ruleset: a\ntitle: b{letter}c\nplayers: 2\n"))
    assert source is not None
    (found,) = examine(source)
    assert (found.code, found.span.line, found.span.column) == ("control-character", 2, 9)
    assert mended(source, (found,))[0] == "ruleset: a\ntitle: b c\nplayers: 2\n"


def test_ten_megabytes(tmp_path: Path) -> None:
    assert codes(read_source(file(tmp_path, GAME + "# " + "x" * 10_000_000))[1]) == ["too-large"]


def test_a_text_a_little_too_large(tmp_path: Path) -> None:
    assert read_and_examine(file(tmp_path, GAME + "# " + "x" * 1_000_000)) == ["too-large"]


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n", "---\n", "\ufeff"])
def test_an_empty_file(tmp_path: Path, content: str) -> None:
    (found,) = read_and_examine(file(tmp_path, content))
    assert found in ("empty", "not-a-ruleset")


def test_a_byte_order_mark_and_the_line_ends_of_other_systems_do_no_harm(tmp_path: Path) -> None:
    assert read_and_examine(file(tmp_path, "\ufeff" + GAME.replace("\n", "\r\n"))) == []


# -------------------------------------------------------------------------------------------------- other rulesets


def test_a_ruleset_extends_a_file_beside_it(tmp_path: Path) -> None:
    file(tmp_path, GAME, "small.yaml")
    path = file(tmp_path, "extends: small\nphases:\n  game:\n    - points[Ben] += 1\n    - pionts[Ben] += 1\n")
    source, problems = read_source(path)
    assert source is not None
    assert problems == ()
    (found,) = examine(source)
    assert source.place(found.span.line) == (str(path), 5)


def test_a_place_in_the_ruleset_that_is_extended_is_told_in_its_own_file(tmp_path: Path) -> None:
    base = file(tmp_path, GAME, "small.yaml")
    source, _ = read_source(file(tmp_path, "extends: small.yaml\nwithout: points\n"))
    assert source is not None
    found = examine(source)
    assert {source.place(each.span.line) for each in found} == {(str(base), 7), (str(base), 9)}
    assert all(f"--> {base}:" in render(each, source) for each in found)
    assert {as_json(each, source)["file"] for each in found} == {str(base)}


def test_a_base_lies_beside_the_ruleset_or_where_the_command_line_says(tmp_path: Path) -> None:
    inside, other = tmp_path / "inside", tmp_path / "other"
    for folder in (inside, other, inside / "below"):
        folder.mkdir()
    base = file(tmp_path, GAME, "secret.yaml")
    file(other, GAME, "shared.yaml")
    file(inside / "below", GAME, "lower.yaml")
    (inside / "link.yaml").symlink_to(base)
    for name in ("../secret", str(base), str(base.with_suffix("")), "link", "below/lower", "./../secret.yaml", "shared"):
        source, problems = read_source(file(inside, f"ruleset: mine\nextends: {name}\n"))
        assert [each.code for each in problems] == ["no-such-base"], name
        assert source is not None
        assert source.base is None
    source, problems = read_source(file(inside, "ruleset: mine\nextends: shared\n"), (other,))
    assert problems == ()
    assert source is not None
    assert source.base is not None
    (inside / "near.yaml").write_text(GAME)
    (inside / "beside.yaml").symlink_to(inside / "near.yaml")
    assert read_source(file(inside, "ruleset: mine\nextends: beside\n"))[1] == ()


def test_a_bundled_ruleset_may_be_extended(tmp_path: Path) -> None:
    assert (
        read_and_examine(
            file(tmp_path, "ruleset: longer\nextends: why_first\nparameters: {stages: {default: 9, range: 1..20}}\n")
        )
        == []
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("extends: nowhere\n", "no-such-base"),
        ("extends: ../../etc\n", "no-such-base"),
        ("extends: game\n", "extends-itself"),
        ("extends: broken\n", "broken-base"),
        ("extends: binary\n", "unreadable-base"),
        ("extends: other\n", "extends-itself"),
    ],
)
def test_a_ruleset_that_cannot_be_extended(tmp_path: Path, content: str, code: str) -> None:
    file(tmp_path, "ruleset: [\n", "broken.yaml")
    file(tmp_path, b"\xff\xff", "binary.yaml")
    file(tmp_path, "extends: game\n", "other.yaml")
    assert read_and_examine(file(tmp_path, content)) == [code]


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-16", "it is in UTF-16"),
        ("utf-16-le", "it is in UTF-16"),
        ("utf-16-be", "it is in UTF-16"),
        ("utf-32", "it is in UTF-32"),
        ("latin-1", "line 2 has a byte that no letter has"),
    ],
)
def test_a_file_in_another_encoding_is_told_which_where_that_is_known(tmp_path: Path, encoding: str, told: str) -> None:
    text = GAME.replace("players: 2", "title: Größe\nplayers: 2")
    source, (found,) = read_source(file(tmp_path, text.encode(encoding)))
    assert source is None
    assert (found.code, found.help) == ("not-text", "save it anew, as UTF-8")
    assert found.message.endswith(told)


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_lines_are_counted_alike_whatever_ends_them(tmp_path: Path, ends: str) -> None:
    source, _ = read_source(file(tmp_path, GAME.replace("points[Anne]", "ponits[Anne]").replace("\n", ends)))
    assert source is not None
    (found,) = examine(source)
    assert (found.span.line, found.span.column, found.code) == (7, 7, "unknown-name")


@pytest.mark.parametrize("line", ["\t\t- points[Anne] += 1", "    -\tpoints[Anne] += 1"])
def test_a_tab_is_told_where_it_stands(tmp_path: Path, line: str) -> None:
    source, _ = read_source(file(tmp_path, GAME.replace("    - points[Anne] += 1", line)))
    assert source is not None
    (found,) = examine(source)
    assert (found.code, found.message, found.help) == ("yaml", "a tab where YAML wants spaces", "indent with spaces")
    assert source.line(7)[found.span.column - 1] == "\t"


def marked(text: str) -> str:
    """What stands above the caret at a terminal, for the only finding about a text."""
    source = Source("game.yaml", text)
    (found,) = examine(source)
    *_, above, caret = [line for line in render(found, source).split("\n") if re.match(r" *\d* \| ", line)]
    start = cells(caret[: caret.index("^")])
    shown = ""
    for end in range(len(above)):
        shown += above[end] if start <= cells(above[:end]) < start + caret.count("^") else ""
    return shown


@pytest.mark.parametrize("name", ["étoiles", "点数", "נקודות", "ゲーム"])
def test_the_caret_stands_under_the_word_whatever_letters_there_are(name: str) -> None:
    assert marked(GAME.replace("points", name).replace(f"{name}[p] >", f"{name}[p] + zzz[p] >")) == "zzz"
    assert marked(GAME.replace("points", name).replace(f"{name}[p] >", f"{name}{name}[p] >")) == name * 2


def test_an_accent_behind_its_letter_is_told_where_a_name_is_declared_and_mended_in_sentences() -> None:
    apart = "e\u0301toiles"
    found = examine(Source("game.yaml", GAME.replace("points", apart)))
    assert "as one (NFC)" in found[0].help
    assert {each.code for each in found} == {"bad-name", "odd-letter"}
    assert all(each.fix is not None and "é" in each.fix.title for each in found[1:])


@pytest.mark.parametrize(
    ("wrong", "right"), [("−= 1", "-= 1"), ("+=\u00a01", "+= 1"), ("+= \u200c1", "+= 1"), ("+= 2 × 3", "+= 2 * 3")]
)
def test_a_letter_that_looks_like_another_is_told_and_mended(wrong: str, right: str) -> None:
    source = Source("game.yaml", GAME.replace("+= 1", wrong))
    (found,) = examine(source)
    assert found.code == "odd-letter"
    assert mended(source, [found])[0] == GAME.replace("+= 1", right)


def test_two_files_that_extend_each_other_are_told_so_and_nothing_else(tmp_path: Path) -> None:
    one = file(tmp_path, "ruleset: one\nextends: two\n", "one.yaml")
    file(tmp_path, "ruleset: two\nextends: one\n", "two.yaml")
    third = file(tmp_path, "ruleset: third\nextends: one\nphases:\n  game:\n    - add 1 to pot\n", "third.yaml")
    for path, told in ((one, ["extends-itself"]), (third, ["extends-itself", "syntax"])):
        source, problems = read_source(path)
        assert source is not None
        assert codes((*problems, *not_caused(examine(source), problems))) == told


@pytest.mark.parametrize(
    "content", ["extends: [a, b]\n", "extends:\n", "extends: {a: b}\n", 'extends: "a\\0b"\n', "extends: " + "x" * 900]
)
def test_what_is_no_name_of_a_ruleset(tmp_path: Path, content: str) -> None:
    assert read_and_examine(file(tmp_path, content + "\n" + GAME)) != []


# -------------------------------------------------------------------------------------------------------- too much


def soon(source: Source) -> tuple[Diagnostic, ...]:
    """What is wrong, found in good time."""
    found, spent = timed(lambda: examine(source))
    assert is_soon(spent)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 1000 + "]" * 1000,
        "a: " + "{a: " * 1000 + "}" * 1000,
        "\n".join(" " * depth + "a:" for depth in range(1000)),
        "\n".join(" " * depth + "-" for depth in range(1000)),
        "- " * 1000,
        "a: " + "[" * 100_000,
        "? " * 50_000,
    ],
    ids=["brackets", "braces", "keys", "items", "items on a line", "brackets without end", "questions"],
)
def test_lists_in_lists_without_end(text: str) -> None:
    large = len(text) > MOST_CHARACTERS or max(map(len, text.splitlines())) > LONGEST_LINE
    assert codes(soon(Source("", text))) in ([["too-large"]] if large else [["too-deep"], ["yaml"]])


@pytest.mark.parametrize("depth", [20, 75, 200, 1_000, 40_000])
@pytest.mark.parametrize(
    ("left", "right"), [("(", ")"), ("min(1, ", ")"), ("-", ""), ("not ", ""), ("[", "]"), ("half of ", " rounded up")]
)
def test_brackets_in_brackets_without_end(left: str, right: str, depth: int) -> None:
    text = GAME + f"functions:\n  f: {left * depth}1{right * depth}\n"
    for found in soon(Source("", text)):
        assert found.span.line == 11 or found.code == "too-large"


@pytest.mark.slow
@pytest.mark.parametrize("length", [60, 200])
def test_phases_and_functions_in_a_long_row(length: int) -> None:
    deep = "min(1, " * 70 + "f{}" + ")" * 70
    phases = "\n".join(f"  p{at}:\n    - if f{min(at, 35)} > 0:\n        - do p{at + 1}" for at in range(length))
    functions = "\n".join(f"  f{at}: {deep.format(at + 1)}" for at in range(35))
    text = GAME.replace("    - points[Anne] += 1", "    - do p0") + f"functions:\n{functions}\n  f35: 1\n"
    text = text.replace("outcome:", f"{phases}\n  p{length}:\n    - points[Anne] += 1\noutcome:")
    assert set(codes(soon(Source("", text)))) <= {"too-deep", "too-large"}


LONG = "9" * 5_000


@pytest.mark.parametrize(
    "line",
    [
        f"players: {LONG}",
        f"longest: {{decisions: {LONG}, then: draw}}",
        f"parameters: {{a: {{default: {LONG}, range: 1..9}}}}",
        f"parameters: {{a: {{default: 3, range: 1..{LONG}}}}}",
        f"boards: {{g: {{kind: grid, columns: {LONG}, rows: 3}}}}",
        f"boards: {{g: {{kind: graph, spaces: {{a: {{to: [], worth: {LONG}}}}}}}}}",
        f"boards: {{t: {{kind: track, spaces: 0..3}}}}\nmovement: {{t: {{capacity: {LONG}}}}}",
        f"variables: {{v: {{holds: 0..{LONG}}}}}",
        f"functions: {{f: 1 + {LONG}}}",
        "boards: {g: {kind: graph, spaces: {a: {to: [], worth: --3}}}}",
    ],
)
def test_a_number_that_is_no_number_or_far_too_large_is_a_complaint(line: str) -> None:
    text = GAME.replace("players: 2\n", "") if line.startswith("players") else GAME
    source = Source("", f"{text}{line}\n")
    assert soon(source) != ()
    survey(source)


@pytest.mark.parametrize("operator", ["+", "-", "*", "and", "or", "=", "if 1 else"])
def test_long_lines(operator: str) -> None:
    long = f" {operator} ".join(["1"] * 3_000)
    for found in soon(Source("", GAME + f"functions:\n  f: {long}\n")):
        assert found.span.line == 11


def test_a_bomb_of_aliases() -> None:
    text = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [" + ", ".join([f"*{before}"] * 9) + "]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    found = soon(Source("", text + GAME))
    assert {"anchor", "alias"} <= set(codes(found))


def test_functions_that_double_each_other() -> None:
    lines = "\n".join(f"  f{number}: f{number - 1} + f{number - 1}" for number in range(1, 39))
    found = soon(Source("", GAME.replace("points[p] > 0", "f38 > 0") + f"functions:\n  f0: 1\n{lines}\n"))
    assert all(each.code in ("too-large", "too-deep", "too-complex") for each in found)


def test_phases_that_double_each_other() -> None:
    lines = "\n".join(f"  p{number}:\n    - do p{number - 1}\n    - do p{number - 1}" for number in range(1, 30))
    phases = f"  game:\n    - do p29\n  p0:\n    - points[Anne] += 1\n{lines}\n"
    found = soon(Source("", GAME.replace("  game:\n    - points[Anne] += 1\n", phases)))
    assert "too-large" in codes(found)


@pytest.mark.parametrize(
    "section",
    [
        "variables: {a: {per: [1..100000, 1..100000], holds: 0..9}}",
        "variables: {a: {per: 1..100000, holds: 0..9}, b: {per: 1..100000, holds: 0..9}}",
        "boards: {b: {kind: grid, columns: 1000, rows: 1000}}",
        "boards: {b: {kind: hexagon, side: 1000}}",
        "boards: {b: {kind: lanes, lanes: 1000, spaces: 0..9999}}",
        "boards: {b: {kind: track, spaces: -2000000000..2000000000}}",
        "decks: {d: {cards: [{a: 1..5000, b: 1..5000, c: 1..5000}], starts in: z}}",
        "decks: {d: {cards: [{a: 1..999999}], starts in: z}}",
        "enumerations: {e: ["
        + ", ".join(f"v{number}" for number in range(3000))
        + "]}\ndecks: {d: {cards: every pair of e as v}}",
        "seats: [" + ", ".join(f"s{number}" for number in range(5000)) + "]",
        "automa: {" + ", ".join(f"s{number}" for number in range(5000)) + "}",
    ],
    ids=lambda section: str(section)[:40],
)
def test_numbers_that_would_eat_the_memory(section: str) -> None:
    soon(Source("", GAME + section + "\n"))


# ------------------------------------------------------------------------------------------------------- questions


def test_a_variant_that_there_is_not() -> None:
    made = compile_ruleset(Source("", GAME), "tactical")
    assert made.program is None
    assert codes(made.diagnostics) == ["unknown-variant"]
    assert made.diagnostics[0].help == "this ruleset has no variants"
    named = compile_ruleset(Source("", GAME + "variants: {tactical: {title: T}}\n"), "tactica")
    assert named.diagnostics[0].help == "did you mean `tactical`?"


def test_a_number_of_players_that_there_is_not() -> None:
    made = compile_ruleset(Source("", GAME.replace("players: 2", "players: [2, 4..6, 9]", 1)), players=3)
    (found,) = made.diagnostics
    assert (found.code, found.message) == ("players-not-allowed", "this game is for 2, 4, 5, 6, 9 players, found 3")


def test_a_parameter_that_there_is_not() -> None:
    made = compile_ruleset(Source("", GAME), parameters={"laps": "3"})
    assert [(found.code, found.help) for found in made.diagnostics] == [("unknown-parameter", "this ruleset has no parameters")]
    dial = GAME + "parameters: {laps: {default: 3, range: 1..9}}\n"
    assert [found.help for found in compile_ruleset(Source("", dial), parameters={"lap": "3"}).diagnostics] == [
        "did you mean `laps`?"
    ]
    (found,) = compile_ruleset(Source("", dial), parameters={"laps": "30"}).diagnostics
    assert (found.code, found.span.line) == ("parameter-out-of-range", 10)


def test_a_ruleset_with_errors_makes_no_program_and_no_examples() -> None:
    source = Source(
        "", GAME.replace("points[Anne] += 1", "pionts[Anne] += 1") + "examples: {a: {run: game, expect: {points: {Anne: 1}}}}\n"
    )
    assert compile_ruleset(source).program is None
    examples, found = compile_examples(source)
    assert examples == ()
    assert codes(found) == ["unknown-name"]


def test_a_survey_tells_what_there_is_to_choose() -> None:
    text = GAME + (
        "title: {en: Small, it: Piccolo}\n"
        "parameters:\n"
        "  laps: {default: 3, range: 1..9}\n"
        "  start: {default: north, one of: [north, south]}\n"
        "  cruel: {default: no}\n"
        "variants:\n"
        "  big: {players: 3..4, title: Big}\n"
    )
    told = survey(Source("", text))
    assert (told.name, told.title.say("it"), told.players, told.problems) == ("small", "Piccolo", (2,), ())
    assert [(each.name, each.title.plain, each.players) for each in told.variants] == [("big", "Big", (3, 4))]
    assert [(each.name, each.default, each.choices, each.low, each.high) for each in told.parameters] == [
        ("laps", "3", None, 1, 9),
        ("start", "north", ("north", "south"), None, None),
        ("cruel", "no", ("yes", "no"), None, None),
    ]
    assert told.languages == ("en", "it")


@pytest.mark.parametrize(
    "text", ["", "[", "players: none", "parameters: 3", "players: 2\nparameters: {a: 3, b: {range: 1..9}}", "texts: 3"]
)
def test_a_survey_of_what_is_wrong_tells_the_problems(text: str) -> None:
    assert survey(Source("", text)).problems or examine(Source("", text))


# --------------------------------------------------------------------------------------------------------- showing


def test_a_finding_shows_its_line_with_a_caret_under_the_words() -> None:
    source = Source("small.yaml", GAME.replace("points[Anne] += 1", "points[Anne] += 1 + cions"))
    (found,) = examine(source)
    assert render(found, source).splitlines() == [
        "error[unknown-name]: there is no name `cions`",
        " --> small.yaml:7:27",
        "  |",
        "7 |     - points[Anne] += 1 + cions",
        "  |                           ^^^^^",
        "  = help: known here: `players`, `seats`, `automas`, `points`, `Anne`, `Ben`",
    ]
    assert "\x1b[31m" in render(found, source, colour=True)
    assert as_json(found, source) == {
        "file": "small.yaml",
        "line": 7,
        "column": 27,
        "end_line": 7,
        "end_column": 32,
        "code": "unknown-name",
        "severity": "error",
        "message": "there is no name `cions`",
        "help": "known here: `players`, `seats`, `automas`, `points`, `Anne`, `Ben`",
        "notes": [],
        "fix": None,
    }


def test_a_note_shows_the_other_place() -> None:
    source = Source("small.yaml", GAME + "players: 3\n")
    (found,) = examine(source)
    shown = render(found, source)
    assert "small.yaml:10:1" in shown
    assert "= note: it stands here first" in shown
    assert "::: small.yaml:2:1" in shown


def test_the_excerpt_of_a_long_line_is_short() -> None:
    source = Source(
        "small.yaml", GAME.replace("points[Anne] += 1", "points[Anne] +=" + " " * 300 + "cions + 1 +" + " " * 300 + "1")
    )
    (found,) = examine(source)
    shown = render(found, source)
    assert max(map(len, shown.splitlines())) < 200
    line, caret = shown.splitlines()[3:5]
    assert line[caret.index("^") : caret.rindex("^") + 1] == "cions"


def test_a_place_beyond_the_text_can_be_shown() -> None:
    source = Source("small.yaml", "")
    assert render(Diagnostic("empty", "nothing", Span(9, 9, 9, 9)), source)


def test_tabs_keep_the_caret_in_its_place() -> None:
    source = Source("small.yaml", "a: b\nc:\td e\n")
    shown = render(Diagnostic("odd", "odd", Span(2, 4, 2, 5)), source).splitlines()
    assert shown[-1].endswith("\t^")


def test_an_inherited_variant_that_breaks_says_how_to_leave_it_out(tmp_path: Path) -> None:
    variants = "variants:\n  rich:\n    phases:\n      game:\n        - coins += 1\n        - points[Anne] += 1\n"
    file(tmp_path, GAME.replace("scores:", "variables:\n  coins: {holds: 0..9}\nscores:") + variants, "small.yaml")
    broken, _ = read_source(file(tmp_path, "ruleset: own\nextends: small\nwithout: coins\n"))
    assert broken is not None
    (found,) = examine(broken)
    assert found.notes[-1].message == "the variant `rich` comes from the base: `without: rich` leaves it out"
    mended_by_it, _ = read_source(file(tmp_path, "ruleset: own\nextends: small\nwithout: [coins, rich]\n"))
    assert mended_by_it is not None
    assert examine(mended_by_it) == ()
