"""Diagnostics that are told from several places, and those whose words take a calculation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from ...program.harmless import code
from ...program.span import Span
from .diagnostic import DiagnosticError, Edit, Fix, Guess, Note, nearest
from .report import amount, error, misspelt, warning


def shown_in_order(card: str, zone: str, span: Span) -> DiagnosticError:
    """A single card is revealed where cards have no places."""
    help_ = f"reveal all of `{zone}`, or put the card in a zone of `kind: cards` first"
    return error("shown-in-order", span, f"`{card}` cannot be revealed by itself: the cards of `{zone}` lie in order", help=help_)


def order_is_seen(source: str, target: str, span: Span) -> DiagnosticError:
    """Cards that lie in no order are drawn one by one where a pile is put on another: those who see them go know how they lie."""
    message = f"`{source}` is seen where `{target}` is not: those who see its cards go know in which order they lie in `{target}`"
    return warning("order-is-seen", span, message, help="move them to a pile that nobody sees first, and from there")


def cells_of_row(columns: int, cells: int, span: Span, help_: str = "") -> DiagnosticError:
    """Each row of a table has a cell for each column."""
    return error("cells-of-row", span, f"the header has {amount(columns, 'column')}, and this row has {cells}", help=help_)


def label_not_known(span: Span) -> DiagnosticError:
    """What is written on cards does not change during a match."""
    return error(
        "label-not-known",
        span,
        "what is written on cards must be known before play",
        help="use what is printed on the card, and functions of it",
    )


def passed_by_no_seat(kind: str, span: Span) -> DiagnosticError:
    """Seats pass cards on, and nothing else does."""
    message, help_ = _each_seat(kind)
    return error("unknown-kind", span, message, help=help_)


def unknown_in_example(name: str, span: Span, guess: Guess) -> DiagnosticError:
    """An example gives and expects what is declared."""
    return misspelt("unknown-in-example", span, f"there is no variable, score, piece or zone `{name}`", guess)


def contradicting_example(what: str, value: str, before: str, span: Span, first: Span) -> DiagnosticError:
    """Two examples begin alike and go on alike, and expect different results."""
    message = f"an example that begins and goes on like this one expects `{what}` to be `{before}`, and this one `{value}`"
    return warning("contradicting-example", span, message, notes=(Note("expected otherwise first here", first),))


def not_text(name: str, encoding: str, line: int, span: Span) -> DiagnosticError:
    """A file is text in UTF-8."""
    why = f"it is in {encoding}" if encoding else f"line {line} has a byte that no letter has"
    return error("not-text", span, f"`{name}` is not text in UTF-8: {why}", help="save it anew, as UTF-8")


def no_such_base(name: str, span: Span) -> DiagnosticError:
    """There is no ruleset of the name that stands behind `extends:`."""
    help_ = "it is looked for beside this file, then among the bundled rulesets; `rulerun --extends-from FOLDER …` allows another"
    return error("no-such-base", span, f"there is no ruleset `{name}` to extend", help=f"{help_} folder")


def extends_itself(name: str, span: Span) -> DiagnosticError:
    """Rulesets extend one another in a circle, so that none of them has a beginning."""
    return error("extends-itself", span, f"`{name}` extends itself in the end", help="one of the rulesets must extend nothing")


def word_of_the_language(word: str, what: str, span: Span) -> DiagnosticError:
    """A word of the language cannot be a name."""
    return error("word-of-the-language", span, f"`{word}` is a word of the language: {what} needs another name")


def unknown_kind(kind: str, span: Span, guess: Guess) -> DiagnosticError:
    """What a value is kept for, or a loop goes through, is a kind of thing."""
    return misspelt("unknown-kind", span, f"`{kind}` is no kind of thing", guess)


def each_of_no_seat(kind: str, span: Span) -> DiagnosticError:
    """Cards are dealt to each player, seat or automa."""
    message, help_ = _each_seat(kind)
    return error("each-of-no-seat", span, message, help=help_)


def unknown_board(name: str, span: Span, guess: Guess) -> DiagnosticError:
    """A board is named that there is not."""
    return misspelt("unknown-board", span, f"there is no board `{name}`", guess)


def unknown_deck(name: str, span: Span, guess: Guess) -> DiagnosticError:
    """A deck is named that there is not."""
    return misspelt("unknown-deck", span, f"there is no deck `{name}`", guess)


def nothing_to_tell_of(name: str, span: Span, guess: Guess) -> DiagnosticError:
    """What is told is a function, a phase, a zone or a value."""
    return misspelt("nothing-to-tell-of", span, f"there is no function, phase, zone or value `{name}`", guess)


def unknown_space(word: str, span: Span, guess: Guess) -> DiagnosticError:
    """A space is named that there is not."""
    return misspelt("unknown-space", span, f"there is no space `{word}`", guess)


def unknown_variable(name: str, span: Span, guess: Guess) -> DiagnosticError:
    """A variable is named that there is not."""
    return misspelt("unknown-variable", span, f"there is no variable `{name}`", guess)


def unknown_zone(name: str, span: Span, guess: Guess) -> DiagnosticError:
    """A zone is named that there is not."""
    return misspelt("unknown-zone", span, f"there is no zone `{name}`", guess)


def unknown_name(what: str, name: str, span: Span, guess: Guess, declared: Span | None) -> DiagnosticError:
    """A name is used that nothing declares."""
    return _declared(misspelt("unknown-name", span, f"there is no {what} `{name}`", guess), declared)


def unknown_text(name: str, span: Span, guess: Guess) -> DiagnosticError:
    """A text is named that is not under `texts:`."""
    return misspelt("unknown-text", span, f"there is no text `{name}` under `texts`", guess)


def unknown_word(known: str, word: str, span: Span, guess: Guess) -> DiagnosticError:
    """One of a few words is expected."""
    return misspelt("unknown-word", span, f"expected one of {known}, found `{word}`", guess)


def absent_seat(name: str, players: int, span: Span) -> DiagnosticError:
    """A seat is named that takes no part with this number of players."""
    message = f"`{name}` takes no part in a match of {amount(players, 'player')}"
    help_ = "name no seat here that may be absent, or change `players:` so that it takes part"
    return error("absent-seat", span, message, help=help_)


def names_of_seats(count: int, players: int, span: Span) -> DiagnosticError:
    """There is a seat's name for each player."""
    names = "there is 1 seat's name" if count == 1 else f"there are {count} seats' names"
    return error(
        "names-of-seats", span, f"{names} for {amount(players, 'player')}", help="name as many seats as players can take part"
    )


