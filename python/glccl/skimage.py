"""The labeling functions of scikit-image, with its arguments, defaults, dtypes and numbers."""

from __future__ import annotations

import math
import warnings
from typing import Any, Optional, Tuple

import numpy as np

from ._asked.arguments import array_of, flag_of, int_of, number_of
from ._arrays.axes import spare_axes
from ._arrays.kinds import on_cpu
from ._device.small import (
    DeviceImage, check_target, on_gpu, table_of, without_small, without_small_holes, without_small_labels,
)
from ._label import label as _label
from ._measures.measured import measure, occurring
from ._measures.properties import shape_of
from ._measures.regionprops import regionprops, regionprops_table
from ._measures.relabel import relabel_sequential
from ._request import CONNECTIVITIES

__all__ = [
    "clear_border",
    "euler_number",
    "label",
    "regionprops",
    "regionprops_table",
    "relabel_sequential",
    "remove_small_holes",
    "remove_small_objects",
]


def label(
    label_image: Any, background: Optional[int] = None, return_num: bool = False, connectivity: Optional[int] = None
) -> Any:
    """Label the components of equal values, as skimage.measure.label does.

    Parameters
    ----------
    label_image
        Array of integers or bool, of one to three axes, and others of length 1. Floats are cut to integers.
    background
        Elements of this value get label 0. None: 0. A value that no element has: there is no background.
    return_num
        Also return the number of labels.
    connectivity
        Number of coordinates in which neighbours differ at most: 1 up to the number of axes. None: all.

    Returns
    -------
    labels, or (labels, num)
        `labels` is of int32 for bool and of int64 for integers.

    Raises
    ------
    ValueError
        `connectivity` is outside of its range.
    NotImplementedError
        The array has no axis or more than three.
    """
    image = np.asarray(label_image)
    axes = image.ndim
    neighbors = _neighbors_of(connectivity, image.shape)
    if image.dtype.kind == "f":
        image = image.astype(np.intp)

    # scikit-image exchanges the axes of a volume of integers whose last axis has one element: numbers are in the order
    # of the other two axes from then on.
    is_exchanged = axes == 3 and image.shape[2] == 1 and image.dtype != bool
    if is_exchanged:
        image = image.swapaxes(0, 2)
    ground = 0 if background is None else background
    if image.dtype == bool:
        # Only True and False are values: for every background but True, False is background.
        image, ground = (~image if ground == 1 else image), 0
    return_num = flag_of(return_num, "return_num")
    labels, num = _label(image, connectivity=neighbors, background=ground, criterion="equal", return_num=True)
    if is_exchanged:
        labels = labels.swapaxes(0, 2)
    labels = labels.astype(np.int32 if image.dtype == bool else np.intp, order="C")
    return (labels, num) if return_num else labels


