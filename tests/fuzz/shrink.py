"""A ruleset on which a check fails, made as small as it gets."""

from __future__ import annotations

from time import monotonic

from attrs import frozen

from .case import Tally
from .checks import CHECK_OF, checked
from .failure import Failure
from .tree import Ruleset, smaller


@frozen
class Found:
    """A failure and a ruleset on which it is seen, with the seed of its matches."""

    failure: Failure
    ruleset: Ruleset
    seed: int

    @property
    def text(self) -> str:
        """The ruleset, with the reason above it."""
        reason = str(self.failure).replace("\n", " ")
        return f"# {reason[:240]}\n# matches of seed {self.seed}\n{self.ruleset}"


def shrunk(found: Found, seconds: float) -> Found:
    """The failure on a ruleset from which nothing more can be taken, or as far as the time goes."""
    until = monotonic() + seconds
    check = found.failure.check
    only = CHECK_OF.get(check, check)
    texts = {str(found.ruleset)}
    while True:
        again, begun = _pass(found, only, texts, until)
        if again.ruleset == begun or monotonic() > until:
            return again
        found = again


def _pass(found: Found, only: str, tried: set[str], until: float) -> tuple[Found, Ruleset]:
    """One walk through all that can be taken away; after a success it goes on at the same place."""
    begun, skip = found.ruleset, 0
    wanted = found.failure.signature
    going = True
    while going and monotonic() < until:
        going = False
        for at, candidate in enumerate(smaller(found.ruleset)):
            if at < skip:
                continue
            if monotonic() > until:
                break
            text = str(candidate)
            if text in tried:
                continue
            tried.add(text)
            alike = [each for each in checked(text, found.seed, Tally(), only) if each.signature == wanted]
            if alike:
                found, skip, going = Found(alike[0], candidate, found.seed), at, True
                break
    return found, begun