def wrong_deck(one: str, its: str, other: str, others: str, span: Span) -> DiagnosticError:
    """Cards would go from one zone to another that holds cards of another deck."""
    return error("wrong-deck", span, f"`{one}` holds cards of `{its}`, and `{other}` cards of `{others}`")


def unknown_phase(name: str, span: Span, guess: Guess, declared: Span | None) -> DiagnosticError:
    """A phase is done that there is not."""
    return _declared(misspelt("unknown-phase", span, f"there is no phase `{name}`", guess), declared)


def _declared(told: DiagnosticError, place: Span | None) -> DiagnosticError:
    """The same of a misspelt name, with the place where the name that was meant is declared."""
    if place is None:
        return told
    return DiagnosticError(evolve(told.diagnostic, notes=(Note("it is declared here", place),)))


def index_of_one_value(name: str, span: Span) -> DiagnosticError:
    """What is one value has no index."""
    return error("wrong-type", span, f"`{name}` is one value: it takes no `[ ]`")


def division_by_zero(span: Span) -> DiagnosticError:
    """Nothing can be divided by 0."""
    return error("division-by-zero", span, "nothing can be divided by 0")


def missing_room(name: str, span: Span) -> DiagnosticError:
    """How many positions can be remembered is known before play."""
    message = f"the position `{name}` needs `at most:`, how many can be remembered before they are forgotten"
    return error(
        "missing-room",
        span,
        message,
        help="for example `at most: 100`; without it there is room for each decision that `longest:` allows",
    )


