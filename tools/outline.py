"""The outline of a ruleset: its sections, and the keys of the things in them, with what they say and the words they may hold."""

from __future__ import annotations

from attrs import frozen

from ..dsl.declarations.boards import BLOCKED, ENDS, SHAPES, TOUCH
from ..dsl.declarations.constants import SIGHTS
from ..dsl.forms.expected import SEATS
from ..dsl.forms.names import CONDITION, NUMBER
from ..dsl.sections.drawing import KEYS
from ..dsl.sections.table import HINTS
from ..dsl.sentences.lines import Start
from ..dsl.symbols.zone_kinds import ZONE_KINDS


@frozen
class Key:
    """A key of the outline: what it says, the words that may stand behind it (none: anything), and whether there must be one.

    *reads* is the kind of line that may stand behind it besides words (None: none that the grammar reads); a value has
    that *role*.
    """

    doc: str
    words: tuple[str, ...] = ()
    needed: bool = False
    reads: Start | None = None
    role: str = ""


@frozen
class Section:
    """A section: what it says; *things* are the keys of each named thing in it, *keys* its own (None: it has no fixed ones).

    *reads* is the kind of line that its values are, where the grammar reads them, *role* what they must be.
    """

    doc: str
    things: dict[str, Key] | None = None
    keys: dict[str, Key] | None = None
    reads: Start | None = None
    role: str = ""


PER = Key(
    "one for each of these: `player`, `seat`, an enumeration, `space of BOARD`, a range, or a list of such", reads=Start.EXTENT
)
SEEN = Key("who sees it: a word, or a rule such as `player q where q = next(owner)`", tuple(SIGHTS))

VALUE = {
    "holds": Key(
        "what it can be: a range `0..9`, `truth`, `player`, an enumeration, `space of BOARD`, `card of DECK`", reads=Start.EXTENT
    ),
    "per": PER,
    "starts as": Key("its value at the start; `nothing` or 0 without it", reads=Start.EXPRESSION),
    "seen by": SEEN,
}

EXAMPLE = {
    "players": Key("how many; the fewest allowed when it is left out"),
    "parameters": Key("dials turned for this example"),
    "given": Key("where things stand: variables, scores and pieces with values, zones with their cards"),
    "run": Key("a phase, or several in turn, with what they are given; the whole game when it is left out", reads=Start.CALL),
    "answers": Key("what is chosen, in order: `- Anne: card 3`; chance too: `- nature: king`"),
    "refused": Key("what must not be on offer after the answers, with `because:` the reason"),
    "expect": Key("what things must be in the end, `winners:` and `payoff:` included"),
    "check": Key("a condition that must hold in the end, or a list of them", reads=Start.EXPRESSION, role=CONDITION),
    "known": Key("what a seat knows in the end of the cards in a zone"),
}

