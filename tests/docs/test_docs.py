"""The documents hold: rulesets in them play, what they quote is what the program says, links lead somewhere."""

from __future__ import annotations

import os
import re
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rulerun.dsl import manual
from rulerun.dsl.compile import compile_examples, compile_ruleset, examine, read_source, survey
from rulerun.dsl.expressions.builtins import BUILTINS
from rulerun.dsl.sentences.parse import Start, parse, parse_text
from rulerun.dsl.sentences.statement_lists import statements
from rulerun.dsl.text.document import SECTIONS
from rulerun.dsl.text.fields import Findings, pairs
from rulerun.dsl.text.nodes import Mapping, Scalar
from rulerun.dsl.text.outline import read
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE
from rulerun.interpreter.match.examples import run_example
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import Over, header_of

from ..support.battery import game_of
from ..support.doc_blocks import PAGES, Block, blocks, file_name, written

TOP = Path(__file__).resolve().parents[2]
RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]
WIPED = re.compile(r"\r\x1b\[K[^\r\n]*(?=\r\x1b\[K)|[^\n]*\r\x1b\[2K|[^\n]*\n(?:\x1b\[\?25h)?\r\x1b\[1A\x1b\[2K")
"""A line that said how far something had come or that somebody was thinking, and that the terminal wiped out."""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\r]")
PROMPT = re.compile(r"^[^ ]+ › (.*)$")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
INSTEAD = re.compile(r"<!-- with (\S+): (.+) => (.+) -->")
LINES = re.compile(r"lines=(\d+)-(\d+)?")
SKIPPED = "…"


ALL = [block for page in PAGES for block in blocks(page)]
YAML = [block for block in ALL if block.words[:1] == ("yaml",)]
SESSIONS = [block for block in ALL if block.words[:1] == ("console",)]
RULESETS = [block for block in ALL if block.is_ruleset]


def source_named(block: Block) -> str:
    """The file that a block is an excerpt from, empty when it is none."""
    return next((word.removeprefix("from=") for word in block.words if word.startswith("from=")), "")


FRAGMENTS = [each for each in YAML if each not in RULESETS and not source_named(each).startswith("rulesets/engines/")]
"""Parts of rulesets; a table of engines is none."""


def section_named(block: Block) -> str:
    """The section that the lines of an excerpt stand under, empty when it begins with one or is a list of sentences."""
    return next((word.removeprefix("under=") for word in block.words if word.startswith("under=")), "")


@pytest.mark.parametrize("block", RULESETS, ids=lambda block: block.place)
def test_a_whole_ruleset_of_a_page_is_sound_and_its_examples_hold(block: Block, tmp_path: Path) -> None:
    source, problems = read_source(written(block, tmp_path))
    assert source is not None
    found = [*problems, *examine(source)]
    assert found == []
    examples, _ = compile_examples(source)
    assert [(example.name, verdict.failures) for example in examples if not (verdict := run_example(example)).ok] == []


@pytest.mark.every
@pytest.mark.parametrize("block", RULESETS, ids=lambda block: block.place)
def test_a_whole_ruleset_of_a_page_is_played_to_its_end(block: Block, tmp_path: Path) -> None:
    source, _ = read_source(written(block, tmp_path))
    assert source is not None
    overview = survey(source)
    tables = [("", players) for players in overview.players]
    tables += [(variant.name, players) for variant in overview.variants for players in variant.players]
    for variant, players in tables:
        program = compile_ruleset(source, variant, players).program
        assert program is not None
        match = Match(game_of(program), header_of(program, source, players, 0))
        while open_now := match.open:
            if open_now[0].actor == NATURE:
                match.nature()
            else:
                match.answer(open_now[0].actor, len(match.entries) % len(open_now[0].options))
        assert isinstance(match.entries[-1], Over)


