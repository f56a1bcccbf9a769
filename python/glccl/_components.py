"""The component table as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import numpy as np


@dataclass(frozen=True, eq=False)
class Components:
    """One row per component, in the order of the labels. N is the number of components, D that of the image's axes.

    Coordinates are those of the image's axes: (row, column) in an image, (slice, row, column) in a volume.
    """

    label: np.ndarray
    """(N,) uint32: the labels 1..N."""
    area: np.ndarray
    """(N,) int64: number of elements."""
    bbox: np.ndarray
    """(N, 2 * D) int64: the first element of the bounding box along each axis, then the one behind its last."""
    sums: np.ndarray
    """(N, D) uint64: sums of the coordinates of the elements, exact."""
    first: np.ndarray
    """(N,) int64: place of the component's first element in `image.ravel()`."""
    value: np.ndarray
    """(N,) of the image's dtype: the value of the component's first element; with "equal" that of all of them."""
    crosses: Optional[np.ndarray] = None
    """(N, D) bool: whether a component has neighbors on both sides of the seam of a periodic axis. This and the next
    two are None in tables without periodic axes."""
    unwrapped_bbox: Optional[np.ndarray] = None
    """(N, 2 * D) int64: the bounding box with the parts of a component side by side. Along an axis whose seam it
    crosses it ends beyond the image. -1 where a component may reach around an axis, and has no begin."""
    unwrapped_centroid: Optional[np.ndarray] = None
    """(N, D) float64: the centroid with the parts of a component side by side, likewise; NaN where there is none."""

    def __len__(self) -> int:
        """N."""
        return len(self.label)

    @property
    def count(self) -> int:
        """N."""
        return len(self.label)

    def numpy(self) -> Components:
        """The table itself, as glccl.DeviceComponents.numpy() has one."""
        return self

    @property
    def centroid(self) -> np.ndarray:
        """(N, D) float64: the mean of the coordinates of the elements."""
        return np.divide(self.sums, self.area[:, np.newaxis])

    @property
    def slices(self) -> List[Tuple[slice, ...]]:
        """The bounding boxes as indices: `image[table.slices[i]]` is the box of label i + 1."""
        axes = self.bbox.shape[1] // 2
        return [tuple(slice(*side) for side in zip(box[:axes], box[axes:])) for box in self.bbox.tolist()]

    def to_dict(self) -> Dict[str, np.ndarray]:
        """Columns with the names of skimage.measure.regionprops_table, for pandas.DataFrame(table.to_dict())."""
        columns = {"label": self.label, "area": self.area}
        columns.update(_split("bbox", self.bbox))
        columns.update(_split("centroid", self.centroid))
        columns.update({"first": self.first, "value": self.value})
        for name in ("crosses", "unwrapped_bbox", "unwrapped_centroid"):
            columns.update(_split(name, getattr(self, name)))
        return columns


def _split(name: str, matrix: Optional[np.ndarray]) -> Dict[str, np.ndarray]:
    """The columns of a matrix, if there is one, by the name and a number."""
    return {} if matrix is None else {f"{name}-{i}": matrix[:, i] for i in range(matrix.shape[1])}


#: The columns of the extension modules that a table has.
TABLE_COLUMNS = ("area", "bbox", "sums", "first", "crosses", "unwrapped_bbox", "unwrapped_centroid")


def components_of(columns: Dict[str, Any], image: np.ndarray) -> Components:
    """The components of `image` from the columns of the extension module."""
    return components_at(columns, image[np.unravel_index(columns["first"], image.shape)])


def components_at(columns: Dict[str, Any], value: np.ndarray) -> Components:
    """The components from the columns of the extension module, with the values of their first elements."""
    label = np.arange(1, len(columns["area"]) + 1, dtype=np.uint32)
    if "crosses" in columns:
        columns["crosses"] = columns["crosses"].view(np.bool_)
    return Components(label=label, value=value, **columns)


def no_components(image: np.ndarray, periodic: bool) -> Components:
    """The table of an image without elements, which has periodic axes or none."""
    none = np.empty(0, np.int64)
    axes = image.ndim
    boxes = np.empty((0, 2 * axes), np.int64)
    columns: Dict[str, Any] = {"area": none, "bbox": boxes, "sums": np.empty((0, axes), np.uint64)}
    if periodic:
        columns.update(crosses=np.empty((0, axes), bool), unwrapped_bbox=boxes, unwrapped_centroid=np.empty((0, axes)))
    return Components(label=np.empty(0, np.uint32), first=none, value=np.empty(0, image.dtype), **columns)
