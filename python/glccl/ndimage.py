"""The labeling and measurement functions of scipy.ndimage, with its arguments, defaults, dtypes and numbers."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from . import _core
from ._asked.arguments import dtype_of, flag_of, int_of, number_of
from ._arrays.axes import spare_axes, with_spare
from ._arrays.kinds import on_cpu
from ._label import label as _label
from ._measures.groups import broadcast, groups_of, lists_of
from ._measures.measured import measure, occurring, slices_of
from ._measures.statistics import (
    center_of_mass, extrema, maximum, maximum_position, mean, median, minimum, minimum_position, standard_deviation,
    sum, sum_labels, variance,
)

__all__ = [
    "center_of_mass",
    "extrema",
    "find_objects",
    "label",
    "labeled_comprehension",
    "maximum",
    "maximum_position",
    "mean",
    "median",
    "minimum",
    "minimum_position",
    "standard_deviation",
    "sum",
    "sum_labels",
    "value_indices",
    "variance",
]

# By number of axes: glccl's connectivity by the number of coordinates in which neighbours differ at most.
_NEIGHBORS: Dict[int, Dict[int, int]] = {0: {1: 2}, 1: {1: 2}, 2: {1: 4, 2: 8}, 3: {1: 6, 2: 18, 3: 26}}


# The longest list of find_objects(): 2 GiB.
_MOST_OBJECTS = 2**28


def label(input: Any, structure: Any = None, output: Any = None) -> Any:
    """Label the components of non-zero elements, as scipy.ndimage.label does.

    Parameters
    ----------
    input
        Array of up to three axes, and others of length 1.
    structure
        Which elements are neighbours: array of the shape (3,), (3, 3) or (3, 3, 3), as
        scipy.ndimage.generate_binary_structure() makes it, for 2, 4, 8, 6, 18 or 26 neighbours. None: those that differ
        in one coordinate. Other structures are refused.
    output
        dtype of the labels, or the array that they are written to. None: int32, or int64 for 2^31 elements and more.

    Returns
    -------
    (labels, num), or num if `output` is an array

    Raises
    ------
    TypeError
        `input` is complex or of another dtype that glccl does not label; `output` is of no numbers.
    ValueError
        More than three axes; a structure that is none of these; an output of another shape.
    RuntimeError
        A structure of another number of axes; an output whose dtype does not hold the labels.
    """
    image = np.asarray(input)
    connectivity = connectivity_of(structure, image.shape)
    is_array = isinstance(output, np.ndarray)
    kind = None if is_array or output is None else dtype_of(output, "output", "pass a dtype of numbers, or an array")
    if (output.dtype if is_array else np.dtype(bool) if kind is None else kind).kind not in "buif":
        raise TypeError(f"output is of {output.dtype if is_array else kind}: pass integers or floats")
    if is_array and output.shape != image.shape:
        raise ValueError(f"output has the shape {output.shape}, and the input {image.shape}: they have to be the same")
    if is_array:
        labels = output
    else:
        largest = np.dtype(np.int32 if image.size < 2**31 - 2 else np.intp)
        labels = np.empty(image.shape, largest if kind is None else kind)

    # An element without axes is a row of one element.
    found, num = _label(image.reshape(image.shape or (1,)), connectivity=connectivity, return_num=True)
    cast = found.reshape(image.shape).astype(labels.dtype)
    # Floats hold all whole numbers up to a power of two, and some beyond it.
    most = 2 ** (np.finfo(labels.dtype).nmant + 1) if labels.dtype.kind == "f" else num
    if num and (num > most or int(np.asarray([num]).astype(labels.dtype)[0]) != num):
        raise RuntimeError(f"output is of {labels.dtype}, which does not hold {num} labels: pass a larger dtype")
    labels[...] = cast
    return num if is_array else (labels, num)


def connectivity_of(structure: Any, shape: Tuple[int, ...]) -> int:
    """glccl's connectivity for a structure and an input of this shape. Raises as label()."""
    axes = len(shape)
    spare = spare_axes(shape)
    if structure is not None:
        structure = _checked(structure, axes)
        # Along an axis of length 1 there are no neighbours: the middle of the structure is all that counts.
        structure = structure[tuple(1 if axis in spare.left_out else slice(None) for axis in range(axes))]
    axes -= len(spare.left_out)
    if axes > 3:
        raise ValueError(f"the input has {axes} axes: glccl labels up to three, and others of length 1")
    neighbors = _NEIGHBORS[axes]
    if structure is None:
        return neighbors[1]
    # Number of coordinates in which a place of the structure differs from its centre.
    away = np.abs(np.indices(structure.shape) - 1).sum(axis=0)
    for hops, connectivity in neighbors.items():
        if np.array_equal(structure, away <= hops):
            return connectivity
    wanted = " or ".join(f"generate_binary_structure({axes}, {hops})" for hops in neighbors)
    raise ValueError(f"glccl has no labeling with the structure {structure.astype(int).tolist()}: pass {wanted}")


def _checked(structure: Any, axes: int) -> np.ndarray:
    """The structure as bool. Raises for one of other axes or sides."""
    array = np.asarray(structure, dtype=bool)
    if array.ndim != axes:
        raise RuntimeError(f"the structure has {array.ndim} axes, and the input {axes}: they have to be the same")
    if any(side != 3 for side in array.shape):
        raise ValueError(f"the structure has the shape {array.shape}: each side has to be 3")
    return array