@pytest.mark.parametrize("block", [block for block in YAML if source_named(block)], ids=lambda block: block.place)
def test_an_excerpt_stands_in_the_ruleset_that_it_is_from(block: Block) -> None:
    lines = [line.strip() for line in (TOP / source_named(block)).read_text(encoding="utf-8").splitlines()]
    wanted = [line.strip() for line in block.text.splitlines()]
    assert any(lines[at : at + len(wanted)] == wanted for at in range(len(lines)))


@pytest.mark.parametrize("block", FRAGMENTS, ids=lambda block: block.place)
def test_a_fragment_of_a_page_can_be_read(block: Block) -> None:
    text = block.text
    if section_named(block):
        text = f"{section_named(block)}:\n" + "".join(f"  {line}\n" for line in text.splitlines())
    elif text.startswith("- "):
        text = "phases:\n  fragment:\n" + "".join(f"    {line}\n" for line in text.splitlines())
    root, problems = read(Source("fragment", text))
    assert root is not None, problems
    assert list(problems) == []
    findings = Findings()
    for pair in root.pairs:
        assert pair.key.text in SECTIONS
        for each in pairs(pair.value, "things by name", findings) if isinstance(pair.value, Mapping) else ():
            if pair.key.text == "phases":
                parse(each.key, Start.SIGNATURE)
                statements(each.value, findings)
            if pair.key.text in ("functions", "invariants") and isinstance(each.value, Scalar):
                parse(each.value, Start.EXPRESSION)
            if pair.key.text == "measures" and isinstance(each.value, Mapping):
                for place in each.value.pairs:
                    assert isinstance(place.value, Scalar)
                    parse(place.value, Start.EXPRESSION)
    assert findings.found == []


# ------------------------------------------------------------------------------------------------------------ sessions


def screen(folder: Path, command: str, typed: list[str]) -> str:
    """What a terminal 80 columns wide shows when the command is given there and these lines are typed at its prompts.

    When nothing is left to type, the terminal says that nobody is there any more.
    """
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    left_out = ("FORCE_COLOR", "CI", "GITHUB_ACTIONS", "RULERUN_DEBUG")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80", "LINES": "50", "PYTHONIOENCODING": "utf-8"}
    words = shlex.split(command)
    assert words[0] == "rulerun", command
    process = subprocess.Popen(
        [*RULERUN, *words[1:]], stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, close_fds=True
    )
    os.close(slave)
    raw, answered, lines = b"", 0, iter(typed)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([master], [], [], 1)[0]:
            continue
        try:
            more = os.read(master, 65536)
        except OSError:
            break
        if not more:
            break
        raw += more
        plain = ESCAPES.sub("", WIPED.sub("", raw.decode(errors="ignore")))
        if plain[answered:].endswith(" › "):
            answered = len(plain)
            line = next(lines, None)
            os.write(master, b"\x04" if line is None else line.encode() + b"\n")
    os.close(master)
    process.wait(20)
    return ESCAPES.sub("", WIPED.sub("", raw.decode(errors="ignore")))


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """The commands of a session, each with the lines that it shows."""
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        else:
            found[-1][1].append(line)
    return found


def shown(block: Block, folder: Path) -> str:
    """The session as the program shows it now, cut as the fence says; typed is what stands behind its prompts."""
    for other in RULESETS:
        if other.page == block.page and other.line < block.line:
            (folder / file_name(other)).write_text(other.text, encoding="utf-8")
    change = INSTEAD.match(block.above)
    if change is not None:
        path = folder / change.group(1)
        text = path.read_text(encoding="utf-8")
        assert change.group(2) in text, block.above
        path.write_text(text.replace(change.group(2), change.group(3)), encoding="utf-8")
    found = []
    for command, told in commands(block):
        typed = [prompt.group(1) for line in told if (prompt := PROMPT.match(line)) and prompt.group(1)]
        lines = [line.rstrip() for line in screen(folder, command, typed).strip("\n").split("\n")]
        found.append("".join(f"{line}\n" for line in (f"$ {command}", *cut(lines, block))))
    return "".join(found)


