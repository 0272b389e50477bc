"""What a race between settings shows, as sentences: which serves best, which are not shown to be worse, what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import prod

from ..statistics.estimates import Estimate
from ..statistics.race import DOUBT, Aim
from ..statistics.tuning import SettingFigures, TuneDescription, TuneFigures
from .conclusions import Finding
from .headline import TIES
from .number_format import NAMED, among, between, count, listed, number, percent, some, upper, within

RANDOM = "random"

SUPERLATIVES = {
    Aim.FAIR: "is fairest",
    Aim.SHORT: "is shortest",
    Aim.CLOSE: "is closest",
    Aim.SKILL: "rewards skill most",
}


def headline(found: TuneFigures) -> str:
    """Which setting serves best, with its interval, and which are not shown to be worse, with how much worse they may be."""
    best, others = found.best, found.open
    if best is None:
        reasons = {each.why for each in found.out}
        return f"No setting could be judged{f': {reasons.pop()}' if len(reasons) == 1 else ''}."
    told = figure_told(found.run.aim, best.figure)
    superlative = SUPERLATIVES[found.run.aim]
    if not others and not found.worse:
        return f"{named(best)} is the only setting that could be judged: {told}."
    if not others:
        return f"{named(best)} {superlative}: {told}; {_all_worse(found)}."
    may = max(each.behind.high for each in others if each.behind is not None)
    if found.run.end == "alike":
        few = scaled(found.run.aim, Estimate(found.little, found.little, found.little))
        same = f"{_values(others)} {_are(others)} as good within {_amount(found.run.aim, few)}"
        hardly = (
            f"{named(best)} {superlative}: {told}" if found.worse else f"The settings hardly differ: with {named(best)} {told}"
        )
        return f"{hardly}; {same}."
    most = scaled(found.run.aim, Estimate(may, may * 0.9, may * 1.1))
    they = "it" if len(others) == 1 else "they"
    worst = f"({they} may be up to {_amount(found.run.aim, most)} worse)"
    if not found.worse:
        rest = f"none of the {count(len(others))} others is" if len(others) > 1 else f"{_values(others)} is not"
        return (
            f"These games do not show which setting {superlative}: {named(best)} is ahead, where {told}; "
            f"{rest} shown to be worse {worst}."
        )
    open_ = f"{_values(others)} {_are(others)} not shown to be worse {worst}"
    return f"{named(best)} {superlative} so far: {told}; {open_}."


def alarms(found: TuneFigures) -> Iterator[str]:
    """What calls for a look at the rules: settings that were left out, games without an end or without a winner."""
    if not found.run.finished:
        yield f"Stopped early, after {among(found.run.games, 'game', 'games')}."
    for why, each in groupby(sorted(found.out, key=lambda one: one.why), key=lambda one: one.why):
        those = list(each)
        if found.best is not None or len(those) < len(found.out):  # else the headline says it
            yield f"Left out: {_values(those)}: {why}"
    judged = [each for each in found.settings if each.verdict != "out"]
    cut = [each for each in judged if each.cut.count]
    if cut:
        most = max(cut, key=lambda each: each.cut.rate.value)
        yield f"Some games were cut short: {percent(most.cut)} with {named(most)}, where it is most."
    best = found.best
    if best is not None and best.tied.rate.low > TIES and found.run.aim in (Aim.FAIR, Aim.CLOSE):
        yield f"With {named(best)} {percent(best.tied)} of the games have no single winner."
    failed = [each for each in judged if each.failed]
    if failed:
        spoiled = sum(each.failed for each in failed)
        are = "is" if spoiled == 1 else "are"
        yield f"A bot failed in {among(spoiled, 'game', 'games')}, which {are} left out: {failed[0].failure}."


def findings(found: TuneFigures) -> Iterator[Finding]:
    """How the race went, and how sure its end is."""
    run, best = found.run, found.best
    if best is None:
        return
    yield Finding("Best", f"{named(best)}: {figure_told(run.aim, best.figure)}.")
    if found.open:
        told = [f"{named(each)} ({_behind(run.aim, each)})" for each in found.open]
        yield Finding("Not shown to be worse", f"{some(told)}.")
    if found.worse:
        nearest = min(found.worse, key=lambda each: each.behind.value if each.behind is not None else 0.0)
        closest = f" The nearest is {named(nearest)} ({_behind(run.aim, nearest)})." if len(found.worse) > 1 else ""
        yield Finding("Worse", f"{_shortly(found.worse)}.{closest}")
    yield Finding("How sure", f"{ENDS[run.end]} {_sure()}")
    if run.aim is not Aim.SKILL and set(run.bots) <= {RANDOM}:
        yield Finding(
            "Players", "All choices were made at random; `--bots` names players of sense, with whom it may be otherwise."
        )


ENDS = {
    "one": "All other settings were shown to be worse, so no more was played.",
    "alike": "Those that are left hardly differ, so no more was played.",
    "spent": "More games may show more.",
    "enough": "So many games do not tell those apart that are left, and no more are played.",
    "stopped": "More games may show more.",
}


def _sure() -> str:
    return (
        f"The best setting is taken for a worse one in at most {DOUBT * 100:g} of 100 such races, however often it is looked; "
        "all intervals hold whenever one stops."
    )


def figure_told(aim: Aim, figure: Estimate | None) -> str:
    """What a setting shows of the aim, in words, with its interval."""
    if figure is None:
        return "nothing is known of it"
    shown = scaled(aim, figure)
    brackets = within(between(shown))
    match aim:
        case Aim.FAIR:
            return f"the best seat wins {_amount(aim, shown)} more of the games than the worst{brackets}"
        case Aim.SHORT:
            return f"a game takes {_amount(aim, shown)}{brackets}"
        case Aim.CLOSE:
            return f"a game is open up to {number(shown)}% of its length{brackets}"
        case Aim.SKILL:
            return f"the stronger bot stands {_amount(aim, shown)} of a win better{brackets}"


def scaled(aim: Aim, figure: Estimate) -> Estimate:
    """The figure in the unit in which it is told: choices as they are, all else in hundredths."""
    times = 1 if aim is Aim.SHORT else 100
    return Estimate(times * figure.value, times * figure.low, times * figure.high)


def named(one: SettingFigures) -> str:
    """A setting: `stages=5`, or of several dials `stages=5, hand=4`."""
    return f"`{', '.join(f'{name}={value}' for name, value in one.setting)}`"


def behind_told(aim: Aim, one: SettingFigures) -> str:
    """By how much a setting is worse than the best, with its interval; empty for the best and for those without games."""
    if one.behind is None:
        return ""
    shown = scaled(aim, one.behind)
    return f"{number(shown)}{within(between(shown))}"


def source(run: TuneDescription) -> str:
    """What was played, in short."""
    cells = prod(len(values) for _, values in run.dials)
    fixed = [f"{name} {value}" for name, value in run.altered]
    table = ", ".join([*([run.variant] if run.variant else []), among(run.players, "player", "players"), *fixed])
    left = "" if run.finished else " (stopped early)"
    who = f"levels: {', '.join(run.levels)}" if run.levels else f"bots: {', '.join(dict.fromkeys(run.bots)) or 'nobody'}"
    of = f"{count(cells)} settings of {listed([name for name, _ in run.dials])}"
    return f"{of}, {table}: {among(run.games, 'game', 'games')}{left} for `{run.aim.value}`; {who}; seed {run.seed}"


def _amount(aim: Aim, shown: Estimate) -> str:
    """A difference between settings with its unit."""
    one, several = ("choice", "choices") if aim is Aim.SHORT else ("point", "points")
    text = number(shown)
    return f"{text} {one if text == '1' else several}"


def _behind(aim: Aim, one: SettingFigures) -> str:
    shown = Estimate(0.0) if one.behind is None else scaled(aim, one.behind)
    return ", ".join(filter(None, (f"worse by {_amount(aim, shown)}", between(shown))))


def _values(settings: Sequence[SettingFigures]) -> str:
    """These settings, the first ones by name: of a single dial only their values, once the dial was named."""
    return some([named(each) if len(each.setting) > 1 else f"`{each.setting[0][1]}`" for each in settings])


def _shortly(settings: Sequence[SettingFigures]) -> str:
    return upper(_values(settings)) if len(settings) <= NAMED else f"{count(len(settings))} settings"


def _all_worse(found: TuneFigures) -> str:
    worse = found.worse
    if len(worse) == 1:
        return f"{_values(worse)} is worse"
    return f"{'both' if len(worse) == 2 else f'all {count(len(worse))}'} others are worse"


def _are(settings: Sequence[SettingFigures]) -> str:
    return "is" if len(settings) == 1 else "are"
