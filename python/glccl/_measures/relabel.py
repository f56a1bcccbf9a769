"""Labels numbered anew without gaps, as scikit-image does it."""

from __future__ import annotations

import math
from typing import Any, Tuple

import numpy as np

from .._arrays.kinds import on_cpu
from .._asked.arguments import int_of
from .._device.small import DeviceImage, on_gpu, relabeled, table_of
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
        """The other labels for an array of labels, of its shape; for a label or a slice; or where a mask is True. For
        labels on a GPU an array there."""
        if isinstance(index, slice):
            index = np.arange(*index.indices(len(self)))
        image = on_gpu(index, "index")
        if image is not None:
            if image.dtype.kind not in "ui":
                raise TypeError(f"the index is of {image.dtype}: on a GPU pass labels, which are integers")
            return relabeled(image, self.in_values, self.out_values)
        labels = np.asarray(index)
        labels = np.flatnonzero(labels) if labels.dtype == bool else labels
        at = np.minimum(np.searchsorted(self.in_values, labels), len(self.in_values) - 1)
        return np.where(self.in_values[at] == labels, self.out_values[at], self.dtype.type(0))[()]

    __call__ = __getitem__

    def __repr__(self) -> str:
        return f"ArrayMap({self.in_values!r}, {self.out_values!r})"


def relabel_sequential(label_field: Any, offset: int = 1) -> Tuple[Any, ArrayMap, ArrayMap]:
    """Number labels anew without gaps, as skimage.segmentation.relabel_sequential does. 0 stays 0.

    Parameters
    ----------
    label_field
        Array of integers from 0 on, of any shape. Also one of torch or CuPy on a GPU, of up to 32 bits.
    offset
        The first new label, 1 or more.

    Returns
    -------
    (labels, forward, inverse)
        `labels` is an array of the shape of `label_field`, and of its dtype unless the last label is the largest number
        of that or more: then of the smallest unsigned one that holds it. `forward` and `inverse` are maps that are
        indexed by arrays: `forward[label_field]` are the labels, `inverse[labels]` is the label field. On a GPU labels
        are an array there, of torch of a signed dtype instead of an unsigned one of 16 or 32 bits.

    Raises
    ------
    TypeError
        `label_field` is not of integers.
    ValueError
        A label is below 0, `offset` is below 1, or there are no elements.
    """
    first = int_of(offset, "the offset")
    if first < 1:
        raise ValueError(f"the offset is {first}: pass 1 or more")
    image = on_gpu(label_field, "label field")
    field = on_cpu(label_field) if image is None else label_field
    dtype = field.dtype if image is None else image.dtype
    if dtype.kind not in "ui":
        raise TypeError(f"the label field is of {dtype}: pass labels, which are integers")
    if 0 in field.shape:
        raise ValueError(f"the label field has the shape {tuple(field.shape)}, and so no labels")
    if dtype.kind == "i" and int(field.min()) < 0:
        raise ValueError(f"the smallest label is {int(field.min())}: pass labels from 0 on")
    if image is not None:
        present = _present_in(image)
        numbers = _numbers(present, first)
        return relabeled(image, present, numbers), ArrayMap(present, numbers), ArrayMap(numbers, present)
    present, index = occurring(field)
    present = present.astype(dtype.newbyteorder("="))
    numbers = _numbers(present, first)
    return numbers[index], ArrayMap(present, numbers), ArrayMap(numbers, present)


def _present_in(image: DeviceImage) -> np.ndarray:
    """The labels of an array on a GPU, ascending, of its dtype. Waits."""
    table = table_of(image)
    has_zero = table.elements < math.prod(image.shape)
    return np.concatenate([np.zeros(int(has_zero), image.dtype), table.present.astype(image.dtype)])


def _numbers(present: np.ndarray, first: int) -> np.ndarray:
    """The new labels of those that occur, which ascend: 0 for 0, and the others from the first one on."""
    has_zero = int(present[0] == 0)
    last = first + len(present) - has_zero - 1 if len(present) > has_zero else 0
    least = np.min_scalar_type(last)
    is_small = present.dtype.itemsize < least.itemsize or last >= np.iinfo(present.dtype).max
    numbers = np.zeros(len(present), least if is_small else present.dtype)
    numbers[has_zero:] = np.arange(first, first + len(present) - has_zero)
    return numbers
