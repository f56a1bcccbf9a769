"""Small components and labels without gaps on a GPU, for glccl.skimage: by glccl's labels and tables there, and by what
torch and CuPy compute."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from .._arrays.kinds import Host, kind_of, numpy_of
from .._arrays.operators import Operators, operators_of
from .._label import label
from .array import CudaArray


class DeviceImage(NamedTuple):
    """An array on a GPU."""

    array: Any
    kind: Host
    operators: Operators
    device: int
    dtype: np.dtype

    @property
    def shape(self) -> Tuple[int, ...]:
        return tuple(self.array.shape)

    def result(self, found: Any, out: Any) -> Any:
        """The result, written to `out` if there is one, which target_of() has checked."""
        if out is None:
            return found
        out[...] = found
        return out


def on_gpu(array: Any, name: str) -> Optional[DeviceImage]:
    """The array, if it is on a GPU; its name is for messages. Raises TypeError for one that is of neither torch nor
    CuPy."""
    kind = kind_of(array)
    device = kind.device(array)
    if device is None:
        return None
    operators = operators_of(kind, array, name)
    dtype, _ = CudaArray(kind, array, device).type_and_axes()
    return DeviceImage(array, kind, operators, device, dtype)


def check_target(out: Any, image: DeviceImage, dtype: Optional[np.dtype] = None) -> None:
    """Raises TypeError for a target of another library, device or dtype, ValueError for another shape."""
    if out is None:
        return
    kind = kind_of(out)
    if type(kind) is not type(image.kind) or kind.device(out) != image.device:
        raise TypeError(f"out is a {type(out).__name__}: pass an array of the library and on the device of the image")
    found = on_gpu(out, "out")
    if dtype is not None and found is not None and found.dtype != dtype:
        raise TypeError(f"out is of {found.dtype}: pass an array of {dtype}")
    if tuple(out.shape) != image.shape:
        raise ValueError(
            f"out has the shape {tuple(out.shape)}, and the image {image.shape}: they have to be the same"
        )


def without_small(image: DeviceImage, neighbors: int, least: int) -> Any:
    """A mask without its components of fewer elements."""
    return label(image.array, connectivity=neighbors, min_area=least) != 0


def without_small_holes(image: DeviceImage, neighbors: int, most: int) -> Any:
    """A mask with the components of its background of up to so many elements."""
    filled = image.array != 0
    if most < 1:
        return filled
    return filled | (label(~filled, connectivity=neighbors, max_area=most) != 0)


class LabelTable(NamedTuple):
    """The labels above 0 of an array on a GPU, ascending, and their areas."""

    labels: Any
    areas: Any
    present: np.ndarray
    """The labels, copied."""
    elements: int
    """The number of elements above 0."""


def table_of(image: DeviceImage) -> LabelTable:
    """Raises TypeError for labels of 64 bits. Waits."""
    shape = image.shape
    # Areas do not depend on neighbours, and a table is of two or three axes.
    array = image.array
    if len(shape) not in (2, 3):
        array = array.reshape((math.prod(shape[:-1]), math.prod(shape[-1:])))
    table = CudaArray(image.kind, array, image.device).properties({"label": "label", "area": "num_pixels"}, None, "-")
    return LabelTable(table["label"], table["area"], numpy_of(table["label"]), int(numpy_of(table["area"]).sum()))


def mapped(operators: Operators, array: Any, table: Any, others: Any, dtype: str) -> Any:
    """For each element what the table of int64, ascending and not empty, has for its value: the element of `others` in
    the same row, or 0."""
    values = operators.cast(array, "int64")
    rows = operators.rows_of(values, table)
    rows = operators.filled(rows, rows == len(table), 0)
    found = operators.filled(others[rows], table[rows] != values, 0)
    return operators.cast(found, dtype)


def without_small_labels(image: DeviceImage, table: LabelTable, least: int) -> Any:
    """Labels of fewer elements become 0."""
    operators = image.operators
    if len(table.present) == 0:
        return operators.copy(image.array)
    kept = operators.filled(table.labels, table.areas < least, 0)
    return mapped(operators, image.array, table.labels, kept, image.dtype.name)


def relabeled(image: DeviceImage, present: np.ndarray, numbers: np.ndarray) -> Any:
    """For each element the number of its label, or 0 for labels that are not among the present, which ascend."""
    operators = image.operators
    table, others = (operators.put(one.astype(np.int64), image.array) for one in (present, numbers))
    return mapped(operators, image.array, table, others, operators.known(numbers.dtype.name))
