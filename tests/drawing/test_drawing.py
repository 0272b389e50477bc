"""Scenes drawn: everything inside the picture, nothing over anything else, every text escaped, only ids that the scene has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from click.testing import CliRunner

import rulerun
from rulerun.cli.main import root
from rulerun.drawing.board import DARK_SQUARE, LETTER, LIGHT_SQUARE, UNIT, board_svg
from rulerun.drawing.figures import PATHS, PIPS, die_svg, figure_svg
from rulerun.drawing.inks import GREY, PLAIN, contrast, ink_on, softened
from rulerun.drawing.markup import as_html, element
from rulerun.drawing.page import stylesheet
from rulerun.drawing.table import table_html
from rulerun.program.colours import COLOURS
from rulerun.program.figures import FIGURES
from rulerun.table.scene import as_json
from rulerun.table.spots import spot_at
from rulerun.table.styles import SEATS, TINTS

from ..support.battery import Setting, of_each, smallest
from ..support.cases import for_all
from ..support.golden_tables import opened, played

ANSWERS = 12

TEXT, LARGE = 4.5, 3.0
"""The contrasts that WCAG 2 asks for: of text, and of large text and figures."""


def numbers(made: Element, *names: str) -> list[float]:
    """The attributes of these names as numbers."""
    return [float(made.get(name, "0")) for name in names]


Box = tuple[float, float, float, float]
"""The left, the upper, the right and the lower end of something."""


def boxes(svg: Element) -> Iterator[Box]:
    """The ends of all that is drawn, those of text by the usual width of letters; what stands in a figure lies within it."""
    for each in svg:
        x, y = numbers(each, "x", "y")
        match each.tag:
            case "circle":
                x, y, r = numbers(each, "cx", "cy", "r")
                yield x - r, y - r, x + r, y + r
            case "rect" | "svg":
                wide, high = numbers(each, "width", "height")
                yield x, y, x + wide, y + high
            case "line":
                for across, down in (("x1", "y1"), ("x2", "y2")):
                    a, b = numbers(each, across, down)
                    yield a, b, a, b
            case "polygon":
                corners = [tuple(map(float, corner.split(","))) for corner in each.get("points", "").split()]
                yield (
                    min(a for a, _ in corners),
                    min(b for _, b in corners),
                    max(a for a, _ in corners),
                    max(b for _, b in corners),
                )
            case "text":
                (size,) = numbers(each, "font-size")
                wide = size * LETTER * len(each.text or "")
                left = x if each.get("text-anchor") == "start" else x - wide / 2
                yield left, y - size * 0.8, left + wide, y + size * 0.2
            case "g":
                yield from boxes(each)


def discs(svg: Element) -> Iterator[tuple[float, float, float]]:
    """Middle and radius of everything that stands on a board."""
    for each in svg.iter("g"):
        if each.get("class") == "token":
            for shape in each:
                if shape.tag == "svg":
                    x, y, wide = numbers(shape, "x", "y", "width")
                    yield x + wide / 2, y + wide / 2, wide / 2
                elif shape.tag == "circle" and shape.get("class") is None:
                    x, y, r = numbers(shape, "cx", "cy", "r")
                    yield x, y, r


@of_each(smallest())
def test_everything_lies_inside_and_nothing_over_anything_else(setting: Setting) -> None:
    match = played(setting, ANSWERS, 4)
    shown = match.scene(0)
    for board in shown.boards:
        svg = board_svg(board, shown, opened(match, 0))
        _, _, wide, high = map(float, svg.get("viewBox", "").split())
        for left, top, right, bottom in boxes(svg):
            assert -0.01 <= left <= right <= wide + 0.01
            assert -0.01 <= top <= bottom <= high + 0.01
        placed = list(discs(svg))
        for (x, y, r), (a, b, s) in combinations(placed, 2):
            assert (x - a) ** 2 + (y - b) ** 2 >= (r + s) ** 2 * 0.98
        middles = {(round(space.at[0] * UNIT), round(space.at[1] * UNIT)) for space in board.spaces}
        assert len(middles) == len(board.spaces)


def written(made: Element, ground: str | None) -> Iterator[tuple[Element, str | None]]:
    """Each text of a drawing with the colour of its ground: the last form that was filled before it in its group, if any."""
    for each in made:
        if each.tag == "text":
            yield each, ground
        elif each.tag in ("g", "svg"):
            yield from written(each, ground)
            ground = each[0].get("fill") if each.tag == "svg" else ground
        elif each.get("fill", "").startswith("#"):
            ground = each.get("fill")


def space_below(svg: Element, text: Element) -> str:
    """The colour of the space on which a text stands."""
    x, y = numbers(text, "x", "y")
    for space in svg.iter("g"):
        form = next((each for each in space if each.get("class") == "outline"), None)
        if form is not None:
            left, top, right, bottom = next(boxes(space))
            if left <= x <= right and top <= y <= bottom:
                return form.get("fill", "")
    raise LookupError(text.text)


@of_each(smallest())
def test_all_text_of_a_drawing_can_be_read_on_its_ground(setting: Setting) -> None:
    match = played(setting, ANSWERS, 4)
    for svg in table_html(match.scene(0), opened(match, 0)).iter("svg"):
        for text, ground in written(svg, None):
            below = ground or space_below(svg, text)
            assert contrast(text.get("fill", ""), below) >= TEXT, (text.text, below)


@of_each(smallest())
def test_no_style_is_written_into_the_markup(setting: Setting) -> None:
    match = played(setting, ANSWERS, 4)
    assert all("style" not in each.attrib for each in table_html(match.scene(0), opened(match, 0)).iter())


@of_each(smallest())
def test_only_ids_of_the_scene_are_drawn_and_each_can_be_read_back(setting: Setting) -> None:
    match = played(setting, ANSWERS, 4)
    for seat in (*match.program.players, None):
        shown = match.scene(seat)
        known = as_json(shown)
        for each in table_html(shown).iter():
            spot = each.get("data-spot")
            if spot is not None:
                assert f'"{spot}"' in known
                spot_at(match.program, spot)


def test_no_text_of_a_ruleset_becomes_markup() -> None:
    evil = "<script>alert(1)</script>&\"'\x1b[2J"
    made = as_html(element("p", evil, element("b", evil), evil, title=evil.replace("\x1b", "")))
    assert "<script" not in made
    assert "\x1b" not in made
    assert made.count("&lt;script&gt;") >= 3


@for_all(sorted(COLOURS.values()))
def test_text_has_contrast_on_every_colour_that_a_ruleset_may_name(colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= TEXT


def test_the_colours_of_a_page_have_contrast_in_light_and_dark() -> None:
    for scheme in stylesheet().split("@media")[:2]:
        colours = dict(re.findall(r"--(\w+): (#\w{6})", scheme))
        for ink in ("ink", "quiet"):
            assert contrast(colours[ink], colours["paper"]) >= TEXT
            assert contrast(colours[ink], colours["card"]) >= TEXT
        assert contrast(colours["mark"], colours["paper"]) >= LARGE
    for stripe in re.findall(r"#\w{6}", stylesheet().partition(".card.back {")[2].partition(";")[0]):
        assert contrast("#ffffff", stripe) >= TEXT


# ------------------------------------------------------------------------------------------------------------- figures


def test_every_figure_that_a_ruleset_may_name_is_drawn() -> None:
    assert tuple(PATHS) == FIGURES


def points(path: str) -> Iterator[tuple[float, float]]:
    """Every point that the commands of a path name, ends and controls."""
    x = y = 0.0
    for command, text in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        given = [float(each) for each in re.findall(r"-?(?:\d*\.\d+|\d+)", text)]
        own = command.islower()
        match command.lower():
            case "h":
                x = given[0] + x * own
            case "v":
                y = given[0] + y * own
            case "z":
                pass
            case "a":
                for at in range(0, len(given), 7):
                    x, y = given[at + 5] + x * own, given[at + 6] + y * own
            case letter:
                step = {"c": 6, "s": 4}.get(letter, 2)
                for at in range(0, len(given), step):
                    named = [(given[at + each] + x * own, given[at + each + 1] + y * own) for each in range(0, step, 2)]
                    yield from named
                    x, y = named[-1]
        yield x, y


@for_all(FIGURES)
def test_a_figure_lies_in_its_box(name: str) -> None:
    assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in points(PATHS[name]))


GROUNDS = (PLAIN, LIGHT_SQUARE, DARK_SQUARE, *COLOURS.values(), *map(softened, COLOURS.values()), *TINTS)
FILLS = sorted({*COLOURS.values(), *SEATS, GREY})


@for_all(FILLS)
def test_a_figure_is_seen_on_every_space(fill: str) -> None:
    for ground in GROUNDS:
        (path,) = figure_svg("king", fill, ground)
        assert max(contrast(path.get("fill", ""), ground), contrast(path.get("stroke", ""), ground)) >= LARGE


@for_all(FILLS)
def test_a_figure_is_seen_on_cards_and_paper_in_light_and_dark(fill: str) -> None:
    (path,) = figure_svg("king", fill)
    for ground in re.findall(r"--(?:paper|card): (#\w{6})", stylesheet()):
        assert max(contrast(path.get("fill", ""), ground), contrast(path.get("stroke", ""), ground)) >= LARGE


@for_all(PIPS)
def test_a_die_has_as_many_pips_as_it_shows(number: int) -> None:
    assert len(list(die_svg(number, "#ffffff").iter("circle"))) == number
    assert next(die_svg(number + 6, "#ffffff").iter("text")).text == str(number + 6)


# --------------------------------------------------------------------------------------------------- what a ruleset says


def test_squares_alternate_and_the_lower_left_one_is_dark() -> None:
    shown = rulerun.load("chess").match(seed=1).scene(0)
    (board,) = shown.boards
    fills = {
        space.get("data-spot"): space[1].get("fill")
        for space in board_svg(board, shown)
        if space.tag == "g" and "space" in str(space.get("class"))
    }
    by_name = {space.name: fills[space.id] for space in board.spaces}
    assert by_name["a1"] == by_name["h8"] == by_name["b2"] != by_name["h1"] == by_name["a8"]


def test_pieces_are_figures_in_the_colour_of_their_owner() -> None:
    match = rulerun.load("chess").match(seed=1)
    made = as_html(table_html(match.scene(0)))
    for name in ("pawn", "knight", "bishop", "rook", "queen", "king"):
        assert PATHS[name] in made
    assert ">N</text>" not in made  # white and black figures tell themselves whose they are


def test_figures_that_differ_by_colour_alone_have_their_signs() -> None:
    made = as_html(table_html(rulerun.load("hanabi").match(seed=1).scene(0)))
    assert PATHS["burst"] in made
    assert ">R</text>" in made


def test_a_card_says_its_parts_where_the_ruleset_puts_them_and_its_name_to_screen_readers() -> None:
    match = rulerun.load("crazy_eights").match(seed=2)
    hand = next(zone for zone in match.scene(0).zones if zone.zone == "hand" and zone.own)
    card = next(each for each in table_html(match.scene(0)).iter("li") if each.get("data-spot") == hand.cards[0].id)
    assert [each.get("class") for each in card] == ["said", "corner", "middle"]
    assert "".join(card[0].itertext()) == hand.cards[0].name
    assert card[2].get("aria-hidden") == "true"


def test_dice_show_pips_and_say_their_number() -> None:
    made = table_html(played(Setting("yahtzee", "", 2)).scene(0))
    dice = [each for each in made.iter("svg") if "die" in str(each.get("class"))]
    assert len(dice) == 5
    assert all(1 <= len(list(die.iter("circle"))) <= 6 for die in dice)


# --------------------------------------------------------------------------------------------------- pages and notebooks


def test_a_replay_is_a_page_to_step_through_without_a_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    assert run.invoke(root, ["play", "kuhn_poker", "--bots", "--seed", "3", "--record", "match.rulerun"]).exit_code == 0
    assert run.invoke(root, ["replay", "match.rulerun", "--html", "match.html"]).exit_code == 0
    page = Path("match.html").read_text(encoding="utf-8")
    steps = page.count('class="step"')
    assert steps >= 3
    assert f'href="#step-{steps - 1}"' in page
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert run.invoke(root, ["replay", "match.rulerun", "--html", "nowhere/match.html"]).exit_code == 1


def test_a_replay_writes_the_spaces_of_a_large_board_that_stay_the_same_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    played = ["play", "roads_and_walls", "--set", "side=5", "--bots", "--seed", "3", "--record", "match.rulerun"]
    assert run.invoke(root, played).exit_code == 0
    assert run.invoke(root, ["replay", "match.rulerun", "--html", "match.html"]).exit_code == 0
    page = Path("match.html").read_text(encoding="utf-8")
    written, shown = set(re.findall(r'<g id="(spaces-\d+)">', page)), re.findall(r'<use href="#(spaces-\d+)">', page)
    assert set(shown) <= written
    assert len(shown) > len(written)


def test_spaces_have_the_colours_of_a_variable_and_a_card_has_its_print_by_direction() -> None:
    match = rulerun.load("roads_and_walls").match(seed=1)
    scene = match.scene(0)
    drawn = board_svg(scene.boards[0], scene)
    laid = [str(each.findtext("title")) for each in drawn.iter("g") if ": " in str(each.findtext("title"))]
    assert len(laid) == 9
    assert "v24: field" in laid
    assert "w24: town" in laid
    (tile,) = (each for each in table_html(scene).iter("svg") if each.get("class") == "figure tile")
    assert len(list(tile.iter("rect"))) == 9


def test_a_replay_shows_no_card_that_was_never_turned_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    pages = []
    for seed in range(12):
        name = f"m{seed}"
        run.invoke(root, ["play", "kuhn_poker", "--bots", "--bot", "first", "--seed", str(seed), "--record", f"{name}.rulerun"])
        run.invoke(root, ["replay", f"{name}.rulerun", "--html", f"{name}.html"])
        page = Path(f"{name}.html").read_text(encoding="utf-8")
        before, _, _ = page.rpartition('class="step"')  # the last step is the end, where cards are turned up
        pages.append(before.replace(f"seed {seed}", ""))
    assert len(set(pages)) == 1


def test_notebooks_are_given_the_public_table() -> None:
    match = rulerun.load("kuhn_poker").match(seed=2)
    made = match._repr_html_()
    assert made == rulerun.load("kuhn_poker").match(seed=3)._repr_html_()
    assert "<style>" in made
    assert "<table" in rulerun.load("kuhn_poker")._repr_html_()


def test_a_card_shows_what_it_does_and_a_card_face_down_does_not() -> None:
    ruleset = rulerun.load("guildhall", players=2)
    scene = rulerun.load("guildhall", players=2, lang="it").match(seed=1).scene(None)
    supply = next(zone for zone in scene.zones if zone.cards)
    assert {card.text for card in supply.cards if card.kind == "hag"} == {
        "Ogni altro giocatore mette negli scarti una gramigna del mercato, finché ce ne sono."
    }
    assert {card.text for card in supply.cards if card.kind == "penny"} == {""}
    page = as_html(table_html(ruleset.match(seed=1).scene(None)))
    assert (
        '<span class="does">Every other player puts a weed of the market on the discard, as long as there are any.</span>' in page
    )
    assert page.count("<span>coins") == 5  # of penny, crown, bar, fair and reeve: a card with none says nothing of it


def test_an_effect_that_nobody_has_told_shows_its_sentences(tmp_path: Path) -> None:
    text = (Path(rulerun.__file__).parent / "rulesets" / "guildhall.yaml").read_text(encoding="utf-8")
    (tmp_path / "untold.yaml").write_text(
        "\n".join(line for line in text.splitlines() if not line.startswith("  rules harm of hag")), encoding="utf-8"
    )
    deck = rulerun.load(tmp_path / "untold.yaml", players=2).program.decks[0]
    assert [words.plain for words in deck.texts if "weed" in words.plain] == [
        "move up to 1 card c from supply to discard[q] where c.craft = weed"
    ]


def test_choices_that_are_hinted_at_are_drawn_with_their_numbers_inside_the_board() -> None:
    shown = rulerun.load("chess").match(seed=1).scene(0)
    (board,) = shown.boards
    steps = ((("space/field/e2",), ("space/field/e4",)), (("space/field/e7",), ("space/field/e5",)), (("space/field/a1",),))
    made = board_svg(board, shown, hinted=steps)
    drawn = [each for each in made if each.get("class") == "hint"]
    assert ["".join(each.itertext()) for each in drawn] == ["3", "2", "1"]  # the first one lies on top
    assert [len(list(each.iter("polygon"))) for each in drawn] == [0, 1, 1]
    (first,) = drawn[-1].iter("polygon")
    tips = [tuple(map(float, corner.split(","))) for corner in (first.get("points") or "").split()]
    places = {each.id: each.at for each in board.spaces}
    (across, high), (_, low) = places["space/field/e4"], places["space/field/e2"]
    assert min(y for _, y in tips) < (high + 0.5) * UNIT + 20 < (low + 0.5) * UNIT
    assert all(abs(x - (across + 0.5) * UNIT - 8) < 15 for x, _ in tips)
    assert not [each for each in board_svg(board, shown) if each.get("class") == "hint"]
