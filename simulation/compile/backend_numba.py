"""The names that emitted code uses, where Numba compiles it: unsigned words, and the 128-bit product of two words at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["S", "U", "jit", "kernel", "lowest", "ones_in", "product", "table"]

if TYPE_CHECKING:
    # Numba and llvmlite have no types and need not be installed, so type checkers see the names of plain Python instead.
    from ..runtime.plain import S, U, jit, kernel, lowest, ones_in, product, table
else:
    import numpy
    from llvmlite import ir
    from numba import int64, njit, types, uint64
    from numba.extending import intrinsic

    U = uint64
    S = int64

    jit = njit(nogil=True, cache=True, error_model="numpy")

    def kernel(signature):
        """A decorator that compiles a function for these types only; other arguments are converted, so nothing is compiled
        twice.
        """
        return njit(signature, nogil=True, cache=True, error_model="numpy")

    def table(numbers):
        """The numbers as an array for compiled code, of 32 bits each where they fit, else of 64."""
        narrow = all(-(2**31) <= number < 2**31 for number in numbers)
        return numpy.array(numbers, dtype=numpy.int32 if narrow else numpy.int64)

    @intrinsic
    def ones_in(context, word):
        """How many bits of a word are set."""

        def build(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), build

    @intrinsic
    def lowest(context, word):
        """The position of the lowest set bit of a word, which must not be 0."""

        def build(context, builder, signature, arguments):
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), build

    @intrinsic
    def product(context, word, bound):
        """The high and the low 64 bits of a product of two unsigned words."""

        def build(context, builder, signature, arguments):
            double = ir.IntType(128)
            whole = builder.mul(*(builder.zext(argument, double) for argument in arguments))
            high = builder.trunc(builder.lshr(whole, ir.Constant(double, 64)), ir.IntType(64))
            low = builder.trunc(whole, ir.IntType(64))
            return context.make_tuple(builder, signature.return_type, [high, low])

        return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), build
