"""Arrays of more than three axes, of which at most three are longer than 1: volumes with axes that say nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple, Sequence, Tuple

import numpy as np

from .._components import Components
from .._asked.periodic import Periodic, flags_of


class Spare(NamedTuple):
    """The axes of length 1 that are left out of an array so that three are left; none of arrays of up to three axes,
    and of arrays that cannot lose enough."""

    shape: Tuple[int, ...]
    """Of the array."""
    left_out: Tuple[int, ...]

    @property
    def kept_shape(self) -> Tuple[int, ...]:
        """The shape of the other axes."""
        return tuple(side for axis, side in enumerate(self.shape) if axis not in self.left_out)

    def without(self, array: Any) -> Any:
        """An array of this shape without these axes: the same memory. Others stay as they are."""
        if not self.left_out or tuple(getattr(array, "shape", ())) != self.shape:
            return array
        if not hasattr(array, "__getitem__"):
            return array.reshape(self.kept_shape)
        return array[tuple(0 if axis in self.left_out else slice(None) for axis in range(len(self.shape)))]

    def restored(self, array: Any) -> Any:
        """A new array of the other axes with these: the same memory."""
        return array.reshape(self.shape) if self.left_out else array

    def flags(self, periodic: Periodic, batch: bool = False) -> Periodic:
        """Which of the other axes are periodic. Raises as flags_of()."""
        if not self.left_out:
            return periodic
        flags = flags_of(periodic, len(self.shape) - batch)
        return [flag for axis, flag in enumerate(flags, int(batch)) if axis not in self.left_out]

    def coordinates(self, batch: bool = False) -> Tuple[int, ...]:
        """For each axis of the images 0, 1 or 2 for x, y and z, or 3 for one that is left out; () if none is."""
        if not self.left_out:
            return ()
        axes = range(int(batch), len(self.shape))
        kept = [axis for axis in axes if axis not in self.left_out]
        return tuple(3 if axis in self.left_out else len(kept) - 1 - kept.index(axis) for axis in axes)

    def restored_table(self, table: Components, batch: bool = False) -> Components:
        """The table with the coordinate 0 along these axes, which no component crosses."""
        at = [axis - batch for axis in self.left_out]
        if not at:
            return table
        kept = [axis for axis in range(len(self.shape) - batch) if axis not in at]

        def columns(matrix: Any, behind: int = 0) -> Any:
            if matrix is None:
                return None
            wide = np.zeros((len(matrix), len(self.shape) - batch), matrix.dtype)
            wide[:, at] = behind
            wide[:, kept] = matrix
            return wide

        def boxes(matrix: Any) -> Any:
            if matrix is None:
                return None
            begin, end = columns(matrix[:, : len(kept)]), columns(matrix[:, len(kept) :], 1)
            has_none = (begin[:, kept] < 0).any(axis=1)  # -1: no begin
            begin[has_none], end[has_none] = -1, -1
            return np.concatenate((begin, end), axis=1)

        centroid = columns(table.unwrapped_centroid)
        if centroid is not None:
            centroid[np.isnan(centroid).any(axis=1)] = np.nan
        return replace(
            table,
            bbox=boxes(table.bbox),
            sums=columns(table.sums),
            crosses=columns(table.crosses),
            unwrapped_bbox=boxes(table.unwrapped_bbox),
            unwrapped_centroid=centroid,
        )


def spare_axes(shape: Sequence[int], batch: bool = False, in_slabs: bool = False) -> Spare:
    """The first axes of length 1 that an array of this shape can lose. Never the first axis of all, which counts the
    images of a `batch`, or along which the array comes `in_slabs`."""
    many = len(shape) - 3 - int(batch)
    if many <= 0:
        return Spare(tuple(shape), ())
    ones = [axis for axis in range(int(batch or in_slabs), len(shape)) if shape[axis] == 1]
    return Spare(tuple(shape), tuple(ones[:many]) if many <= len(ones) else ())


def with_spare(array: Any, batch: bool = False) -> Tuple[Any, Spare]:
    """An array, of numpy if numpy has to make one, without its spare axes, and these."""
    if not (hasattr(array, "shape") or hasattr(array, "__dlpack__") or hasattr(array, "__cuda_array_interface__")):
        array = np.asarray(array)
    spare = spare_axes(getattr(array, "shape", ()), batch)
    return spare.without(array), spare
