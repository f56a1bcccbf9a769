"""Measures of labels that others made, for the drop-ins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Optional, Tuple

import numpy as np

from .. import _core
from .._arrays.order import in_c_order


@dataclass(frozen=True, eq=False)
class Measured:
    """A row for each of the labels 0..N, or for some of them, of an image of D axes."""

    label: np.ndarray
    """(N,) int64, or uint64 where that does not hold them: the labels, ascending."""
    area: np.ndarray
    """(N,) int64: number of elements, 0 for a label that no element has."""
    bbox: np.ndarray
    """(N, 2 * D) int64: the first element of the bounding box, then the one behind its last; 0 without elements."""
    centroid: np.ndarray
    """(N, D) float64: NaN without elements."""
    shapes: Optional[Dict[str, np.ndarray]] = None
    """Columns of moments, quads, cubes and intensities by the names of the extension module, if they were asked for."""
    spacing: Tuple[float, ...] = ()
    """The sides of an element along each axis; () if all are 1. Boxes and centroids are in elements all the same."""

    @property
    def axes(self) -> int:
        """D."""
        return self.bbox.shape[1] // 2

    @property
    def begin(self) -> np.ndarray:
        """(N, D) int64: first element of the bounding box."""
        return self.bbox[:, : self.axes]

    @property
    def end(self) -> np.ndarray:
        """(N, D) int64: the element behind the last of the bounding box."""
        return self.bbox[:, self.axes :]


def occurring(labels: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """The integers that occur in an array, ascending, and for each element the index of its own among them (uint32).

    Takes memory by the number of elements, whatever the integers are.
    """
    low, high = int(labels.min(initial=0)), int(labels.max(initial=0))
    if low < 0 or high > 2 * labels.size + 2**16:
        present, index = np.unique(labels, return_inverse=True)
        return present, index.reshape(labels.shape).astype(np.uint32)
    counts = np.bincount(labels.ravel("K").astype(np.intp, copy=False), minlength=high + 1)
    present = np.flatnonzero(counts)
    indices = np.zeros(high + 1, np.uint32)
    indices[present] = np.arange(len(present))
    return present, indices[labels]


def measure(
    labels: np.ndarray, last: Optional[int] = None, shapes: bool = False, intensity: Optional[np.ndarray] = None
) -> Measured:
    """Rows of the labels 0..last, or of those from 0 on that occur. Labels below 0 and above `last` are left out.

    Requires an array of integers of one to three axes. Takes memory by its elements, and for `last` rows. With
    `shapes`, moments, quads and cubes are measured too, and with `intensity` the values of an array of the labels'
    shape that intensities() has made: of labels that occur, so without `last`.
    """
    axes = labels.ndim
    present, index = occurring(labels)
    has_row = present >= 0 if last is None else (present >= 0) & (present <= last)
    measured = present[has_row]
    rows = measured if last is None else np.arange(last + 1)
    area = np.zeros(len(rows), np.int64)
    bbox = np.zeros((len(rows), 2 * axes), np.int64)
    centroid = np.full((len(rows), axes), np.nan)
    kept: Optional[Dict[str, np.ndarray]] = None
    if labels.size:
        # The engine measures labels 1..N without gaps; those left out share the last of them.
        numbers = np.where(has_row, np.cumsum(has_row), len(measured) + 1).astype(np.uint32)
        columns = _core.measure(in_c_order(numbers[index]), shapes, intensity)
        kept = {name: column[: len(measured)] for name, column in columns.items()}
        at = slice(None) if last is None else measured.astype(np.intp)
        area[at] = kept["area"]
        bbox[at] = kept["bbox"]
        centroid[at] = kept["sums"] / kept["area"][:, np.newaxis]
    is_large = rows.dtype.kind == "u" and int(rows.max(initial=0)) >= 2**63
    return Measured(rows if is_large else rows.astype(np.int64), area, bbox, centroid, kept)


def check_shape(image: np.ndarray, shape: Tuple[int, ...]) -> None:
    """Raises ValueError for an intensity image that has not the labels' shape."""
    if image.shape != shape:
        raise ValueError(f"the intensity image has the shape {image.shape}, and the label image {shape}")


def intensities(image: np.ndarray, shape: Tuple[int, ...]) -> np.ndarray:
    """An image of intensities as the engine measures it: of integers of up to 32 bits, or floats of 16, 32 or 64 bits.

    Raises TypeError for dtypes without such values, ValueError for another shape and for integers beyond 32 bits.
    """
    check_shape(image, shape)
    if image.dtype.kind not in "buif":
        raise TypeError(f"the intensity image is of {image.dtype}: pass bool, integers or floats")
    if image.dtype.kind == "f" and image.dtype.itemsize > 8:
        image = image.astype(np.float64)
    elif image.dtype.kind in "iu" and image.dtype.itemsize == 8:
        narrow = np.uint32 if image.min(initial=0) >= 0 else np.int32
        if (image != image.astype(narrow)).any():
            raise ValueError("the intensity image has integers beyond 32 bits")
        image = image.astype(narrow)
    elif image.dtype.kind == "b":
        image = image.astype(np.uint8)
    return in_c_order(image, image.dtype.newbyteorder("="))


def slices_of(measured: Measured, row: int) -> tuple[slice, ...] | None:
    """The bounding box of a row as an index, or None without elements."""
    if measured.area[row] == 0:
        return None
    return tuple(slice(*side) for side in zip(measured.begin[row].tolist(), measured.end[row].tolist()))
