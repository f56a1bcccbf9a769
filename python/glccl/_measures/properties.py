"""The properties of glccl.skimage.regionprops_table()."""

from __future__ import annotations

from typing import Callable, Dict

import numpy as np

from .measured import Measured, slices_of

#: Properties by the names that they are asked for by, which are their columns' names.
Names = Dict[str, str]

#: The values of a property, a row for each label.
_Property = Callable[[Measured], np.ndarray]


def _sides(measured: Measured) -> np.ndarray:
    return np.array(measured.spacing or (1,) * measured.axes, np.float64)


def _area(measured: Measured) -> np.ndarray:
    return measured.area * _sides(measured).prod()


def _area_bbox(measured: Measured) -> np.ndarray:
    return np.prod(measured.end - measured.begin, axis=1, dtype=np.float64) * _sides(measured).prod()


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


def _axis_length(measured: Measured, longest: bool) -> np.ndarray:
    """The length of the longest axis of an ellipse or ellipsoid, or of the shortest one."""
    if measured.axes == 2 and not _is_stretched(measured):
        return shape_of(measured, "ellipse")[:, 0 if longest else 1]
    values = _inertia_tensor_eigvals(measured)
    if measured.axes == 2:
        return 4 * np.sqrt(values[:, 0 if longest else 1])
    largest, middle, smallest = values.T
    return np.sqrt(10 * np.maximum(0, (largest - smallest if longest else smallest - largest) + middle))


def _is_stretched(measured: Measured) -> bool:
    return any(side != 1 for side in measured.spacing)


def _eccentricity(measured: Measured) -> np.ndarray:
    if not _is_stretched(measured):
        return shape_of(measured, "ellipse")[:, 2]
    largest, smallest = _inertia_tensor_eigvals(measured).T
    return np.sqrt(1 - np.divide(smallest, largest, out=np.ones_like(largest), where=largest != 0))


def _orientation(measured: Measured) -> np.ndarray:
    if not _is_stretched(measured):
        return shape_of(measured, "ellipse")[:, 3]
    tensor = _inertia_tensor(measured)
    rows, mixed, columns = tensor[:, 0, 0], tensor[:, 0, 1], tensor[:, 1, 1]
    round_ones = np.where(mixed < 0, np.pi / 4, -np.pi / 4)
    return np.where(rows == columns, round_ones, 0.5 * np.arctan2(-2 * mixed, columns - rows))


def _inertia_tensor(measured: Measured) -> np.ndarray:
    sides = _sides(measured)
    central = shape_of(measured, "central") * np.outer(sides, sides)
    trace = np.trace(central, axis1=1, axis2=2)
    tensor = trace[:, np.newaxis, np.newaxis] * np.eye(central.shape[1]) - central
    return tensor / measured.area[:, np.newaxis, np.newaxis]


def _inertia_tensor_eigvals(measured: Measured) -> np.ndarray:
    return np.maximum(0, np.linalg.eigvalsh(_inertia_tensor(measured)))[:, ::-1]


# Properties by moments, quads and cubes, likewise.
SHAPES: Dict[str, _Property] = {
    "axis_major_length": lambda measured: _axis_length(measured, True),
    "axis_minor_length": lambda measured: _axis_length(measured, False),
    "euler_number": lambda measured: shape_of(measured, "euler_numbers")[:, -1].astype(np.int64),
    "inertia_tensor": _inertia_tensor,
    "inertia_tensor_eigvals": _inertia_tensor_eigvals,
}

# Those that images have alone.
SHAPES_OF_IMAGES: Dict[str, _Property] = {
    "eccentricity": _eccentricity,
    "orientation": _orientation,
    "perimeter_crofton": lambda measured: shape_of(measured, "perimeter_crofton") * _sides(measured)[0],
}