def parameter_not_listed(name: str, known: str, found: str, span: Span, guess: Guess) -> DiagnosticError:
    """A parameter is one of those that are listed."""
    return misspelt("parameter-not-listed", span, f"`{name}` is one of {known}, found `{found}`", guess)


def backwards(low: str, high: str, span: Span) -> DiagnosticError:
    """A set of numbers begins with the smaller one: none lie between 3 and 1."""
    help_ = f"write `{high}..{low}`; a loop goes down by `for each number n in {high}..{low} in order of highest n`"
    return error("ends-of-range", span, f"expected the smaller number first, found `{low}..{high}`", help=help_)


def misplaced_condition(span: Span, help_: str = "") -> DiagnosticError:
    """`only if` stands first under an option or a choice, or between the options of a menu."""
    message = "`only if` stands first under an option or a choice, or between the options of a menu"
    return error("misplaced-condition", span, message, help=help_)


def condition_behind_option(span: Span, help_: str) -> DiagnosticError:
    """A condition stands in the line of an option, and not under it."""
    return error("misplaced-condition", span, "the condition of an option stands in the list under it", help=help_)


def missing_colon(heading: str, span: Span) -> DiagnosticError:
    """A heading ends with `:`."""
    end = Span(span.line, span.end_column, span.line, span.end_column)
    fix = Fix(f"write `{heading}:`", (Edit(end, ":", ""),))
    return error("missing-colon", span, "this heading lacks the `:` at its end", help=fix.title, fix=fix)


def tried_in_itself(name: str, circle: str, span: Span) -> DiagnosticError:
    """A phase that is tried does not try itself."""
    message = f"the phase `{name}` is tried while it is tried: {circle}"
    return error("tried-in-itself", span, message, help="let the condition behind `after` ask for it instead")


def secret_of_all(span: Span) -> DiagnosticError:
    """What everyone hears is said to be secret."""
    message = "what is shown or told `secretly` is for one seat, and everyone would hear of this"
    help_ = "name that seat: `secretly reveal hand[p] to q`, `secretly tell q which …`; or leave `secretly` out"
    return error("not-in-secret", span, message, help=help_)


def wrong_shape(what: str, found: str, span: Span) -> DiagnosticError:
    """What stands here has another form than is expected."""
    return error("wrong-shape", span, f"expected {what}, found {found}")


def syntax(message: str, span: Span, help_: str = "", fix: Fix | None = None) -> DiagnosticError:
    """A line is none of the sentences, headings or expressions of the language."""
    return error("syntax", span, message, help=help_, fix=fix)


def looked_at_while_changed(name: str, span: Span) -> DiagnosticError:
    """Inside `together` nobody sees what the others do."""
    message = f"`{name}` of another seat is looked at here while that seat changes it"
    return error(
        "looked-at-while-changed", span, message, help="look before the block or after it: inside, nobody sees what the others do"
    )


def wrong_count(name: str, wanted: int | str, count: int, span: Span, help_: str = "") -> DiagnosticError:
    """A function gets as many values as it takes."""
    return error("wrong-count", span, f"`{name}` takes {amount(wanted, 'value')}, found {count}", help=help_)


def cannot_hold(element: str, found: str, span: Span) -> DiagnosticError:
    """What is looked for in a set is of its kind."""
    return error("cannot-hold", span, f"a set of {element} cannot hold {found}")


def not_a_card(found: str, span: Span) -> DiagnosticError:
    """A card is put somewhere."""
    return error("not-a-card", span, f"expected a card, found {found}")


def calls_for_a_value(words: str, span: Span, help_: str) -> DiagnosticError:
    """One value is expected, not the set that a function gives."""
    return error("calls-for-a-value", span, f"expected one value, found the set `{words}`", help=help_)


