"""glccl's verbs as methods of arrays: of CpuArray (_cpu.py), and of CudaArray (_device/array.py)."""

from __future__ import annotations

from typing import Any, Optional, Protocol, Tuple

import numpy as np

from ._arrays.kinds import kind_of
from ._cpu import CpuArray
from ._device.array import CudaArray
from ._request import Request, Results
from ._tracks import MakeTracks


class Array(Protocol):
    """An array of the caller's without spare axes, on the CPU or on a GPU.

    A method does what glccl's function of its name does, and raises as that does. Arrays that it returns are of the
    caller's kind and on the array's device where their type is Any. `stream` is the caller's, or None.
    """

    @property
    def device(self) -> Optional[int]:
        """The CUDA device; None for the CPU."""

    def label(self, request: Request, out: Any, stream: Any) -> Results:
        """Labels in `out`, or in a new array if it is None."""

    def reserve(self, request: Request) -> None: ...

    def select(self, positions: np.ndarray, return_found: bool, stream: Any) -> Tuple[Any, np.ndarray]:
        """The selection and the label of each seed in it, 0 unless asked for. `positions`: (S, 3) of int32, (z, y, x).
        """

    def boundaries(self, connectivity: Optional[int], stream: Any) -> Any: ...

    def lists(self, stream: Any) -> Tuple[Any, Any]:
        """Offsets and places."""

    def contacts(self, connectivity: Optional[int], stream: Any) -> Tuple[Any, Any]:
        """Pairs and lengths."""

    def track(self, tracker: Any, limits: Tuple[int, ...], stream: Any) -> Tuple[Any, int, int, MakeTracks]:
        """The tracker, which the first frame on a GPU makes; overflow and number of components of a frame; and what
        makes its tracks, for which there must be no overflow."""

    def type_and_axes(self) -> Tuple[np.dtype, int]:
        """The dtype and the number of axes of labels that are measured."""


def wrap(array: Any) -> Array:
    """An array with the verbs of its device. Raises TypeError if it is neither on the CPU nor on a CUDA device."""
    kind = kind_of(array)
    device = kind.device(array)
    return CpuArray(kind, array) if device is None else CudaArray(kind, array, device)
