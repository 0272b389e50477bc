"""What an editor is told about a ruleset, asked without any editor."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from rulerun.dsl.compile import examine
from rulerun.dsl.text.files import bundled, read_source
from rulerun.dsl.text.source import Source
from rulerun.tools.sentences import form_of, forms
from rulerun.tools.service import NotRenamed, Place, Ruleset

TEXT = """\
ruleset: small
players: 2..3
parameters:
  goal: {default: 5, range: 1..9}    # points to win
enumerations:
  colour: [red, blue]
decks:
  cards:
    cards: |
      colour  value  copies
      every   1..3   2
zones:
  stock: {of: cards, kind: pile}
  hand: {of: cards, per: player, seen by: owner}
scores:
  points: {per: player, holds: 0..20}
functions:
  done (player p): points[p] >= goal
phases:
  game:
    - shuffle stock
    - deal 3 from stock to hand of each player
    - repeat 3 times:
        - for each player me where not (any player p has done(p)):
            - do turn (me)
  # one card each
  turn (player me):
    - me chooses card from hand[me]
    - let worth = card.value
    - put card in stock
    - points[me] += worth
outcome:
  winners: players p where done(p)
invariants:
  in bounds: every player p has points[p] <= 20
texts:
  asks card: "which card, {points[me]} so far?"
