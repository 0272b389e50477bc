"""Pictures, fonts and names of others: nothing in them runs, fetches, or breaks a PDF, and each fault has its own sentence."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from zlib import compress, crc32

import pytest
from click.testing import CliRunner

pytest.importorskip("typst")

from pypdf import PdfReader, PdfWriter
from pypdf.generic import StreamObject

from rulerun.cli.main import root
from rulerun.drawing.figures import figure_svg
from rulerun.drawing.markup import as_svg
from rulerun.printing.art import LARGEST, read_picture
from rulerun.printing.paper import NotPrinted
from rulerun.printing.pictures import Pictures

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 20">'
LINK = 'xlink:href="{}"'
BOMB = "".join(f'<g id="l{at + 1}">' + f'<use href="#l{at}"/>' * 10 + "</g>" for at in range(7))

WRONG = {
    "script": (f"{OPEN}<script>alert(1)</script></svg>", "has a `<script>`"),
    "handler": (f'{OPEN}<rect onclick="alert(1)" width="1" height="1"/></svg>', "has a script in `onclick`"),
    "foreign": (f"{OPEN}<foreignObject/></svg>", "has a `<foreignObject>`"),
    "image": (f"{OPEN}<image {LINK.format('http://example.com/a.png')}/></svg>", "links to `http://example.com/a.png`"),
    "file": (f'{OPEN}<image href="file:///etc/passwd"/></svg>', "links to `file:///etc/passwd`"),
    "relative": (f'{OPEN}<image href="../secret.png"/></svg>', "links to `../secret.png`"),
    "nested": (f'{OPEN}<image href="data:image/svg+xml;base64,AAAA"/></svg>', "links to `data:image/svg"),
    "anchor": (f'{OPEN}<a href="#x"><rect/></a></svg>', "has a link to `#x`"),
    "style": (f"{OPEN}<style>@import 'http://example.com/a.css'</style></svg>", "in its styles"),
    "fill": (f'{OPEN}<rect fill="url(http://example.com/a)"/></svg>', "from elsewhere in `fill`"),
    "entities": (f'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>{OPEN}<text>&b;</text></svg>', "declares entities"),
    "outside": (f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>{OPEN}<text>&a;</text></svg>', "declares entities"),
    "doctype": (f'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd">{OPEN}</svg>', "declares entities"),
    "unclosed": (f"{OPEN}<rect>", "is no SVG image"),
    "other": ("<html/>", "its first element is `html`"),
    "empty": ("", "is no SVG image"),
    "measureless": ('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', "needs a `viewBox`"),
    "circle": (f'{OPEN}<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>', "within themselves"),
    "bomb": (f'{OPEN}<rect id="l0"/>{BOMB}<use href="#l7"/></svg>', "draws more than 100,000 things"),
    "deep": (OPEN + "<g>" * 300 + "</g>" * 300 + "</svg>", "nested too deep"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_picture_that_does_more_than_to_draw_is_refused(case: str, tmp_path: Path) -> None:
    content, told = WRONG[case]
    path = tmp_path / "a.svg"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(NotPrinted) as refused:
        read_picture(path, Pictures(""))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_picture_of_100_megabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(NotPrinted, match=f"100,000,000 bytes; a picture has at most {LARGEST:,}"):
        read_picture(path, Pictures(""))


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a" + b"\0" * 40])
def test_what_is_no_png_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(content)
    with pytest.raises(NotPrinted, match="is no PNG image"):
        read_picture(path, Pictures(""))


def test_pixels_without_end_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2 + b"\0" * 20)
    with pytest.raises(NotPrinted, match="60,000 by 60,000 pixels"):
        read_picture(path, Pictures(""))


# ------------------------------------------------------------------------------------------------------------ command


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(root, [str(word) for word in words])
    return done.exit_code, done.stderr


def test_pictures_stand_on_cards_and_backs(tmp_path: Path) -> None:
    (tmp_path / "art" / "racing").mkdir(parents=True)
    (tmp_path / "art" / "racing.svg").write_text(as_svg(figure_svg("star", "#3050c0")), encoding="utf-8")
    (tmp_path / "art" / "racing" / "5.png").write_bytes(red(40))
    plain, drawn = tmp_path / "plain.pdf", tmp_path / "drawn.pdf"
    assert run("print", "why_first", "--only", "cards", "-o", plain) == (0, "")
    assert run("print", "why_first", "--only", "cards", "--art", tmp_path / "art", "-o", drawn) == (0, "")
    assert "/Image" not in kinds(plain)
    assert "/Image" in kinds(drawn)
    assert "Racing" in text_of(plain)
    assert "Racing" not in text_of(drawn)


def test_a_broken_picture_leaves_the_print_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "racing.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (40).to_bytes(4, "big") * 2 + b"\0" * 20)
    out = tmp_path / "a.pdf"
    out.write_text("before")
    status, told = run("print", "why_first", "--art", tmp_path, "-o", out)
    assert status == 1
    assert told == "error: `racing.png` is a broken image, which cannot be shown\n"
    assert out.read_text() == "before"


def red(side: int) -> bytes:
    """A red square as PNG."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + kind + content + crc32(kind + content).to_bytes(4, "big")

    head = side.to_bytes(4, "big") * 2 + bytes((8, 2, 0, 0, 0))
    rows = (b"\0" + b"\xff\0\0" * side) * side
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", compress(rows)) + chunk(b"IEND", b"")


