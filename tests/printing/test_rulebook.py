"""Rulebooks: what the author says is there once, in every form; nothing of a ruleset is markup; what is left unsaid is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner

pytest.importorskip("typst")

from pypdf import PdfReader

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset, survey
from rulerun.dsl.text.files import find, read_source
from rulerun.dsl.text.source import Source
from rulerun.printing.blocks import Book, BookBlock, Boxed, Drawn, Gallery, Pair, Told
from rulerun.printing.book import book_of
from rulerun.printing.book_data import images_of, typeset
from rulerun.printing.book_page import html, markdown
from rulerun.printing.paper import PAPERS
from rulerun.printing.typesetting import fonts_in
from rulerun.rulebook.page import Code, Heading, Page, Paragraph, Steps, Table, sentences
from rulerun.rulebook.phrases import LANGUAGES

from ..support.battery import of_each_file

THREE = ("why_first", "traxx", "change_horses")


def told_of(source: Source, language: str, variant: str = "") -> Told:
    made = compile_ruleset(source, variant, survey(source).players[-1], {})
    assert made.program is not None, made.diagnostics
    return Told(source, variant, made.program, {}, language)


def told(file: str, language: str) -> Told:
    source, _ = read_source(find(file))
    assert source is not None
    return told_of(source, language)


@cache
def book(file: str, language: str) -> Book:
    return book_of(told(file, language))


def texts(blocks: tuple[BookBlock, ...]) -> Iterator[str]:
    """Every text of a book but the ruleset's own lines and what explains them."""
    for block in blocks:
        match block:
            case Drawn(caption=caption):
                yield caption
            case Pair() | Gallery() | Code():
                pass
            case Boxed(title, inside):
                yield title
                yield from texts(inside)
            case _:
                yield from sentences(Page("", "", 1, (block,)))


def chapters(book: Book) -> list[str]:
    return [block.text for block in book.blocks if isinstance(block, Heading) and block.level == 2]


@of_each_file("roads_and_walls", "change_horses")
def test_every_bundled_ruleset_has_a_rulebook(file: str) -> None:
    made = told(file, "en")
    told_ = book_of(made)
    fonts = fonts_in(None)
    content = typeset(told_, made, fonts, PAPERS["letter"]).pdf(tagged=True)
    assert content.startswith(b"%PDF-")
    assert told_.unsaid == ()
    assert {"Set-up", "The end and the winner", "For reference: the rules as they run"} <= set(chapters(told_))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", THREE)
def test_no_sentence_stands_twice(file: str, language: str) -> None:
    blocks = book(file, language).blocks
    end = next(at for at, block in enumerate(blocks) if isinstance(block, Code))
    long = [text for text in texts(blocks[:end]) if len(text.split()) > 6 and text.endswith(".")]
    assert [text for text in dict.fromkeys(long) if long.count(text) > 1] == []


@of_each_file("guildhall", "backgammon")
def test_no_sentence_has_a_gap(file: str) -> None:
    made = book(file, "en")
    end = next(at for at, block in enumerate(made.blocks) if isinstance(block, Code))
    assert [text for text in texts(made.blocks[:end]) if "…" in text] == []


def test_a_reason_has_words_for_paper() -> None:
    assert "Refused: “the card costs more coins than you have”" in list(texts(book("guildhall", "en").blocks))
    assert "Rifiutato: «la carta costa più monete di quante ne hai»" in list(texts(book("guildhall", "it").blocks))


BEGINS = "Agree on who begins; turns then go round the table."


@pytest.mark.parametrize(
    ("file", "said"),
    [("roads_and_walls", True), ("pig", True), ("chess", False), ("hearts", False), ("why_first", False)],
)
def test_who_begins_is_agreed_on_where_only_turns_are_told(file: str, said: bool) -> None:
    """Seats of Chess have names, a leader begins at Hearts, and in Why First? nobody has a turn."""
    assert (BEGINS in list(texts(book(file, "en").blocks))) is said


def test_where_all_choose_at_the_same_time_is_said() -> None:
    assert "Cards are laid – everybody at the same time" in list(texts(book("why_first", "en").blocks))


