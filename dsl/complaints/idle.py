"""What is declared and does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, warning

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...program.span import Span
    from .diagnostics import Note


@warning
def never_used(what: str, name: str, span: Span, help_: str) -> Told:
    """What is declared is named nowhere in the rules.

    Perhaps a name is misspelt where it was meant, or a rule is forgotten. What only a base declares is left in peace.

    Wrong:
        variables:
          tired: {per: player, holds: truth}
    Told:
        the variable `tired` is never used
    Right:
        variables:
          tired: {per: player, holds: truth}
        phases:
          game:
            - for each player p:
                - tired[p] = yes
                - points[p] += 1 if tired[p] else 0
    """
    return Told(f"the {what} `{name}` {'decides nothing' if what == 'parameter' else 'is never used'}", span, help_)


@warning
def never_set(name: str, target: str, span: Span) -> Told:
    """A variable is read, and no sentence changes it.

    It stays as it starts, so that what is asked of it is always the same. A figure of the game that never changes is a parameter.

    Wrong:
        variables:
          found: {holds: truth}
        phases:
          game:
            - if found:
                - points[Anne] += 1
    Told:
        no sentence changes the variable `found`, so it stays as it starts
    Right:
        variables:
          found: {holds: truth}
        phases:
          game:
            - Anne chooses n from 0..3
            - if n = 2:
                - found = yes
            - if found:
                - points[Anne] += 1
    """
    message = f"no sentence changes the variable `{name}`, so it stays as it starts"
    return Told(message, span, f"write `{target} = …` where it changes")


@warning
def never_filled(name: str, span: Span) -> Told:
    """A zone is declared and asked for, and no card ever lies in it.

    No card starts there, and no sentence brings one. That cards come to a zone and stay there is no mistake: so do discards.

    Wrong:
        zones:
          attic: {of: numbers, seen by: everyone}
        phases:
          game:
            - if count(attic) > 2:
                - points[Anne] += 1
    Told:
        no card ever comes to the zone `attic`
    Right:
        zones:
          attic: {of: numbers, seen by: everyone}
        phases:
          game:
            - deal 3 from stock to attic
            - if count(attic) > 2:
                - points[Anne] += 1
    """
    return Told(f"no card ever comes to the zone `{name}`", span, f"write `put … in {name}` where one does")


@warning
def untranslated(name: str, lacking: tuple[str, ...], span: Span) -> Told:
    """A text lacks a language that other texts have.

    Whoever plays in that language is told this text in another.

    Wrong:
        texts:
          full: {en: the stock is full, it: il mazzo è pieno}
          empty: {en: the stock is empty}
        phases:
          game:
            - Anne chooses one:
                - go:
                    - only if points[Anne] = 0 because full
                - stay:
                    - only if points[Anne] = 0 because empty
                - wait
    Told:
        the text `empty` lacks `it`, which other texts have
    Right:
        texts:
          full: {en: the stock is full, it: il mazzo è pieno}
          empty: {en: the stock is empty, it: il mazzo è vuoto}
        phases:
          game:
            - Anne chooses one:
                - go:
                    - only if points[Anne] = 0 because full
                - stay:
                    - only if points[Anne] = 0 because empty
                - wait
    """
    words = " and ".join(f"`{tongue}`" for tongue in lacking)
    return Told(f"the text `{name}` lacks {words}, which other texts have", span, f"add `{lacking[0]}: …`")


@warning
def in_one_language(name: str, others: tuple[str, ...], span: Span) -> Told:
    """A text stands in one language, and other texts in several.

    It is told to everybody, whatever language they play in. Where that is right, as for a sign or a name, say it for each
    language.

    Wrong:
        texts:
          full: {en: the stock is full, it: il mazzo è pieno}
          empty: the stock is empty
        phases:
          game:
            - Anne chooses one:
                - go:
                    - only if points[Anne] = 0 because full
                - stay:
                    - only if points[Anne] = 0 because empty
                - wait
    Told:
        the text `empty` is in one language, and other texts have `it` too
    Right:
        texts:
          full: {en: the stock is full, it: il mazzo è pieno}
          empty: {en: the stock is empty, it: il mazzo è vuoto}
        phases:
          game:
            - Anne chooses one:
                - go:
                    - only if points[Anne] = 0 because full
                - stay:
                    - only if points[Anne] = 0 because empty
                - wait
    """
    words = " and ".join(f"`{tongue}`" for tongue in others)
    message = f"the text `{name}` is in one language, and other texts have {words} too"
    return Told(message, span, f"write `{{en: …, {others[0]}: …}}`")


@warning
def rules_without_parameter(dials: Mapping[str, Sequence[str]], span: Span, notes: tuple[Note, ...]) -> Told:
    """Rules read a parameter, and no text that tells them in the author's words mentions it.

    With another value of the parameter the text is wrong, or says too little. A text mentions a parameter by a value in braces,
    by a condition, or by a function that reads the parameter. A phase without a text is told by that of the phase which does it.
    `rules game` tells of everything, so that it mentions a parameter for all, and other texts do so for it.

    Wrong:
        parameters:
          rest: {default: 1, range: 0..5}
        phases:
          game:
            - do scoring
          scoring:
            - pot += rest
        told:
          rules scoring: One coin goes to the pot.
    Told:
        these rules read the parameter `rest`, and no text that tells of them mentions it
    Right:
        parameters:
          rest: {default: 1, range: 0..5}
        phases:
          game:
            - do scoring
          scoring:
            - pot += rest
        told:
          rules scoring: "{if rest = 1: One coin goes | {rest} coins go} to the pot."
    """
    named = [f"`{dial}`{_spoken(lacking)}" for dial, lacking in dials.items()]
    what = f"the parameter {named[0]}" if len(named) == 1 else f"the parameters {', '.join(named[:-1])} and {named[-1]}"
    message = f"these rules read {what}, and no text that tells of them mentions {'it' if len(named) == 1 else 'them'}"
    dial = next(iter(dials))
    return Told(message, span, f"a value, `{{{dial}}}`, or words by condition, `{{if {dial} …: … | …}}`", notes)


def _spoken(lacking: Sequence[str]) -> str:
    """Languages, where it is not all."""
    return f" (in {' and '.join(f'`{tongue}`' for tongue in lacking)})" if lacking else ""


@warning
def never_remembered(name: str, span: Span, help_: str) -> Told:
    """A position is declared, and nothing remembers it.

    Wrong:
        positions:
          purse: {of: coins, at most: 5}
    Told:
        the position `purse` is never remembered
    Right:
        positions:
          purse: {of: coins, at most: 5}
        phases:
          game:
            - remember purse
    """
    return Told(f"the position `{name}` is never remembered", span, help_)


@warning
def endless(span: Span) -> Told:
    """A loop says when it ends.

    Wrong:
        - repeat:
            - pot += 1
    Told:
        this loop has no end: nothing in it leaves the loop, the phase or the game
    Right:
        - repeat until pot > 3:
            - pot += 1
    """
    message = "this loop has no end: nothing in it leaves the loop, the phase or the game"
    return Told(message, span, "add `until …`, or `leave the loop` inside")


@warning
def phase_never_done(name: str, span: Span) -> Told:
    """A phase is declared, and no sentence does it.

    A match begins with the phase `game`; all others are done by a sentence, or by one that is done.
    Such a phase is checked for its names and types alone: how large its numbers are is settled by those who do a phase.

    Wrong:
        phases:
          storm:
            - for each player p:
                - place pawn[p] on 0
    Told:
        the phase `storm` is never done
    Right:
        phases:
          game:
            - do storm
          storm:
            - for each player p:
                - place pawn[p] on 0
    """
    return Told(f"the phase `{name}` is never done", span, "a phase is begun with `do`")


@warning
def only_in_examples(name: str, span: Span) -> Told:
    """A phase is done by worked examples, and never in a match.

    Perhaps the sentence that does it is forgotten.

    Wrong:
        phases:
          storm:
            - for each player p:
                - place pawn[p] on 0
        examples:
          a storm:
            given: {pawn: {Anne: 4, Ben: 0}}
            run: storm
            expect: {pawn: {Anne: 0}}
    Told:
        the phase `storm` is done in examples, and never in a match
    Right:
        phases:
          game:
            - do storm
          storm:
            - for each player p:
                - place pawn[p] on 0
        examples:
          a storm:
            given: {pawn: {Anne: 4, Ben: 0}}
            run: storm
            expect: {pawn: {Anne: 0}}
    """
    return Told(f"the phase `{name}` is done in examples, and never in a match", span, "a phase is begun with `do`")


@warning
def named_otherwise(name: str, file: str, span: Span) -> Told:
    """`ruleset:` says another name than the file has.

    Others extend a ruleset by the name of its file, and records name it by what stands behind `ruleset:`. Only files are looked
    at, so that this example is sound as it stands here.

    Told:
        this ruleset is called `heap`, and its file `hoard`
    """
    return Told(f"this ruleset is called `{name}`, and its file `{file}`", span, "give both the same name")


@error
def endless_game(message: str, span: Span, help_: str = "") -> Told:
    """A loop has no end that is sure: whoever is asked in it may go on for ever.

    Wrong:
        - repeat until pot > 10:
            - Anne chooses n from 0..3
            - pot += n
    Told:
        this loop may go on for ever
    Right:
        - repeat 10 times:
            - Anne chooses n from 0..3
            - pot += n
    """
    return Told(message, span, help_)


@warning
def unused(message: str, span: Span, help_: str = "") -> Told:
    """Something is declared that nothing makes use of.

    Wrong:
        texts:
          helo: {en: hello}
    Told:
        the text `helo` is never said
    Right:
        texts:
          helo: {en: hello}
        phases:
          game:
            - say helo
    """
    return Told(message, span, help_)


@warning
def never_holds(message: str, span: Span, help_: str = "") -> Told:
    """A comparison has the same answer in every match.

    Wrong:
        - if pot < 0:
            - pot = 1
    Told:
        this never holds: `pot` is a number from 0 to 50
    Right:
        - if pot < 1:
            - pot = 1
    """
    return Told(message, span, help_)
