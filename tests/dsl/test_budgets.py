"""What is too large is refused before it is made; the specs (`15_limits.md`) show the words."""

from __future__ import annotations

import tracemalloc

import pytest

from rulerun.dsl import checking
from rulerun.dsl.compile import combinations, compile_ruleset, examine
from rulerun.dsl.declarations import boards as declaring_boards
from rulerun.dsl.expressions import names
from rulerun.dsl.link import Workshop
from rulerun.dsl.sentences import by_grammar
from rulerun.dsl.symbols.board_shapes import Layout, grid, hexagon, lanes, track
from rulerun.dsl.text import merge
from rulerun.dsl.text.source import Source
from rulerun.program import budgets
from rulerun.program.nesting import depth
from rulerun.simulation.emit.module import Form, emit
from rulerun.simulation.emit.packing import representation
from rulerun.tests.support.lockstep import ended

MEGABYTE = 2**20


def game(sections: str = "", sentences: str = "- v = 1", players: str = "2") -> Source:
    """A small ruleset with these sections, whose only phase has these sentences."""
    body = "\n".join(f"    {line}" for line in sentences.splitlines())
    outcome = "outcome:\n  winners: players p where 1 = 1"
    return Source("", f"ruleset: small\nplayers: {players}\n{sections}\nphases:\n  game:\n{body}\n{outcome}\n")


VARIABLE = "variables: {v: {holds: number}}"
BROKEN = ",\n          "
"""Between the parts of a list that is too long for one line."""


def refused(source: Source) -> str:
    """The message of the only code that is found, which is one for what is too large."""
    found = examine(source)
    assert {each.code for each in found} in ({"too-large"}, {"deck-too-large"}), found
    return found[0].message


@pytest.mark.parametrize(
    ("source", "part"),
    [
        (
            game(
                "decks:\n  d: {cards: [{value: 1..5000}], starts in: stock}\n"
                "zones:\n  stock: {of: d, kind: pile}\n  z: {of: d, per: [player, 1..3000], kind: pile}",
                "- shuffle stock",
                "30",
            ),
            "`z` takes 450,090,000",
        ),
        (game(VARIABLE, "- v = count(1..2000000000)"), "this one 2,000,000,000"),
        (game(VARIABLE, "- let row[n] = 0 for each number n in 1..100000\n- v = 1"), "`row` takes 100,000"),
        (
            game("boards:\n  b:\n    kind: graph\n    spaces:\n" + f"      x: [{BROKEN.join(f's{n}' for n in range(5_000))}]\n"
                 + "\n".join(f"      s{n}: x" for n in range(5_000)), "- end the game"),
            "the board `b` would add",
        ),
        (
            game("boards:\n  b:\n    kind: grid\n    legend: {x: {}}\n    rows:\n"
                 + f"      - {'x ' * 200}\n" * 200, "- end the game"),
            "this one has 40,000",
        ),
        (
            game("decks:\n  d: {starts in: z, cards: [{value: 1..5000, "
                 + BROKEN.join(f"a{n}: 1" for n in range(5_000)) + "}]}\nzones:\n  z: {of: d}", "- end the game"),
            "what is printed on these cards would add 25,005,000",
        ),
        (
            game("decks:\n  d: {starts in: z, cards: [{" + BROKEN.join(f"a{n}: 1..5000" for n in range(2_000))
                 + "}]}\nzones:\n  z: {of: d}", "- end the game"),
            "a deck has at most 5,000 cards, this would be 25,000,000",
        ),
    ],
    ids=["zones", "ranges", "rows", "graphs", "drawings", "attributes", "cards"],
)  # fmt: skip
def test_what_would_eat_the_memory_is_refused_before_it_is_made(source: Source, part: str) -> None:
    tracemalloc.start()
    try:
        assert part in refused(source)
        assert tracemalloc.get_traced_memory()[1] < 60 * MEGABYTE
    finally:
        tracemalloc.stop()


def test_a_row_for_numbers_far_apart_is_a_complaint_and_fills_no_memory() -> None:
    found = examine(game(VARIABLE, "- let row[n] = 0 for each number n in [1, 2000000000]\n- v = 1"))
    assert [each.code for each in found] == ["row-of-no-elements"]


