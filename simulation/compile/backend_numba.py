"""What emitted code is compiled with: Numba, unsigned words, and the whole product of two words in one instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["S", "U", "jit", "kernel", "lowest", "ones_in", "product", "table"]

if TYPE_CHECKING:
    # Neither Numba nor LLVM's binding is typed, and neither needs to be there: as types go, it is all as in plain Python.
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
        """What compiles a function for these types alone: others are converted, and nothing is compiled twice."""
        return njit(signature, nogil=True, cache=True, error_model="numpy")

    def table(numbers):
        """A table as compiled code reads it: of 32 bits each, where they fit."""
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
        """Which is the lowest bit that is set in a word; there must be one."""

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
