"""Merges a ruleset with the one that it extends, and its variants with it, so that each is one plain document.

Lines of a base are numbered behind those of the file itself; `Source.place` finds the file again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from attrs import evolve

from ...program.budgets import MOST_VARIANTS
from ...program.span import Span
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError, Guess, Note, Severity, guess, meant, nearest
from ..diagnostics.report import error, misspelt, warning
from .document import CONTRARY, IN_A_VARIANT, NAMED, OUTCOME, RULES, SECTIONS, WITHOUT, Document, bare
from .edits import REPLACED_WHOLE, edited, edits
from .fields import Findings, describe, mapping, one_or_more, pairs, text
from .moved import moved
from .nodes import Mapping, Node, Pair, Scalar, Sequence
from .other_sections import section_meant
from .outline import read
from .source import Source

MOST_COMPARED = 1_000
"""The most pairs of a new name and one of the base that are compared in one section: more names are taken as they are."""

SHORT = 4
"""A name of so few letters was to be another where the same letters stand in another order; others are near too many names."""


def documents(source: Source, findings: Findings) -> dict[str, Document]:
    """The documents of the ruleset ("") and its variants, by name; none when nothing can be read. Mistakes go into *findings*."""
    root = _outline(source, findings)
    if root is None:
        return {}
    own_sections = {pair.key.text: pair.value for pair in root.pairs if pair.key.text != WITHOUT}
    base = Document("", own_sections, root.span, _left_out(root))
    found = {"": base}
    for pair in pairs(base.get("variants"), "the variants by name", findings):
        if len(found) > MOST_VARIANTS:
            message = f"a ruleset has at most {MOST_VARIANTS} variants, and this is one more"
            findings.tell(error("too-large", pair.key.span, message))
            break
        own = Findings()
        with own.collecting():
            body = mapping(pair.value, "what the variant changes")
            body = _known(body, IN_A_VARIANT, "a variant", own)
            inherited = {name: node for name, node in base.sections.items() if name not in ("variants", "examples")}
            sections = _merge(inherited, body, source, own)
            found[pair.key.text] = Document(pair.key.text, sections, pair.key.span, (*base.left_out, *_left_out(body)))
            if not own.errors and _plain(sections, base.sections.get("examples")) == _plain(inherited, None):
                help_ = "say what differs in it, or leave it out"
                own.tell(warning("variant-changes-nothing", pair.key.span, "this variant changes nothing", help=help_))
        for each in own.found:
            findings.add(with_way_out(each, pair.key.text, pair.key.span, source))
    return found


def _plain(sections: dict[str, Node], examples: Node | None) -> dict[str, object]:
    """What the sections say, wherever it stands."""
    return {name: _said(node) for name, node in sections.items() if node is not examples and name != "examples"}


def _said(node: Node) -> object:
    match node:
        case Scalar(text=words):
            return words
        case Sequence(items=items):
            return [_said(item) for item in items]
        case Mapping(pairs=several):
            return {pair.key.text: _said(pair.value) for pair in several}


def with_way_out(found: Diagnostic, variant: str, declared: Span, source: Source) -> Diagnostic:
    """The finding in a variant; an error in one that comes from a base says how to leave the variant out."""
    if not variant or declared.line <= source.length or found.severity is not Severity.ERROR:
        return found
    note = Note(f"the variant `{variant}` comes from the base: `without: {variant}` leaves it out", declared)
    return evolve(found, notes=(*found.notes, note))


def extended(source: Source) -> Scalar | None:
    """The name of the ruleset that this one extends, or None when it extends none."""
    root, _ = read(source)
    node = next((pair.value for pair in root.pairs if pair.key.text == "extends"), None) if root else None
    return node if isinstance(node, Scalar) else None


def tables_named(source: Source) -> tuple[Scalar, ...]:
    """The names of the tables from which decks take their cards, those of variants included."""
    root, _ = read(source)
    found: list[Scalar] = []
    for document in (root, *_below(_below([root], "variants"), "")):
        decks = _below(_below([document], "decks"), "")
        found += [node for node in _below(decks, "cards from") if isinstance(node, Scalar)]
    return tuple(found)


def _below(nodes: Iterable[Node | None], key: str) -> list[Node]:
    """What stands under a key of these nodes; under all of them where *key* is ""."""
    mappings = [node for node in nodes if isinstance(node, Mapping)]
    return [pair.value for node in mappings for pair in node.pairs if key in ("", pair.key.text)]


def _outline(source: Source, findings: Findings) -> Mapping | None:
    root, found = read(source)
    for each in found:
        findings.add(each)
    if root is None:
        return None
    root = _known(root, SECTIONS, "a ruleset", findings)
    extends = next((pair.value for pair in root.pairs if pair.key.text == "extends"), None)
    if extends is not None and not isinstance(extends, Scalar):
        findings.tell(error("not-a-base", extends.span, f"expected the name of a ruleset, found {describe(extends)}"))
    if source.base is None:
        useless = next((pair.key for pair in root.pairs if pair.key.text == WITHOUT), None)
        if useless is not None and extends is None:
            message = "`without:` leaves out what a base has, and this ruleset extends none"
            findings.tell(
                error("misplaced", useless.span, message, help="name the base with `extends:`, or put it under a variant")
            )
        return root
    below = Findings()
    base = _outline(source.base, below)
    shift = source.length
    if base is None or below.errors:
        node = next((pair.value for pair in root.pairs if pair.key.text == "extends"), root)
        message = f"`{source.base.name}`, which this ruleset extends, has errors of its own"
        findings.tell(error("broken-base", node.span, message, help=f"run `rulerun validate {source.base.name}`"))
        return None
    lower = moved(base, shift)
    assert isinstance(lower, Mapping)
    own = Mapping(tuple(pair for pair in root.pairs if pair.key.text != "extends"), root.span)
    inherited = {pair.key.text: _without_examples(pair) for pair in lower.pairs if pair.key.text not in ("examples", WITHOUT)}
    try:
        merged = _merge(inherited, own, source, findings)
    except DiagnosticError as diagnostic:
        findings.add(diagnostic.diagnostic)
        return None
    keys = {pair.key.text: pair.key for pair in (*lower.pairs, *own.pairs)}
    left_out = tuple(pair for pair in own.pairs if pair.key.text == WITHOUT)
    return Mapping((*(Pair(keys[name], node) for name, node in merged.items()), *left_out), root.span, merged=True)


def _left_out(changes: Mapping) -> tuple[Scalar, ...]:
    """The names of what the changes leave out."""
    dropped = [node for pair in changes.pairs if pair.key.text == WITHOUT for node in one_or_more(pair.value)]
    return tuple(node for node in dropped if isinstance(node, Scalar))


def _without_examples(section: Pair) -> Node:
    """The content of an inherited section; variants are inherited without their examples."""
    if section.key.text != "variants" or not isinstance(section.value, Mapping):
        return section.value
    kept = tuple(Pair(pair.key, _exampleless(pair.value)) for pair in section.value.pairs)
    return Mapping(kept, section.value.span, merged=True)


def _exampleless(variant: Node) -> Node:
    if not isinstance(variant, Mapping) or all(pair.key.text != "examples" for pair in variant.pairs):
        return variant
    return Mapping(tuple(pair for pair in variant.pairs if pair.key.text != "examples"), variant.span, merged=True)


def _known(node: Mapping, sections: tuple[str, ...], what: str, findings: Findings) -> Mapping:
    """The sections; each unknown one is complained of, and read as the one that was meant where that is not there."""
    found = []
    present = {pair.key.text for pair in node.pairs}
    for pair in node.pairs:
        key = pair.key
        if key.text not in sections:
            likely = section_meant(key.text, sections) or guess(key.text, sections)
            if key.text == "extends":
                likely = Guess(key.text, "a variant changes the ruleset that it stands in, and names no base", None)
            if likely.sole in present:
                likely = evolve(likely, sole=None)
            findings.tell(misspelt("unknown-section", key.span, f"{what} has no section `{key.text}:`", likely))
            if likely.sole is not None:
                key = evolve(key, text=likely.sole)
        found.append(Pair(key, pair.value))
    return Mapping(tuple(found), node.span, node.merged)


def _merge(base: dict[str, Node], changes: Mapping, source: Source, findings: Findings) -> dict[str, Node]:
    """The base's sections with the changes merged in: named things one by one, other sections whole; `without` removes things."""
    result = _told_still(base, changes)
    for pair in changes.pairs:
        section = pair.key.text
        if section == WITHOUT:
            continue
        below = result.get(section)
        if section in NAMED and isinstance(below, Mapping) and isinstance(pair.value, Mapping):
            result[section] = _overlay(section, below, pair.value, source, findings)
        else:
            result[section] = pair.value
    dropped = next((pair.value for pair in changes.pairs if pair.key.text == WITHOUT), None)
    if dropped is not None:
        for node in one_or_more(dropped):
            _drop(result, text(node, "the name of what is left out"), findings)
    for pair in changes.pairs:
        if pair.key.text in NAMED - REPLACED_WHOLE:
            _missed(pair, base.get(pair.key.text), result, findings)
    return result