def test_functions_that_are_copied_stop_being_read_at_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    name = names.name

    def counted(*given: object) -> object:
        nonlocal read
        read += 1
        return name(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(names, "name", counted)
    calls = ", ".join(["big(n)"] * 400)
    functions = f"functions:\n  big (number n): count([{', '.join('n' * 400)}])\n  mid (number n): count([{calls}])"
    assert "at most 50,000 names" in refused(game(f"{VARIABLE}\n{functions}", "- v = mid(v)\n- v = mid(v)"))
    assert read < 4 * budgets.MOST_VALUES  # each number of players is read once, and so is each function


def test_lines_of_a_board_are_counted_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> object:
        raise AssertionError(given)

    monkeypatch.setattr(Layout, "lines", never)
    board = "boards: {g: {kind: grid, columns: 100, rows: 100}}"
    assert "would add 770,100" in refused(game(f"{VARIABLE}\n{board}", "- v = number of l in lines(g, 50)"))


@pytest.mark.parametrize(
    "layout",
    [track(3, 9), lanes(3, 0, 5), grid(1, 1), grid(4, 7), hexagon((2, 3, 2)), hexagon((3, 4, 5, 4))],
    ids=["track", "lanes", "one space", "grid", "hexagon", "half a hexagon"],
)
@pytest.mark.parametrize("length", [2, 3, 4, 5, 20])
def test_as_many_lines_are_counted_as_there_are(layout: Layout, length: int) -> None:
    walked = []
    for space in range(len(layout.names)):
        for forward, _ in layout.axes:
            line = [space]
            while len(line) < length and layout.steps[forward][line[-1]] >= 0:
                line.append(layout.steps[forward][line[-1]])
            if len(line) == length:
                walked.append(tuple(line))
    assert layout.lines(length) == tuple(walked)
    assert layout.number_of_lines(length) == len(walked)


def test_boards_are_counted_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(columns: int, rows: int, edges: bool) -> Layout:
        made.append((columns, rows))
        return grid(columns, rows, edges=edges)

    monkeypatch.setattr(declaring_boards, "grid", counted)
    boards = "boards:\n" + "".join(f"  b{n}: {{kind: grid, columns: 100, rows: 100}}\n" for n in range(20))
    found = examine(game(boards, "- end the game", "1"))
    assert [each.code for each in found] == ["too-large"] * 19
    assert made == [(100, 100)]


def test_a_function_with_a_mistake_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    trouble = by_grammar._trouble

    def counted(error: object, text: str, *given: object) -> object:
        told.append(text)
        return trouble(error, text, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(by_grammar, "_trouble", counted)
    found = examine(game(f"{VARIABLE}\nfunctions: {{wrong_here: 1 + + 77}}", "\n".join(["- v = wrong_here"] * 50)))
    assert [each.code for each in found] == ["syntax"]
    assert told == ["1 + + 77"]


def test_variants_beyond_the_budget_are_not_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    merged = []
    one = merge._merge

    def counted(*given: object) -> object:
        merged.append(given)
        return one(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(merge, "_merge", counted)
    variants = "variants: {" + BROKEN.join(f"v{n}: {{title: t}}" for n in range(3_000)) + "}"
    assert "at most 100 variants" in refused(game(f"{VARIABLE}\n{variants}", players="1"))
    assert len(merged) == budgets.MOST_VARIANTS


# ---------------------------------------------------------------------------------------------------- combinations


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The combinations of a variant and a number of players that are read."""
    found: list[tuple[str, int]] = []
    program = Workshop.program

    def counted(self: Workshop, document: object, players: int, *given: object) -> object:
        found.append((document.variant, players))  # type: ignore[attr-defined]
        return program(self, document, players, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Workshop, "program", counted)
    return found


def test_combinations_come_in_an_order_that_makes_sense() -> None:
    numbers = {"": (2, 3, 4, 5), "short": (3,), "long": (2, 6)}
    assert combinations(numbers) == [("", 2), ("short", 3), ("long", 2), ("", 5), ("long", 6), ("", 3), ("", 4)]


def test_what_is_too_much_together_is_left_out_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, read: list[tuple[str, int]]
) -> None:
    source = game(f"{VARIABLE}\nvariants: {{short: {{title: s}}, long: {{title: l}}}}", players="1..4")
    assert examine(source) == ()
    assert sorted(read) == sorted((name, number) for name in ("", "short", "long") for number in range(1, 5))
    read.clear()
    monkeypatch.setattr(checking, "MOST_WORK", 5_000)
    found = examine(source)
    assert [(each.code, each.severity.value, each.span.line) for each in found] == [("unchecked", "warning", 4)]
    assert "4 of its 12 combinations" in found[0].message
    assert read == [("", 1), ("short", 1), ("long", 1), ("", 4)]


def test_a_mistake_in_what_is_checked_first_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_WORK", 1_500)
    source = game(f"{VARIABLE}\nvariants: {{short: {{without: v}}}}", players="1..4")
    assert {each.code for each in examine(source)} == {"unknown-name", "unchecked"}


def test_the_codes_of_a_sound_ruleset_fit_into_32_bits() -> None:
    assert budgets.MOST_CODES < 2**31
    menu = "- for each player p:\n    - p chooses one:\n        - go a from 1..200, b from 1..200:\n            - v = a"
    program = compile_ruleset(game(VARIABLE, menu)).program
    assert program is not None
    assert program.codes == 40_000


def circle(nested: int) -> Source:
    """A ruleset whose phase does itself as deep as it may, each time inside so many conditions."""
    lines = [f"{'    ' * (number + 1)}- if v < {30 - number}:" for number in range(nested)]
    end = "    " * (nested + 1)
    dig = "\n".join((*lines, f"{end}- v += 1", f"{end}- do dig"))
    return Source(
        "",
        "ruleset: circle\nplayers: 1\nvariables: {v: {holds: 0..30}}\nphases:\n"
        f"  dig, at most {budgets.DEEPEST_CIRCLE} deep:\n{dig}\n  game:\n    - do dig\n"
        "outcome:\n  winners: players p where v > 0\n",
    )


def test_statements_stand_so_deep_inside_each_other_that_all_that_reads_them_has_room() -> None:
    program = compile_ruleset(circle(budgets.DEEPEST_STATEMENTS // budgets.DEEPEST_CIRCLE - 2)).program
    assert program is not None
    assert depth(program).most > budgets.DEEPEST_STATEMENTS * 0.8
    assert ended(program, 0) is not None
    assert emit(program, Form.SEARCH, representation(program)).text.count("def ") > budgets.DEEPEST_CIRCLE
    assert "inside each other, and here are" in refused(circle(budgets.DEEPEST_STATEMENTS // budgets.DEEPEST_CIRCLE))
