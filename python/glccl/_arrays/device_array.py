"""Arrays in device memory, for libraries that take memory of others."""

from __future__ import annotations

import copy
import math
from typing import Any, Dict, Sequence, Tuple

import numpy as np

from .. import _core

# A build without CUDA lacks the functions for it.
_cuda: Any = _core


class DeviceArray:
    """An array in C order in device memory, which it owns: labels, a mask, or a column of a component table.

    It speaks __cuda_array_interface__ and DLPack, so other libraries take it without a copy. Its memory is freed when
    it and all arrays made from it are gone.
    """

    def __init__(self, shape: Tuple[int, ...], device: int, stream: int, dtype: str = "uint32") -> None:
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self.device = device
        self.stream = stream
        """The cudaStream_t on which the elements are written."""
        self._memory = _cuda.CudaMemory(max(1, self._bytes), device)
        self._begin = 0

    @property
    def _bytes(self) -> int:
        return self.dtype.itemsize * math.prod(self.shape)

    @property
    def address(self) -> int:
        """The device address of the first element."""
        return int(self._memory.address) + self._begin

    def copy_to_host(self) -> np.ndarray:
        """A copy as a numpy array. Waits for the elements."""
        copied = np.asarray(_cuda.read_cuda(self.address, self._bytes, self.device, self.stream))
        return copied.view(self.dtype).reshape(self.shape)

    def reshape(self, shape: Sequence[int]) -> DeviceArray:
        """The same memory with another shape of as many elements. Raises ValueError for another number."""
        if math.prod(shape) != math.prod(self.shape):
            raise ValueError(f"the array has the shape {self.shape}, whose elements do not fill {tuple(shape)}")
        other = copy.copy(self)
        other.shape = tuple(shape)
        return other

    def part(self, begin: int, shape: Tuple[int, ...], dtype: str) -> DeviceArray:
        """An array in the same memory, from byte `begin` of this one on."""
        other = copy.copy(self)
        other.shape, other.dtype, other._begin = shape, np.dtype(dtype), self._begin + begin
        return other

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "version": 3,
            "stream": self.stream or 1,
        }

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule whose memory is valid in the order of the consumer's stream: None is CUDA's default stream, and -1
        asks for no order."""
        if stream != -1 and (stream or 1) != (self.stream or 1):
            _cuda.order_streams(self.device, self.stream, stream or 1)
        return _cuda.export_array(self._memory, self._begin, self.shape, self.dtype.name)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return 2, self.device