def test_of_an_open_pile_the_order_is_hidden_and_of_cards_that_are_turned_up_no_more() -> None:
    assert "Nobody knows the order of the cards: the bag." in list(texts(book("roads_and_walls", "en").blocks))
    hidden = "Nobody sees: the stock and the cards in front of each player (until turned up)."
    assert hidden in list(texts(book("why_first", "en").blocks))


def test_no_limit_of_decisions_stands_in_a_rulebook() -> None:
    assert not any("decisions" in text for text in texts(book("roads_and_walls", "en").blocks))


def test_an_example_shows_the_position_that_is_scored() -> None:
    boxes = [block for block in book("why_first", "en").blocks if isinstance(block, Boxed)]
    scored = next(box for box in boxes if box.title.startswith("The second space scores"))
    assert [type(block) for block in scored.blocks] == [Drawn, Table]


def test_of_a_large_grid_the_part_in_use_is_drawn() -> None:
    box = next(block for block in book("roads_and_walls", "en").blocks if isinstance(block, Boxed))
    pair = next(block for block in box.blocks if isinstance(block, Pair))
    wide, high = map(float, pair.before.svg.get("viewBox", "").split()[2:])
    assert pair.before.svg.get("viewBox") == pair.after.svg.get("viewBox")
    whole = next(block for block in book("roads_and_walls", "en").blocks if isinstance(block, Drawn))
    assert wide * high < 0.2 * float(whole.svg.get("viewBox", "").split()[2]) ** 2
    assert {"h8", "g8"} <= set(pair.before.svg.itertext())


def test_cards_that_differ_with_the_players_are_listed() -> None:
    said = list(texts(book("guildhall", "en").blocks))
    at = said.index("With 2 players:")
    assert said[at + 1 : at + 3] == ["Cards: 260 cards.", "Cards: cottage ×14, weed ×10"]


def test_a_deck_of_each_player_is_counted_once() -> None:
    shown = [card for block in book("change_horses", "en").blocks if isinstance(block, Gallery) for card in block.cards]
    assert {card.count for card in shown if card.face is not None} == {1}


def test_names_of_spaces_are_said_in_the_language_of_the_book() -> None:
    board = next(block for block in book("fever_ward", "it").blocks if isinstance(block, Drawn))
    written = list(board.svg.itertext())
    assert "Praga" in written
    assert "prague" not in written


def test_pieces_are_shown_with_how_many_there_are_but_no_signs_that_are_written() -> None:
    def shown(file: str) -> list[list[str]]:
        return [
            [text for text in block.svg.itertext() if text.startswith("×")]
            for block in book(file, "en").blocks
            if isinstance(block, Drawn) and block.caption == "The pieces at the start"
        ]

    assert shown("backgammon") == [["×15", "×15"]]
    assert shown("draughts") == [["×12", "×12"]]
    assert shown("traxx") == []


def test_usual_names_of_seats_are_not_told() -> None:
    assert "At the table" not in " ".join(texts(book("change_horses", "en").blocks))
    assert "At the table: White and Black." in " ".join(texts(book("chess", "en").blocks))


