"""What fills the slots of a form: the role of each slot, what a value must be for it, and an example with known names."""

from __future__ import annotations

from . import names as n
from .grammar_forms import Slot
from .names import Known, Names

NEW, VARIABLE, KEY, LABEL, NUMERAL, SINGLE = "new", "variable", "key", "label", "numeral", "single"
"""Roles that no single name has."""

BY_RULE = {
    **{("deal", last): role for last, role in (("from", n.PILE), ("to", n.ZONE), ("each", n.KIND))},
    **{("deal_up_to", last): role for last, role in (("from", n.PILE), ("to", n.ZONE), ("each", n.KIND))},
    **{(rule, last): n.ZONE for rule in ("move_all", "move_some", "move_so_many") for last in ("from", "to", "of")},
    **{(f"move_all_on_{end}", last): n.ZONE for end in ("top", "bottom") for last in ("from", "to", "of")},
    **{(f"draw{end}", "from"): n.PILE for end in ("", "_on_top", "_on_bottom", "_some")},
    **{(f"draw{end}", last): n.ZONE for end in ("", "_on_top", "_on_bottom", "_some", "_bottom") for last in ("to", "of")},
    **{(f"put{end}", "put"): n.CARD for end in ("", "_on_top", "_on_bottom")},
    **{(f"put{end}", last): n.ZONE for end in ("", "_on_top", "_on_bottom") for last in ("in", "from", "of")},
    **{(f"put_{end}", last): n.ZONE for end in ("top", "bottom") for last in ("of", "in")},
    **{(f"put_{end}_on_{on}", "of"): n.ZONE for end in ("top", "bottom") for on in ("top", "bottom")},
    **{("swap", last): n.ZONE for last in ("swap", "and")},
    ("pass_on", "pass"): n.ZONE,
    ("pass_on", "each"): n.KIND,
    ("pass_on", "to"): n.SEAT,
    ("gather", "gather"): n.DECK,
    ("gather", "into"): n.ZONE,
    ("move_by", "move"): n.PIECE,
    ("move_by", "by"): n.NUMBER,
    **{("place_on", last): n.PIECE for last in ("place", "move")},
    **{("place_on", last): n.SPACE for last in ("on", "to")},
    ("take_off", "remove"): n.PIECE,
    ("shuffle", "shuffle"): n.PILE,
    **{(rule, "reveal"): n.ZONE for rule in ("reveal", "reveal_all", "reveal_to", "reveal_secretly")},
    **{(rule, "to"): n.SEAT for rule in ("reveal_to", "reveal_secretly")},
    **{(rule, "in"): n.ZONE for rule in ("tell_all", "tell_one", "tell_secretly", "choose_cards", "choose_cards_by")},
    **{(rule, "tell"): n.SEAT for rule in ("tell_one", "tell_secretly")},
    **{(rule, ""): n.SEAT for rule in ("choose_by", "choose_secretly", "choose_cards_by", "menu_by", "may")},
    **{(rule, "from"): n.ZONE for rule in ("several", "several_such")},
    **{(rule, "from"): n.SET for rule in ("domain", "pick_into", "different", "option_with")},
    **{(rule, "in"): n.SET for rule in ("binder_kind", "binder_in", "together", "in_", "not_in")},
    ("binder_of", "of"): n.BOARD,
    ("for_each", "with"): n.SEAT,
    ("together", "each"): n.KIND,
    **dict.fromkeys((("remember", "remember"), ("forget", "forget")), n.POSITION),
    ("add", "+="): n.NUMBER,
    ("subtract", "-="): n.NUMBER,
    ("add", "most"): n.NUMBER,
    ("subtract", "least"): n.NUMBER,
    ("roll", "of"): n.SET,
    **{("roll", last): NEW for last in ("as", ",")},
    ("assign", "="): SINGLE,
    ("invoke", ""): n.FUNCTION,
    ("invoke_of", ""): n.FUNCTION,
}
"""The roles of slots, by the rule and the last word in front of them there."""

BY_WORD = {
    **dict.fromkeys(("where", "if", "until", "while", "has"), n.CONDITION),
    **dict.fromkeys(("times", "weighing", "by"), n.NUMBER),
    "because": n.TEXT,
}
"""The roles of other slots, by the last word in front of them."""

BY_KIND = {
    **dict.fromkeys(("condition", "tested"), n.CONDITION),
    **dict.fromkeys(("sum", "few", "product", "factor"), n.NUMBER),
    "number": NUMERAL,
    "place": VARIABLE,
    "name": NEW,
    "call": n.PHASE,
    "key": KEY,
    "reason": n.TEXT,
    "label": LABEL,
}
"""The roles of all others, by what reads them."""

