"""The labeling functions of cc3d (connected-components-3d), with its arguments, defaults and numbers."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Dict, Sequence, Set, Tuple, Union

import numpy as np

from ._asked.arguments import dtype_of, flag_of, int_of, number_of
from ._contacts import contacts as _contacts
from ._asked.criteria import Criterion, difference
from ._arrays.kinds import Torch, kind_of, on_cpu
from ._label import label as _label
from ._measures.each import Each
from ._measures.measured import measure, slices_of
from ._request import connectivity_in

__all__ = ["connected_components", "contacts", "dust", "each", "largest_k", "region_graph", "statistics"]

# By number of axes: glccl's connectivity for that of cc3d.
_CONNECTIVITIES: Dict[int, Dict[int, int]] = {
    1: {6: 2, 18: 2, 26: 2},
    2: {4: 4, 8: 8, 6: 4, 18: 8, 26: 8},
    3: {6: 6, 18: 18, 26: 26},
}


def connected_components(
    data: Any,
    max_labels: int = -1,
    connectivity: int = 26,
    return_N: bool = False,
    delta: float = 0,
    out_dtype: Any = None,
    out_file: None = None,
    periodic_boundary: bool = False,
    binary_image: bool = False,
) -> Any:
    """Label the components of equal or similar values, as cc3d.connected_components does. 0 is background.

    Parameters
    ----------
    data
        Array of one to three axes, or a tensor of torch on the CPU. Labels are in Fortran order if it is, and so are
        their numbers; else both are in C order.
    max_labels
        Is ignored, as in cc3d.
    connectivity
        6, 18 or 26; in the plane also 4 or 8, and 6 is 4, 18 and 26 are 8.
    return_N
        Also return the number of labels.
    delta
        Neighbours are connected if they differ by at most `delta`. float64 with a delta is refused.
    out_dtype
        numpy.uint16, numpy.uint32 or numpy.uint64. None: uint16 where that holds the number of labels, else uint32.
        cc3d decides by an estimate, so it takes the larger one earlier.
    out_file
        glccl has none: others than None are refused.
    periodic_boundary
        All axes are periodic, with every connectivity. (cc3d 4.1.1 has no 18 and 26 neighbours here, and leaves one
        axis out unless `binary_image` is True.)
    binary_image
        Neighbours are connected if both differ from 0. (cc3d 4.1.1 compares values of integers even so, with 4
        neighbours.)

    Returns
    -------
    labels, or (labels, N)
        An array, or for a tensor a tensor. Without elements they are of the dtype of `data`.

    Raises
    ------
    TypeError
        The dtype is none that glccl labels, or a tensor is on a GPU.
    ValueError
        The number of axes, the connectivity, delta or the output's dtype is wrong, or `out_file` is given.
    """
    if out_file is not None:
        raise ValueError("glccl writes to no out_file: leave it out")
    image = on_cpu(data)
    if image.ndim not in _CONNECTIVITIES:
        raise ValueError(f"the data has {image.ndim} axes: glccl labels one to three")
    neighbors = connectivity_in(_CONNECTIVITIES[image.ndim], connectivity, image.ndim)
    wanted = "pass uint16, uint32 or uint64"
    dtype = None if out_dtype is None else dtype_of(out_dtype, "out_dtype", wanted)
    delta = number_of(delta, "delta")
    binary_image, return_N = flag_of(binary_image, "binary_image"), flag_of(return_N, "return_N")
    if dtype is not None and dtype not in (np.uint16, np.uint32, np.uint64):
        raise ValueError(f"out_dtype is {dtype}: {wanted}")

    is_mask = binary_image or image.dtype == bool
    criterion: Criterion = "foreground" if is_mask else difference(delta) if delta != 0 else "equal"
    is_reversed = image.flags.f_contiguous and not image.flags.c_contiguous
    labels, num = _label(
        image.T if is_reversed else image,
        connectivity=neighbors,
        criterion=criterion,
        periodic=flag_of(periodic_boundary, "periodic_boundary"),
        return_num=True,
    )
    if dtype is None and image.size == 0:
        dtype = image.dtype
    elif dtype is None:
        dtype = np.dtype(np.uint16 if num <= np.iinfo(np.uint16).max else np.uint32)
    if num and num > np.iinfo(dtype).max:
        raise ValueError(f"out_dtype is {dtype}, which does not hold {num} labels")
    labels = labels.astype(dtype, copy=False)
    labels = labels.T if is_reversed else labels
    result = import_module("torch").from_numpy(labels) if isinstance(kind_of(data), Torch) else labels
    return (result, num) if return_N else result


def dust(
    img: Any,
    threshold: Union[float, Sequence[float]],
    connectivity: int = 26,
    in_place: bool = False,
    binary_image: bool = False,
    precomputed_ccl: bool = False,
    invert: bool = False,
    return_N: bool = False,
) -> Any:
    """Set the elements of small components to 0, as cc3d.dust does.

    Parameters
    ----------
    img
        Array as in connected_components().
    threshold
        Components of fewer elements are removed. A tuple or list (low, high): those of fewer than `low` elements, and
        those of `high` or more.
    connectivity, binary_image
        Those of connected_components().
    in_place
        Change `img`, which has to be a numpy array, and return it.
    precomputed_ccl
        `img` has the labels 1..N itself: the elements of a label are a component.
    invert
        Remove the other components instead.
    return_N
        Also return the number of components that are left.

    Returns
    -------
    image, or (image, N)
        An array of the shape and dtype of `img`.

    Raises
    ------
    TypeError
        The dtype is none that glccl labels; labels are no integers; `img` is no array, and in_place is True.
    ValueError
        The number of axes or the connectivity is wrong, or a label is below 0 or above the number of elements.
    """
    in_place, precomputed_ccl = flag_of(in_place, "in_place"), flag_of(precomputed_ccl, "precomputed_ccl")
    invert, return_N = flag_of(invert, "invert"), flag_of(return_N, "return_N")
    limits = threshold if isinstance(threshold, (tuple, list)) else (threshold, np.inf)
    if len(limits) != 2:
        raise ValueError(f"threshold is {threshold}: pass a number, or two")
    low, high = (number_of(limit, "threshold") for limit in limits)
    if in_place and not isinstance(img, np.ndarray):
        raise TypeError(f"img is a {type(img).__name__}: pass a numpy array to change it in place")
    image = img if in_place else np.array(img)
    labels, areas = _areas_of(
        image
        if precomputed_ccl
        else connected_components(image, connectivity=connectivity, binary_image=binary_image)
    )
    is_kept = ((areas >= low) & (areas < high)) != invert
    is_kept[0] = True  # the background
    image[~is_kept[labels]] = 0
    return (image, int(np.count_nonzero(is_kept)) - 1) if return_N else image


def largest_k(
    img: Any,
    k: int,
    connectivity: int = 26,
    delta: float = 0,
    return_N: bool = False,
    binary_image: bool = False,
    precomputed_ccl: bool = False,
) -> Any:
    """Label the k largest components, as cc3d.largest_k does. All others are background.

    Parameters
    ----------
    img
        Array as in connected_components().
    k
        Number of components. Of those of equal area, the ones with smaller labels are kept.
    connectivity, delta, binary_image
        Those of connected_components().
    return_N
        Also return the number of labels.
    precomputed_ccl
        `img` has the labels 1..N itself: the elements of a label are a component.

    Returns
    -------
    labels, or (labels, N)
        With more than k components: a mask if k is 1, and else labels 1..k by ascending area; those of equal area in
        the order that they had. Otherwise the labels of connected_components().

    Raises
    ------
    TypeError, ValueError
        As connected_components() does; ValueError also if k or a label is below 0, or a label above the number of
        elements.
    """
    return_N, precomputed_ccl = flag_of(return_N, "return_N"), flag_of(precomputed_ccl, "precomputed_ccl")
    if int_of(k, "k") < 0:
        raise ValueError(f"k is {k}: pass 0 or more")
    if k == 0:
        labels = np.zeros(np.shape(img), np.uint16)
        return (labels, 0) if return_N else labels
    labels = (
        np.array(img)
        if precomputed_ccl
        else connected_components(img, connectivity=connectivity, delta=delta, binary_image=binary_image)
    )
    indices, areas = _areas_of(labels)
    num = len(areas) - 1
    if num > k:
        # Stable sorts: of equal areas the smaller label comes first.
        kept = np.sort(np.argsort(-areas[1:], kind="stable")[:k]) + 1
        kept = kept[np.argsort(areas[kept], kind="stable")]
        numbers = np.zeros(num + 1, bool if k == 1 else labels.dtype)
        numbers[kept] = np.arange(1, k + 1)
        labels, num = numbers[indices], k
    return (labels, num) if return_N else labels


def _largest_of(labels: np.ndarray) -> int:
    """The largest label. Raises TypeError or ValueError for arrays that are no labels."""
    if labels.dtype.kind not in "bui":
        raise TypeError(f"the labels are of {labels.dtype}: pass integers")
    low, high = int(labels.min(initial=0)), int(labels.max(initial=0))
    if low < 0 or high > labels.size:
        raise ValueError(f"the labels reach from {low} to {high}: they have to be 0 to {labels.size}")
    return high


def _areas_of(labels: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Labels as indices, and the number of elements of each of the labels 0..N. Raises as _largest_of() does."""
    num = _largest_of(labels)
    indices = labels.astype(np.intp, copy=False)
    return indices, np.bincount(indices.ravel("K"), minlength=num + 1)


