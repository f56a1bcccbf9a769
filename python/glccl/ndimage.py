"""The labeling functions of scipy.ndimage, with its arguments, defaults, dtypes and numbers."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ._asked.arguments import dtype_of, int_of
from ._arrays.axes import spare_axes, with_spare
from ._label import label as _label
from ._measures.measured import measure, slices_of

__all__ = ["find_objects", "label"]

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