def remove_small_objects(
    ar: Any,
    min_size: Optional[float] = None,
    connectivity: int = 1,
    *,
    max_size: Optional[float] = None,
    out: Any = None,
) -> Any:
    """Remove small components, as skimage.morphology.remove_small_objects does.

    Parameters
    ----------
    ar
        bool, of one to three axes, and others of length 1: objects are the components of True. Or labels, integers from
        0 on, of any number of axes: an object is all elements of a label.
    min_size
        The name before scikit-image 0.26, of which a FutureWarning says so: objects of fewer elements become 0.
        (scikit-image 0.26.0 removes those of just as many too, which its documentation denies.)
    connectivity
        Of masks: number of coordinates in which neighbours differ at most, from 1 up. From the number of axes on: all.
    max_size
        Objects of at most so many elements become 0; with 0 none. None: 64.
    out
        Array of the shape of `ar` for the result; may be `ar`. None: a new array.

    `ar` may be an array of torch or CuPy on a GPU, labels of up to 32 bits, and the result is one there. Of masks
    nothing waits for the GPU.

    Returns
    -------
    image
        `out`, or an array of the shape and dtype of `ar`.

    Raises
    ------
    TypeError
        The array is neither of bool nor of integers, or on a GPU of another library; `out` is not on the device.
    ValueError
        A label is negative, the connectivity is below 1, the shape of `out` is another, or there are both sizes.
    NotImplementedError
        A mask has no axis or more than three.
    """
    _check_sizes("min_size", min_size, max_size)
    of_gpu = on_gpu(ar, "array")
    if of_gpu is not None:
        return _without_small_on_gpu(of_gpu, out, _least_area(min_size, max_size, math.prod(of_gpu.shape)),
                                     connectivity)
    image = np.asarray(ar)
    if image.dtype.kind not in "bui":
        raise TypeError(f"the array is of {image.dtype}: pass a mask of bool, or labels, which are integers")
    result = _copy_to(out, image)
    least = _least_area(min_size, max_size, image.size)
    if least <= 1:
        return result
    if result.dtype == bool:
        neighbors = _neighbors_of_mask(connectivity, image.shape)
        result[_label(result, connectivity=neighbors, min_area=least) == 0] = False
        return result
    if result.min(initial=0) < 0:
        raise ValueError(f"the smallest label is {result.min()}: pass labels from 0 on, such as those of label()")
    _, index = occurring(result)
    areas = np.bincount(index.ravel())
    if result.max(initial=0) == 1:
        _warn_of_one_label(3)
    result[(areas < least)[index]] = 0
    return result


def _warn_of_one_label(depth: int) -> None:
    """In scikit-image's words, for filters of warnings."""
    warnings.warn("Only one label was provided to `remove_small_objects`. Did you mean to use a boolean array?",
                  stacklevel=depth)


def _without_small_on_gpu(image: DeviceImage, out: Any, least: int, connectivity: int) -> Any:
    """remove_small_objects() of an array on a GPU."""
    if image.dtype.kind not in "bui":
        raise TypeError(f"the array is of {image.dtype}: pass a mask of bool, or labels, which are integers")
    check_target(out, image)
    if least <= 1 or 0 in image.shape:
        return image.result(image.operators.copy(image.array), out)
    if image.dtype.kind == "b":
        return image.result(without_small(image, _neighbors_of_mask(connectivity, image.shape), least), out)
    least_label = int(image.array.min()) if image.dtype.kind == "i" else 0
    if least_label < 0:
        raise ValueError(f"the smallest label is {least_label}: pass labels from 0 on, such as those of label()")
    table = table_of(image)
    if table.present.tolist() == [1]:
        _warn_of_one_label(4)
    return image.result(without_small_labels(image, table, least), out)


def remove_small_holes(
    ar: Any,
    area_threshold: Optional[float] = None,
    connectivity: int = 1,
    *,
    max_size: Optional[float] = None,
    out: Any = None,
) -> Any:
    """Fill small components of the background, as skimage.morphology.remove_small_holes does.

    These are components of zeros, at the border of the image too.

    Parameters
    ----------
    ar
        bool, or integers of which all but 0 are taken for True, with a UserWarning; of one to three axes, and others of
        length 1.
    area_threshold
        The name before scikit-image 0.26, of which a FutureWarning says so: holes of fewer elements are filled.
    connectivity
        Of the background: number of coordinates in which neighbours differ at most, from 1 up.
    max_size
        Holes of at most so many elements are filled. None: 64.
    out
        Array of bool, of the shape of `ar`, for the result; may be `ar`. None: a new array.

    `ar` may be an array of torch or CuPy on a GPU, and the mask is one there. Nothing waits for the GPU.

    Returns
    -------
    mask
        `out`, or an array of bool of the shape of `ar`.

    Raises
    ------
    TypeError
        `ar` is neither of bool nor of integers, or on a GPU of another library; `out` is not of bool, or not on the
        device.
    ValueError
        The connectivity is below 1, the shape of `out` is another, or there are both sizes.
    NotImplementedError
        `ar` has no axis or more than three.
    """
    _check_sizes("area_threshold", area_threshold, max_size)
    of_gpu = on_gpu(ar, "array")
    if of_gpu is not None:
        _check_mask(of_gpu.dtype)
        check_target(out, of_gpu, np.dtype(bool))
        least = _least_area(area_threshold, max_size, math.prod(of_gpu.shape))
        neighbors = _neighbors_of_mask(connectivity, of_gpu.shape) if least > 1 else 0
        return of_gpu.result(without_small_holes(of_gpu, neighbors, least - 1), out)
    image = on_cpu(ar)
    _check_mask(image.dtype)
    if out is not None and array_of(out, "out").dtype != bool:
        raise TypeError(f"out is of {out.dtype}: pass an array of bool")
    result = _copy_to(out, image == 0)
    least = _least_area(area_threshold, max_size, image.size)
    if least > 1:
        neighbors = _neighbors_of_mask(connectivity, image.shape)
        result[_label(result, connectivity=neighbors, max_area=least - 1) > 0] = False
    return np.logical_not(result, out=result)


