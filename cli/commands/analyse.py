"""`rulerun analyse`: looks at a recorded match afterwards, and says which choices cost most."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...session.levels import GOOD, LEVELS
from ..terminal import completing
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused, emit, fault_text

if TYPE_CHECKING:
    from ...bots import Advisor, Bot
    from ...interpreter.match.match import Match
    from ...lab.analysis import Asked, Gap, Judged, Looks, SeatJudged
    from ...program.ir import Program


@click.command("analyse", cls=NamesBots)
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--seat", "seats", multiple=True, metavar="N", help="Whose choices: a seat by number or name; may be given again.")
@click.option(
    "--bot",
    default=GOOD,
    metavar="BOT",
    shell_complete=completing.bots,
    help=f"Who judges: a level ({', '.join(LEVELS)}), or a bot with estimates ({GOOD}).",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, metavar="S", help="Seed of the bot that judges (0).")
@click.option(
    "--lang",
    "spoken",
    shell_complete=completing.languages,
    default="",
    metavar="L",
    help="The language of the text, as in `rulerun play`; `--json` has none.",
)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(record: Path, seats: tuple[str, ...], bot: str, seed: int, spoken: str, as_object: bool) -> None:
    """Look at a recorded match afterwards: which choices cost most, and what would have been better.

    A bot judges each decision by what the seat knew then. Judged are the seats at which people sat, or all where the record
    names none.
    """
    from rich.text import Text

    from ...bots import BotFailed
    from ...interpreter import PlayError
    from ...lab.analysis import decisions, judge, judged, summaries, widened
    from ...session.seating import known_sitter, seat_named, sitter_text
    from ..draw.printer import Printer
    from ..terminal.afterwards import afterwards, seconds
    from ..terminal.cost import Cost
    from ..terminal.interrupts import INTERRUPTED, Halted
    from ..terminal.play_options import language_of
    from ..terminal.records import replayed
    from ..terminal.run_options import progress_bar

    match, source = replayed(record)
    game, program, answers = match.game, match.program, match.observer.answers
    wanted = [seat_named(program, name) for name in seats] or match.people or program.players
    chosen = [seat for seat in program.players if seat in wanted]
    adviser = advisor(program, known_sitter(program, bot, "--bot"))
    language = language_of(program, spoken)
    words = "" if as_object else language
    asked = decisions(game, answers, words)
    several = sum(each.seat in chosen and len(each.options) > 1 for each in asked)
    who = sitter_text(program, bot)
    sys.stderr.write(f"{cost_text(adviser, several, who)}\n")
    found: list[Looks] = []
    try:
        with progress_bar(who, None if seconds(adviser) else Cost("decisions", 1), "decisions") as tell:
            for each in judge(game, answers, chosen, adviser, seed, words):
                found.append(each)
                tell(len(found), several)
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
    except KeyboardInterrupt:
        if not found:
            raise Halted("stopped before the first decision was judged") from None
        sys.stderr.write(f"\nstopped after {len(found)} of {several} decisions; what follows is of these\n")
    except BotFailed as fault:
        raise Refused(f"`{bot}` could not judge decision {number_after(found, asked, chosen)}: {fault}") from None
    if as_object:
        marked, full = judged(found), sum(each.full for each in found)
        emit(report(match, who, asked, widened(found), full, marked, summaries(asked, marked, chosen)))
    else:
        console = Printer(highlight=False)
        for part in afterwards(match, who, asked, found, chosen, record, language):
            console.print(part, soft_wrap=isinstance(part, Text) and not part.style)
    if len(found) < several:
        sys.exit(INTERRUPTED)


def advisor(program: Program, name: str) -> Advisor:
    """The bot of that level or name. Raises `Misused` when there is none, or when it gives no estimates."""
    from ...bots import Advisor
    from ...dsl.text.suggestions import listed
    from ...session.seating import bot_of, sitter_text

    bot = bot_of(program, name)
    if isinstance(bot, Advisor):
        return bot
    others = listed(advisors(program))
    hint = f"; those that do: {others}" if others else ""
    raise Misused(f"`{sitter_text(program, name)}` does not say what it thinks of every option{hint}")


def advisors(program: Program) -> list[str]:
    """The names of the bots that give estimates and play that game."""
    from ...bots import Advisor, UnknownBot, names, seated

    def made(name: str) -> Bot | None:
        try:
            return seated(name, program)
        except UnknownBot:
            return None

    return [name for name in names() if isinstance(made(name), Advisor)]


def number_after(found: Sequence[Looks], asked: Sequence[Asked], seats: Sequence[int]) -> int:
    """The number of the decision behind those that are judged."""
    waiting = [each.number for each in asked if each.seat in seats and len(each.options) > 1]
    return waiting[len(found)]


def cost_text(bot: Advisor, count: int, who: str) -> str:
    """What looking at so many decisions costs."""
    from ..terminal.afterwards import seconds
    from ..terminal.cost import duration

    each = seconds(bot)
    long = f": about {duration(2 * count * each)}" if each else ""
    return f"{who} looks twice at {count} decision{'' if count == 1 else 's'} with something to choose{long}"


# ------------------------------------------------------------------------------------------------------------------ JSON


def report(
    match: Match, who: str, asked: Sequence[Asked], wider: float, full: int, judged: Sequence[Judged], told: Sequence[SeatJudged]
) -> dict[str, object]:
    """The analysis, for `--json`."""
    program = match.program
    names = [seat.name for seat in program.seats]
    return {
        "ruleset": program.ruleset,
        "players": len(program.players),
        "variant": program.variant,
        "parameters": dict(program.parameters),
        "seed": match.header.chance.seed,
        "finished": match.is_over,
        "decisions": len(asked),
        "judged_by": who,
        "intervals_widened": wider,
        "trees_full": full,
        "seats": [
            {
                "seat": names[each.seat],
                "decisions": each.decisions,
                "choices": each.choices,
                "mattered": each.mattered,
                "cost": each.cost,
                "error": each.error,
                "worst": [one.asked.number for one in each.worst],
            }
            for each in told
        ],
        "judged": [judged_object(names[each.asked.seat], each) for each in judged],
    }


def judged_object(seat: str, each: Judged) -> dict[str, object]:
    """A decision and how it is judged."""
    options = each.asked.options
    return {
        "decision": each.asked.number,
        "seat": seat,
        "chosen": options[each.asked.chosen],
        "best": options[each.best],
        "cost": gap_object(each.cost),
        "spread": gap_object(each.spread),
        "marked": each.marked,
        "mattered": each.mattered,
        "options": [
            {"option": options[one.option], "worth": one.worth, "error": one.error, "tried": one.tried, "proven": one.proven}
            for one in each.estimates
        ],
        "expected": list(each.expected),
        "loss": each.loss,
    }


def gap_object(gap: Gap | None) -> dict[str, float] | None:
    """How far two options lie apart."""
    return None if gap is None else {"worth": gap.worth, "error": gap.error}
