"""The properties of glccl.skimage.regionprops_table()."""

from __future__ import annotations

from typing import Callable, Dict

import numpy as np

from .measured import Measured, slices_of

#: Properties by the names that they are asked for by, which are their columns' names.
Names = Dict[str, str]

#: The values of a property, a row for each label.
_Property = Callable[[Measured], np.ndarray]


def _extent(measured: Measured) -> np.ndarray:
    return np.divide(measured.area, _area_bbox(measured))


def _area_bbox(measured: Measured) -> np.ndarray:
    return np.prod(measured.end - measured.begin, axis=1, dtype=np.float64)


def _slices(measured: Measured) -> np.ndarray:
    column = np.empty(len(measured.label), object)
    for row in range(len(column)):
        column[row] = slices_of(measured, row)
    return column


def shape_of(measured: Measured, name: str) -> np.ndarray:
    """A column of moments, quads, cubes or intensities."""
    if measured.shapes is None:  # no elements
        axes = measured.axes
        wide = {"central": (0, axes, axes), "ellipse": (0, 4), "intensity": (0, 4), "centroid_weighted": (0, axes)}
        wide["euler_numbers"] = (0, axes)
        return np.empty(wide.get(name, (0,)))
    return measured.shapes[name]


def _ellipse(measured: Measured, member: int, of_volumes: float) -> np.ndarray:
    """A member of glccl::Ellipse. In a volume the length of the longest axis of an ellipsoid, or of the shortest one,
    for which `of_volumes` is 1 or -1."""
    if measured.axes == 2:
        return shape_of(measured, "ellipse")[:, member]
    largest, middle, smallest = _inertia_tensor_eigvals(measured).T
    return np.sqrt(10 * np.maximum(0, of_volumes * (largest - smallest) + middle))


def _inertia_tensor(measured: Measured) -> np.ndarray:
    central = shape_of(measured, "central")
    trace = np.trace(central, axis1=1, axis2=2)
    tensor = trace[:, np.newaxis, np.newaxis] * np.eye(central.shape[1]) - central
    return tensor / measured.area[:, np.newaxis, np.newaxis]


def _inertia_tensor_eigvals(measured: Measured) -> np.ndarray:
    return np.maximum(0, np.linalg.eigvalsh(_inertia_tensor(measured)))[:, ::-1]


# Properties by moments, quads and cubes, likewise.
SHAPES: Dict[str, _Property] = {
    "axis_major_length": lambda measured: _ellipse(measured, 0, 1),
    "axis_minor_length": lambda measured: _ellipse(measured, 1, -1),
    "euler_number": lambda measured: shape_of(measured, "euler_numbers")[:, -1].astype(np.int64),
    "inertia_tensor": _inertia_tensor,
    "inertia_tensor_eigvals": _inertia_tensor_eigvals,
}

# Those that images have alone.
SHAPES_OF_IMAGES: Dict[str, _Property] = {
    "eccentricity": lambda measured: shape_of(measured, "ellipse")[:, 2],
    "orientation": lambda measured: shape_of(measured, "ellipse")[:, 3],
    "perimeter_crofton": lambda measured: shape_of(measured, "perimeter_crofton"),
}

# Those of a second image, likewise.
INTENSITIES: Dict[str, _Property] = {
    "centroid_weighted": lambda measured: shape_of(measured, "centroid_weighted"),
    "intensity_max": lambda measured: shape_of(measured, "intensity")[:, 2],
    "intensity_mean": lambda measured: shape_of(measured, "intensity")[:, 0],
    "intensity_min": lambda measured: shape_of(measured, "intensity")[:, 1],
    "intensity_std": lambda measured: shape_of(measured, "intensity")[:, 3],
}

# By property: a column or a matrix, whose columns get the property's name and a number.
PROPERTIES: Dict[str, _Property] = {
    "area": lambda measured: measured.area.astype(np.float64),
    "area_bbox": _area_bbox,
    "bbox": lambda measured: measured.bbox,
    "centroid": lambda measured: measured.centroid,
    "extent": _extent,
    "label": lambda measured: measured.label,
    "num_pixels": lambda measured: measured.area,
    "slice": _slices,
}

ALL_PROPERTIES = {**PROPERTIES, **SHAPES, **SHAPES_OF_IMAGES}

# The names that scikit-image had before 0.19, which public code uses.
OLDER_NAMES: Dict[str, str] = {
    "Area": "area",
    "BoundingBox": "bbox",
    "BoundingBoxArea": "area_bbox",
    "Centroid": "centroid",
    "CroftonPerimeter": "perimeter_crofton",
    "Eccentricity": "eccentricity",
    "EulerNumber": "euler_number",
    "Extent": "extent",
    "InertiaTensor": "inertia_tensor",
    "InertiaTensorEigvals": "inertia_tensor_eigvals",
    "Label": "label",
    "MajorAxisLength": "axis_major_length",
    "MaxIntensity": "intensity_max",
    "MeanIntensity": "intensity_mean",
    "MinIntensity": "intensity_min",
    "MinorAxisLength": "axis_minor_length",
    "Orientation": "orientation",
    "Slice": "slice",
    "WeightedCentroid": "centroid_weighted",
    "bbox_area": "area_bbox",
    "major_axis_length": "axis_major_length",
    "max_intensity": "intensity_max",
    "mean_intensity": "intensity_mean",
    "min_intensity": "intensity_min",
    "minor_axis_length": "axis_minor_length",
    "std_intensity": "intensity_std",
    "weighted_centroid": "centroid_weighted",
}


def need_shapes(names: Names) -> bool:
    """Whether one of the properties needs moments, quads or cubes."""
    return any(name in SHAPES or name in SHAPES_OF_IMAGES for name in names.values())


def need_intensities(names: Names) -> bool:
    """Whether one of the properties needs intensities."""
    return any(name in INTENSITIES for name in names.values())


def table_of(measured: Measured, names: Names, separator: str) -> Dict[str, np.ndarray]:
    """The columns of the properties of all labels but 0."""
    # Labels ascend from 0, so that background, which is no object, has the first row if any.
    first = int(np.searchsorted(measured.label, 1))
    table: Dict[str, np.ndarray] = {}
    for asked, name in names.items():
        column = {**ALL_PROPERTIES, **INTENSITIES}[name](measured)[first:]
        for index in np.ndindex(column.shape[1:]):
            table[separator.join([asked, *map(str, index)])] = column[(slice(None), *index)]
    return table
