"""The objects of a label image on the CPU: properties of all of them at once, each measured on first use."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

from .. import _core
from . import moments
from .hull import convex_volume, feret_diameter
from .measured import Measured, check_shape, intensities, measure, occurring
from .outline import Spans, convex_areas, convex_spans, feret_diameters, perimeters, spans_of
from .properties import ALL_PROPERTIES, INTENSITIES, SHAPES, SHAPES_OF_IMAGES


class Objects:
    """The labels above 0. N is their number, D that of the axes. Labels ascend; row i of a column is of the i-th one.
    """

    def __init__(self, labels: np.ndarray, intensity: Optional[np.ndarray], spacing: np.ndarray) -> None:
        """Takes labels of two or three axes, and an image of their shape. Raises ValueError for another shape."""
        if intensity is not None:
            check_shape(intensity, labels.shape)
        self.labels = labels
        self.intensity = intensity
        self.spacing = spacing
        self.axes = labels.ndim
        self.is_lit = intensity is not None
        self._columns: Dict[str, np.ndarray] = {}
        self._measured: Optional[Measured] = None
        self._has = (False, False)

    def prepare(self, shapes: bool, intensity: bool) -> Measured:
        """Rows of the labels with what is asked for. Measures once for all properties that come together. Raises as
        intensities()."""
        missing = shapes and not self._has[0] or intensity and not self._has[1]
        if self._measured is None or missing:
            self._has = shapes or self._has[0], intensity or self._has[1]
            lit = self.intensity if self._has[1] else None
            values = None if lit is None else intensities(lit, self.labels.shape)
            measured = measure(np.maximum(self.labels, 0), shapes=self._has[0], intensity=values)
            self._measured = replace(_of_objects(measured), spacing=tuple(self.spacing.tolist()))
        return self._measured

    def column(self, name: str) -> np.ndarray:
        """(N, ...): a property of all objects, by its name in COLUMNS. Raises NotImplementedError for a spacing that
        the property has no definition for."""
        if name in ("perimeter", "perimeter_crofton") and len(set(self.spacing)) > 1:
            raise NotImplementedError(f"spacing is {tuple(self.spacing.tolist())}: {name} is for sides of one length")
        if name in ("moments_hu", "moments_weighted_hu") and (self.spacing != 1).any():
            raise NotImplementedError(f"spacing is {tuple(self.spacing.tolist())}: {name} is for sides of 1")
        if name not in self._columns:
            self._columns[name] = COLUMNS[name](self)
        return self._columns[name]

    @property
    def rows(self) -> Measured:
        """Labels, areas and boxes."""
        return self.prepare(False, False)

    @cached_property
    def numbers(self) -> np.ndarray:
        """uint32, of the shape of the labels: 1..N, 0 for background."""
        present, index = occurring(np.maximum(self.labels, 0))
        return index if len(present) and present[0] == 0 else index + np.uint32(1)

    @cached_property
    def places(self) -> Tuple[np.ndarray, np.ndarray]:
        """Places of the elements, object by object in C order, and (N + 1,) offsets of objects."""
        if not self.labels.size:
            return np.zeros(0, np.intp), np.zeros(1, np.intp)
        offsets, places = _core.lists(self.numbers.ravel())
        return places.astype(np.intp), offsets.astype(np.intp)

    @cached_property
    def coordinates(self) -> Tuple[np.ndarray, ...]:
        """For each axis the coordinates of the elements, in the order of `places`."""
        places = self.places[0]
        return np.unravel_index(places, self.labels.shape) if places.size else (places,) * self.axes

    @cached_property
    def weights(self) -> np.ndarray:
        """Intensities of the elements, likewise."""
        assert self.intensity is not None
        return self.intensity.ravel()[self.places[0]].astype(np.float64)

    @cached_property
    def spans(self) -> Spans:
        """The rows of the objects of an image."""
        offsets = self.places[1]
        return spans_of(np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)), *self.coordinates)

    def elements_of(self, row: int) -> Tuple[np.ndarray, ...]:
        """The coordinates of the elements of an object."""
        begin, end = self.places[1][row : row + 2].tolist()
        return tuple(axis[begin:end] for axis in self.coordinates)

    def convex_image(self, row: int) -> np.ndarray:
        """bool, of the shape of an object's bounding box: the elements whose centres are in its convex hull."""
        begin, end = self.rows.begin[row], self.rows.end[row]
        places = [axis - first for axis, first in zip(self.elements_of(row), begin)]
        if self.axes == 3:
            return convex_volume(np.stack(places, axis=1), tuple((end - begin).tolist()))
        spans = convex_spans(spans_of(np.zeros(len(places[0]), np.intp), *places))
        across = np.arange(end[1] - begin[1])
        return (across >= spans.first[:, np.newaxis]) & (across <= spans.last[:, np.newaxis])

    def power_sums(self, centres: np.ndarray, is_weighted: bool) -> np.ndarray:
        """Moments about centres in elements, (N, D), for the spacing."""
        weights = self.weights if is_weighted else None
        return moments.scaled(
            moments.power_sums(self.coordinates, self.places[1], centres, weights), self.spacing
        )


