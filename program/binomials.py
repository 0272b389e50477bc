"""Tables of binomial coefficients: in how many ways some of several things can be taken."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

FITS = 62
"""Up to this many bits a product of two coefficients, and every sum of such products, fits into a word."""

KEPT_BITS = 20
"""Of larger coefficients so many leading bits are kept."""

SCALED_BITS = 50
"""A product of three larger coefficients is scaled to at most so many bits; those above are for sums over numbers of things."""

Rows = tuple[tuple[int, ...], ...]


@lru_cache(16)
def binomials(things: int, most: int) -> tuple[Rows, Rows | None]:
    """In row n, at k: the ways to take k of n things, for n up to *things* and k up to *most*, 0 for more than n.

    Where the sum of a row needs more than `FITS` bits, only the leading `KEPT_BITS` of each are given, and the second table says
    how many bits were left away; else it is None.
    """
    rows = [[1] + [0] * most]
    for _ in range(things):
        above = rows[-1]
        rows.append([1, *(above[k] + above[k - 1] for k in range(1, most + 1))])
    if sum(rows[-1]).bit_length() <= FITS:
        return tuple(map(tuple, rows)), None
    away = tuple(tuple(max(0, number.bit_length() - KEPT_BITS) for number in row) for row in rows)
    leading = tuple(
        tuple(number >> bits for number, bits in zip(row, left, strict=True)) for row, left in zip(rows, away, strict=True)
    )
    return leading, away


@frozen
class Ways:
    """Counts sets of cards by tables of `binomials`; *away* is None where *rows* is exact."""

    rows: Rows
    away: Rows | None

    def sets(self, here: int, had: int, beyond: int, numbers: range, before: int, taken: int, among: int) -> int:
        """How many sets of one of these *numbers* of cards there are that begin with a card of the present kind; 0 for none.

        There are *here* cards of this kind, of which *had* more were taken before, and *beyond* cards of kinds behind it. Of
        the kind before *taken* were taken, and *before* are there; every copy counts on its own. *among* is how many cards are
        chosen from at this decision, those taken of the last kind included: by that all weights are scaled alike.
        """
        width, most, total = len(self.rows[0]) - 1, len(self.rows) - 1, 0
        least, left = max(1, numbers.start), min(numbers.stop - 1, width - had - taken)
        if least > left:
            return 0
        among = min(among, most)
        away = 0 if self.away is None else total_shift(self.away[among][likeliest(least, left, among, had + taken)])
        for more in range(1, min(here, left) + 1):
            for others in range(max(0, least - more), min(beyond, left - more) + 1):
                # cards that are put where they were taken from count twice, but there are no more than all
                parts = ((min(here + had, most), had + more), (beyond, others), (min(before + taken, most), taken))
                total += self._product(parts, away)
        return total

    def stopped(self, numbers: range, before: int, taken: int, among: int) -> int:
        """The same where none of the *numbers* of cards is taken, but no more."""
        width, most = len(self.rows[0]) - 1, len(self.rows) - 1
        among, left = min(among, most), min(numbers.stop - 1, width - taken)
        away = 0 if self.away is None else total_shift(self.away[among][likeliest(1, left, among, taken)])
        return self._product(((min(before + taken, most), taken),), away)

    def _product(self, parts: tuple[tuple[int, int], ...], away: int) -> int:
        product = 1
        for n, k in parts:
            product *= self.rows[n][k]
        if self.away is None:
            return product
        more = sum(self.away[n][k] for n, k in parts) - away
        return max(1, product << more if more >= 0 else product >> -more)


def total_shift(away: int) -> int:
    """By how many bits the products at a decision are shifted, when *away* bits of the number of all ways were left away.

    Three coefficients are multiplied.
    """
    return max(0, away + KEPT_BITS - SCALED_BITS)


def likeliest(least: int, left: int, among: int, taken: int) -> int:
    """The number of things, *least* to *left* and those *taken* before, of which there are most sets *among* so many."""
    return max(least + taken, min(left + taken, among // 2))
