"""Arrays whose elements lie in memory in another order than C order: Fortran order, `image.T`."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np

#: Elements along the side of a block that fits the cache of a processor.
_SIDE = 32


def in_c_order(array: np.ndarray, dtype: Any = None) -> np.ndarray:
    """The array in C order, of this dtype; itself if it is that.

    Copies block by block: numpy goes along the rows of the result, and in another order of memory each of their
    elements is in another line of the cache.
    """
    wanted = array.dtype if dtype is None else np.dtype(dtype)
    last = array.ndim - 1
    nearest = min(range(array.ndim), key=lambda axis: abs(array.strides[axis])) if array.size > 1 else last
    if array.flags.c_contiguous or nearest == last or array.shape[last] == 1:
        return np.ascontiguousarray(array, wanted)
    copy = np.empty(array.shape, wanted)
    for first in range(0, array.shape[nearest], _SIDE):
        for second in range(0, array.shape[last], _SIDE):
            block = [slice(None)] * array.ndim
            block[nearest] = slice(first, first + _SIDE)
            block[last] = slice(second, second + _SIDE)
            np.copyto(copy[tuple(block)], array[tuple(block)], casting="unsafe")
    return copy


def axes_in_memory(array: np.ndarray) -> Tuple[int, ...]:
    """The axes from the one with the largest stride to that with the smallest, for numpy.transpose()."""
    return tuple(sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis])))