# Those of a second image, likewise.
INTENSITIES: Dict[str, _Property] = {
    "centroid_weighted": lambda measured: shape_of(measured, "centroid_weighted") * _sides(measured),
    "intensity_max": lambda measured: shape_of(measured, "intensity")[:, 2],
    "intensity_mean": lambda measured: shape_of(measured, "intensity")[:, 0],
    "intensity_min": lambda measured: shape_of(measured, "intensity")[:, 1],
    "intensity_std": lambda measured: shape_of(measured, "intensity")[:, 3],
}

# By property: a column or a matrix, whose columns get the property's name and a number.
PROPERTIES: Dict[str, _Property] = {
    "area": _area,
    "area_bbox": _area_bbox,
    "bbox": lambda measured: measured.bbox,
    "centroid": lambda measured: measured.centroid * _sides(measured),
    "extent": lambda measured: _area(measured) / _area_bbox(measured),
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
    "CentralMoments": "moments_central",
    "Centroid": "centroid",
    "ConvexArea": "area_convex",
    "ConvexImage": "image_convex",
    "Coordinates": "coords",
    "CroftonPerimeter": "perimeter_crofton",
    "Eccentricity": "eccentricity",
    "EquivDiameter": "equivalent_diameter_area",
    "EulerNumber": "euler_number",
    "Extent": "extent",
    "FeretDiameter": "feret_diameter_max",
    "FeretDiameterMax": "feret_diameter_max",
    "FilledArea": "area_filled",
    "FilledImage": "image_filled",
    "HuMoments": "moments_hu",
    "Image": "image",
    "InertiaTensor": "inertia_tensor",
    "InertiaTensorEigvals": "inertia_tensor_eigvals",
    "IntensityImage": "image_intensity",
    "Label": "label",
    "LocalCentroid": "centroid_local",
    "MajorAxisLength": "axis_major_length",
    "MaxIntensity": "intensity_max",
    "MeanIntensity": "intensity_mean",
    "MinIntensity": "intensity_min",
    "MinorAxisLength": "axis_minor_length",
    "Moments": "moments",
    "NormalizedMoments": "moments_normalized",
    "Orientation": "orientation",
    "Perimeter": "perimeter",
    "Slice": "slice",
    "Solidity": "solidity",
    "WeightedCentralMoments": "moments_weighted_central",
    "WeightedCentroid": "centroid_weighted",
    "WeightedHuMoments": "moments_weighted_hu",
    "WeightedLocalCentroid": "centroid_weighted_local",
    "WeightedMoments": "moments_weighted",
    "WeightedNormalizedMoments": "moments_weighted_normalized",
    "bbox_area": "area_bbox",
    "convex_area": "area_convex",
    "convex_image": "image_convex",
    "equivalent_diameter": "equivalent_diameter_area",
    "filled_area": "area_filled",
    "filled_image": "image_filled",
    "intensity_image": "image_intensity",
    "local_centroid": "centroid_local",
    "major_axis_length": "axis_major_length",
    "max_intensity": "intensity_max",
    "mean_intensity": "intensity_mean",
    "min_intensity": "intensity_min",
    "minor_axis_length": "axis_minor_length",
    "std_intensity": "intensity_std",
    "weighted_centroid": "centroid_weighted",
    "weighted_local_centroid": "centroid_weighted_local",
    "weighted_moments": "moments_weighted",
    "weighted_moments_central": "moments_weighted_central",
    "weighted_moments_hu": "moments_weighted_hu",
    "weighted_moments_normalized": "moments_weighted_normalized",
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
        table.update(columns_of(asked, {**ALL_PROPERTIES, **INTENSITIES}[name](measured)[first:], separator))
    return table


def columns_of(asked: str, values: np.ndarray, separator: str) -> Dict[str, np.ndarray]:
    """The columns of a property that was asked for by this name."""
    return {
        separator.join([asked, *map(str, index)]): values[(slice(None), *index)]
        for index in np.ndindex(values.shape[1:])
    }