def _check_mask(dtype: np.dtype) -> None:
    """Warns of integers. Raises TypeError for other dtypes than these and bool."""
    if dtype.kind not in "bui":
        raise TypeError(f"the array is of {dtype}: pass a mask of bool")
    if dtype.kind != "b":
        warnings.warn(  # in scikit-image's words, for filters of warnings
            "Any labeled images will be returned as a boolean array. Did you mean to use a boolean array?",
            stacklevel=3,
        )


def _check_sizes(older: str, least: Optional[float], max_size: Optional[float]) -> None:
    """Warns of the older name of a size. Raises ValueError for both sizes."""
    if least is None:
        return
    warnings.warn(  # in scikit-image's words, for filters of warnings
        f"Parameter `{older}` is deprecated: pass max_size, which counts components of just as many elements too",
        FutureWarning,
        stacklevel=3,
    )
    if max_size is not None:
        raise ValueError(
            f"{older} is {least}, and max_size {max_size}: pass max_size alone, to avoid conflicting values"
        )


def _least_area(min_size: Optional[float], max_size: Optional[float], elements: int) -> int:
    """The least number of elements of an object that stays. Both sizes may be any number."""
    name = "max_size" if min_size is None else "min_size"
    size = number_of(min_size if min_size is not None else 64 if max_size is None else max_size, name)
    if size != size:
        raise ValueError(f"{name} is {size}: pass a number of elements")
    bounded = min(max(size, 0), elements + 1)
    return math.ceil(bounded) if min_size is not None else math.floor(bounded) + 1


def clear_border(
    labels: Any,
    buffer_size: int = 0,
    bgval: Any = 0,
    mask: Optional[np.ndarray] = None,
    *,
    out: Optional[np.ndarray] = None,
) -> np.ndarray:
    """Remove the components that touch the border, as skimage.segmentation.clear_border does.

    Components are those of equal values, with all neighbours.

    Parameters
    ----------
    labels
        Array of integers or bool, of one to three axes, and others of length 1. Floats are compared as integers.
    buffer_size
        The border is this many elements wider than 1.
    bgval
        Elements of removed components get this value. If an element of the border is 0, then all zeros get it.
    mask
        Array of bool: the border is where it is False, whatever `buffer_size` is.
    out
        Array of the shape of `labels` for the result; may be `labels`. None: a new array. (scikit-image 0.26 clears
        what is in `out`, and does not read `labels`.)

    Returns
    -------
    image
        `out`, or an array of the shape and dtype of `labels`.

    Raises
    ------
    TypeError
        The mask is not of bool, or another argument is of a wrong type.
    ValueError
        The border is as wide as the image or has no width, the mask or `out` has another shape, or the dtype does not
        hold `bgval`.
    NotImplementedError
        The array has no axis or more than three.
    """
    image = np.asarray(labels)
    if mask is None:
        border = _border(image.shape, int_of(buffer_size, "buffer_size"))
    elif array_of(mask, "the mask").dtype != bool:
        raise TypeError(f"the mask is of {mask.dtype}: pass an array of bool")
    elif mask.shape != image.shape:
        raise ValueError(f"the mask has the shape {mask.shape}, and the labels {image.shape}: they have to be the same")
    else:
        border = ~mask
    kind = (image if out is None else array_of(out, "out")).dtype
    try:
        ground = np.full(1, number_of(bgval, "bgval"), kind)
    except (OverflowError, ValueError):
        raise ValueError(f"bgval is {bgval}, which {kind} does not hold") from None
    components, num = label(image, background=0, return_num=True)
    is_cleared = np.zeros(num + 1, bool)
    is_cleared[components[border]] = True
    result = _copy_to(out, image)
    result[is_cleared[components]] = ground
    return result