def _of_objects(measured: Measured) -> Measured:
    """The rows without that of the background, which is the first one if any."""
    first = int(np.searchsorted(measured.label, 1))
    shapes = measured.shapes
    return Measured(
        measured.label[first:], measured.area[first:], measured.bbox[first:], measured.centroid[first:],
        None if shapes is None else {name: column[first:] for name, column in shapes.items()},
    )


def _centres_of_weights(objects: Objects) -> np.ndarray:
    """(N, D): centroids of weights in elements, from the first element of the box on."""
    sums = objects.column("moments_weighted")
    first = (slice(None),) + (0,) * objects.axes
    unit = np.eye(objects.axes, dtype=int)
    with np.errstate(divide="ignore", invalid="ignore"):  # weights that add up to 0
        return np.stack([sums[(slice(None), *at)] / sums[first] for at in unit], axis=1) / objects.spacing


def _area(objects: Objects) -> np.ndarray:
    return objects.column("area")


def _areas_convex(objects: Objects) -> np.ndarray:
    count = len(objects.rows.label)
    if objects.axes == 2:
        return convex_areas(objects.spans, count) * objects.spacing.prod()
    areas = [np.count_nonzero(objects.convex_image(row)) for row in range(count)]
    return np.array(areas, np.float64) * objects.spacing.prod()


def _feret_diameters(objects: Objects) -> np.ndarray:
    count = len(objects.rows.label)
    if objects.axes == 2:
        return feret_diameters(objects.spans, count, objects.spacing)
    diameters = [feret_diameter(objects.convex_image(row), objects.spacing) for row in range(count)]
    return np.array(diameters, np.float64)


def _columns_of(names: Any, of: Any, shapes: bool, intensity: bool) -> Dict[str, Callable[[Objects], np.ndarray]]:
    """Properties of rows as columns of objects."""

    def column(name: str) -> Callable[[Objects], np.ndarray]:
        return lambda objects: of[name](objects.prepare(shapes, intensity))

    return {name: column(name) for name in names}


#: Of all objects of images and volumes, by name.
OF_ELEMENTS: Dict[str, Callable[[Objects], np.ndarray]] = {
    "area_convex": _areas_convex,
    "centroid_local": lambda objects: (objects.rows.centroid - objects.rows.begin) * objects.spacing,
    "equivalent_diameter_area": lambda objects: (2 * objects.axes * _area(objects) / np.pi) ** (1 / objects.axes),
    "feret_diameter_max": _feret_diameters,
    "moments": lambda objects: objects.power_sums(objects.rows.begin, False),
    "moments_central": lambda objects: objects.power_sums(objects.rows.centroid, False),
    "moments_normalized": lambda objects: moments.normalized(objects.column("moments_central"), objects.spacing),
    "solidity": lambda objects: _area(objects) / objects.column("area_convex"),
}

#: Those that images have alone.
OF_PIXELS: Dict[str, Callable[[Objects], np.ndarray]] = {
    "moments_hu": lambda objects: moments.hu(objects.column("moments_normalized")),
    "perimeter": lambda objects: perimeters(objects.numbers, len(objects.rows.label)) * objects.spacing[0],
}

#: Those with an intensity image, of images and volumes.
OF_WEIGHTS: Dict[str, Callable[[Objects], np.ndarray]] = {
    "centroid_weighted_local": lambda objects: _centres_of_weights(objects) * objects.spacing,
    "moments_weighted": lambda objects: objects.power_sums(objects.rows.begin, True),
    "moments_weighted_central": lambda objects: objects.power_sums(
        objects.rows.begin + _centres_of_weights(objects), True
    ),
    "moments_weighted_normalized": lambda objects: moments.normalized(
        objects.column("moments_weighted_central"), objects.spacing
    ),
}

#: That which images have alone.
OF_WEIGHTS_OF_PIXELS: Dict[str, Callable[[Objects], np.ndarray]] = {
    "moments_weighted_hu": lambda objects: moments.hu(objects.column("moments_weighted_normalized")),
}

COLUMNS: Dict[str, Callable[[Objects], np.ndarray]] = {
    **_columns_of(ALL_PROPERTIES, ALL_PROPERTIES, False, False),
    **_columns_of([*SHAPES, *SHAPES_OF_IMAGES], ALL_PROPERTIES, True, False),
    **_columns_of(INTENSITIES, INTENSITIES, False, True),
    **OF_ELEMENTS,
    **OF_PIXELS,
    **OF_WEIGHTS,
    **OF_WEIGHTS_OF_PIXELS,
}
