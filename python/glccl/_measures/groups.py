"""Elements in groups by their labels, for measures of any values."""

from __future__ import annotations

from typing import Any, NamedTuple, Tuple

import numpy as np

from .. import _core
from .._arrays.kinds import on_cpu


class Groups(NamedTuple):
    """The group of each element. Groups 0..size-1 are labels; some may be without elements."""

    numbers: np.ndarray
    """(size,) intp: the group of each element, in C order."""
    size: int
    rows: np.ndarray
    """intp, of the shape of the index: the group of each label that was asked for, or `size` for one that no element
    has."""


def broadcast(values: np.ndarray, labels: Any) -> Tuple[np.ndarray, np.ndarray]:
    """Values and their labels as arrays of one shape. Raises TypeError for labels that are no numbers, ValueError for
    shapes that do not fit."""
    numbers = on_cpu(labels)
    if numbers.dtype.kind not in "buif":
        raise TypeError(f"the labels are of {numbers.dtype}: pass integers")
    try:
        values, numbers = np.broadcast_arrays(values, numbers)
    except ValueError:
        raise ValueError(f"the labels have the shape {numbers.shape}, and the input {values.shape}") from None
    return values, numbers


def groups_of(labels: np.ndarray, index: Any) -> Groups:
    """The groups of labels, which may be any numbers. Raises TypeError for an index of no numbers.

    There are at most twice as many groups as elements, and 2^16 more.
    """
    wanted = np.asarray(index)
    if wanted.dtype.kind not in "buif":
        raise TypeError(f"the index is an array of {wanted.dtype}: pass labels")
    with np.errstate(invalid="ignore"):  # NaN, which is no label
        same = wanted.astype(labels.dtype)
    is_found = same == wanted
    most = 2 * labels.size + 2**16
    if labels.size and labels.dtype.kind in "bui" and labels.min() >= 0 and labels.max() <= most:
        count = int(labels.max()) + 1
        is_found &= (same >= 0) & (same < count)
        rows = np.where(is_found, same, 0).astype(np.intp)
        return Groups(labels.ravel().astype(np.intp, copy=False), count, np.where(is_found, rows, count))
    present, numbers = np.unique(labels, return_inverse=True)
    count = len(present)
    rows = np.searchsorted(present, same)
    is_found &= np.append(present, np.zeros(1, present.dtype))[rows] == same
    return Groups(numbers.reshape(-1), count, np.where(is_found & (rows < count), rows, count))


def lists_of(groups: Groups) -> Tuple[np.ndarray, np.ndarray]:
    """Places of the elements of group 0, then those of group 1, and so on, each in C order; and where each begins."""
    if groups.numbers.size == 0:
        return np.zeros(0, np.uint32), np.zeros(groups.size + 1, np.uint32)
    offsets, places = _core.lists((groups.numbers + 1).astype(np.uint32))
    return places, offsets
