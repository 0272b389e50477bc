"""`rulerun completion`: what a shell needs to complete commands, games, bots and options."""

from __future__ import annotations

import click

COMPLETE = "_RULERUN_COMPLETE"
"""The variable by which the shell asks for completions."""


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print what makes a shell complete rulerun's commands, games, variants, parameters, bots and languages.

    \b
      bash: add   eval "$(rulerun completion bash)"          to ~/.bashrc
      zsh:  add   eval "$(rulerun completion zsh)"           to ~/.zshrc
      fish: run   rulerun completion fish > ~/.config/fish/completions/rulerun.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None  # click knows these three
    click.echo(kind(context.find_root().command, {}, "rulerun", COMPLETE).source())