def statistics(out_labels: Any, no_slice_conversion: bool = False) -> Dict[str, Union[np.ndarray, list, None]]:
    """Measure labels 0..N, as cc3d.statistics does; N is the largest label.

    Parameters
    ----------
    out_labels
        Array of integers from 0 on, of one to three axes. One of one axis is measured as a column, (N, 1).
    no_slice_conversion
        Bounding boxes are an array.

    Returns
    -------
    dict
        "voxel_counts": (N + 1,); "bounding_boxes": a list of N + 1 tuples of slices, None for a label that no element
        has, or an array (N + 1, 2 * axes) of the first and last element along each axis, which is (largest integer, 0)
        for such a label; "centroids": (N + 1, axes), NaN for such a label. Without elements all three are None.

    Raises
    ------
    TypeError
        The array is not of integers.
    ValueError
        A label is below 0 or above the number of elements, or there are no axes or more than three.
    """
    labels = on_cpu(out_labels)
    if not 1 <= labels.ndim <= 3:
        raise ValueError(f"the labels have {labels.ndim} axes: pass one to three")
    labels = labels[:, np.newaxis] if labels.ndim == 1 else labels
    high = _largest_of(labels)
    if labels.dtype.kind == "b":
        labels = labels.view(np.uint8)
    if labels.size == 0:
        return {"voxel_counts": None, "bounding_boxes": None, "centroids": None}
    measured = measure(labels, high)
    boxes: Union[np.ndarray, list] = [slices_of(measured, row) for row in range(high + 1)]
    if flag_of(no_slice_conversion, "no_slice_conversion"):
        side = np.uint16 if max(labels.shape) <= np.iinfo(np.uint16).max else np.uint32
        has_elements = (measured.area > 0)[:, np.newaxis]
        boxes = np.empty((high + 1, 2 * labels.ndim), side)
        boxes[:, 0::2] = np.where(has_elements, measured.begin, np.iinfo(side).max)
        boxes[:, 1::2] = np.where(has_elements, measured.end - 1, 0)
    counts = measured.area.astype(np.uint32 if labels.size < 2**32 else np.uint64)
    return {"voxel_counts": counts, "bounding_boxes": boxes, "centroids": measured.centroid}


