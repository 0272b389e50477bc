"""The course of matches in a report: the curve of winning chances, hot spots of boards, a sample match at its turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..statistics.hot_spots import HotSpots, SpaceFigures
from ..statistics.sample_match import ChancePoint, SampleMatch, TurningPoint
from ..statistics.sense import Sense
from .charts import Step, Steps
from .number_format import among, count, listed, percent, percents, within
from .report import ALL, Column, Cut, Kind, Picture, Plot, Section, Shaded, Table, columns, section

HALF = 50
"""At so many percent of a match the verdict is told."""

SPACES = 6
"""A terminal shows at most this many spaces."""


def retold_sections(found: Sense) -> Iterator[Section]:
    """What is shown of the boards and of a match of the strongest level by itself."""
    for each in found.spots:
        yield _spots(each)
    if found.sample is not None and found.sample.curve:
        yield _sample(found.sample, found.run.levels[-1])


def curve_section(found: Sense) -> Section:
    """The curve of winning chances in matches of the strongest level by itself."""
    rows = tuple((f"{each.percent}%", count(each.games), percent(each.wins), percents(each.wins)) for each in found.course)
    heads = columns("of the match", "games", "who is ahead wins", "95% interval")
    note = "Ahead is who has the best chance by the judge's latest look; a shared win is shared out."
    steps = tuple(
        Step(
            str(each.percent),
            "",
            100 * each.wins.value,
            100 * each.wins.low,
            100 * each.wins.high,
            f"at {each.percent}% of the match who is ahead wins {percent(each.wins)}{within(percents(each.wins))}",
        )
        for each in found.course
    )
    plot = Plot(
        "How often the player who is ahead at a point of the match wins in the end, with 95% intervals",
        f"{'; '.join(each.words for each in steps)}.",
        Steps(steps, ("",), "percent of the match", "", "%", True),
    )
    table = Table("Who is ahead, and who wins", heads, rows, note, ALL)
    return section("The curve of winning chances", _half(found), [plot], [table])


def _half(found: Sense) -> str:
    half = next((each for each in found.course if each.percent == HALF), None)
    if half is None:
        return ""
    wins = f"{percent(half.wins)} of {among(half.games, 'game', 'games')}{within(percents(half.wins))}"
    return f"Who is ahead at half of the match wins {wins} in the end."


# ------------------------------------------------------------------------------------------------------------ hot spots


def _spots(found: HotSpots) -> Section:
    kinds = (
        ("entered", "How often a game something comes to each space", [each.entered for each in found.spaces], _often),
        ("taken", "How often a game something is taken from each space", [each.taken for each in found.spaces], _often),
        (
            "contested",
            "In how many of a hundred games two seats or more change something on each space",
            [each.contested.rate.value for each in found.spaces],
            _hundred,
        ),
    )
    pictures = []
    for _, caption, values, write in kinds:
        most = max(values)
        if most:
            shades = {
                each.id: Shaded(value / most, write(value)) for each, value in zip(found.spaces, values, strict=True) if value
            }
            order = sorted(zip(found.spaces, values, strict=True), key=lambda pair: -pair[1])[:SPACES]
            words = listed([f"{each.name} {write(value)}" for each, value in order if value])
            pictures.append(Picture(caption, f"Most: {words}.", found.scene, found.board, tuple(shades.items())))
    used = (each for each in found.spaces if each.entered or each.taken or each.contested.count)
    shown = sorted(used, key=lambda each: -each.entered)
    heads = columns("space", "comes", "taken", "contested", "95% interval")
    table = Table(f"Spaces of `{found.board}`", heads, tuple(map(_space, shown)), _SPACES, Cut(SPACES), Cut(30))
    text = f"By choices of seats in {among(found.games, 'game', 'games')} of the strongest level by itself."
    return section(f"Hot spots of `{found.board}`", text, [], [table], pictures)


_SPACES = "“comes”, “taken”: how often a game; “contested”: in how many games two seats or more change something there."


def _space(each: SpaceFigures) -> tuple[str, ...]:
    return each.name, _often(each.entered), _often(each.taken), percent(each.contested), percents(each.contested)


def _often(times: float) -> str:
    return f"{times:.2g}"


def _hundred(part: float) -> str:
    return f"{100 * part:.0f}"


# --------------------------------------------------------------------------------------------------------- sample match


def _sample(found: SampleMatch, level: str) -> Section:
    won = f"{listed(list(found.winners))} {'win' if len(found.winners) > 1 else 'wins'}" if found.winners else "nobody wins"
    text = f"One match between `{level}` in {count(found.choices)} choices, game {count(found.game)} of that level; {won}."
    heads = (
        Column("choice", Kind.WORDS),
        Column("seat", Kind.WORDS),
        Column("chose", Kind.WORDS),
        *(Column(name, Kind.NUMBER) for name in ("chance before", "chance after")),
    )
    rows = tuple((count(each.choice), each.seat, each.chosen, _part(each.before), _part(each.after)) for each in found.turns)
    note = "“before” is the seat's chance behind its choice before that."
    table = Table("Turning points", heads, rows, note, ALL) if rows else None
    return section("A sample match at its turning points", text, [_chances(found.curve)], [table], map(_picture, found.turns))


def _picture(each: TurningPoint) -> Picture:
    goes = f"Its chance goes from {_part(each.before)} to {_part(each.after)}."
    caption = f"Choice {count(each.choice)}, {each.seat}: {each.chosen}. {goes}"
    since = f"Since its choice before: {'; '.join(each.since)}." if each.since else "Nobody else chose since its choice before."
    return Picture(caption, since, each.scene)


def _chances(curve: Sequence[ChancePoint]) -> Plot:
    seats = tuple(dict.fromkeys(each.seat for each in curve))
    rows = tuple(
        Step(
            str(each.choice),
            each.seat,
            *(3 * (100 * each.chance,)),
            f"choice {each.choice}, {each.seat}: {_part(each.chance)}",
        )
        for each in curve
    )
    last = [next(row.words for row in reversed(rows) if row.series == seat) for seat in seats]
    return Plot(
        "How the chance of each seat goes, at its choices",
        f"At the last: {'; '.join(last)}.",
        Steps(rows, seats, "choice", "seat", "%", True),
    )


def _part(chance: float) -> str:
    return f"{100 * chance:.0f}%"