def find_objects(input: Any, max_label: int = 0) -> List[Optional[Tuple[slice, ...]]]:
    """The bounding boxes of labels 1..max_label as indices, None for those that no element has, as
    scipy.ndimage.find_objects gives them.

    Parameters
    ----------
    input
        Array of integers of up to three axes, and others of length 1. Values below 1 belong to no label. Without axes,
        the index is ().
    max_label
        The last label. Below 1: the largest of `input`.

    Raises
    ------
    TypeError
        `input` is not of integers.
    ValueError
        `input` has no element and `max_label` is below 1, or it has more than three axes.
    MemoryError
        The last label is above 2^28.
    """
    labels = np.asarray(input)
    if labels.dtype.kind not in "bui":
        raise TypeError(f"the input is of {labels.dtype}: pass labels, which are integers")
    axes = labels.ndim
    labels, spare = with_spare(labels)
    if labels.ndim > 3:
        raise ValueError(f"the input has {axes} axes: glccl measures up to three, and others of length 1")
    if labels.dtype.kind == "b":
        labels = labels.view(np.uint8)
    max_label = int_of(max_label, "max_label")
    if labels.size == 0 and max_label < 1:
        raise ValueError(f"the input has the shape {labels.shape}, and so no largest label: pass max_label")
    last = int(labels.max()) if max_label < 1 else max_label
    if last > _MOST_OBJECTS:
        raise MemoryError(
            f"the last label is {last}, and the list has an entry for each label up to it, {_MOST_OBJECTS} at most: "
            "number the labels anew, or use glccl.skimage.regionprops_table(), which has a row for each that occurs"
        )
    measured = measure(labels.reshape(labels.shape or (1,)))
    boxes: List[Optional[Tuple[slice, ...]]] = [None] * max(0, last)
    for row, label_ in enumerate(measured.label.tolist()):
        box = slices_of(measured, row)
        if box is not None and 1 <= label_ <= last:
            index = list(box[:axes])
            for axis in spare.left_out:
                index.insert(axis, slice(0, 1))
            boxes[label_ - 1] = tuple(index)
    return boxes


def value_indices(arr: Any, *, ignore_value: Optional[int] = None) -> Dict[Any, Tuple[np.ndarray, ...]]:
    """Where each value of an array is, as scipy.ndimage.value_indices says.

    Parameters
    ----------
    arr
        Array of integers of any shape.
    ignore_value
        A value that is left out. None: none is.

    Returns
    -------
    dict
        By values, of the array's dtype, in ascending order: an index, which is an array of intp for each axis, in C
        order. All of them share memory.

    Raises
    ------
    ValueError
        `arr` is not of integers.
    """
    values = on_cpu(arr)
    if values.dtype.kind not in "ui":
        raise ValueError(f"the array is of {values.dtype}: pass integers")
    if values.size == 0:
        return {}
    present, index = occurring(values)
    offsets, places = _core.lists(index.ravel() + np.uint32(1))
    axes = np.unravel_index(places.astype(np.intp), values.shape or (1,))[: values.ndim]
    sides = zip(present.astype(values.dtype), offsets[:-1].tolist(), offsets[1:].tolist())
    found = {value: tuple(axis[begin:end] for axis in axes) for value, begin, end in sides}
    if ignore_value is not None:
        found.pop(number_of(ignore_value, "ignore_value"), None)
    return found


def labeled_comprehension(
    input: Any,
    labels: Any,
    index: Any,
    func: Callable[..., Any],
    out_dtype: Any,
    default: Any,
    pass_positions: bool = False,
) -> Any:
    """Call a function for the elements of each label, as scipy.ndimage.labeled_comprehension does.

    Parameters
    ----------
    input, labels, index
        As of sum_labels(); `input` may be of any dtype, and without labels there is no index.
    func
        Takes an array of the elements of a label, in C order; with `pass_positions` also their places in
        `input.ravel()`. (scipy passes them in any order.)
    out_dtype
        dtype of the results for an array `index`.
    default
        Result for labels that no element has.

    Returns
    -------
    results
        An array of the shape of `index`, which has one axis or more; for one label or group one result.

    Raises
    ------
    TypeError
        The labels are of another dtype than integers.
    ValueError
        An index without labels; shapes that do not fit.
    """
    values, pass_positions = on_cpu(input), flag_of(pass_positions, "pass_positions")
    if labels is None:
        if index is not None:
            raise ValueError("there is an index, and there are no labels: pass both")
        return func(values.ravel(), np.arange(values.size)) if pass_positions else func(values.ravel())
    values, numbers = broadcast(values, labels)
    flat = values.ravel()
    if index is None:
        places = np.flatnonzero(numbers > 0)
        return func(flat[places], places) if pass_positions else func(flat[places])
    groups = groups_of(numbers, np.atleast_1d(index))
    order, offsets = lists_of(groups)
    results = np.empty(groups.rows.shape, out_dtype)
    results[...] = default
    for at, row in np.ndenumerate(groups.rows):
        places = order[offsets[row] : offsets[row + 1]] if row < groups.size else order[:0]
        if len(places):
            results[at] = func(flat[places], places.astype(np.intp)) if pass_positions else func(flat[places])
    return results[0] if np.isscalar(index) else results