def contacts(
    labels: Any,
    connectivity: int = 26,
    surface_area: bool = True,
    anisotropy: Sequence[float] = (1, 1, 1),
) -> Dict[Tuple[int, int], float]:
    """Find which labels touch, as cc3d.contacts does: a region adjacency graph. 0 is background and touches nothing.

    Parameters
    ----------
    labels
        Array of integers from 0 on, of one to three axes.
    connectivity
        Those of connected_components().
    surface_area
        The values are the areas of the common surfaces, in the plane the lengths of the common borders: only faces
        count, and labels that touch at edges or corners alone have 0. False: the values are the numbers of pairs of
        neighbouring elements.
    anisotropy
        The sides of an element along each axis, for areas; of one axis all three, as in cc3d.

    Returns
    -------
    dict
        By pairs of labels, the smaller one first: areas or numbers, as floats.

    Raises
    ------
    TypeError
        The labels are no integers.
    ValueError
        A label is below 0, the number of axes or the connectivity is wrong, or `anisotropy` has no positive number for
        each axis.
    """
    array = on_cpu(labels)
    if not 1 <= array.ndim <= 3:
        raise ValueError(f"the labels have {array.ndim} axes: pass one to three")
    neighbors = connectivity_in(_CONNECTIVITIES[array.ndim], connectivity, array.ndim)
    # One axis has the sides of a volume in cc3d.
    wanted = 3 if array.ndim == 1 else array.ndim
    sides = [float(number_of(side, "a side of anisotropy")) for side in np.atleast_1d(anisotropy)][:wanted]
    if len(sides) < array.ndim or not all(0 < side < np.inf for side in sides):
        raise ValueError(f"anisotropy is {anisotropy}: pass a positive number for each of {array.ndim} axes")
    pairs, lengths = _contacts(array, connectivity=neighbors)
    values = lengths.astype(np.float64)
    if flag_of(surface_area, "surface_area"):
        values[...] = 0
        for axis, side in enumerate(sides[: array.ndim]):
            # The faces across one axis are the contacts of its rows, one behind the other with background between them.
            rows = np.moveaxis(array, axis, -1)
            row = np.pad(rows, [(0, 0)] * (array.ndim - 1) + [(0, 1)]).ravel()
            across, faces = _contacts(row)
            values[_places_in(pairs, across)] += faces * (float(np.prod(sides)) / side)
    return dict(zip(zip(*pairs.T.tolist()), values.tolist()))


