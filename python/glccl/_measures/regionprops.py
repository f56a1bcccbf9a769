"""glccl.skimage.regionprops_table() and regionprops()."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

import numpy as np

from .._arrays.kinds import on_cpu
from .._asked.arguments import number_of
from .._device.array import CudaArray
from .._device.objects import DeviceObjects
from .._verbs import wrap
from .objects import COLUMNS, Objects
from .properties import (
    ALL_PROPERTIES, INTENSITIES, OLDER_NAMES, PROPERTIES, SHAPES, Names, columns_of, need_intensities, need_shapes,
)
from .extra import Extra, Functions, extra_of
from .region import OBJECTS, OBJECTS_OF_WEIGHTS, RegionProperties, known_to


def regionprops_table(
    label_image: Any,
    intensity_image: Any = None,
    properties: Sequence[str] = ("label", "bbox"),
    *,
    cache: bool = True,
    separator: str = "-",
    extra_properties: Functions = None,
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
        Names of properties, also older ones such as "mean_intensity", "major_axis_length" and "bbox_area"; columns have
        the names that were asked for.

        On the CPU and on a GPU "label", "area", "num_pixels", "bbox", "area_bbox", "centroid", "extent", "slice",
        "axis_major_length", "axis_minor_length", "euler_number", "inertia_tensor", "inertia_tensor_eigvals"; of images
        "eccentricity", "orientation", "perimeter_crofton"; with an intensity image "intensity_mean", "intensity_min",
        "intensity_max", "intensity_std", "centroid_weighted".

        On the CPU alone "area_convex", "area_filled", "centroid_local", "coords", "coords_scaled",
        "equivalent_diameter_area", "feret_diameter_max", "image", "image_convex", "image_filled", "moments",
        "moments_central", "moments_normalized", "solidity"; of images "moments_hu", "perimeter"; with an intensity
        image "centroid_weighted_local", "image_intensity", "intensity_median", "moments_weighted",
        "moments_weighted_central", "moments_weighted_normalized", and of images "moments_weighted_hu". Convex hulls of
        volumes need scipy.
    cache
        Is ignored: nothing is measured twice.
    separator
        Between the name of a property and the number of a column.
    extra_properties
        Functions that are called for each object on the CPU, with its `image`, and those that require a second argument
        also with its `image_intensity`. The column has the function's name: of numbers if it returns these, several
        columns if it returns arrays of one shape, else one of objects.
    spacing
        The sides of an element: a number, or one for each axis. None: 1, the only one on a GPU.

    Returns
    -------
    dict
        An array per property, "centroid-0" and so on for those with several: of numpy, or for labels on a GPU of their
        library and on that GPU ("slice" of numpy). Arrays of an object's own shape are in an array of objects. Row i
        describes the label of `column["label"][i]`; labels ascend. Numbers of elements, boxes and Euler numbers are
        int64, others float64.

    Raises
    ------
    TypeError
        The array is not of integers, or has another number of axes; an intensity image of another kind; names of
        properties in its place, or no sequence of them.
    AttributeError
        A property that glccl does not measure, or not in volumes, or not without an intensity image, which some
        functions of `extra_properties` need too.
    ValueError
        64 bits do not hold the moments of an array of this shape. The intensity image has another shape, several
        channels, or integers beyond 32 bits.
    ImportError
        A convex hull of a volume without scipy.
    NotImplementedError
        On a GPU extra properties, and another spacing than 1; a spacing of several sides for perimeters, of others than
        1 for Hu's moments.
    """
    _check_arguments(intensity_image, properties)
    extra = extra_of(extra_properties, intensity_image is not None)
    if not isinstance(separator, str):
        raise TypeError(f"separator is a {type(separator).__name__}: pass a str")
    labels = wrap(label_image)
    dtype, axes = labels.type_and_axes()
    _check_labels(dtype, axes)
    sides = _spacing_of(spacing, axes)
    if isinstance(labels, CudaArray):
        if extra:
            raise NotImplementedError("on a GPU glccl calls no functions for objects: leave extra_properties out")
        _check_spacing_on_gpu(sides)
        names = names_of(properties, axes, intensity_image is not None)
        return labels.properties(names, intensity_image if need_intensities(names) else None, separator)
    return _table_of(on_cpu(label_image), intensity_image, [*properties, *extra], extra, sides, separator)


def _table_of(
    labels: np.ndarray, intensity: Any, properties: Sequence[str], extra: Dict[str, Extra], sides: np.ndarray,
    separator: str,
) -> Dict[str, np.ndarray]:
    """regionprops_table() on the CPU."""
    names = {name: OLDER_NAMES.get(name, name) for name in properties}
    known = known_to(labels.ndim, intensity is not None)
    _check_names(names, known.union(extra), known_to(2, intensity is not None))
    # An intensity image is looked at if a property needs it.
    needs_none = known_to(labels.ndim, False).union(name for name, one in extra.items() if not one.takes_intensities)
    objects = Objects(labels, None if needs_none.issuperset(names.values()) else on_cpu(intensity), sides)
    objects.prepare(need_shapes(names), need_intensities(names))
    regions: List[RegionProperties] = []
    if not COLUMNS.keys() >= set(names.values()):
        regions = _regions_of(objects, np.zeros(labels.ndim, np.intp), extra)
    table: Dict[str, np.ndarray] = {}
    for asked, name in names.items():
        if name in COLUMNS:
            table.update(columns_of(asked, objects.column(name), separator))
        elif name not in known:
            table.update(columns_of(asked, extra[name].column([one[name] for one in regions], labels.ndim), separator))
        else:
            is_array = name in (*OBJECTS, *OBJECTS_OF_WEIGHTS)
            column = table[asked] = np.empty(len(regions), object if is_array else np.float64)
            for row, region in enumerate(regions):
                column[row] = region[name]
    return table


