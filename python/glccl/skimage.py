"""The labeling functions of scikit-image, with its arguments, defaults, dtypes and numbers."""

from __future__ import annotations

import math
import warnings
from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np

from ._axes import spare_axes
from ._gpu import measure as measure_on_gpu
from ._kinds import kind_of
from ._label import label as _label
from ._measure import intensities, measure, occurring
from ._numbers import number_of
from ._prepare import check_dtype
from ._properties import (
    ALL_PROPERTIES,
    INTENSITIES,
    OLDER_NAMES,
    PROPERTIES,
    SHAPES,
    SHAPES_OF_IMAGES,
    shape_of,
)
from ._request import CONNECTIVITIES

__all__ = ["clear_border", "euler_number", "label", "regionprops_table", "remove_small_objects"]


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
    out: Optional[np.ndarray] = None,
) -> np.ndarray:
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

    Returns
    -------
    image
        `out`, or an array of the shape and dtype of `ar`.

    Raises
    ------
    TypeError
        The array is neither of bool nor of integers.
    ValueError
        A label is negative, the connectivity is below 1, the shape of `out` is another, or there are both sizes.
    NotImplementedError
        A mask has no axis or more than three.
    """
    if min_size is not None:
        warnings.warn(  # in scikit-image's words, for filters of warnings
            "Parameter `min_size` is deprecated: pass max_size, and objects of just as many elements are removed too",
            FutureWarning,
            stacklevel=2,
        )
        if max_size is not None:
            raise ValueError(f"min_size is {min_size}, and max_size {max_size}: pass max_size alone, to avoid "
                             "conflicting values")
    image = np.asarray(ar)
    if image.dtype.kind not in "bui":
        raise TypeError(f"the array is of {image.dtype}: pass a mask of bool, or labels, which are integers")
    result = _copy_to(out, image)
    least = _least_area(min_size, max_size, image.size)
    if least <= 1:
        return result
    if result.dtype == bool:
        neighbors = _neighbors_of(min(connectivity, image.ndim), image.shape)
        result[_label(result, connectivity=neighbors, min_area=least) == 0] = False
        return result
    if result.min(initial=0) < 0:
        raise ValueError(f"the smallest label is {result.min()}: pass labels from 0 on, such as those of label()")
    _, index = occurring(result)
    areas = np.bincount(index.ravel())
    if result.max(initial=0) == 1:
        warnings.warn(  # likewise
            "Only one label was provided to `remove_small_objects`. Did you mean to use a boolean array?", stacklevel=2
        )
    result[(areas < least)[index]] = 0
    return result


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
        Array of the shape of `labels` for the result; may be `labels`. None: a new array. (scikit-image 0.25 clears
        what is in `out`, and does not read `labels`.)

    Returns
    -------
    image
        `out`, or an array of the shape and dtype of `labels`.

    Raises
    ------
    TypeError
        The mask is not of bool.
    ValueError
        The border is as wide as the image or has no width, or the mask or `out` has another shape.
    NotImplementedError
        The array has no axis or more than three.
    """
    image = np.asarray(labels)
    if mask is None:
        border = _border(image.shape, buffer_size)
    elif mask.dtype != bool:
        raise TypeError(f"the mask is of {mask.dtype}: pass an array of bool")
    elif mask.shape != image.shape:
        raise ValueError(f"the mask has the shape {mask.shape}, and the labels {image.shape}: they have to be the same")
    else:
        border = ~mask
    components, num = label(image, background=0, return_num=True)
    is_cleared = np.zeros(num + 1, bool)
    is_cleared[components[border]] = True
    result = _copy_to(out, image)
    result[is_cleared[components]] = bgval
    return result


def _neighbors_of(connectivity: Optional[int], shape: Tuple[int, ...]) -> int:
    """glccl's connectivity for that of scikit-image."""
    axes = len(shape)
    left = axes - len(spare_axes(shape).left_out)
    if left not in CONNECTIVITIES:
        raise NotImplementedError(f"the image has {axes} axes: glccl labels one to three, and others of length 1")
    hops = axes if connectivity is None else connectivity
    if not 1 <= hops <= axes:
        raise ValueError(f"the connectivity is {connectivity}: with {axes} axes it is 1 to {axes}")
    return list(CONNECTIVITIES[left])[min(hops, left) - 1]


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
    if out.shape != image.shape:
        raise ValueError(f"out has the shape {out.shape}, and the image {image.shape}: they have to be the same")
    out[...] = image
    return out