FIRST = ("sum", "few", "number", "condition", "tested", "call", "key", "reason", "label")
"""The kinds of slots whose role is always that of what reads them."""

FITTING: dict[str, tuple[str, ...]] = {
    n.SEAT: (n.SEAT,),
    n.NUMBER: (n.NUMBER,),
    n.CONDITION: (n.CONDITION,),
    n.ZONE: (n.ZONE, n.PILE),
    n.PILE: (n.PILE, n.ZONE),
    n.PIECE: (n.PIECE,),
    n.CARD: (n.CARD,),
    n.SPACE: (n.SPACE, n.NUMBER),
    n.DECK: (n.DECK,),
    n.BOARD: (n.BOARD,),
    n.KIND: (n.KIND, n.DECK, n.BOARD, n.ENUMERATION),
    SINGLE: (n.NUMBER, n.CONDITION, n.SEAT, n.CARD, n.SPACE, n.ELEMENT, n.FUNCTION),
    n.PHASE: (n.PHASE,),
    n.FUNCTION: (n.FUNCTION,),
    n.TEXT: (n.TEXT,),
    n.POSITION: (n.POSITION,),
    n.SET: (n.SET, n.ZONE, n.PILE, n.ENUMERATION, n.BOARD, n.DECK, n.FUNCTION),
}
"""What a value may be in each role; in a role that is not here, anything."""


def role_of(slot: Slot) -> str:
    """The role of a slot; "" where any value may stand."""
    last = slot.behind.rpartition(" ")[2]
    if slot.rule in ("binder_kind", "binder_of", "filtered", "given") and slot.kind == "name" and slot.number == 0:
        return n.SET if slot.rule == "filtered" else n.KIND
    if slot.kind in FIRST:
        return BY_KIND[slot.kind]
    return BY_RULE.get((slot.rule, last)) or BY_WORD.get(last) or BY_KIND.get(slot.kind, "")


def indexed(known: Known, seat: str) -> str:
    """The name with its indices: that of a *seat*, and for others what nobody can guess ("": none can be written)."""
    if known.is_ in (n.PHASE, n.FUNCTION):
        if any(kind not in ("player", "seat") for kind in known.per):
            return ""
        return f"{known.name} ({', '.join(seat for _ in known.per)})" if known.per else known.name
    if any(kind not in ("player", "seat") for kind in known.per) or (known.per and not seat):
        return ""
    return f"{known.name}[{', '.join(seat for _ in known.per)}]" if known.per else known.name


def example(role: str, names: Names, seat: str, taken: tuple[str, ...], element: str = "") -> str:
    """Something that can stand in a slot of that role; "" where nothing can be told.

    *seat* is whose it is, *taken* stands in the same line already, *element* is what a loop in the line runs over.
    """
    match role:
        case n.SEAT:
            return seat
        case n.NUMBER | "numeral":
            return "1"
        case "condition":
            return condition(names, element or seat)
        case "key":
            value = _first(names, (n.NUMBER,), element or seat, taken, changes=True)
            return f"highest {value}" if value else ""
        case "variable":
            return _first(names, (n.NUMBER,), seat, taken, changes=True)
        case "kind":
            return "player"
        case "set":
            return "players"
        case "label" | "new" | "text" | "value" | "":
            return ""
        case _:
            order = sorted(names.that_are(*FITTING.get(role, (role,))), key=lambda each: each.is_ != role)
            if role == n.ZONE:
                order.sort(key=lambda each: not each.per)
            there = [names.by_name[word] for each in taken if (word := each.partition("[")[0]) in names.by_name]
            decks = [each.of for each in there if each.is_ in (n.ZONE, n.PILE)]
            order = [each for each in order if not decks or each.is_ not in (n.ZONE, n.PILE) or each.of in ("", *decks)]
            words = (indexed(each, seat) for each in order)
            return next((each for each in words if each and each not in taken), "")


def condition(names: Names, seat: str) -> str:
    """A condition with names of the ruleset."""
    value = _first(names, (n.NUMBER,), seat, (), changes=True)
    return f"{value} > 2" if value else _first(names, (n.CONDITION,), seat, ())


def _first(names: Names, kinds: tuple[str, ...], seat: str, taken: tuple[str, ...], changes: bool = False) -> str:
    found = [each for each in names.that_are(*kinds) if not changes or each.changes]
    found.sort(key=lambda each: not each.per)
    return next((words for each in found if (words := indexed(each, seat)) and words not in taken), "")