FACTS = {
    "why_first": {
        "en": "5 stages|all cards are shuffled|everybody gets 5|turned up at once|face down in front of whom you like"
        "|last round of a stage your card goes in front of yourself|sum of the cards|never leaves the track from −12 to 16"
        "|one card fewer|second space from the front|can be below 0|nobody scores|second highest total wins|all win|32 cards"
        "|Leo takes part without a player|Leo can win too|highest white number first|any figure",
        "it": "5 tappe|si mescolano tutte le carte|5 per i 5 giri|si scoprono tutte insieme|davanti a chi vuoi"
        "|Nell'ultimo giro di una tappa la tua carta va davanti a te|somma delle carte|da −12 a 16|una carta in meno"
        "|seconda casella occupata|può essere sotto 0|nessuno segna|secondo totale più alto|vincono tutti|32 carte"
        "|Leo partecipa senza un giocatore|Può vincere anche Leo|numero bianco più alto",
        "es": "5 etapas|se barajan todas las cartas|5 para las 5 rondas|se descubren todas a la vez|delante de quien quieras"
        "|última ronda de una etapa tu carta va delante de ti|suma de las cartas|de −12 a 16|una carta menos"
        "|segunda casilla ocupada|puede ser menor que 0|nadie puntúa|segundo total más alto|ganan todos|32 cartas"
        "|Leo participa sin jugador|También puede ganar Leo|número blanco más alto",
    },
    "traxx": {
        "en": "61 coloured hexagons|15 rounds|starting space is part of the road|each once|neighbouring space of that colour"
        "|No space is visited twice|one of its two ends|always pass|rounded up|higher number|costs 1 point"
        "|most points win|level share|15 cards",
        "it": "61 esagoni colorati|15 round|La casella di partenza fa già parte|ciascuno una volta|casella vicina di quel colore"
        "|Nessuna casella si visita due volte|uno solo dei due capi|sempre passare|arrotondata per eccesso|più alto"
        "|costa 1 punto|più punti|condivide|15 carte",
        "es": "61 hexágonos|15 rondas|casilla de salida|cada uno una vez|vecina de ese color"
        "|Ninguna casilla se pisa dos veces|uno solo de sus dos extremos|Siempre puedes pasar|redondeada hacia arriba|más alto"
        "|cuesta 1 punto|más puntos|comparte|15 cartas",
    },
    "change_horses": {
        "en": "12 spaces from the start|same 15 cards|two Wild Horse cards|are nobody's|drawn by lot|three cards of the hand"
        "|two players four|adds two more|second round the tote is emptied|at most one is played in a round|covered"
        "|one lane sideways|two rearmost spaces|race ends as soon as they have run|goes under the pile|even, or 0|odd"
        "|horse in front runs first|stops at its back|played last plays first|all others still finish their run"
        "|certificates are turned up|more unused Wild Horse cards|not having changed horses|other horse decides"
        "|11 carrots for each player|everybody pays their bid|most carrots left",
        "it": "12 caselle dalla partenza|stesse 15 carte|due carte Wild Horse|non sono di nessuno|si estrae a sorte"
        "|tre carte|quattro|ne aggiunge|totalizzatore si svuota|al massimo una|corsia|più indietro|sotto la pila|pari, o 0"
        "|dispari|prima il cavallo davanti|si ferma alle sue spalle|giocato per ultimo gioca per primo"
        "|si scoprono tutti i certificati|Wild Horse non usate|11 carote per ogni giocatore|paga la sua offerta",
        "es": "12 casillas de la salida|mismas 15 cartas|dos cartas Wild Horse|no son de nadie|se sortea|tres cartas|cuatro"
        "|añade dos|totalizador se vacía|como mucho una|calle al lado|más rezagadas|debajo de la pila|par, o 0|impar"
        "|primero el caballo de delante|se para a su espalda|jugó el último juega el primero"
        "|se descubren todos los certificados|Wild Horse sin usar|11 zanahorias por cada jugador|paga su oferta",
    },
}
"""What the rules of three games must say, in words of their rulebooks."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", THREE)
def test_no_rule_is_missing(file: str, language: str) -> None:
    made = book(file, language)
    whole = " ".join(texts(made.blocks))
    wanted = FACTS[file][language].split("|")
    assert [fact for fact in wanted if fact not in whole] == []
    assert made.unsaid == ()
    assert len(chapters(made)) >= 10


@pytest.mark.parametrize("file", THREE)
def test_a_rulebook_is_made_within_three_seconds(file: str) -> None:
    made = told(file, "en")
    fonts = fonts_in(None)
    begun = process_time()
    typeset(book_of(made), made, fonts, PAPERS["a4"]).pdf(tagged=True)
    assert process_time() - begun < 3


@pytest.mark.parametrize(
    "words",
    [
        ("why_first", "--variant", "tactical", "--players", "2"),
        ("traxx", "--players", "1", "--set", "starts=drawn", "--lang", "it"),
        ("change_horses", "--variant", "derby", "--players", "3", "--lang", "es"),
    ],
)
def test_a_rulebook_is_told_for_any_setting(words: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "a.md"
    assert run("rulebook", *words, "-o", out)[0] == 0
    assert "> **" in out.read_text(encoding="utf-8")


def test_a_pdf_is_tagged_and_its_contents_are_links(tmp_path: Path) -> None:
    out = tmp_path / "a.pdf"
    assert run("rulebook", "why_first", "--lang", "it", "-o", out) == (0, "")
    reader = PdfReader(out)
    catalogue = reader.trailer["/Root"].get_object()
    assert catalogue["/MarkInfo"]["/Marked"]  # type: ignore[index]
    assert catalogue["/Lang"] == "it"  # type: ignore[index]
    links = [each for page in reader.pages for each in page.get("/Annots", ()) if each.get_object()["/Subtype"] == "/Link"]
    assert len(links) >= 12
    assert len(reader.outline) >= 1
    assert b"pdfuaid" in out.read_bytes()


class Reading(HTMLParser):
    """What stands in a page: its tags, and the addresses in it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]


