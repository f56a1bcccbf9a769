"""The labels of an array one by one, for glccl.cc3d.each()."""

from __future__ import annotations

from typing import Iterator, Literal, Tuple

import numpy as np

from .. import _core
from .measured import occurring


class Each:
    """The labels of an array with their images. each() makes it."""

    def __init__(self, labels: np.ndarray, binary: bool, in_place: bool) -> None:
        if labels.dtype.kind not in "bui":
            raise TypeError(f"the labels are of {labels.dtype}: pass integers")
        if labels.min(initial=0) < 0:
            raise ValueError(f"the labels reach from {labels.min()} on: they have to be 0 and above")
        self._shape = labels.shape
        self._dtype = np.dtype(bool) if binary else labels.dtype
        self._order: Literal["F", "C"] = "F" if labels.flags.f_contiguous and not labels.flags.c_contiguous else "C"
        self._in_place = in_place
        elements = labels.ravel(self._order)
        self._labels, index = occurring(elements.view(np.uint8) if labels.dtype == bool else elements)
        self._offsets, self._places = _core.lists(index + np.uint32(1)) if labels.size else (index, index)

    def __len__(self) -> int:
        return int(np.count_nonzero(self._labels))

    def __iter__(self) -> Iterator[Tuple[int, np.ndarray]]:
        shared = self._image() if self._in_place else None
        for row in np.flatnonzero(self._labels).tolist():
            places = self._places[self._offsets[row] : self._offsets[row + 1]]
            image = self._image() if shared is None else shared
            elements = image.reshape(-1, order=self._order)
            elements[places] = self._labels[row]
            shown = image.view()
            shown.flags.writeable = shared is None
            yield int(self._labels[row]), shown
            if shared is not None:
                elements[places] = 0

    def _image(self) -> np.ndarray:
        return np.zeros(self._shape, self._dtype, self._order)
