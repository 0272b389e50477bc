"""Every game speaks the languages that it begins to speak: whatever the table can show of it has its word there."""

from __future__ import annotations

import re

from rulerun.program.ir import Ask, Message, Pick, Program, Say, Visibility, Words
from rulerun.program.ops import statements

from ..support.battery import Setting, compiled, of_each_file, settings
from ..support.cases import all_hold

THREE = ("change_horses", "traxx", "why_first")
"""These speak English, Italian and Spanish."""
UNSPOKEN = re.compile(r"-?\d+|[A-Z]|\w\d+–\w\d+")
"""Numbers, single letters, and lines of spaces by their ends: no language has words of its own for them."""


def names(program: Program) -> dict[str, Words]:
    """Every name that the table shows: of things, values, options, what chance decides; not those of spaces and seats."""
    seen = [each.name for each in (*program.zones, *program.boards)]
    hidden = set(program.hints.aside) & set(program.hints.untold)
    seen += [each.name for each in program.places if each.sight is not Visibility.NOBODY and each.name.plain not in hidden]
    spaces = {program.domains[board.domain].name for board in program.boards}
    own = {"seat", *spaces, *(name for name, _ in program.parameters)}
    for domain in program.domains:
        seen += domain.labels if domain.name not in own and domain.members is None else ()
    texts = dict(program.texts)
    for op in statements(program):
        match op:
            case Ask(alternatives=alternatives):
                seen += [each.name for each in alternatives if each.name.plain]
                seen += [each.name for one in alternatives if not one.name.plain for each in one.parameters]
            case Pick(name=name) if name:
                seen.append(texts.get(name, Words(name)))
            case _:
                pass
    return {words.plain: words for words in (program.title, *seen) if not UNSPOKEN.fullmatch(words.plain)}


def messages(program: Program) -> list[Message]:
    """Every sentence for people: what is said, and why something is not on offer."""
    found = []
    for op in statements(program):
        match op:
            case Say(message=message):
                found.append(message)
            case Ask(alternatives=alternatives, prompts=prompts):
                reasons = [condition.reason for one in alternatives for condition in one.conditions]
                found += [reason for reason in reasons if reason is not None]
                found += [question.message for question in prompts]
            case _:
                pass
    return found


@of_each_file()
def test_every_name_and_sentence_has_its_words(file: str) -> None:
    all_hold(check_words, (setting for setting in settings() if setting.file == file))


def check_words(setting: Setting) -> None:
    program = compiled(setting)
    assert program.languages == ("en", "it", "es") if setting.file in THREE else {"en", "it"} <= set(program.languages)
    for language in program.languages[1:]:
        missing = [name for name, words in names(program).items() if language not in dict(words.translations)]
        assert missing == [], language
    for message in messages(program):
        assert {language for language, _ in message.languages} == set(program.languages), message