def cut(lines: list[str], block: Block) -> list[str]:
    """The lines that the fence asks for (`lines=3-20`), the others left out."""
    asked = next((found for word in block.words if (found := LINES.fullmatch(word))), None)
    if asked is None:
        return lines
    first, last = int(asked.group(1)), int(asked.group(2) or len(lines))
    return [
        *([SKIPPED] if first > 1 else []),
        *lines[first - 1 : last],
        *([SKIPPED] if last < len(lines) else []),
    ]


# A session starts the program once for each of its commands: only the README's is quick enough to be run every time.
QUICK_SESSIONS = [
    block if block.place.startswith("README") else pytest.param(block, marks=pytest.mark.slow) for block in SESSIONS
]


@pytest.mark.parametrize("block", QUICK_SESSIONS, ids=lambda block: block.place)
def test_a_session_of_a_page_is_what_the_program_shows(block: Block, tmp_path: Path) -> None:
    if any(command.startswith("rulerun simulate") for command, _ in commands(block)):
        pytest.importorskip("scipy", reason="needs the extra `lab`")
    assert "Usage: " not in block.text
    assert shown(block, tmp_path) == block.text, "renew the pages with `python -m tests.docs.test_docs`"


# ------------------------------------------------------------------------------------------- links and generated parts


def anchors(page: Path) -> set[str]:
    """The names that the headings of a page can be linked by."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_inside_the_repository_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    broken = []
    for link in LINK.findall(text):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_the_modules_that_the_architecture_names_are_there() -> None:
    text = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8")
    there = {path.name for path in TOP.rglob("*.py") if ".venv" not in path.parts} | {"__init__.py"}
    named = {name.rpartition("/")[2] for name in re.findall(r"`([\w/]+\.py)`", text)}
    assert sorted(named - there) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_generated_parts_of_a_page_are_as_the_language_is(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert manual.renewed(text) == text, f"renew it with `python -m rulerun.dsl.manual {page.relative_to(TOP)}`"


def test_the_reference_holds_every_generated_part() -> None:
    text = (TOP / "docs" / "language.md").read_text(encoding="utf-8")
    assert [name for name in manual.PARTS_OF_THE_MANUAL if f"<!-- generated: {name} -->" not in text] == []


def test_the_reference_names_every_section() -> None:
    text = (TOP / "docs" / "language.md").read_text(encoding="utf-8")
    assert [section for section in SECTIONS if f"`{section}:`" not in text] == []


def test_everything_the_grammar_knows_is_explained() -> None:
    chapters = manual.chapters((TOP / "grammar.lark").read_text(encoding="utf-8"))
    assert [each.rules[0].name for chapter in chapters.values() for each in chapter if not each.comment] == []


@pytest.mark.parametrize("name", BUILTINS)
def test_the_examples_of_a_builtin_can_be_read(name: str) -> None:
    examples = BUILTINS[name].doc.partition("Examples:")[2].strip().splitlines()
    assert examples
    for line in examples:
        code, arrow, _ = line.strip().partition(" -> ")
        assert arrow
        parse_text(code, 1, 1, Start.EXPRESSION)
        assert re.search(rf"\b{name}\b", code)


# ------------------------------------------------------------------------------------------------------------- renewing


def renew(page: Path) -> None:
    """Write into a page what the program shows now."""
    text = page.read_text(encoding="utf-8")
    for block in SESSIONS:
        if block.page == page:
            with TemporaryDirectory() as folder:
                fence = "```" + " ".join(block.words) + "\n"
                text = text.replace(f"{fence}{block.text}```", f"{fence}{shown(block, Path(folder))}```", 1)
    page.write_text(manual.renewed(text), encoding="utf-8")


if __name__ == "__main__":
    for each in PAGES:
        renew(each)


def test_the_readme_counts_the_games() -> None:
    (count,) = re.findall(r"\b(\d+) games come along", (TOP / "README.md").read_text(encoding="utf-8"))
    assert int(count) == len(list((TOP / "rulesets").glob("*.yaml")))