def _told_still(base: dict[str, Node], changes: Mapping) -> dict[str, Node]:
    """The base's sections; its texts for the rules page without those that may be wrong of what the changes have."""
    told = base.get("told")
    if not isinstance(told, Mapping):
        return dict(base)
    above = {pair.key.text: pair.value for pair in changes.pairs}
    changed = {OUTCOME} if OUTCOME in above else set[str]()
    if isinstance(phases := above.get("phases"), Mapping):
        changed |= {bare(pair.key.text) for pair in phases.pairs}
    stale = {f"{RULES}{name}" for name in changed}
    for section in (above.get("functions"), above.get("phases")):
        if isinstance(section, Mapping):
            stale |= _given_otherwise(told, section)
    if isinstance(effects := above.get("effects"), Mapping):
        stale |= {f"{RULES}{bare(family.key.text)} of {value}" for family in effects.pairs for value in _differing(family, told)}
    anew = {bare(pair.key.text) for pair in texts.pairs} if isinstance(texts := above.get("told"), Mapping) else set[str]()
    kept = tuple(pair for pair in told.pairs if pair.key.text not in stale or bare(pair.key.text) in anew)
    return {**base, "told": Mapping(kept, told.span, merged=True)}


def _differing(family: Pair, told: Mapping) -> Iterator[str]:
    """The values whose effects differ where a family is changed; all that are told of where it is written anew."""
    if edits("effects", family) and isinstance(family.value, Mapping):
        for pair in family.value.pairs:
            if isinstance(pair.value, Mapping):
                yield from (each.key.text for each in pair.value.pairs)
            else:
                yield from (each.text for each in one_or_more(pair.value) if isinstance(each, Scalar))
        return
    start = f"{RULES}{bare(family.key.text)} of "
    yield from (pair.key.text.removeprefix(start) for pair in told.pairs if pair.key.text.startswith(start))