def zone_for_a_value(words: str, span: Span, help_: str) -> DiagnosticError:
    """One value is expected, not a zone."""
    return error("zone-for-a-value", span, f"expected one value, found the zone `{words}`", help=help_)


def wrong_type(wanted: str, found: str, span: Span, help_: str = "") -> DiagnosticError:
    """A value of another kind is expected."""
    return error("wrong-type", span, f"expected {wanted}, found {found}", help=help_)


def not_known_before_play(what: str, found: str, span: Span) -> DiagnosticError:
    """What is declared is known before play."""
    return error("not-known-before-play", span, f"expected {what}, known before play, found {found}")


def names_of_a_start(name: str, indices: int, found: int, span: Span) -> DiagnosticError:
    """What calculates a start names each index that the value has."""
    there = f"{indices} {'index' if indices == 1 else 'indices'}" if indices else "no index"
    return error("wrong-count", span, f"`{name}` has {there} to name, found {found}", help="give a name for each part of `per:`")


def not_one_menu(phase: str, menus: int, span: Span) -> DiagnosticError:
    """An option is added to the one menu that a phase has."""
    return error(
        "not-one-menu",
        span,
        f"the phase `{phase}` has {amount(menus, 'menu') if menus else 'no menu'}, so no option can be added",
        help="sentences are added by `begins with:` and `ends with:`",
    )


def nothing_straight_ahead(board: str, span: Span) -> DiagnosticError:
    """A graph that is not drawn has no straight lines."""
    return error("wrong-type", span, f"`{board}` is a graph that is not drawn, on which nothing lies straight ahead")


def no_colon(test: str, span: Span) -> DiagnosticError:
    """A colon divides the condition from the words that it chooses."""
    condition = f"the condition `{test}`" if test else "`if`"
    return error(
        "no-colon",
        span,
        f"no `:` and no words stand behind {condition}",
        help="for example `{if players = 1: yours | everybody's}`",
    )


def anchor(name: str, span: Span) -> DiagnosticError:
    """YAML's copies of parts are not part of the language."""
    message = f"`&{name}` names a part to be copied, which rulesets do not have"
    return error("anchor", span, message, help="write the part out where it is needed")


def second_colon(span: Span) -> DiagnosticError:
    """A heading ends with one `:`."""
    fix = Fix("leave it out", (Edit(span, "", ":"),))
    return error("second-colon", span, "a second `:` at the end of this line", help="leave it out", fix=fix)


def control_character(sign: str, span: Span, fix: Fix | None = None) -> DiagnosticError:
    """A ruleset consists of characters that are read, and has none that a terminal, an editor or a page obeys."""
    return error(
        "control-character",
        span,
        f"a character that cannot be seen ({code(sign)})",
        help="delete it" if fix is None else fix.title,
        fix=fix,
    )


def too_few_cards(zone: str, cards: int, when: str, span: Span) -> DiagnosticError:
    """More cards are dealt, drawn or moved than there are."""
    help_ = "there is 1 card in all" if cards == 1 else f"there are {cards} cards in all"
    return warning("too-few-cards", span, f"no card is left in `{zone}` for this{when}", help=help_)


def nothing_to_choose(when: str, span: Span) -> DiagnosticError:
    """Somebody is asked, and has no option."""
    help_ = "fill what is chosen from, or ask only where something is there"
    return warning("nothing-to-choose", span, f"there is never anything to choose here{when}", help=help_)


def always_out_of_range(name: str, low: int, high: int, value: int, when: str, span: Span) -> DiagnosticError:
    """What is stored never fits."""
    return warning(
        "always-out-of-range",
        span,
        f"this makes it {value}, and `{name}` holds {low}..{high}{when}",
        help="let it hold more, or store less",
    )


def may_leave_its_range(name: str, low: int, high: int, value: int, when: str, span: Span) -> DiagnosticError:
    """What is stored does not fit in some matches."""
    return warning(
        "may-leave-its-range",
        span,
        f"this can make it {value}, and `{name}` holds {low}..{high}{when}",
        help="let it hold more, or store less",
    )