OUTLINE: dict[str, Section] = {
    "ruleset": Section("the name, of letters, digits, `_` and `-`"),
    "title": Section("what people call it; a text, or texts by language"),
    "about": Section("what the game is, in a few sentences; a text, or texts by language"),
    "minutes": Section("how many minutes a match takes, for those who pick a game"),
    "players": Section("for how many it is: a number, a range `2..5`, or a list of them"),
    "seats": Section("the names of the seats, in the order of play"),
    "automa": Section(
        "seats that play by rule",
        {"joins when": Key("a condition known before play, such as `players = 2`", reads=Start.EXPRESSION, role=CONDITION)},
    ),
    "parameters": Section(
        "dials: what is settled before play",
        {
            "default": Key("the value when nobody turns it", needed=True),
            "range": Key("the numbers it may be: `1..20`"),
            "one of": Key("the words it may be, which become names"),
        },
    ),
    "enumerations": Section("lists of words: colours, suits, ranks; with what belongs to each"),
    "decks": Section(
        "the cards",
        {
            "cards": Key("a list of cards, a table of them, or one line that makes them", needed=True, reads=Start.MAKING),
            "cards from": Key("instead of it: a table in a file beside the ruleset, `cards.csv`"),
            "total": Key("how many cards there are, checked against the list"),
            "named by": Key("the column with a word for each card: they become an enumeration of its name"),
            "shown as": Key('how a card is written: `"{value} of {suit}"`'),
            "per": Key("a set of these cards for each", ("player", "seat")),
            "starts in": Key("the zone where the cards lie at first"),
        },
    ),
    "boards": Section(
        "the boards",
        {
            "kind": Key("its shape", tuple(SHAPES), needed=True),
            "spaces": Key("the spaces: a range of a track or lanes, those of a graph"),
            "lanes": Key("how many lanes"),
            "columns": Key("how many columns of a grid or a rhombus"),
            "rows": Key("how many rows, or a drawing"),
            "side": Key("how many spaces a side of a regular hexagon has"),
            "touch": Key("which spaces of a grid touch", TOUCH),
            "steps": Key("directions of its own: `{leap: every turn of [1, 2]}`"),
            "legend": Key("what the signs of a drawing stand for, or what is printed on spaces"),
            "of": Key("of links: the board whose spaces they join"),
        },
    ),
    "movement": Section(
        "how pieces move on each board",
        {
            "beyond the ends": Key("what happens to a move that would go too far; `stop` when it is left out", tuple(ENDS)),
            "capacity": Key("how many pieces a space holds; any number when it is left out"),
            "blocked": Key("what a move does that meets a full space; `stop short` when it is left out", tuple(BLOCKED)),
        },
    ),
    "pieces": Section(
        "what stands on boards",
        {
            "on": Key("the board", needed=True),
            "one per": PER,
            "per": PER,
            "starts on": Key("a space, or spaces by element; on no board without it", reads=Start.EXPRESSION),
            "seen by": SEEN,
        },
    ),
    "zones": Section(
        "where cards lie",
        {
            "of": Key("the deck whose cards may lie here", needed=True),
            "kind": Key("`cards` when it is left out", tuple(ZONE_KINDS)),
            "per": PER,
            "refills from": Key("the zone whose cards are shuffled and become the pile when it is empty: `discard[owner]`"),
            "seen by": Key(
                "who sees the faces: a word, or a rule such as `player q where q = next(owner)`; `nobody` when it is left out",
                tuple(SIGHTS),
            ),
        },
    ),
    "variables": Section("what the rules remember", VALUE),
    "scores": Section("points; without `holds:` any number", VALUE),
    "positions": Section(
        "positions to remember and compare",
        {
            "of": Key("variables, scores and pieces that everyone sees", needed=True),
            "per": PER,
            "at most": Key("how many there is room for"),
        },
    ),
    "functions": Section("names for what is worked out: `NAME (player p): VALUE`", reads=Start.EXPRESSION),
    "phases": Section("lists of sentences by name; `game` is the match"),
    "effects": Section("what the values of an enumeration do: families of lists, `play (player me)`, by value"),
    "outcome": Section(
        "who wins",
        keys={
            "winners": Key("a set of seats, or one seat", reads=Start.EXPRESSION, role=SEATS),
            "ranking": Key("`ranking (player p):` keys, from the most important on: `- highest points[p]`", reads=Start.KEY),
            "payoff": Key("`payoff (player p):` a number for each player", reads=Start.EXPRESSION, role=NUMBER),
            "score": Key("`score (player p):` what is shown as the score", reads=Start.EXPRESSION),
        },
    ),
    "longest": Section(
        "what ends a match that goes on for ever",
        keys={
            "decisions": Key("after so many decisions", needed=True),
            "then": Key("how it ends", ("draw", "ranking"), needed=True),
        },
    ),
    "texts": Section("words by language: names, reasons, `asks NAME`, `on PHASE`, `after PHASE`"),
    "told": Section("how the rules page tells functions, zones, values and conditions"),
    "show": Section("values that the table shows beside its own", reads=Start.EXPRESSION),
    "table": Section(
        "how the table shows things",
        keys={key: Key(" ".join((read.__doc__ or "").split())) for key, read in HINTS.items()},
    ),
    "drawing": Section(
        "how pictures of a match are drawn",
        keys={key: Key(" ".join((read.__doc__ or "").split())) for key, read in KEYS.items()},
    ),
    "strategies": Section("ways to play, for bots"),
    "invariants": Section(
        "conditions that must hold whenever play waits, and at the end", reads=Start.EXPRESSION, role=CONDITION
    ),
    "measures": Section("figures of a game: `at the end of PHASE: VALUE`", reads=Start.EXPRESSION),
    "examples": Section("worked examples, which `rulerun test` plays", EXAMPLE),
    "variants": Section("the same game with changes: each holds the sections that differ"),
    "extends": Section("the ruleset that this one changes"),
    "without": Section("what is left out of the base: a name or a list of them"),
}
"""Every section, in the order in which a rulebook has them."""

EDITS = {
    "change": Key("what differs in a thing of the base"),
    "add": Key("what is new in it"),
    "without": Key("what is left out of it"),
    "begins with": Key("sentences before those of the phase"),
    "ends with": Key("sentences behind those of the phase"),
}
"""The keys that may stand in a thing of a variant, or of a ruleset that extends another."""