def regionprops(
    label_image: Any,
    intensity_image: Any = None,
    cache: bool = True,
    *,
    extra_properties: Functions = None,
    spacing: Any = None,
    offset: Any = None,
) -> List[RegionProperties]:
    """The labels of an image as objects with properties, as skimage.measure.regionprops gives them.

    Parameters
    ----------
    label_image, intensity_image, extra_properties, spacing
        As of regionprops_table(). Both images are kept as they are: do not change them meanwhile. Properties that it
        has on a GPU are measured where the labels are. The first other property, and the first function of
        `extra_properties`, copies both images to the CPU and waits.
    cache
        Is ignored: nothing is measured twice.
    offset
        Integers that are added to coordinates, one for each axis. None: zeros.

    Returns
    -------
    list
        A RegionProperties for each label above 0 that occurs; labels ascend. Its attributes are the properties of
        regionprops_table() on the CPU, which measures them for all objects when one is first asked for: `region.area`,
        `region["area"]`. A `bbox` and centroids are tuples. A function of `extra_properties` is an attribute by its
        name, unless there is a property of this name; it is called each time. All values are numbers or arrays of
        numpy.

    Raises
    ------
    TypeError, ValueError, NotImplementedError
        As regionprops_table(); ValueError also for an offset of another shape.
    """
    _check_arguments(intensity_image, ())
    extra = extra_of(extra_properties, intensity_image is not None)
    labels = wrap(label_image)
    dtype, axes = labels.type_and_axes()
    _check_labels(dtype, axes)
    shift = np.zeros(axes, np.intp) if offset is None else np.asarray(offset)
    if shift.shape != (axes,):
        raise ValueError(f"the offset has the shape {shift.shape}: pass an integer for each of {axes} axes")
    sides = _spacing_of(spacing, axes)
    if isinstance(labels, CudaArray):
        _check_spacing_on_gpu(sides)
        return _regions_of(DeviceObjects(labels, label_image, intensity_image, axes), shift, extra)
    intensity = None if intensity_image is None else on_cpu(intensity_image)
    return _regions_of(Objects(on_cpu(label_image), intensity, sides), shift, extra)


def _regions_of(objects: Objects, offset: np.ndarray, extra: Dict[str, Extra]) -> List[RegionProperties]:
    known = known_to(objects.axes, objects.is_lit)
    return [RegionProperties(objects, row, offset, known, extra) for row in range(len(objects.rows.label))]


def _check_spacing_on_gpu(sides: np.ndarray) -> None:
    if (sides != 1).any():
        raise NotImplementedError("on a GPU glccl measures elements, whose spacing is 1: leave spacing out")


def names_of(properties: Sequence[str], axes: int, has_intensities: bool) -> Names:
    """The properties that are asked for, of labels of so many axes. Raises AttributeError for unknown ones."""
    known = ALL_PROPERTIES if axes == 2 else {**PROPERTIES, **SHAPES}
    if has_intensities:
        known = {**known, **INTENSITIES}
    names = {name: OLDER_NAMES.get(name, name) for name in properties}
    _check_names(names, frozenset(known), frozenset(ALL_PROPERTIES))
    return names


def _check_names(names: Names, known: frozenset, of_images: frozenset) -> None:
    """Raises AttributeError for properties that are not among the known ones."""
    unknown = [asked for asked, name in names.items() if name not in known]
    if unknown:
        where = " in volumes" if names[unknown[0]] in of_images else ""
        raise AttributeError(f'glccl does not measure "{unknown[0]}"{where}: it has {", ".join(sorted(known))}')


def _check_arguments(intensity_image: Any, properties: Any) -> None:
    """Raises for arguments of regionprops_table() that are in each other's places."""
    for name, value in (("intensity_image", intensity_image), ("properties", properties)):
        if isinstance(value, str):
            raise TypeError(f'{name} is the str "{value}": pass properties=["{value}"]')
    if isinstance(intensity_image, (list, tuple)) and any(isinstance(one, str) for one in intensity_image):
        raise TypeError("intensity_image is a list of names: the second argument is the image, pass properties=...")
    if isinstance(properties, np.ndarray) or not hasattr(properties, "__iter__"):
        raise TypeError(f"properties is a {type(properties).__name__}: pass a list of names")


def _check_labels(dtype: np.dtype, axes: int) -> None:
    if dtype.kind not in "ui":
        raise TypeError(f"the label image is of {dtype}: pass labels, which are integers")
    if axes not in (2, 3):
        raise TypeError(f"the label image has {axes} axes: pass two or three")


def _spacing_of(spacing: Any, axes: int) -> np.ndarray:
    """The sides of an element along each axis, float64."""
    if spacing is None:
        return np.ones(axes)
    sides = [float(number_of(side, "a side of spacing")) for side in np.atleast_1d(spacing).ravel()]
    if np.ndim(spacing) > 1 or len(sides) not in (1, axes) or not all(0 < side < np.inf for side in sides):
        raise ValueError(f"spacing is {sides}: pass a positive number, or one for each of {axes} axes")
    sides *= axes // len(sides)
    return np.array(sides)