"""


@pytest.fixture
def ruleset() -> Ruleset:
    return Ruleset(Path("small.yaml"), TEXT)


def at(words: str, inside: int = 0, text: str = TEXT) -> tuple[int, int]:
    """The line and column of these words."""
    before = text[: text.index(words) + inside]
    return before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1


def labels(ruleset: Ruleset, text: str, words: str) -> list[str]:
    """What is proposed behind these words of a text."""
    ruleset.change(text)
    return [each.label for each in ruleset.completions(*at(words, len(words), text))]


def test_the_text_of_these_tests_is_sound(ruleset: Ruleset) -> None:
    assert ruleset.check() == ()


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_bundled_rulesets_have_nothing_to_tell(path: Path) -> None:
    ruleset = Ruleset(path, path.read_text(encoding="utf-8"))
    assert ruleset.diagnostics() == ()
    assert ruleset.colours()
    assert {thing.name for thing in ruleset.outline() if thing.section == "phases"} >= {"game"}


def test_a_change_is_checked_at_once_and_a_warning_stays_where_its_line_is(ruleset: Ruleset) -> None:
    text = TEXT.replace("scores:\n", "variables:\n  idle: {holds: 0..3}\nscores:\n")
    ruleset.change(text)
    assert ruleset.diagnostics() == ()
    (warned, *_) = ruleset.check()
    assert warned.span.line == at("idle", 0, text)[0]
    ruleset.change("# a line more\n" + text)
    assert [each.span.line for each in ruleset.diagnostics()] == [warned.span.line + 1]
    ruleset.change(text.replace("points[me] += worth", "point[me] += worth"))
    wrong = ("unknown-name", at("points[me] +=", 0, text)[0])
    assert [(each.code, each.span.line) for each in ruleset.diagnostics()] == [(warned.code, warned.span.line), wrong]
    ruleset.change(text.replace("  idle: {holds: 0..3}", "  idle: {holds: 0..4}"))
    assert warned.code not in [each.code for each in ruleset.diagnostics()]


def test_what_a_thorough_check_advises_for_a_line_stays_with_it_and_its_fix_moves_along(ruleset: Ruleset) -> None:
    wrong = TEXT.replace("put card in stock", "put the card in stock")
    ruleset.change(wrong)
    assert [each.fix for each in ruleset.diagnostics()] == [None]
    (advised,) = ruleset.check()
    assert advised.fix is not None
    ruleset.change("# a line more\n" + wrong)
    (moved,) = ruleset.diagnostics()
    assert moved.fix is not None
    assert moved.fix.title == advised.fix.title
    assert [edit.span.line for edit in moved.fix.edits] == [edit.span.line + 1 for edit in advised.fix.edits]


def test_names_stay_known_while_the_outline_is_broken(ruleset: Ruleset) -> None:
    ruleset.change(TEXT + "  [\n")
    assert ruleset.diagnostics()
    assert ruleset.definition(*at(">= goal", 4))[0].span.line == at("goal:")[0]


def test_a_fix_takes_the_place_of_what_is_misspelt(ruleset: Ruleset) -> None:
    wrong = TEXT.replace("put card in stock", "put card in stok")
    ruleset.change(wrong)
    (fix,) = ruleset.fixes(*[at("stok", 0, wrong)[0]] * 2)
    lines = wrong.split("\n")
    (edit,) = fix.edits
    line = lines[edit.span.line - 1]
    lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    assert "\n".join(lines) == TEXT


@pytest.mark.parametrize(
    ("words", "inside", "told"),
    [
        (">= goal", 4, ["parameter", "value: `5`", "points to win"]),
        ("points[me] +=", 2, ["score: number 0..20", "points: {per: player"]),
        ("+= worth", 4, ["name of number 1..3"]),
        ("do turn", 4, ["phase", "one card each"]),
        ("shuffle stock", 2, ["shuffle THING", "Forget the order of a pile"]),
        ("zones:", 2, ["where cards lie"]),
        ("seen by: owner", 2, ["who sees the faces"]),
        ("card.value", 6, ["attribute"]),
    ],
)
def test_what_stands_there_is_told(ruleset: Ruleset, words: str, inside: int, told: list[str]) -> None:
    found = ruleset.hover(*at(words, inside))
    assert found is not None
    assert [word for word in told if word not in found[0]] == []


def test_nothing_is_told_of_blanks_and_comments(ruleset: Ruleset) -> None:
    assert ruleset.hover(*at("points to win", 2)) is None
    assert ruleset.hover(1000, 1) is None


@pytest.mark.parametrize(
    ("before", "behind", "there", "missing"),
    [
        ("texts:\n", "te", ["texts"], ["zones", "points"]),
        ("  stock: {of: cards, kind: pile}\n", "  open: {of: cards, se", ["seen by"], ["of", "holds"]),
        ("  stock: {of: cards, kind: pile}\n", "  open: {of: ", ["cards"], ["stock", "points"]),
        ("  stock: {of: cards, kind: pile}\n", "  open: {of: cards, kind: ", ["cards", "pile", "row"], ["points"]),
        (
            "    - put card in stock\n",
            "    - ",
            ["do PHASE", "points", "me", "worth"],
            ["zones", "done", "stock", "leave the loop"],
        ),
        ("    - put card in stock\n", "    - do ", ["turn", "game"], ["points"]),
        ("    - put card in stock\n", "    - points[me] += card.", ["value", "colour"], ["points"]),
        ("    - put card in stock\n", "    - points[me] += cou", ["count"], ["value"]),
        ("    - put card in stock\n", "    - for each player p ", ["starting with", "where"], ["points", "do PHASE", "else"]),
        ("    - put card in stock\n", "    - move all from stock ", ["to", "on top of"], ["points", "stock", "count"]),
        ("    - put card in stock\n", "    - points[me] += ", ["points", "sum of", "worth"], ["do PHASE", "where", "shuffle"]),
        ("    - put card in stock\n", "    - shuffle st", ["stock"], ["do PHASE", "points"]),
    ],
    ids=[
        *("sections", "keys", "decks", "words", "sentences", "phases", "what is printed", "functions"),
        *("behind elements", "behind a zone", "values", "half a word"),
    ],
)
def test_what_fits_is_proposed(ruleset: Ruleset, before: str, behind: str, there: list[str], missing: list[str]) -> None:
    found = labels(ruleset, TEXT.replace(before, f"{before}{behind}\n"), before + behind)
    assert [word for word in there if word not in found] == []
    assert [word for word in missing if word in found] == []


def test_a_proposal_has_slots(ruleset: Ruleset) -> None:
    text = TEXT.replace("    - put card in stock\n", "    - put card in stock\n    - do \n")
    ruleset.change(text)
    (turn,) = [each for each in ruleset.completions(*at("    - do \n", 9, text)) if each.label == "turn"]
    assert (turn.text, turn.slots) == ("turn (${1:me})", True)


def test_every_sentence_has_slots_in_order_and_is_known_again() -> None:
    for form in forms():
        slots = [int(number) for number in re.findall(r"\$\{(\d+)", form.snippet)]
        assert slots == list(range(1, len(slots) + 1))
        assert form.doc
    filled = {"THING": "hand[me]", "NAME": "x", "VALUE": "3", "NUMBER": "3", "CONDITION": "a = b", "PHASE": "turn (me)"}
    for form in forms():
        words = re.sub(r"\$\{\d+:(\w+)[^}]*\}", lambda match: filled.get(match[1], "2"), form.snippet)
        if not form.label.startswith(("option", "last_resort")):
            assert form_of(words) is not None, words


def test_a_name_inside_a_phase_is_not_one_outside(ruleset: Ruleset) -> None:
    lines = [place.span.line for place in ruleset.references(*at("(me)\n", 1))]
    assert lines == [at("player me where")[0], at("do turn (me)")[0]]


def test_a_name_is_changed_everywhere_and_the_ruleset_stays_sound(ruleset: Ruleset) -> None:
    lines = TEXT.split("\n")
    edits = ruleset.rename(*at("points: {per"), "score")
    for place, new in reversed(edits):
        line = lines[place.span.line - 1]
        lines[place.span.line - 1] = line[: place.span.column - 1] + new + line[place.span.end_column - 1 :]
    assert "\n".join(lines) == TEXT.replace("points[", "score[").replace("points:", "score:")
    assert examine(Source("small.yaml", "\n".join(lines))) == ()


NAMED = """\
ruleset: named
players: 2
decks:
  cards:
    named by: craft
    cards: |
      craft  cost  copies
      mason  3     2    # a builder
      hag    5     1
