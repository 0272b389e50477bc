"""`rulerun analyse`: looks at a recorded match afterwards, and says which choices cost most."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import completing
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused, emit, fault_text
from ..terminal.levels import GOOD, LEVELS

if TYPE_CHECKING:
    from ...bots import Advisor, Bot
    from ...interpreter.match.match import Match
    from ...lab.analysis import Asked, Gap, Judged, Looks, SeatJudged
    from ...program.ir import Program

TOLD = 1.5
"""It is told where the intervals of a bot are so many times wider than it says."""


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
    from ...bots import BotFailed
    from ...interpreter import PlayError
    from ...lab.analysis import decisions, judge, judged, summaries, widened
    from ..terminal.cost import Cost
    from ..terminal.interrupts import INTERRUPTED, Halted
    from ..terminal.records import replayed
    from ..terminal.run_options import progress_bar
    from ..terminal.seating import known_sitter, seat_named, sitter_text
    from ..terminal.wishes import language_of

    match, source = replayed(record)
    program, answers = match.program, match.trails.answers
    wanted = [seat_named(program, name) for name in seats] or match.people or program.players
    chosen = [seat for seat in program.players if seat in wanted]
    adviser = advisor(program, known_sitter(bot, "--bot"))
    language = language_of(program, spoken)
    words = "" if as_object else language
    asked = decisions(program, answers, words)
    several = sum(each.seat in chosen and len(each.options) > 1 for each in asked)
    who = sitter_text(program, bot)
    sys.stderr.write(f"{cost_text(adviser, several, who)}\n")
    found: list[Looks] = []
    try:
        with progress_bar(who, None if seconds(adviser) else Cost("decisions", 1), "decisions") as tell:
            for each in judge(program, answers, chosen, adviser, seed, words):
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
    marked, wider = judged(found), widened(found)
    told = summaries(asked, marked, chosen)
    if as_object:
        emit(report(match, who, asked, wider, marked, told))
    else:
        say(record, match, who, asked, wider, told, language)
    if len(found) < several:
        sys.exit(INTERRUPTED)


def advisor(program: Program, name: str) -> Advisor:
    """The bot of that level or name. Raises `Misused` when there is none, or when it gives no estimates."""
    from ...bots import Advisor
    from ...dsl.text.suggestions import listed
    from ..terminal.seating import bot_of, sitter_text

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
    from ..terminal.cost import duration

    each = seconds(bot)
    long = f": about {duration(2 * count * each)}" if each else ""
    return f"{who} looks twice at {count} decision{'' if count == 1 else 's'} with something to choose{long}"


def seconds(bot: Advisor) -> float:
    """How long the bot thinks each time; 0 where that is not settled beforehand."""
    time = getattr(bot, "time", None)
    return time if isinstance(time, float) else 0.0


# ------------------------------------------------------------------------------------------------------------------ text


def say(
    record: Path, match: Match, who: str, asked: Sequence[Asked], wider: float, told: Sequence[SeatJudged], language: str
) -> None:
    """Print what the choices of each seat come to, and its worst ones."""
    from rich.console import Console
    from rich.text import Text

    from ...table.narration import result_lines, title_line
    from ...table.phrases import phrase
    from ..terminal.advice import worths

    console = Console(highlight=False)
    end = next(result_lines(match, language)) if match.is_over else phrase(language, "not over")
    console.print(Text(f"{title_line(match, language)} · {phrase(language, 'decisions', len(asked))} · {end}", "bold"))
    scale = phrase(language, worths(match.program)).partition(", ")[2].rstrip(":")
    console.print(Text(phrase(language, "what worth is", scale), "dim"))
    for each in told:
        console.print()
        console.print(Text(heading(match.program.seat_name(each.seat, language), each, language), "bold"))
        if each.worst:
            console.print(table(each.worst, language))
        elif each.choices:
            console.print(Text(phrase(language, "no cost")))
    if wider >= TOLD:
        console.print(Text(f"\n{phrase(language, 'widened', who, f'{wider:.1f}')}", "dim"))
    worst = max((one for each in told for one in each.worst), key=cost_of, default=None)
    if worst is not None:
        better = worst.asked.options[worst.best]
        words = ["rulerun", "play", str(record), "--from", str(worst.asked.number), "--choose", better]
        words += [] if language == "en" else ["--lang", language]
        console.print(Text(f"\n{phrase(language, 'otherwise', shlex.join(words))}"), soft_wrap=True)


def heading(name: str, seat: SeatJudged, language: str) -> str:
    """What the choices of a seat come to, in one line."""
    from ...table.phrases import phrase

    if not seat.choices:
        return phrase(language, "never chose", name)
    many = phrase(language, "one decision") if seat.decisions == 1 else phrase(language, "decisions", seat.decisions)
    parts = [f"{name}: {many}"]
    if seat.choices < seat.decisions:
        parts.append(phrase(language, "something to choose", seat.choices))
    cost = f"{percent(seat.cost)}{give_or_take(seat.error)}"
    mattered = phrase(language, "mattered", seat.mattered, cost) if seat.mattered else phrase(language, "none mattered", cost)
    return ", ".join((*parts, mattered))


def table(worst: Sequence[Judged], language: str) -> object:
    """The choices that cost most, a line each."""
    from rich.table import Table

    from ...table.phrases import phrase

    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("judged decision", "judged cost"):
        shown.add_column(phrase(language, name), justify="right")
    for name in ("judged chosen", "judged better"):
        shown.add_column(phrase(language, name), overflow="fold")
    for each in worst:
        chosen, best = (with_worth(each, index) for index in (each.asked.chosen, each.best))
        error = 0.0 if each.cost is None else each.cost.error
        shown.add_row(str(each.asked.number), f"{percent(cost_of(each))}{give_or_take(error)}", chosen, best)
    return shown


def with_worth(judged: Judged, index: int) -> str:
    """An option with what it is worth."""
    return f"{judged.asked.options[index]} ({percent(judged.estimates[index].worth)})"


def cost_of(judged: Judged) -> float:
    """What the choice cost."""
    return 0.0 if judged.cost is None else judged.cost.worth


def percent(part: float) -> str:
    """A part of 1 in percent."""
    return f"{part * 100:.0f} %"


def give_or_take(error: float) -> str:
    """The half width of an interval in percent; empty where there is none."""
    return f" ± {error * 100:.0f}" if error else ""


# ------------------------------------------------------------------------------------------------------------------ JSON


def report(
    match: Match, who: str, asked: Sequence[Asked], wider: float, judged: Sequence[Judged], told: Sequence[SeatJudged]
) -> dict[str, object]:
    """The analysis, for `--json`."""
    program = match.program
    names = [seat.name for seat in program.seats]
    return {
        "ruleset": program.ruleset,
        "players": len(program.players),
        "variant": program.variant,
        "parameters": dict(program.parameters),
        "seed": match.header.seed,
        "finished": match.is_over,
        "decisions": len(asked),
        "judged_by": who,
        "intervals_widened": wider,
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
            {"option": options[one.option], "worth": one.worth, "error": one.error, "tried": one.tried} for one in each.estimates
        ],
    }


def gap_object(gap: Gap | None) -> dict[str, float] | None:
    """How far two options lie apart."""
    return None if gap is None else {"worth": gap.worth, "error": gap.error}
