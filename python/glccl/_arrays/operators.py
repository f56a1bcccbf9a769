"""What torch and CuPy compute with their arrays on a GPU, under one name each.

Everything runs on the current stream of the library, and nothing waits. numpy's names of dtypes stand for those of the
library.
"""

from __future__ import annotations

import contextlib
from typing import Any, ContextManager, Protocol, Tuple

import numpy as np

from .kinds import CuPy, Host, Torch


class Operators(Protocol):
    """Arrays of one library, on the device of an array of it. `like` stands for any on this device."""

    def known(self, dtype: str) -> str:
        """The dtype itself, or of one that the library can do little with a larger one."""

    def cast(self, array: Any, dtype: str) -> Any:
        """The elements as those of another dtype, which holds them."""

    def bits(self, array: Any, dtype: str) -> Any:
        """The same memory as elements of another dtype of the same size."""

    def copy(self, array: Any) -> Any: ...

    def filled(self, array: Any, mask: Any, value: int) -> Any:
        """A copy with this value where the mask is True."""

    def put(self, values: np.ndarray, like: Any) -> Any:
        """A copy of an array of numpy."""

    def places(self, like: Any, shape: Tuple[int, ...]) -> Any:
        """The place of each element in C order, int32."""

    def rows_of(self, values: Any, table: Any) -> Any:
        """Where each value is in an ascending table of the same dtype, or would be, up to the table's length."""


class _OfTorch:
    def __init__(self, torch: Any) -> None:
        self._torch = torch

    def _dtype(self, name: str) -> Any:
        return getattr(self._torch, name)

    def known(self, dtype: str) -> str:
        return {"uint16": "int32", "uint32": "int64", "uint64": "int64"}.get(dtype, dtype)

    def cast(self, array: Any, dtype: str) -> Any:
        return array.to(self._dtype(dtype))

    def bits(self, array: Any, dtype: str) -> Any:
        return array.detach().view(self._dtype(dtype))

    def copy(self, array: Any) -> Any:
        return array.clone()

    def filled(self, array: Any, mask: Any, value: int) -> Any:
        return array.masked_fill(mask, value)

    def put(self, values: np.ndarray, like: Any) -> Any:
        return self._torch.from_numpy(values).to(like.device)

    def places(self, like: Any, shape: Tuple[int, ...]) -> Any:
        count = int(np.prod(shape, dtype=np.int64))
        return self._torch.arange(count, dtype=self._torch.int32, device=like.device).reshape(shape)

    def rows_of(self, values: Any, table: Any) -> Any:
        return self._torch.searchsorted(table, values.contiguous())


class _OfCuPy:
    def __init__(self, cupy: Any) -> None:
        self._cupy = cupy

    def known(self, dtype: str) -> str:
        return dtype

    def cast(self, array: Any, dtype: str) -> Any:
        return array.astype(dtype)

    def bits(self, array: Any, dtype: str) -> Any:
        return array.view(dtype)

    def copy(self, array: Any) -> Any:
        return array.copy()

    def filled(self, array: Any, mask: Any, value: int) -> Any:
        return self._cupy.where(mask, array.dtype.type(value), array)

    def put(self, values: np.ndarray, like: Any) -> Any:
        with self._on_device_of(like):
            return self._cupy.asarray(values)

    def places(self, like: Any, shape: Tuple[int, ...]) -> Any:
        with self._on_device_of(like):
            return self._cupy.arange(int(np.prod(shape, dtype=np.int64)), dtype=np.int32).reshape(shape)

    def rows_of(self, values: Any, table: Any) -> Any:
        return self._cupy.searchsorted(table, values)

    def _on_device_of(self, like: Any) -> ContextManager[Any]:
        cuda, device = self._cupy.cuda, int(like.device.id)
        return contextlib.nullcontext() if cuda.runtime.getDevice() == device else cuda.Device(device)


def operators_of(kind: Host, array: Any, name: str) -> Operators:
    """The operators for an array on a GPU. Raises TypeError, in words that name the array, if its library is neither
    torch nor CuPy."""
    if isinstance(kind, Torch):
        return _OfTorch(kind.library)
    if isinstance(kind, CuPy):
        return _OfCuPy(kind.library)
    raise TypeError(f"the {name} is a {type(array).__name__} on a GPU: pass a tensor of torch or an array of CuPy, or "
                    "copy it to the CPU")
