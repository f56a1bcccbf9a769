"""One object of a label image, as scikit-image's regionprops() has them."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Dict, Iterator, Tuple

import numpy as np

from .._holes import fill_holes
from .extra import Extra
from .measured import slices_of
from .objects import COLUMNS, OF_ELEMENTS, OF_PIXELS, OF_WEIGHTS, OF_WEIGHTS_OF_PIXELS, Objects
from .properties import INTENSITIES, OLDER_NAMES, PROPERTIES, SHAPES, SHAPES_OF_IMAGES

#: Properties that are a tuple, or a list.
_SEVERAL: Dict[str, type] = {
    "bbox": tuple, "centroid": tuple, "centroid_weighted": tuple, "inertia_tensor_eigvals": list,
}

#: Properties of one object that are arrays of its own shape.
OBJECTS = ("coords", "coords_scaled", "image", "image_convex", "image_filled", "slice")
OBJECTS_OF_WEIGHTS = ("image_intensity",)


def known_to(axes: int, has_intensities: bool) -> frozenset:
    """The names of the properties of labels of so many axes on the CPU."""
    known = {*PROPERTIES, *SHAPES, *OF_ELEMENTS, *OBJECTS, "area_filled"}
    if axes == 2:
        known |= {*SHAPES_OF_IMAGES, *OF_PIXELS}
    if has_intensities:
        known |= {*INTENSITIES, *OF_WEIGHTS, *OBJECTS_OF_WEIGHTS, "intensity_median"}
    if has_intensities and axes == 2:
        known |= {*OF_WEIGHTS_OF_PIXELS}
    return frozenset(known)


class RegionProperties:
    """An object of a label image. Its properties are attributes, and items by their names.

    They are measured for all objects of the image when one is first asked for, except those that are arrays of the
    object's own shape. Names and values are those of skimage.measure.regionprops(); names before scikit-image 0.19 work
    too. Functions of `extra_properties` are attributes by their names. A property that glccl does not measure raises
    AttributeError.
    """

    def __init__(
        self, objects: Objects, row: int, offset: np.ndarray, known: frozenset, extra: Dict[str, Extra]
    ) -> None:
        self._objects = objects
        self._row = row
        self._offset = offset
        self._known = known
        self._extra = extra
        self.label = int(objects.rows.label[row])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # of copies that are not made yet
            raise AttributeError(name)
        current = OLDER_NAMES.get(name, name)
        if current not in self._known and name in self._extra:
            extra = self._extra[name]
            return extra.function(self.image, *([self.image_intensity] if extra.takes_intensities else []))
        if current not in self._known:
            raise AttributeError(f'glccl does not measure "{name}" here: it has {", ".join(sorted(self._known))}')
        if current not in COLUMNS:
            return getattr(self, current)
        value = self._objects.column(current)[self._row]
        if current == "centroid":
            value = value + self._offset
        several = _SEVERAL.get(current)
        return value if several is None else several(value.tolist() if current == "bbox" else value)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __iter__(self) -> Iterator[str]:
        """The names of properties: as in scikit-image, of those that have an older name."""
        return iter(sorted(self._known & set(OLDER_NAMES.values())))

    def __repr__(self) -> str:
        return f"<RegionProperties: label={self.label}, bbox={self.bbox}>"

    @property
    def slice(self) -> Tuple[slice, ...]:
        """The bounding box as an index."""
        box = slices_of(self._objects.rows, self._row)
        assert box is not None
        return box

    @cached_property
    def image(self) -> np.ndarray:
        """bool, of the shape of the bounding box: where the object is."""
        return self._objects.labels[self.slice] == self.label

    @cached_property
    def image_intensity(self) -> np.ndarray:
        """The intensity image in the bounding box, 0 outside of the object."""
        if self._objects.intensity is None:
            raise AttributeError("there is no intensity image: pass one")
        return self._objects.intensity[self.slice] * self.image

    @property
    def intensity_median(self) -> np.floating:
        """The median of the object's intensities."""
        return np.median(self.image_intensity[self.image])

    @property
    def coords(self) -> np.ndarray:
        """(area, D) int64: the coordinates of the elements in C order, and the offset."""
        return np.stack(self._objects.elements_of(self._row), axis=1) + self._offset

    @property
    def coords_scaled(self) -> np.ndarray:
        """(area, D) float64: the coordinates times the spacing, and the offset."""
        return np.stack(self._objects.elements_of(self._row), axis=1) * self._objects.spacing + self._offset

    @cached_property
    def image_filled(self) -> np.ndarray:
        """The image with its holes filled, which are connected by all neighbours."""
        if 1 in self.image.shape:  # all of it is at the border
            return self.image.copy()
        return fill_holes(self.image, connectivity=4 if self.image.ndim == 2 else 6)

    @property
    def area_filled(self) -> np.floating:
        """The area of the image with its holes filled."""
        return np.count_nonzero(self.image_filled) * self._objects.spacing.prod()

    @cached_property
    def image_convex(self) -> np.ndarray:
        """The elements of the bounding box whose centres are in the convex hull."""
        return self._objects.convex_image(self._row)
