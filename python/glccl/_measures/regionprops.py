"""glccl.skimage.regionprops_table()."""

from __future__ import annotations

from typing import Any, Dict, Sequence

import numpy as np

from .properties import ALL_PROPERTIES, INTENSITIES, OLDER_NAMES, PROPERTIES, SHAPES, Names, need_intensities
from .._verbs import wrap

def regionprops_table(
    label_image: Any,
    intensity_image: Any = None,
    properties: Sequence[str] = ("label", "bbox"),
    *,
    cache: bool = True,
    separator: str = "-",
    extra_properties: None = None,
    spacing: Any = None,
) -> Dict[str, Any]:
    """Measure labels, as skimage.measure.regionprops_table does.

    Parameters
    ----------
    label_image
        Array of integers of two or three axes. Values below 1 are background. Or such an array in device memory, of
        torch, CuPy and others as for glccl.label(), of up to 32 bits: it is measured on the GPU, and the call waits for
        the number of labels.
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
        An array per property, "centroid-0" and so on for those with several: of numpy, or for labels on a GPU of their
        library and on that GPU ("slice" of numpy). Row i describes the label of `column["label"][i]`; labels ascend.
        Numbers of elements, boxes and Euler numbers are int64, others float64.

    Raises
    ------
    TypeError
        The array is not of integers, or has another number of axes; an intensity image of another kind; names of
        properties in its place, or no sequence of them.
    AttributeError
        A property that glccl does not measure, or not in volumes, or not without an intensity image.
    ValueError
        64 bits do not hold the moments of an array of this shape. The intensity image has another shape, several
        channels, or integers beyond 32 bits.
    NotImplementedError
        Extra properties, or another spacing than 1.
    """
    _check_arguments(intensity_image, properties, extra_properties, spacing)
    labels = wrap(label_image)
    dtype, axes = labels.type_and_axes()
    if dtype.kind not in "ui":
        raise TypeError(f"the label image is of {dtype}: pass labels, which are integers")
    if axes not in (2, 3):
        raise TypeError(f"the label image has {axes} axes: pass two or three")
    if not isinstance(separator, str):
        raise TypeError(f"separator is a {type(separator).__name__}: pass a str")
    names = names_of(properties, axes, intensity_image is not None)
    return labels.properties(names, intensity_image if need_intensities(names) else None, separator)


def names_of(properties: Sequence[str], axes: int, has_intensities: bool) -> Names:
    """The properties that are asked for, of labels of so many axes. Raises AttributeError for unknown ones."""
    known = ALL_PROPERTIES if axes == 2 else {**PROPERTIES, **SHAPES}
    if has_intensities:
        known = {**known, **INTENSITIES}
    names = {name: OLDER_NAMES.get(name, name) for name in properties}
    unknown = [name for name in properties if names[name] not in known]
    if unknown:
        where = "" if names[unknown[0]] not in ALL_PROPERTIES else " in volumes"
        raise AttributeError(f'glccl does not measure "{unknown[0]}"{where}: it has {", ".join(sorted(known))}')
    return names


def _check_arguments(intensity_image: Any, properties: Any, extra_properties: Any, spacing: Any) -> None:
    """Raises for arguments of regionprops_table() that are in each other's places, or that glccl does not have."""
    for name, value in (("intensity_image", intensity_image), ("properties", properties)):
        if isinstance(value, str):
            raise TypeError(f'{name} is the str "{value}": pass properties=["{value}"]')
    if isinstance(intensity_image, (list, tuple)) and any(isinstance(one, str) for one in intensity_image):
        raise TypeError("intensity_image is a list of names: the second argument is the image, pass properties=...")
    if isinstance(properties, np.ndarray) or not hasattr(properties, "__iter__"):
        raise TypeError(f"properties is a {type(properties).__name__}: pass a list of names")
    if extra_properties is not None and not (isinstance(extra_properties, (list, tuple)) and not extra_properties):
        raise NotImplementedError("glccl calls no functions for each object: leave extra_properties out")
    if spacing is not None and not np.all(np.asarray(spacing) == 1):
        raise NotImplementedError("glccl measures elements, whose spacing is 1: leave spacing out")