zones:
  stock: {of: cards, kind: pile}
phases:
  game:
    - draw c from stock to stock
outcome:
  winners: players p where (number of c in stock where c.craft = hag) > 0 and mason < hag
"""


def test_the_name_of_a_card_is_changed_in_its_table_and_in_the_rules() -> None:
    ruleset = Ruleset(Path("named.yaml"), NAMED)
    edits = ruleset.rename(*at("mason < hag", text=NAMED), "potter")
    lines = [line + 1 for line, text in enumerate(NAMED.split("\n")) if "mason" in text]
    assert [place.span.line for place, _ in edits] == lines
    assert ruleset.definition(*at("= hag", 2, NAMED))[0].span.line == at("hag    5", text=NAMED)[0]
    listed = NAMED.replace("|\n      craft  cost  copies", "").replace(
        "mason  3     2    # a builder", "- {craft: mason, cost: 3}"
    )
    listed = listed.replace("hag    5     1", "- {craft: hag, cost: 5}")
    assert len(Ruleset(Path("named.yaml"), listed).rename(*at("mason < hag", text=listed), "potter")) == 2


EFFECTS = """\
ruleset: crafts
players: 2
enumerations:
  craft: [mason, hag]
phases:
  game:
    - Anne chooses one:
        - play k from craft:
            - do play of k (Anne)
effects:
  play (player me):
    mason:
      - let play_on = coins[me]
      - coins[me] = play_on + 1
    hag:
      - coins[me] += 3
variables:
  coins: {per: player, holds: 0..9}
outcome:
  winners: Anne
told:
  rules play of hag: Three coins.