def regionprops_table(
    label_image: Any,
    intensity_image: Any = None,
    properties: Sequence[str] = ("label", "bbox"),
    *,
    cache: bool = True,
    separator: str = "-",
    extra_properties: None = None,
    spacing: Any = None,
) -> Dict[str, np.ndarray]:
    """Measure labels, as skimage.measure.regionprops_table does.

    Parameters
    ----------
    label_image
        Array of integers of two or three axes. Values below 1 are background. Or such an array in device memory, of
        torch, CuPy and others as for glccl.label(), of up to 32 bits: it is measured on the GPU, and the call waits.
    intensity_image
        Array of the label image's shape and on its device, of bool, integers of up to 32 bits, or floats (on a GPU of
        up to 32 bits). Floats are rounded to single precision, and to 31 bits of the largest of them; then all sums are
        exact.
    properties
        Of "label", "area", "num_pixels", "bbox", "area_bbox", "centroid", "extent", "slice", "axis_major_length",
        "axis_minor_length", "euler_number", "inertia_tensor", "inertia_tensor_eigvals"; of images also "eccentricity",
        "orientation", "perimeter_crofton"; with an intensity image also "intensity_mean", "intensity_min",
        "intensity_max", "intensity_std", "centroid_weighted". Their older names work too: "mean_intensity",
        "major_axis_length", "bbox_area" and others; columns have the names that were asked for.
    cache
        Is ignored: nothing is measured twice.
    separator
        Between the name of a property and the number of a column.
    extra_properties, spacing
        glccl has neither; others than none, and a spacing of 1, are refused.

    Returns
    -------
    dict
        A numpy array per property, "centroid-0" and so on for those with several. Row i describes the label of
        `column["label"][i]`; labels ascend.

    Raises
    ------
    TypeError
        The array is not of integers, or has another number of axes; an intensity image of another kind; names of
        properties in its place, or no sequence of them.
    AttributeError
        A property that glccl does not measure, or not in volumes, or not without an intensity image.
    ValueError
        64 bits do not hold the moments of an array of this shape. The intensity image has another shape, several
        channels, integers beyond 32 bits, or floats that are infinite or not a number.
    NotImplementedError
        Extra properties, or another spacing than 1.
    """
    _check_arguments(intensity_image, properties, extra_properties, spacing)
    on_gpu = kind_of(label_image).device(label_image) is not None
    dtype, axes = _labels_of(label_image, on_gpu)
    if dtype.kind not in "ui":
        raise TypeError(f"the label image is of {dtype}: pass labels, which are integers")
    if axes not in (2, 3):
        raise TypeError(f"the label image has {axes} axes: pass two or three")
    known = ALL_PROPERTIES if axes == 2 else {**PROPERTIES, **SHAPES}
    if intensity_image is not None:
        known = {**known, **INTENSITIES}
    names = {name: OLDER_NAMES.get(name, name) for name in properties}
    unknown = [name for name in properties if names[name] not in known]
    if unknown:
        where = "" if names[unknown[0]] not in ALL_PROPERTIES else " in volumes"
        raise AttributeError(f'glccl does not measure "{unknown[0]}"{where}: it has {", ".join(sorted(known))}')

    shapes = any(name in SHAPES or name in SHAPES_OF_IMAGES for name in names.values())
    values = intensity_image if any(name in INTENSITIES for name in names.values()) else None
    if on_gpu:
        measured = measure_on_gpu(label_image, shapes, values)
    else:
        labels = np.asarray(label_image)
        if values is not None:
            values = intensities(np.asarray(values), labels.shape)
        measured = measure(np.maximum(labels, 0), shapes=shapes, intensity=values)
    # Labels ascend from 0, so that background, which is no object, has the first row if any.
    first = int(np.searchsorted(measured.label, 1))
    table: Dict[str, np.ndarray] = {}
    for asked, name in names.items():
        column = known[name](measured)[first:]
        for index in np.ndindex(column.shape[1:]):
            table[separator.join([asked, *map(str, index)])] = column[(slice(None), *index)]
    return table


def _check_arguments(intensity_image: Any, properties: Any, extra_properties: Any, spacing: Any) -> None:
    """Raises for arguments of regionprops_table() that are in each other's places, or that glccl does not have."""
    for name, value in (("intensity_image", intensity_image), ("properties", properties)):
        if isinstance(value, str):
            raise TypeError(f'{name} is the str "{value}": pass properties=["{value}"]')
    if isinstance(intensity_image, (list, tuple)) and any(isinstance(one, str) for one in intensity_image):
        raise TypeError("intensity_image is a list of names: the second argument is the image, pass properties=...")
    if extra_properties is not None and len(list(extra_properties)) > 0:
        raise NotImplementedError("glccl calls no functions for each object: leave extra_properties out")
    if spacing is not None and not np.all(np.asarray(spacing) == 1):
        raise NotImplementedError(f"the spacing is {spacing}: glccl measures elements, whose spacing is 1")


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
    inside = np.asarray(image) > 0
    if inside.ndim not in (2, 3):
        raise TypeError(f"the image has {inside.ndim} axes: pass two or three")
    _neighbors_of(connectivity, inside.shape)
    if not inside.any():
        return 0
    column = inside.ndim if connectivity is None else connectivity
    return int(shape_of(measure(inside.astype(np.int64), shapes=True), "euler_numbers")[-1, column - 1])


def _labels_of(label_image: Any, on_gpu: bool) -> Tuple[np.dtype, int]:
    """The dtype and the number of axes of labels. Raises TypeError for integers of 64 bits on a GPU."""
    if not on_gpu:
        labels = np.asarray(label_image)
        return labels.dtype, labels.ndim
    view = kind_of(label_image).view(label_image, None)
    dtype = check_dtype(view.dtype, "label image")
    if dtype.itemsize == 8 and dtype.kind in "ui":
        raise TypeError(f"the label image is of {dtype}: on a GPU pass integers of up to 32 bits")
    return dtype, len(view.shape)