def _given_otherwise(told: Mapping, changes: Mapping) -> set[str]:
    """The texts of functions or phases that the changes give more or fewer parameters than these texts have."""
    given = {bare(pair.key.text): _parameters(pair.key.text) for pair in changes.pairs if not isinstance(pair.value, Mapping)}
    keys = [pair.key.text for pair in told.pairs]
    return {key for key in keys if given.get(_told_of(key), _parameters(key)) != _parameters(key)}


def _told_of(key: str) -> str:
    """The name that a key under `told:` is about: `not over` and `rules over` are about `over`."""
    return bare(key.removeprefix(RULES).removeprefix(CONTRARY))


def _parameters(key: str) -> int:
    """How many parameters stand behind a name: `turn (player p, number n)` has 2."""
    return key.count(",") + 1 if "(" in key else 0


def _missed(section: Pair, base: Node | None, merged: dict[str, Node], findings: Findings) -> None:
    """Warn of new things that nothing mentions, where the base has one of nearly the same name: that was to be replaced."""
    if not isinstance(base, Mapping) or not isinstance(section.value, Mapping):
        return
    things = {bare(pair.key.text): pair.key for pair in section.value.pairs if not pair.key.text.startswith(RULES)}
    known = {bare(pair.key.text) for pair in base.pairs}
    stay = sorted(known - things.keys())
    if len(things) * len(stay) > MOST_COMPARED:
        return
    for name, key in things.items():
        close = _close(name, tuple(stay)) if name not in known and len(name) < 40 else None
        if close is not None and _mentions(name, merged.values()) == 1:
            message = f"`{name}` is new and never used, and the base has `{close}`, which stays as it is"
            findings.tell(warning("unused", key.span, message, help=f"did you mean `{close}`?"))