"""


def test_effects_are_known_by_their_family_and_their_value() -> None:
    ruleset = Ruleset(Path("crafts.yaml"), EFFECTS)
    assert ruleset.check() == ()
    spoken = [place.span.line for place, _ in ruleset.rename(*at("play (player me)", text=EFFECTS), "use")]
    assert spoken == [at(each, text=EFFECTS)[0] for each in ("play of k", "play (player", "play of hag")]
    values = [place.span.line for place, _ in ruleset.rename(*at("hag:", text=EFFECTS), "crone")]
    assert values == [at(each, text=EFFECTS)[0] for each in ("[mason, hag]", "hag:", "play of hag")]
    inside = [place.span.line for place, _ in ruleset.rename(*at("play_on + 1", text=EFFECTS), "before")]
    assert inside == [at(each, text=EFFECTS)[0] for each in ("let play_on", "play_on + 1")]
    line = EFFECTS.replace("do play of k (Anne)", "do ")
    assert "play of " in [each.text for each in Ruleset(Path("crafts.yaml"), line).completions(*at("- do ", 5, line))]
    assert "the sentence" in ruleset.explained(at("coins[me] += 3", text=EFFECTS)[0])


@pytest.mark.parametrize(("new", "why"), [("hand", "would not be sound"), ("2", "one word"), ("where", "word of the language")])
def test_a_name_is_not_changed_into_what_it_cannot_be(ruleset: Ruleset, new: str, why: str) -> None:
    with pytest.raises(NotRenamed, match=why):
        ruleset.rename(*at("points: {per"), new)


def test_names_of_a_base_are_found_there(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(TEXT, encoding="utf-8")
    text = "ruleset: more\nextends: small\nfunctions:\n  done (player p): points[p] >= goal + 1\n"
    ruleset = Ruleset(tmp_path / "more.yaml", text)
    assert ruleset.check() == ()
    (place,) = ruleset.definition(*at(">= goal", 4, text))
    assert (Path(place.path).name, place.span.line) == ("small.yaml", at("goal:")[0])
    assert "small.yaml" in {Path(each.path).name for each in ruleset.references(*at("done (", 1, text))}


def changed(folder: Path, edits: tuple[tuple[Place, str], ...]) -> dict[str, str]:
    """The files of a folder after these edits, by name."""
    lines = {path.name: path.read_text(encoding="utf-8").split("\n") for path in folder.glob("*.yaml")}
    for place, new in reversed(edits):
        line = lines[Path(place.path).name]
        at = place.span.line - 1
        line[at] = line[at][: place.span.column - 1] + new + line[at][place.span.end_column - 1 :]
    return {name: "\n".join(each) for name, each in lines.items()}


MORE = "ruleset: more\nextends: small\nfunctions:\n  done (player p): points[p] >= goal + 1\n"


def test_a_name_of_a_base_is_changed_there_and_in_all_that_extend_it(tmp_path: Path) -> None:
    least = "ruleset: least\nextends: more\nparameters:\n  goal: {default: 2, range: 1..9}\n"
    for name, text in (("small", TEXT), ("more", MORE), ("least", least)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    more, low = (Ruleset(tmp_path / f"{name}.yaml", text) for name, text in (("more", MORE), ("least", least)))
    for edits in (more.rename(*at(">= goal", 4, MORE), "target", (low,)), low.rename(*at("goal", 1, least), "target", (more,))):
        after = changed(tmp_path, edits)
        assert after == {
            "small.yaml": re.sub(r"\bgoal\b", "target", TEXT),
            "more.yaml": MORE.replace("goal", "target"),
            "least.yaml": least.replace("goal", "target"),
        }
    for name, text in after.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert all(Ruleset(tmp_path / name, text).check() == () for name, text in after.items())


def test_a_name_of_a_base_is_not_changed_where_another_ruleset_would_break(tmp_path: Path) -> None:
    taken = "ruleset: taken\nextends: small\nvariables:\n  target: {holds: 0..3}\n"
    (tmp_path / "small.yaml").write_text(TEXT, encoding="utf-8")
    other = Ruleset(tmp_path / "taken.yaml", taken)
    with pytest.raises(NotRenamed, match=r"`taken.yaml` would not be sound"):
        Ruleset(tmp_path / "more.yaml", MORE).rename(*at(">= goal", 4, MORE), "target", (other,))
    unsaved = Ruleset(tmp_path / "small.yaml", f"# not saved\n{TEXT}")
    with pytest.raises(NotRenamed, match="save it first"):
        Ruleset(tmp_path / "more.yaml", MORE).rename(*at(">= goal", 4, MORE), "target", (unsaved,))


def test_a_name_of_a_bundled_base_is_not_changed(tmp_path: Path) -> None:
    text = "ruleset: mine\nextends: pig\nparameters:\n  target: {default: 50, range: 1..100}\n"
    ruleset = Ruleset(tmp_path / "mine.yaml", text)
    with pytest.raises(NotRenamed, match="`pig`, which comes with rulerun"):
        ruleset.rename(*at("target", 1, text), "aim")


def test_types_of_names_are_shown(ruleset: Ruleset) -> None:
    found = {(hint.line, hint.text) for hint in ruleset.hints(1, 100)}
    assert (at("let worth")[0], ": number 1..3") in found
    assert (at("chooses card")[0], ": a card of `cards`") in found


def test_colours_do_not_overlap(ruleset: Ruleset) -> None:
    found = ruleset.colours()
    for (one, _), (other, _) in pairwise(found):
        assert (one.line, one.end_column) <= (other.line, other.column) or one.line < other.line
    kinds = {ruleset.source.words(span): kind for span, kind in found}
    assert (kinds["shuffle"], kinds["stock"], kinds["goal"], kinds["worth"]) == ("keyword", "zone", "parameter", "name")


def test_a_line_is_explained(ruleset: Ruleset) -> None:
    told = ruleset.explained(at("points[me] += worth")[0])
    for words in ("in `turn` under `phases:`", "`THING += VALUE ‹, at most", "score: number 0..20", "name of number 1..3"):
        assert words in told
    assert ruleset.explained(1000) == ""


def test_a_name_that_two_loops_give_is_explained_by_the_one_it_stands_in() -> None:
    first = "    - for each player q:\n        - points[q] += 1\n"
    loops = f"{first}    - for each player q where done(q):  # late\n        - points[q] -= 1\n"
    text = TEXT.replace("    - shuffle stock\n", f"    - shuffle stock\n{loops}")
    told = Ruleset(Path("small.yaml"), text).explained(at("points[q] -= 1", text=text)[0])
    assert "`for each player q where done(q):`" in told
    assert "`for each player q:`" not in told


def test_reading_an_edited_text_reads_its_base(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(TEXT, encoding="utf-8")
    source, _ = read_source(path)
    assert source is not None
    assert Ruleset(path, TEXT.replace("\n", "\r\n")).source == source


def test_a_name_is_known_in_conditions_of_texts_and_in_the_words_that_they_choose() -> None:
    text = TEXT.replace(
        'asks card: "which card, {points[me]} so far?"',
        "asks card: |\n    which card{if points[me] > goal: , {points[me]} so far\n    | if goal = 5: of {goal} | goal}?",
    )
    ruleset = Ruleset(Path("small.yaml"), text)
    assert ruleset.check() == ()
    edits = ruleset.rename(*at("goal: {default", text=text), "target")
    changed = text.split("\n")
    for place, new in sorted(edits, key=lambda each: (each[0].span.line, -each[0].span.column)):
        line, span = place.span.line - 1, place.span
        changed[line] = changed[line][: span.column - 1] + new + changed[line][span.end_column - 1 :]
    assert "{if points[me] > target: , {points[me]} so far\n    | if target = 5: of {target} | goal}?" in "\n".join(changed)
    assert "goal" in labels(ruleset, text, "| if go")


SPOKEN = """\
ruleset: spoken
players: 2
seats: [North, South]
variables:
  coins: {per: player, holds: 0..9}
