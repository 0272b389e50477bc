"""The function of choix that this package uses, with types: type checking works without choix."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["ilsr_pairwise_dense"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    def ilsr_pairwise_dense(comp_mat: NDArray[np.float64], *, max_iter: int) -> NDArray[np.float64]:
        """The maximum-likelihood strengths of Bradley and Terry's model, on the scale of logarithms, with mean 0; `comp_mat[i,
        j]` is how often *i* beat *j*. Raises RuntimeError where *max_iter* steps do not suffice.
        """

else:
    from choix import ilsr_pairwise_dense