def untranslated(name: str, lacking: tuple[str, ...], span: Span) -> DiagnosticError:
    """A text lacks a language that other texts have."""
    words = " and ".join(f"`{tongue}`" for tongue in lacking)
    return warning(
        "untranslated", span, f"the text `{name}` lacks {words}, which other texts have", help=f"add `{lacking[0]}: …`"
    )


def in_one_language(name: str, others: tuple[str, ...], span: Span) -> DiagnosticError:
    """A text stands in one language, and other texts in several."""
    words = " and ".join(f"`{tongue}`" for tongue in others)
    message = f"the text `{name}` is in one language, and other texts have {words} too"
    return warning("in-one-language", span, message, help=f"write `{{en: …, {others[0]}: …}}`")


def rules_without_parameter(dials: Mapping[str, Sequence[str]], span: Span, notes: tuple[Note, ...]) -> DiagnosticError:
    """Rules read a parameter, and no text that tells them in the author's words mentions it."""
    named = [f"`{dial}`{_spoken(lacking)}" for dial, lacking in dials.items()]
    what = f"the parameter {named[0]}" if len(named) == 1 else f"the parameters {', '.join(named[:-1])} and {named[-1]}"
    message = f"these rules read {what}, and no text that tells of them mentions {'it' if len(named) == 1 else 'them'}"
    dial = next(iter(dials))
    return warning(
        "rules-without-parameter",
        span,
        message,
        help=f"a value, `{{{dial}}}`, or words by condition, `{{if {dial} …: … | …}}`",
        notes=notes,
    )


def _spoken(lacking: Sequence[str]) -> str:
    """Languages, where it is not all."""
    return f" (in {' and '.join(f'`{tongue}`' for tongue in lacking)})" if lacking else ""


def fails_in_play(message: str, setting: str, span: Span) -> DiagnosticError:
    """A sentence cannot be carried out in a game that the rules allow, or a seat is asked and has no option."""
    return error("fails-in-play", span, f"{message} ({setting})")


def broken_invariant(message: str, setting: str, span: Span) -> DiagnosticError:
    """An invariant does not hold in a game that the rules allow."""
    return error("broken-invariant", span, f"{message} ({setting})")


def never_over(message: str, setting: str, span: Span) -> DiagnosticError:
    """A random game goes on and on."""
    return error("never-over", span, f"{message} ({setting})")


def never_done(games: int, option: bool, span: Span) -> DiagnosticError:
    """A sentence is carried out in no random game and in no example, or nobody ever takes an option."""
    what = "nobody ever takes this option" if option else "this is never done"
    help_ = "write an example in which it happens, or leave it out"
    return warning("never-done", span, f"{what}: in {games:,} random games, nor in any example", help=help_)


def number_too_large(most: int | str, value: int | str, span: Span) -> DiagnosticError:
    """A number has 32 bits."""
    return error("number-too-large", span, f"expected a number up to {most}, found {value}")


def said_to_all(name: str, seen: str, span: Span) -> DiagnosticError:
    """What is said reaches everybody, also what only some may see."""
    return warning("said-to-all", span, f"`say` tells everybody of `{name}`, which is `seen by: {seen}` and never revealed")


def telling_options(name: str, seen: str, span: Span) -> DiagnosticError:
    """Whoever is asked learns what is hidden from whether an option is on offer."""
    message = f"that this is on offer tells who is asked of `{name}`, which is `seen by: {seen}` and never revealed"
    return warning("telling-options", span, message)


def _each_seat(kind: str) -> tuple[str, str]:
    """What is said of a kind of seats that there is not, and of the one that was meant."""
    close = nearest(kind, ("player", "seat", "automa"))
    message = f"expected `each player`, `each seat` or `each automa`, found `each {kind}`"
    return message, f"did you mean `each {close}`?" if close else ""
