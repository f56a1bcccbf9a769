"""The objects of a label image on a GPU, for glccl.skimage.regionprops()."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Dict, Optional, Tuple

import numpy as np

from .._arrays.kinds import numpy_of
from .._measures.measured import Measured
from .._measures.objects import Objects
from .._measures.properties import INTENSITIES, PROPERTIES, SHAPES, SHAPES_OF_IMAGES
from .array import CudaArray


class DeviceObjects(Objects):
    """The labels above 0. Properties that regionprops_table() has on a GPU are measured there; the first of the others
    copies labels and intensities to the CPU, once."""

    def __init__(self, array: CudaArray, labels: Any, intensity: Any, axes: int) -> None:
        """Raises as CudaArray.check_intensity()."""
        if intensity is not None:
            array.check_intensity(intensity)
        self._array = array
        self._on_gpu = labels, intensity
        self._columns: Dict[str, np.ndarray] = {}
        self.spacing = np.ones(axes)
        self.axes = axes
        self.is_lit = intensity is not None

    @cached_property
    def labels(self) -> np.ndarray:  # type: ignore[override]
        """A copy on the CPU."""
        return numpy_of(self._on_gpu[0])

    @cached_property
    def intensity(self) -> Optional[np.ndarray]:  # type: ignore[override]
        """A copy on the CPU."""
        return numpy_of(self._on_gpu[1]) if self.is_lit else None

    def column(self, name: str) -> np.ndarray:
        of_images = SHAPES_OF_IMAGES if self.axes == 2 else {}
        for group in (PROPERTIES, {**SHAPES, **of_images}, INTENSITIES):
            if name in group and name not in self._columns:
                self._columns.update(self._measure(tuple(group)))
        return super().column(name)

    def prepare(self, shapes: bool, intensity: bool) -> Measured:
        label, area, bbox, centroid = (self.column(name) for name in ("label", "num_pixels", "bbox", "centroid"))
        return Measured(label, area, bbox, centroid)

    def _measure(self, names: Tuple[str, ...]) -> Dict[str, np.ndarray]:
        """Properties on the GPU, a row for each label."""
        lit = self._on_gpu[1] if set(names) & INTENSITIES.keys() else None
        table = self._array.properties({name: name for name in names}, lit, "-")
        found: Dict[str, np.ndarray] = {}
        for name in names:
            columns = [numpy_of(column) for key, column in table.items() if key.partition("-")[0] == name]
            shape = (self.axes, self.axes) if name == "inertia_tensor" else (len(columns),)
            found[name] = columns[0] if name in table else np.stack(columns, axis=1).reshape(-1, *shape)
        return found
