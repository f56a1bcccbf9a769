"""Values of labels on a GPU, for the measurement functions of glccl.ndimage."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from .._arrays.kinds import numpy_of
from .._verbs import wrap
from .array import CudaArray

_NAMES = ("label", "num_pixels", "intensity_mean", "intensity_std", "intensity_min", "intensity_max",
          "centroid_weighted")


class Statistics(NamedTuple):
    """Measures of groups of elements, float64: numbers for one group, else arrays of the shape of the index."""

    count: Any
    sum: Any
    mean: Any
    variance: Any
    minimum: Any
    maximum: Any
    centre: Any
    """One for each axis, before the axes of the index."""
    dtype: np.dtype
    """Of the input."""


class Wanted:
    """The labels above 0 that are asked for. None: all as one group."""

    def __init__(self, index: Any) -> None:
        """Raises TypeError for an index of no numbers, NotImplementedError for labels below 1."""
        self._wanted = np.zeros(0) if index is None else np.asarray(index)
        if self._wanted.dtype.kind not in "buif":
            raise TypeError(f"the index is an array of {self._wanted.dtype}: pass labels")
        if (self._wanted < 1).any():
            raise NotImplementedError(
                f"the index reaches from {self._wanted.min()} on: on a GPU labels above 0 are measured"
            )
        self.is_one = index is None or self._wanted.ndim == 0
        """Whether there is one group instead of an array of labels."""
        self._is_all = index is None

    def chosen(self, present: np.ndarray) -> np.ndarray:
        """Which of the labels that occur are in the one group."""
        return np.ones(len(present), bool) if self._is_all else present == self._wanted

    def of_index(self, present: np.ndarray, column: np.ndarray, absent: float) -> np.ndarray:
        """A column for the labels of the index. `column` is (..., N) for the N labels that occur, ascending."""
        at = np.searchsorted(present, self._wanted)
        is_there = np.append(present, 0)[at] == self._wanted
        behind = np.zeros((*column.shape[:-1], 1), column.dtype)
        return np.where(is_there, np.append(column, behind, axis=-1)[..., at], column.dtype.type(absent))


def statistics_on_gpu(input: Any, labels: Any, index: Any) -> Optional[Statistics]:
    """Measures labels above 0 where they are, and copies a row for each of them. None: labels on the CPU, or none.

    Raises NotImplementedError for labels below 1 in the index, TypeError and ValueError for arrays that are not those
    of glccl.skimage.regionprops_table() on a GPU.
    """
    array = None if labels is None else wrap(labels)
    if not isinstance(array, CudaArray):
        return None
    wanted = Wanted(index)
    dtype = np.dtype(array.check_intensity(input).dtype)
    table = array.properties({name: name for name in _NAMES}, input, "-")
    rows = {name: numpy_of(column) for name, column in table.items()}
    present = rows.pop("label")
    count, mean = rows["num_pixels"].astype(np.float64), rows["intensity_mean"]
    total = mean * count
    if dtype.kind != "f":
        total = np.rint(total)  # the mean is rounded, the sum is an integer
    centre = np.stack([rows[f"centroid_weighted-{axis}"] for axis in range(array.type_and_axes()[1])])
    found = Statistics(count, total, mean, rows["intensity_std"] ** 2, rows["intensity_min"], rows["intensity_max"],
                       centre, dtype)
    if wanted.is_one:
        return _united(found, wanted.chosen(present))

    def of_index(column: np.ndarray, absent: float) -> np.ndarray:
        return wanted.of_index(present, column, absent)

    return Statistics(
        of_index(found.count, 0), of_index(found.sum, 0), of_index(found.mean, np.nan),
        of_index(found.variance, np.nan), of_index(found.minimum, 0), of_index(found.maximum, 0),
        of_index(found.centre, np.nan), dtype,
    )


def _united(rows: Statistics, chosen: np.ndarray) -> Statistics:
    """The chosen rows as one group."""
    if not chosen.any():
        nan = np.float64(np.nan)
        return Statistics(0, np.float64(0), nan, nan, None, None, np.full(len(rows.centre), np.nan), rows.dtype)
    count, total, mean = rows.count[chosen], rows.sum[chosen], rows.mean[chosen]
    whole = total.sum() / count.sum()
    variance = (count * (rows.variance[chosen] + (mean - whole) ** 2)).sum() / count.sum()
    with np.errstate(invalid="ignore", divide="ignore"):  # weights that add up to 0
        centre = (rows.centre[:, chosen] * total).sum(axis=1) / total.sum()
    return Statistics(count.sum(), total.sum(), whole, variance, rows.minimum[chosen].min(),
                      rows.maximum[chosen].max(), centre, rows.dtype)