def region_graph(labels: Any, connectivity: int = 26) -> Set[Tuple[int, int]]:
    """Find which labels touch, as cc3d.region_graph does: pairs, and arguments and errors, of contacts()."""
    return set(contacts(labels, connectivity, surface_area=False))


def each(labels: Any, binary: bool = False, in_place: bool = False) -> Each:
    """Take the labels of an array one by one, as cc3d.each does.

    Parameters
    ----------
    labels
        Array of integers or bool from 0 on, of any shape. 0 is background.
    binary
        Images are of bool.
    in_place
        All images share memory, and are read-only: the next one takes the place of the one before.

    Returns
    -------
    Each
        Iterates over pairs of a label, an int, and its image, an array of the shape and order of `labels` which is 0
        outside of the label; its dtype is that of `labels`. Labels ascend. `len()` is their number.

    Raises
    ------
    TypeError
        The array is of another dtype, or a tensor is on a GPU.
    ValueError
        A label is below 0.
    """
    return Each(on_cpu(labels), flag_of(binary, "binary"), flag_of(in_place, "in_place"))


def _places_in(pairs: np.ndarray, some: np.ndarray) -> np.ndarray:
    """For each row of `some` its place among the rows of `pairs`, which ascend and are each there once."""
    if pairs.size and int(pairs.max()) >= 2**32:
        labels = np.unique(pairs)
        pairs, some = np.searchsorted(labels, pairs), np.searchsorted(labels, some)
    keys, wanted = ((one[:, 0].astype(np.uint64) << np.uint64(32)) + one[:, 1].astype(np.uint64)
                    for one in (pairs, some))
    return np.searchsorted(keys, wanted)
