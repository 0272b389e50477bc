"""Which characters are harmful, and what stands in their place."""

from __future__ import annotations

import json
import sys
from unicodedata import category

from rulerun.program.harmless import HARMFUL, STAYS, harmful, harmless, harmless_json

EVERY = "".join(map(chr, range(sys.maxunicode + 1)))


def test_what_is_harmful_follows_from_categories_and_a_short_list() -> None:
    wanted = {sign for sign in EVERY if category(sign) in HARMFUL} - STAYS
    assert {EVERY[at] for at in harmful(EVERY)} == wanted
    assert {*"\x1b\x07\r\x7f\x9b\u200b\u200e\u202e\u2028\u2029\u2066\ufeff\ud800\U000e0041"} <= wanted
    assert not wanted & {*"\n\t \u00a0\u3000éß点נ́\u200d\u200c\ufe0f\ue000"}


def test_places_stay_the_same_and_nothing_harmful_is_left() -> None:
    shown, places = harmless(EVERY), {*harmful(EVERY)}
    assert [*harmful(shown)] == []
    assert [at for at in range(len(EVERY)) if shown[at] != EVERY[at]] == sorted(places)


def test_controls_have_pictures_and_others_a_sign_for_what_is_not_known() -> None:
    assert harmless("a\x1b]0;b\x07c\r\n\x7f\u202ed") == "a␛]0;b␇c␍\n␡�d"
    assert harmless("👨\u200d👩\u200d👧 می\u200cخواهم") == "👨\u200d👩\u200d👧 می\u200cخواهم"


def test_json_keeps_its_values_and_has_nothing_harmful() -> None:
    whole = "".join(sign for sign in EVERY if category(sign) != "Cs") + "\ud800 alone"
    told = harmless_json(json.dumps({"all": whole}, ensure_ascii=False, indent=2))
    assert [*harmful(told)] == []
    assert json.loads(told) == {"all": whole}