def test_a_page_needs_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    assert run("rulebook", "why_first", "-o", out) == (0, "")
    read = Reading()
    read.feed(out.read_text(encoding="utf-8"))
    assert "script" not in read.tags
    assert read.addresses
    assert all(each.startswith(("#", "data:image/png;base64,")) for each in read.addresses)


def test_markdown_shows_pictures_that_are_there(tmp_path: Path) -> None:
    out = tmp_path / "a.md"
    assert run("rulebook", "traxx", "--lang", "es", "-o", out) == (0, "")
    text = out.read_text(encoding="utf-8")
    shown = re.findall(r"\]\((a-pictures/[^)]+)\)", text) + re.findall(r'src="(a-pictures/[^"]+)"', text)
    assert len(shown) > 20
    assert all((tmp_path / each).is_file() for each in shown)
    links = re.findall(r"\]\(#([^)]+)\)", text)
    assert len(links) >= 10


SHORT = """\
ruleset: game
title: {en: '<b>#panic()</b> *x* [y](z) `q` | $1$'}
players: 2
scores:
  points: {per: player}
phases:
  game:
    - for each player p:
        - do turn (p)
  turn (player p):
    - p chooses one:
        - take:
            - points[p] += 1
        - leave it
outcome:
  ranking (player p): highest points[p]
texts:
  take: {en: '<script>alert(1)</script> # a'}
"""


def test_what_is_left_unsaid_is_told_and_names_are_no_markup(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(SHORT, encoding="utf-8")
    for ending in (".pdf", ".html", ".md"):
        status, said = run("rulebook", path, "-o", tmp_path / f"a{ending}")
        assert status == 0
        assert said.splitlines() == [
            "warning: the rulebook leaves unsaid what the game is (`about:`)",
            "warning: the rulebook leaves unsaid who wins (`told: rules outcome`)",
            "warning: the rulebook leaves unsaid how the game goes (`told: rules game`)",
            "warning: the rulebook leaves unsaid what is chosen in `turn` (`told: rules turn`)",
        ]
    assert "<script" not in (tmp_path / "a.html").read_text(encoding="utf-8")
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert text.startswith(r"# \<b\>\#panic()\</b\> \*x\* \[y\](z) \`q\` \| \$1\$")
    assert not re.search(r"(?<!\\)<(?!img )", text)
    assert "#panic()" in PdfReader(tmp_path / "a.pdf").pages[0].extract_text()


def test_forms_of_a_rulebook_say_the_same() -> None:
    made = told("why_first", "en")
    shown, fonts = book_of(made), fonts_in(None)
    images = images_of(shown, made, fonts)
    page, (text, files) = html(shown, images), markdown(shown, images, "p")
    for block in shown.blocks:
        if isinstance(block, Paragraph):
            assert " ".join(block.text.split()) in page.replace("&#x27;", "'").replace("&quot;", '"')
            assert block.text.partition(".")[0] in text
    assert any(isinstance(block, Table) for block in shown.blocks)
    assert any(isinstance(block, Steps) for block in shown.blocks)
    assert files


def test_wrong_words_are_told(tmp_path: Path) -> None:
    assert "ends in `.pdf` or `.html` or `.md`" in run("rulebook", "traxx", "-o", tmp_path / "a.doc")[1]
    assert "does not speak `de`" in run("rulebook", "traxx", "--lang", "de")[1]


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(root, [str(word) for word in words])
    return done.exit_code, done.stderr
