"""The folder of the extension for VS Code holds what it names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "editors" / "vscode"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.name)
def test_every_file_can_be_read(path: Path) -> None:
    assert json.loads(path.read_text(encoding="utf-8"))


def test_what_the_extension_names_is_there() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    gives = package["contributes"]
    bundle = package["scripts"]["vscode:prepublish"].split()
    files = [bundle[1], gives["languages"][0]["configuration"], gives["grammars"][0]["path"]]
    assert [name for name in files if not (FOLDER / name).is_file()] == []
    assert f"--outfile={package['main'].removeprefix('./')}" in bundle
    carried = [name for name in package["files"] if not package["main"].startswith(f"./{name}/")]
    assert [name for name in carried if not (FOLDER / name).is_file()] == []
    assert package["activationEvents"] == [f"onLanguage:{gives['languages'][0]['id']}"]
    assert gives["configuration"]["properties"]["rulerun.command"]["default"] == ["rulerun", "lsp"]
