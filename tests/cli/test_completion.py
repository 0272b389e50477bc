"""What shells complete."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from rulerun.cli.main import COMMANDS, root

VARIABLE = "_RULERUN_COMPLETE"


def completed(*words: str) -> list[str]:
    """What is completed for the last word."""
    found = ShellComplete(root, {}, "rulerun", VARIABLE).get_completions(list(words[:-1]), words[-1])
    return [item.value for item in found]


@pytest.fixture(autouse=True)
def in_a_folder_with_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.yaml", "mine-3.rulerun"):
        (tmp_path / name).write_text("broken: [")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("play", "why"), ["why_first"]),
        (("play", "mi"), ["mine-3.rulerun", "mine.yaml"]),
        (("validate", "mi"), ["mine.yaml"]),
        (("simulate", "hea"), ["hearts"]),
        (("play", "why_first", "--variant", ""), ["tactical"]),
        (("play", "Why First?", "--variant", "t"), ["tactical"]),
        (("play", "--variant", ""), []),
        (("play", "mine.yaml", "--variant", ""), []),
        (("play", "nothing", "--set", ""), []),
        (("play", "hearts", "--set", "ta"), ["target="]),
        (("play", "hearts", "--set", "passing=r"), ["passing=rotates"]),
        (("play", "traxx", "--lang", ""), ["en", "it", "es"]),
        (("play", "traxx", "--level", "s"), ["strong"]),
        (("play", "traxx", "--bot", "gr"), ["greedy"]),
        (("play", "traxx", "--seat", "2=hu"), ["2=human"]),
        (("tournament", "traxx", "--bots", "easy,gr"), ["easy,greedy"]),
        (("completion", "z"), ["zsh"]),
        (("comp",), ["compare", "compile", "completion"]),
    ],
    ids=" ".join,
)
def test_a_word_is_completed(words: tuple[str, ...], found: list[str]) -> None:
    assert completed(*words) == found


def test_every_argument_that_is_a_ruleset_is_completed() -> None:
    context = click.Context(root)
    for name in COMMANDS:
        command = root.get_command(context, name)
        assert command is not None
        for parameter in command.params:
            if parameter.name in ("file", "files"):
                assert "traxx" in completed(name, "tra"), name


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_how_to_complete(shell: str) -> None:
    printed = CliRunner().invoke(root, ["completion", shell])
    assert printed.exit_code == 0
    assert f"{VARIABLE}={shell}_complete" in printed.output


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_itself_completes(tmp_path: Path) -> None:
    program = tmp_path / "rulerun"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -c "from rulerun.cli.main import main; main()" "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(rulerun completion bash)"; COMP_WORDS=(rulerun play why_first --variant ta); COMP_CWORD=4; '
        '_rulerun_completion rulerun; echo "${COMPREPLY[@]}"'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert run.stdout.split() == ["tactical"], run.stderr
