"""Labels numbered anew without gaps, as scikit-image does it."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np

from .._arrays.kinds import on_cpu
from .._asked.arguments import int_of
from .measured import occurring


class ArrayMap:
    """Labels for labels, used as an array that would be indexed by the former. A label that it does not have is 0."""

    def __init__(self, in_values: np.ndarray, out_values: np.ndarray) -> None:
        self.in_values = in_values
        """(K,) integers, ascending, one or more: the labels that it has others for."""
        self.out_values = out_values
        """(K,): the others."""

    def __len__(self) -> int:
        """The largest label and 1."""
        return int(self.in_values[-1]) + 1

    @property
    def dtype(self) -> np.dtype:
        """dtype of the other labels."""
        return self.out_values.dtype

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        """The array, with an element for each label up to the largest."""
        array = np.zeros(len(self), self.dtype if dtype is None else dtype)
        array[self.in_values] = self.out_values
        return array

    def __getitem__(self, index: Any) -> Any:
        """The other labels for an array of labels, of its shape; for a label or a slice; or where a mask is True."""
        if isinstance(index, slice):
            index = np.arange(*index.indices(len(self)))
        labels = np.asarray(index)
        labels = np.flatnonzero(labels) if labels.dtype == bool else labels
        at = np.minimum(np.searchsorted(self.in_values, labels), len(self.in_values) - 1)
        return np.where(self.in_values[at] == labels, self.out_values[at], self.dtype.type(0))[()]

    __call__ = __getitem__

    def __repr__(self) -> str:
        return f"ArrayMap({self.in_values!r}, {self.out_values!r})"


def relabel_sequential(label_field: Any, offset: int = 1) -> Tuple[np.ndarray, ArrayMap, ArrayMap]:
    """Number labels anew without gaps, as skimage.segmentation.relabel_sequential does. 0 stays 0.

    Parameters
    ----------
    label_field
        Array of integers from 0 on, of any shape.
    offset
        The first new label, 1 or more.

    Returns
    -------
    (labels, forward, inverse)
        `labels` is an array of the shape of `label_field`, and of its dtype unless the last label is the largest number
        of that or more: then of the smallest unsigned one that holds it. `forward` and `inverse` are maps that are
        indexed by arrays: `forward[label_field]` are the labels, `inverse[labels]` is the label field.

    Raises
    ------
    TypeError
        `label_field` is not of integers.
    ValueError
        A label is below 0, `offset` is below 1, or there are no elements.
    """
    field = on_cpu(label_field)
    first = int_of(offset, "the offset")
    if first < 1:
        raise ValueError(f"the offset is {first}: pass 1 or more")
    if field.dtype.kind not in "ui":
        raise TypeError(f"the label field is of {field.dtype}: pass labels, which are integers")
    if field.size == 0:
        raise ValueError(f"the label field has the shape {field.shape}, and so no labels")
    if field.min() < 0:
        raise ValueError(f"the smallest label is {field.min()}: pass labels from 0 on")
    dtype = field.dtype.newbyteorder("=")
    present, index = occurring(field)
    present = present.astype(dtype)
    has_zero = int(present[0] == 0)
    last = first + len(present) - has_zero - 1 if len(present) > has_zero else 0
    least = np.min_scalar_type(last)
    is_small = dtype.itemsize < least.itemsize or last >= np.iinfo(dtype).max
    numbers = np.zeros(len(present), least if is_small else dtype)
    numbers[has_zero:] = np.arange(first, first + len(present) - has_zero)
    return numbers[index], ArrayMap(present, numbers), ArrayMap(numbers, present)
