"""Words of rulebooks, by what they do in a sentence there."""

from __future__ import annotations

VERBS = {
    "gain": "gain make get score earn win receive collect take award add grant obtain",
    "lose": "lose pay spend subtract deduct forfeit cost",
    "draw": "draw take pick get receive pull grab fish",
    "deal": "deal distribute hand serve give refill fill replenish start begin",
    "discard": "discard play lay put return trash bury throw drop place give pass add lead",
    "show": "reveal turn flip show uncover open expose",
    "shuffle": "shuffle reshuffle mix",
    "gather": "gather collect recollect reunite assemble",
    "move": "move advance go step walk travel proceed go",
    "place": "place put set lay build add claim occupy",
    "remove": "remove capture",
    "roll": "roll throw cast toss",
    "swap": "swap exchange trade switch",
    "choose": "choose pick select name determine draw",
    "pass": "pass go move rotate",
    "be": "is are become be was",
    "reset": "reset clear",
    "take turns": "take play alternate act go",
    "end": "end stop finish over",
}
"""The verbs of rulebooks, by what is done."""

PREPOSITIONS = {
    **dict.fromkeys(("from", "off", "between", "among"), "from"),
    **dict.fromkeys(("to", "into", "onto"), "to"),
    **dict.fromkeys(("on", "in", "at", "under"), "in"),
    **dict.fromkeys(("per", "with", "by", "of"), None),
    "for": "for",
}
"""Words in front of a noun, by what they make of it; those with None stand for themselves."""

PAIRS = {
    **dict.fromkeys((("for", "each"), ("for", "every"), ("on", "each"), ("times", "the")), "per"),
    ("out", "of"): "from",
    ("equal", "to"): "by",
    ("next", "to"): "beside",
    ("adjacent", "to"): "beside",
}
"""Two words that do the same."""

BOUNDS = {
    ("up", "to"): "<=",
    ("at", "most"): "<=",
    ("no", "more"): "<=",
    ("down", "to"): "down",
    ("back", "to"): "down",
    ("at", "least"): ">=",
    ("more", "than"): ">",
    ("less", "than"): "<",
    ("fewer", "than"): "<",
}
"""Words in front of a number, each with the comparison that they make."""

BEHIND = {"more": ">=", "higher": ">=", "greater": ">=", "fewer": "<=", "less": "<=", "lower": "<="}
"""Words behind `or` behind a number, each with its comparison."""

MARKS = frozenset(
    (
        *("top", "bottom", "first", "last", "next", "previous", "left", "right", "random", "randomly", "other", "another", "all"),
        *("face", "up", "down", "forward", "forwards", "backward", "backwards", "back", "clockwise", "remaining", "new", "own"),
        *("whole", "entire", "single", "same", "extra", "again", "only", "just", "exactly", "every", "each", "following", "open"),
        *(
            "any",
            "ahead",
            "away",
            "more",
            "both",
            "current",
            "start",
            "starting",
            "youngest",
            "oldest",
            "counterclockwise",
            "chance",
        ),
        *(
            "most",
            "least",
            "fewest",
            "highest",
            "lowest",
            "victory",
            "immediately",
            "then",
            "now",
            "also",
            "together",
            "secretly",
        ),
    )
)
"""Words that tell more of a noun or a verb."""

GENERIC = {
    **dict.fromkeys(("card", "cards"), "card"),
    **dict.fromkeys(("turn", "turns"), "turn"),
    **dict.fromkeys(("round", "rounds", "hand", "deal", "trick", "tricks", "phase"), "round"),
    **dict.fromkeys(("game", "match"), "game"),
    **dict.fromkeys(("die", "dice", "d6"), "die"),
    **dict.fromkeys(
        ("token", "tokens", "marker", "markers", "stone", "stones", "disc", "discs", "cube", "cubes", "mark"), "token"
    ),
    **dict.fromkeys(("meeple", "counter", "counters", "chip", "checker", "checkers", "worker", "workers", "flag"), "token"),
    **dict.fromkeys(("space", "spaces", "square", "squares", "cell", "cells", "step", "steps", "place", "places"), "space"),
    **dict.fromkeys(("value", "values", "number", "cost", "price", "worth", "amount"), "value"),
    **dict.fromkeys(
        ("action", "actions", "option", "options", "thing", "things", "choice", "choices", "move", "moves"), "action"
    ),
    **dict.fromkeys(("one", "either"), "action"),
    **dict.fromkeys(("it", "them", "this", "that"), "it"),
}
"""Nouns that name nothing of a ruleset."""

PLAYERS = {
    **dict.fromkeys(("you", "i", "he", "she", "they", "him", "me", "player", "gamer", "who", "whoever"), "me"),
    **dict.fromkeys(("winner", "loser", "leader", "owner", "starter", "beginner", "dealer", "taker"), "role"),
    **dict.fromkeys(("opponent", "opponents", "rival", "neighbour", "neighbor"), "other"),
    **dict.fromkeys(("everyone", "everybody", "players"), "each"),
    **dict.fromkeys(("someone", "somebody", "anyone", "anybody"), "any"),
    **dict.fromkeys(("nobody", "noone"), "no"),
}
"""Words for players, by whom they mean."""

OWN = frozenset(("your", "his", "her", "their", "its", "my", "our"))
SILENT = frozenset(
    (
        "the",
        "this",
        "that",
        "must",
        "shall",
        "will",
        "should",
        "has",
        "have",
        "please",
        "may",
        "can",
        "so",
        ",",
        ".",
        ";",
        "there",
        "do",
        "does",
        "if",
        "and",
        "card's",
    )
)
"""Words that say nothing here."""

LEFT = frozenset(("left", "remains", "remaining", "alive", "playing", "in"))
"""Words for players who are not out."""

ALIVE = ("alive", "playing", "in_play", "active", "in_game", "still_in")
"""What a ruleset calls whether a player is not out."""

SOLD = frozenset(("free", "unoccupied", "vacant", "empty", "unclaimed", "unowned", "available", "clear"))
"""What a space is that nobody has."""

HELD = frozenset(("occupied", "taken", "claimed", "owned", "full", "filled", "covered", "marked"))
"""What a space is that somebody has."""

SPENT = frozenset(("empty", "exhausted", "used", "out", "depleted", "gone", "over", "finished"))
"""What a pile without cards is."""

HAVE = frozenset(("has", "have", "had", "holds", "hold", "owns", "own", "possesses", "keeps", "gets", "get", "with", "contains"))
REACH = frozenset(
    (
        "reaches",
        "reach",
        "reached",
        "gets",
        "hits",
        "arrives",
        "arrive",
        "hit",
        "land",
        "pass",
        "passes",
        "attains",
        "is",
        "are",
        "lands",
        "stands",
    )
)
FOLLOW = frozenset(("follows", "follow", "matches", "match", "fits", "fit", "shares", "same"))
