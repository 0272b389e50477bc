"""The folder of the extension for VS Code holds what it names."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulerun.dsl.text.files import bundled
from rulerun.tools.service import Ruleset
from rulerun.tools.vscode import FOR_PEOPLE, colours, files, snippets

FOLDER = Path(__file__).resolve().parents[2] / "editors" / "vscode"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.name)
def test_every_file_can_be_read(path: Path) -> None:
    assert json.loads(path.read_text(encoding="utf-8"))


def test_what_the_extension_names_is_there() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    gives = package["contributes"]
    bundle = package["scripts"]["vscode:prepublish"].split()
    files = [bundle[1], gives["languages"][0]["configuration"], gives["grammars"][0]["path"], gives["snippets"][0]["path"]]
    assert [name for name in files if not (FOLDER / name).is_file()] == []
    assert f"--outfile={package['main'].removeprefix('./')}" in bundle
    carried = [name for name in package["files"] if not package["main"].startswith(f"./{name}/")]
    assert [name for name in carried if not (FOLDER / name).is_file()] == []
    assert package["activationEvents"] == [f"onLanguage:{gives['languages'][0]['id']}"]
    assert gives["configuration"]["properties"]["rulerun.command"]["default"] == ["rulerun", "lsp"]
    client = (FOLDER / bundle[1]).read_text(encoding="utf-8")
    assert [each["command"] for each in gives["commands"] if f'registerCommand("{each["command"]}"' not in client] == []
    assert not (FOLDER / ".vscodeignore").exists()  # `vsce` takes this or `files`


@pytest.mark.parametrize("name", sorted(files()))
def test_what_comes_from_the_language_is_as_the_language_is(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == files()[name], "python -m rulerun.tools.vscode editors/vscode"


def test_the_words_of_sentences_are_coloured() -> None:
    repository = colours()["repository"]
    assert isinstance(repository, dict)
    rules = [each for each in repository["words"]["patterns"] if "match" in each]

    def coloured(text: str) -> list[tuple[str, str]]:
        found, at = [], 0
        while at < len(text):
            there = [(match, rule["name"]) for rule in rules if (match := re.compile(rule["match"]).match(text, at))]
            if there:
                found.append((there[0][0][0], there[0][1].split(".")[0]))
            at = there[0][0].end() if there else at + 1
        return found

    assert coloured("- end the game after this phase") == [("-", "keyword"), ("end the game after this phase", "keyword")]
    line = "- let x = count(hand[me]) if stock is not empty else nothing"
    words = [word for word, kind in coloured(line) if word.isalpha() or " " in word]
    assert words == ["let", "count", "if", "is not", "else", "nothing"]
    sections = re.compile(repository["sections"]["match"])
    text = bundled()[0].read_text(encoding="utf-8")
    heads = [line.split(":")[0] for line in text.split("\n") if re.match(r"\w", line)]
    assert [head for head in heads if head not in FOR_PEOPLE and not sections.match(f"{head}:")] == []


@pytest.mark.parametrize("name", [name for name in snippets() if name.startswith("a game")])
def test_a_game_to_begin_with_is_sound(name: str) -> None:
    body = json.loads((FOLDER / "snippets.json").read_text(encoding="utf-8"))[name]["body"]
    assert Ruleset(Path("my_game.yaml"), "\n".join(body) + "\n").check() == ()
