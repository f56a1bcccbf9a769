"""Extremes of labels on a GPU and where they are, for the measurement functions of glccl.ndimage.

The table's intensities are exact for integers of up to 32 bits. So floats are replaced by integers in the same order,
and a position is the least of the places at which an element is the extreme of its label.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from .._arrays.kinds import kind_of, numpy_of
from .._arrays.operators import Operators, operators_of
from .._verbs import wrap
from .array import CudaArray
from .statistics import Wanted, statistics_on_gpu

_MOST = 2**31 - 1


class Extreme(NamedTuple):
    """Of one group a value, else an array of the shape of the index."""

    count: Any
    """Elements of the group or of each label."""
    value: Any
    """Of the dtype of the input, 0 for labels that no element has; None for a group without elements."""


class Extremes:
    """Extremes of the labels above 0 of an array on a GPU. Raises as glccl.ndimage.minimum()."""

    def __init__(self, array: CudaArray, labels: Any, input: Any, index: Any) -> None:
        self._array, self._labels = array, labels
        self._wanted = Wanted(index)
        self.dtype = np.dtype(array.check_intensity(input).dtype)
        self.shape: Tuple[int, ...] = tuple(input.shape)
        self._operators = operators_of(kind_of(input), input, "input")
        self._keys = _keys_of(self._operators, input, self.dtype)
        self._most = np.iinfo(f"int{8 * self.dtype.itemsize}").max
        names = {name: name for name in ("label", "num_pixels", "intensity_min", "intensity_max")}
        self._table = array.properties(names, self._keys, "-")
        self._present = numpy_of(self._table["label"])
        self._count = numpy_of(self._table["num_pixels"])

    def extreme(self, largest: bool) -> Extreme:
        """The extreme of each label, or of the group."""
        if not self._wanted.is_one:
            return Extreme(self._of_index(self._count), self._of_index(self._values(self._column(largest))))
        chosen = self._wanted.chosen(self._present)
        if not chosen.any():
            return Extreme(0, None)
        has_nan = self._has_nan(chosen)
        column = self._column(largest or has_nan)[chosen]
        return Extreme(self._count[chosen].sum(), self._values(np.atleast_1d(_best(column, largest or has_nan)))[0])

    def places(self, largest: bool) -> Any:
        """The first place of each extreme in C order, 0 for labels that no element has; of a group an int. Requires a
        group with elements."""
        if not self._wanted.is_one:
            return self._of_index(self._first(largest))
        chosen = self._wanted.chosen(self._present)
        has_nan = self._has_nan(chosen)
        column = self._column(largest or has_nan)[chosen]
        return int(self._first(largest or has_nan)[chosen][column == _best(column, largest or has_nan)].min())

    def _of_index(self, column: np.ndarray) -> np.ndarray:
        return self._wanted.of_index(self._present, column, 0)

    def _column(self, largest: bool) -> np.ndarray:
        """The extreme key of each label, int64."""
        return numpy_of(self._table["intensity_max" if largest else "intensity_min"]).astype(np.int64)

    def _has_nan(self, chosen: np.ndarray) -> bool:
        """Whether an element of these labels is NaN, whose key is the largest."""
        return self.dtype.kind == "f" and bool((self._column(True)[chosen] == self._most).any())

    def _values(self, keys: np.ndarray) -> np.ndarray:
        """The elements of these keys."""
        if self.dtype.kind != "f":
            return keys.astype(self.dtype)
        size = self.dtype.itemsize
        return _ordered(keys.astype(f"i{size}"), size).view(self.dtype)

    @cached_property
    def _rows(self) -> Any:
        """The row of each element's label; any for labels below 1."""
        operators = self._operators
        return operators.rows_of(operators.cast(self._labels, "int64"), self._table["label"])

    def _first(self, largest: bool) -> np.ndarray:
        """The first place of the extreme of each label."""
        if math.prod(self.shape) > _MOST:
            raise ValueError(f"the input has the shape {self.shape}: on a GPU positions are found among up to {_MOST} "
                             "elements")
        if type(kind_of(self._labels)) is not type(kind_of(self._keys)):
            raise TypeError(f"the labels are a {type(self._labels).__name__}, and the input is of another library: "
                            "positions are found for arrays of one")
        if len(self._present) == 0:
            return np.zeros(0, np.int64)
        operators = self._operators
        column = operators.cast(self._table["intensity_max" if largest else "intensity_min"], "int64")
        others = operators.cast(self._keys, "int64") != column[self._rows]
        places = operators.filled(operators.places(self._keys, self.shape), others, _MOST)
        return numpy_of(self._array.properties({"first": "intensity_min"}, places, "-")["first"]).astype(np.int64)


def _best(column: np.ndarray, largest: bool) -> Any:
    return column.max() if largest else column.min()


def _keys_of(operators: Operators, values: Any, dtype: np.dtype) -> Any:
    """Integers in the order of the values; those of integers are themselves. Zeros of both signs have the key 0, and
    NaN has the largest."""
    if dtype.kind != "f":
        return values
    bits = _ordered(operators.bits(values, f"int{8 * dtype.itemsize}"), dtype.itemsize)
    return operators.filled(operators.filled(bits, values == 0, 0), values != values,
                            np.iinfo(f"i{dtype.itemsize}").max)


def _ordered(bits: Any, size: int) -> Any:
    """Signed integers in the order of the floats of these bits, and the bits of these: the bits behind a sign are
    inverted."""
    return bits ^ ((bits >> (8 * size - 1)) & (2 ** (8 * size - 1) - 1))


def extremes_on_gpu(input: Any, labels: Any, index: Any) -> Optional[Extremes]:
    """Measures labels above 0 where they are. None: labels on the CPU, or none. Raises as statistics_on_gpu(), and
    TypeError for an input that is of neither torch nor CuPy."""
    array = None if labels is None else wrap(labels)
    return Extremes(array, labels, input, index) if isinstance(array, CudaArray) else None


def extreme_on_gpu(input: Any, labels: Any, index: Any, largest: bool) -> Optional[Extreme]:
    """The extremes alone, which are also measured for other libraries: of floats with 31 bits of the largest."""
    if labels is None or not isinstance(wrap(labels), CudaArray):
        return None
    kind = kind_of(input)
    if kind.device(input) is None or kind.has_operators("bool"):
        extremes = extremes_on_gpu(input, labels, index)
        return None if extremes is None else extremes.extreme(largest)
    found = statistics_on_gpu(input, labels, index)
    if found is None:
        return None
    value = found.maximum if largest else found.minimum
    return Extreme(found.count, None if value is None else np.asarray(value).astype(found.dtype)[()])