def _neighbors_of(connectivity: Optional[int], shape: Tuple[int, ...]) -> int:
    """glccl's connectivity for that of scikit-image."""
    axes = len(shape)
    left = axes - len(spare_axes(shape).left_out)
    if left not in CONNECTIVITIES:
        raise NotImplementedError(f"the image has {axes} axes: glccl labels one to three, and others of length 1")
    hops = axes if connectivity is None else int_of(connectivity, "the connectivity")
    if not 1 <= hops <= axes:
        raise ValueError(f"the connectivity is {connectivity}: with {axes} axes it is 1 to {axes}")
    return list(CONNECTIVITIES[left])[min(hops, left) - 1]


def _neighbors_of_mask(connectivity: int, shape: Tuple[int, ...]) -> int:
    """As _neighbors_of(). From the number of axes on all are neighbours."""
    return _neighbors_of(min(int_of(connectivity, "the connectivity"), len(shape)), shape)


def _border(shape: Tuple[int, ...], buffer_size: int) -> np.ndarray:
    """Where an element is in the first or last `buffer_size + 1` along an axis."""
    if buffer_size < 0 or any(buffer_size >= side for side in shape):
        raise ValueError(f"the buffer size is {buffer_size}, and the shape {shape}: pass 0 up to less than each side")
    border = np.ones(shape, bool)
    border[tuple(slice(buffer_size + 1, side - buffer_size - 1) for side in shape)] = False
    return border


def _copy_to(out: Optional[np.ndarray], image: np.ndarray) -> np.ndarray:
    """`out` with the elements of the image; without `out` a copy."""
    if out is None:
        return image.copy()
    if array_of(out, "out").shape != image.shape:
        raise ValueError(f"out has the shape {out.shape}, and the image {image.shape}: they have to be the same")
    out[...] = image
    return out


def euler_number(image: Any, connectivity: Optional[int] = None) -> int:
    """The Euler number of the elements above 0, as skimage.measure.euler_number gives it.

    Parameters
    ----------
    image
        Array of integers, floats or bool, of two or three axes.
    connectivity
        Number of coordinates in which neighbours differ at most: 1 up to the number of axes; of three axes also 2,
        which scikit-image lacks. None: all.

    Returns
    -------
    int
        Components less holes, of two axes. Components less tunnels, plus cavities, of three.

    Raises
    ------
    TypeError
        The array has another number of axes.
    ValueError
        `connectivity` is outside of its range.
    """
    array = np.asarray(image)
    if array.dtype.kind not in "buif":
        raise TypeError(f"the image is of {array.dtype}: pass bool, integers or floats")
    inside = array > 0
    if inside.ndim not in (2, 3):
        raise TypeError(f"the image has {inside.ndim} axes: pass two or three")
    _neighbors_of(connectivity, inside.shape)
    if not inside.any():
        return 0
    column = inside.ndim if connectivity is None else connectivity
    return int(shape_of(measure(inside.astype(np.int64), shapes=True), "euler_numbers")[-1, column - 1])