def kinds(path: Path) -> set[str]:
    """The kinds of objects in a PDF."""
    writer = PdfWriter(clone_from=path)
    return {str(each.get("/Subtype")) for each in writer._objects if isinstance(each, StreamObject)}


def text_of(path: Path) -> str:
    return " ".join(page.extract_text() for page in PdfReader(path).pages)


MARKUP = '#panic("no") *bold* $x^2$ _it_ `raw` @ref <lab> // end /* \\ [ ] { } = - + ~ ' + "''" + ' & "q"'


def ruleset(title: str) -> str:
    return f"""\
ruleset: game
title: {{en: '{title}'}}
players: 2
enumerations:
  kind: [apple, pear]
decks:
  cards: {{cards: every kind as kind, starts in: stock}}
zones:
  stock: {{of: cards, kind: pile}}
phases:
  game:
    - shuffle stock
outcome:
  ranking (player p): highest 1
texts:
  apple: {{en: '{title}'}}
"""


def test_markup_in_names_is_text(tmp_path: Path) -> None:
    path, out = tmp_path / "game.yaml", tmp_path / "a.pdf"
    path.write_text(ruleset(MARKUP), encoding="utf-8")
    assert run("print", path, "-o", out) == (0, "")
    reader = PdfReader(out)
    assert reader.metadata is not None
    assert reader.metadata.title == MARKUP.replace("''", "'")
    assert '#panic("no") *bold* $x^2$' in " ".join(text_of(out).split())


def test_a_language_of_a_country_is_printed(tmp_path: Path) -> None:
    path, out = tmp_path / "game.yaml", tmp_path / "a.pdf"
    path.write_text(ruleset("A game").replace("{en:", "{pt-BR:"), encoding="utf-8")
    assert run("print", path, "-o", out) == (0, "")
    assert run("print", path, "--lang", "pt-BR", "-o", out) == (0, "")


def test_letters_that_no_font_has_are_told(tmp_path: Path) -> None:
    path, out = tmp_path / "game.yaml", tmp_path / "a.pdf"
    path.write_text(ruleset("山 and 水"), encoding="utf-8")
    status, told = run("print", path, "-o", out)
    assert status == 0
    assert told == "warning: no font here has the letters “山”, “水”; `--fonts FOLDER` brings fonts that do\n"
    assert out.read_bytes().startswith(b"%PDF-")


def test_fonts_of_a_folder_are_used(tmp_path: Path) -> None:
    found = next(iter(sorted(Path("/usr/share/fonts").rglob("LiberationSans-Regular.ttf"))), None)
    if found is None:
        pytest.skip("needs a font")
    shutil.copy(found, tmp_path)
    out = tmp_path / "a.pdf"
    assert run("print", "why_first", "--fonts", tmp_path, "-o", out) == (0, "")
    names = {str(font["/BaseFont"]) for page in PdfReader(BytesIO(out.read_bytes())).pages for font in fonts_of(page)}
    assert any("LiberationSans" in name for name in names)


def fonts_of(page: object) -> list[dict[str, object]]:
    held = page["/Resources"].get("/Font", {}) if hasattr(page, "__getitem__") else {}
    return [each.get_object() for each in held.values()]


def test_a_folder_without_fonts_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.ttf").write_text("none")
    assert run("print", "why_first", "--fonts", tmp_path) == (1, f"error: `{tmp_path}` holds no font that can be read\n")
    assert run("print", "why_first", "--fonts", tmp_path / "no") == (1, f"error: there is no folder `{tmp_path / 'no'}`\n")


def test_wrong_words_are_told(tmp_path: Path) -> None:
    assert run("print", "why_first", "--art", tmp_path / "no")[1] == f"error: there is no folder `{tmp_path / 'no'}`\n"
    assert run("print", "why_first", "--bleed", "nan") == (2, "error: `--bleed` is a number of millimetres, not `nan`\n")
    assert run("print", "chess", "--space", "inf") == (2, "error: `--space` is a number of millimetres, not `inf`\n")
    assert "found `big`" in run("print", "why_first", "--size", "big")[1]
    assert run("print", "why_first", "-o", tmp_path / "a.doc")[0] == 2
    assert run("print", "why_first", "-o", tmp_path / "no" / "a.pdf")[1] == f"error: there is no folder `{tmp_path / 'no'}`\n"
    assert run("print", "chess", "--only", "cards", "-o", tmp_path / "a.pdf")[1] == "error: `chess` has no cards to print\n"
    assert run("print", "chess", "--csv", tmp_path)[1] == "error: `chess` has no decks\n"
    assert "does not speak `de`" in run("print", "why_first", "--lang", "de")[1]
    assert run("print", "liars_dice", "-o", tmp_path / "a.pdf")[0] == 1


def test_tables_are_written(tmp_path: Path) -> None:
    assert run("print", "traxx", "--csv", tmp_path / "tables") == (0, "")
    first = (tmp_path / "tables" / "route.csv").read_text(encoding="utf-8").splitlines()[:2]
    assert first == ["colours,copies", '"blue,green,yellow,grey",1']