@lru_cache(256)
def _close(name: str, names: tuple[str, ...]) -> str | None:
    """The one of these names that a new one was probably to be."""
    near = names if len(name) > SHORT else [each for each in names if sorted(each) == sorted(name)]
    return nearest(name, near, 0.8)


def _mentions(name: str, nodes: Iterable[Node]) -> int:
    """How often a name stands in these nodes."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    count, stack = 0, list(nodes)
    while stack:
        match stack.pop():
            case Scalar(text=words):
                count += len(word.findall(words))
            case Mapping(pairs=pairs):
                stack += [node for pair in pairs for node in (pair.key, pair.value)]
            case Sequence(items=items):
                stack += items
    return count


def _overlay(section: str, below: Mapping, above: Mapping, source: Source, findings: Findings) -> Mapping:
    """The things of a section, those of the base first: each as *above* has it, or with what *above* says differs in it."""
    changes: dict[str, Pair] = {}
    for pair in above.pairs:
        changes.setdefault(bare(pair.key.text), pair)
    twice = [pair for pair in above.pairs if changes[bare(pair.key.text)] is not pair]
    things = {bare(pair.key.text): pair for pair in below.pairs}
    for name, change in changes.items():
        if not edits(section, change):
            things[name] = change
        elif name not in things:
            findings.tell(
                misspelt(
                    "unknown-to-change",
                    change.key.span,
                    f"the base has no `{name}` under `{section}:` to change",
                    guess(name, things),
                )
            )
        else:
            with findings.collecting():
                things[name] = edited(section, things[name], change, source, findings)
    return Mapping((*things.values(), *twice), above.span, merged=True)


RULED = ("phases", "effects", "functions")
"""The sections in which a word that is left out under `texts:` may stand."""


def _drop(sections: dict[str, Node], name: Scalar, findings: Findings) -> None:
    found, places = False, list[str]()
    known: list[str] = []
    for section in NAMED & sections.keys():
        node = sections[section]
        if not isinstance(node, Mapping):
            continue
        known += [bare(pair.key.text) for pair in node.pairs]
        named = _told_of if section == "told" else bare
        kept = tuple(pair for pair in node.pairs if named(pair.key.text) != name.text)
        if len(kept) < len(node.pairs):
            found = True
            places.append(section)
            sections[section] = Mapping(kept, node.span, merged=True)
    if (
        found
        and set(places) <= {"texts", "told"}
        and _mentions(name.text, [sections[each] for each in RULED if each in sections])
    ):
        message = f"only the words for `{name.text}` are left out, and the rules still have it"
        help_ = f"an option is left out under its phase: `{WITHOUT}: {name.text}` there"
        findings.tell(warning("only-words-left-out", name.span, message, help=help_))
    if not found:
        findings.tell(
            error(
                "nothing-to-leave-out", name.span, f"there is no `{name.text}` to leave out", help=meant(name.text, sorted(known))
            )
        )