phases:
  game:
    - for each player me:
        - do turn (me)
    - coins[North] = 1
  turn (player me):
    - me chooses one:
        - take gold:
            - only if coins[me] < 9 because too_rich
            - coins[me] += 1
        - hand over p from players where p != me because to_another
        - rest
outcome:
  winners: North
texts:
  too_rich: you have enough
  to_another: you have it
  take gold: take a coin
  asks take gold: how much?
examples:
  one:
    answers:
      - North: take gold
    refused:
      - South: hand over South
        because: to_another
"""


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("too_rich", ["because too_rich", "too_rich: you"]),
        ("to_another", ["because to_another", "to_another: you have it", "because: to_another"]),
        ("take gold:\n", ["- take gold:", "take gold: take a", "asks take gold", "North: take gold"]),
        ("rest\n", ["- rest"]),
        ("North,", ["[North", "coins[North]", "winners: North", "North: take"]),
    ],
)
def test_texts_options_and_seats_are_found_and_changed_wherever_they_stand(words: str, lines: list[str]) -> None:
    ruleset = Ruleset(Path("spoken.yaml"), SPOKEN)
    assert ruleset.check() == ()
    wanted = [at(each, text=SPOKEN)[0] for each in lines]
    assert [place.span.line for place in ruleset.references(*at(words, text=SPOKEN))] == wanted
    assert ruleset.definition(*at(words, text=SPOKEN))
    after = SPOKEN.split("\n")
    for place, new in reversed(ruleset.rename(*at(words, text=SPOKEN), "another_one")):
        line = place.span.line - 1
        after[line] = after[line][: place.span.column - 1] + new + after[line][place.span.end_column - 1 :]
    assert Ruleset(Path("spoken.yaml"), "\n".join(after)).check() == ()
