"""The kinds of arrays that glccl.label() takes, and how it reads and makes arrays of each.

An object's kind follows from its type. The kinds in the order in which they are tried:

    kind    arrays                              labels are               on the stream
    Host    numpy, and what numpy.asarray takes numpy arrays             -
    Torch   torch.Tensor                        tensors of int32         torch's current stream
    CuPy    cupy.ndarray                        CuPy arrays of uint32    CuPy's current stream
    Dlpack  __dlpack__: JAX and others          arrays of that library   CUDA's default stream
    Cai     __cuda_array_interface__: Numba ... arrays of that library   the array's own stream

Labels of the last two kinds are a DeviceArray where glccl does not know how the library takes memory of others.
"""

from __future__ import annotations

import contextlib
import importlib
import math
import sys
from typing import Any, Callable, ContextManager, Dict, NamedTuple, Optional, Tuple

import numpy as np

from .. import _core
from .device_array import DeviceArray

# A build without CUDA lacks the functions for it.
_cuda: Any = _core

#: A CUDA device, in DLPack, with memory that is not managed, and with memory that is.
_DLPACK_CUDA = (2, 13)
_DLPACK_CPU = 1


def _library(name: str) -> Any:
    """A library that glccl does not depend on, without its types."""
    return importlib.import_module(name)


class View(NamedTuple):
    """An array in device memory. The extension module reads the members by their places (DeviceView)."""

    address: int
    dtype: str
    """numpy's name, where there is one."""
    shape: Tuple[int, ...]
    strides: Tuple[int, ...]
    """In bytes; empty in C order."""
    device: int
    stream: int
    """The cudaStream_t in whose order the array is valid and the labeling runs."""
    waits: bool = False
    """Whether calls wait until the work on the GPU has ended."""
    owner: Any = None
    """Lives as long as the view does."""


def handle_of(stream: Any) -> int:
    """The cudaStream_t of a stream object or number.

    Raises TypeError for other objects.
    """
    if isinstance(stream, int):
        return stream
    for name in ("cuda_stream", "ptr"):  # torch.cuda.Stream; cupy.cuda.Stream
        handle = getattr(stream, name, None)
        if isinstance(handle, int):
            return handle
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        return int((protocol() if callable(protocol) else protocol)[1])
    raise TypeError(
        f"the stream is a {type(stream).__name__}: pass a stream of torch or CuPy, an object with __cuda_stream__, or "
        "the integer of a cudaStream_t"
    )


class _Handle:
    """A cudaStream_t in the protocol by which libraries take streams of others."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __cuda_stream__(self) -> Tuple[int, int]:
        return 0, self._handle


def is_dense(shape: Tuple[int, ...], strides: Tuple[int, ...], itemsize: int) -> bool:
    """Whether engines can step through an array: no gaps along the last axis, and each axis goes forward over what the
    axes behind it span. An array without elements has no gaps, whatever its strides are."""
    if 0 in shape:
        return True
    span = itemsize
    for axis, (side, stride) in enumerate(zip(reversed(shape), reversed(strides))):
        if side > 1 and (stride < span or stride % itemsize or (axis == 0 and stride != itemsize)):
            return False
        span = max(span, stride * side if side > 1 else span * side)
    return True


#: Makes an array of the caller's library of one with the same memory. It keeps no array of the caller's.
Importer = Callable[[Any], Any]


def as_it_is(array: Any) -> Any:
    """An Importer of libraries that take the array itself."""
    return array


def _bytes_of(shape: Tuple[int, ...], dtype: str) -> int:
    return math.prod(shape) * np.dtype(dtype).itemsize


class Host:
    """numpy arrays, and everything that numpy.asarray() takes."""

    #: dtypes of columns of the component table in device memory.
    labels_of_rows, sums_of_rows = "uint32", "uint64"

    def device(self, image: Any) -> Optional[int]:
        """The CUDA device of an array, or None for the CPU. Raises TypeError for other devices."""
        return None

    def to_numpy(self, image: Any) -> np.ndarray:
        """The same memory as a numpy array. Requires an array on the CPU."""
        return np.asarray(image)

    def from_numpy(self, labels: np.ndarray, image: Any) -> Any:
        """The same memory as an array of the kind of `image`."""
        return labels

    def view(self, image: Any, stream: Optional[int]) -> View:
        """An array in device memory, in the order of `stream`. Copies it by its own library if engines cannot step
        through its strides."""
        raise NotImplementedError

    def empty(self, image: Any, view: View, dtype: str = "uint32") -> Tuple[Any, int]:
        """A new array in C order, on the device and of the shape of `view`, and its address: of labels, bool or uint8.
        """
        labels = DeviceArray(view.shape, view.device, view.stream, dtype)
        return labels, labels.address

    def importer(self, image: Any) -> Importer:
        """Makes an array that empty() has made, once its elements are on their way, one of the library of `image`."""
        return as_it_is

    def finished(self, array: Any, image: Any) -> Any:
        """The array of the caller's for one that empty() has made."""
        return self.importer(image)(array)

    def part(self, memory: Any, begin: int, shape: Tuple[int, ...], dtype: str, make: Importer) -> Any:
        """The array of the caller's for a part of the bytes that empty() has made, from byte `begin` on. `make` is
        importer() of the caller's array."""
        return make(memory.part(begin, shape, dtype))

    def on_stream(self, device: int, stream: Any) -> ContextManager[Any]:
        """Makes a stream of the caller's the current stream of the library."""
        return contextlib.nullcontext()

    def has_operators(self, dtype: str) -> bool:
        """Whether arrays on a GPU can be compared with numbers."""
        return True


class Torch(Host):
    """Tensors. Labels are int32, because torch can do little with unsigned integers of 32 bits. In a component table
    they are int64, which holds all of them."""

    labels_of_rows, sums_of_rows = "int64", "int64"

    def __init__(self) -> None:
        torch = self._torch = self.library = _library("torch")
        self._names: Dict[Any, str] = {}
        # Without a stream object, which takes two microseconds to make.
        self._raw_stream: Callable[[int], int] = getattr(
            torch._C, "_cuda_getCurrentRawStream", lambda device: torch.cuda.current_stream(device).cuda_stream
        )

    def device(self, image: Any) -> Optional[int]:
        if image.is_cuda:
            return int(image.get_device())
        if image.device.type == "cpu":
            return None
        raise TypeError(f"the tensor is on {image.device}: glccl labels tensors on the CPU and on CUDA devices")

    def to_numpy(self, image: Any) -> np.ndarray:
        if image.dtype == self._torch.bfloat16:
            raise TypeError("the tensor is of bfloat16: convert it with tensor.float()")
        return np.asarray(image.detach().numpy())

    def from_numpy(self, labels: np.ndarray, image: Any) -> Any:
        return self._torch.from_numpy(labels.view(np.int32) if labels.dtype == np.uint32 else labels)

    def view(self, image: Any, stream: Optional[int]) -> View:
        strides: Tuple[int, ...] = ()
        if not image.is_contiguous():
            size = image.element_size()
            strides = tuple(stride * size for stride in image.stride())
            if not is_dense(image.shape, strides, size):
                image, strides = image.contiguous(), ()
        device = image.get_device()
        dtype = self._names.get(image.dtype)
        if dtype is None:
            dtype = self._names[image.dtype] = str(image.dtype).rpartition(".")[2]
        return View(image.data_ptr(), dtype, image.shape, strides, device, self._raw_stream(device), False, image)

    def empty(self, image: Any, view: View, dtype: str = "uint32") -> Tuple[Any, int]:
        known = getattr(self._torch, "int32" if dtype == "uint32" else dtype)
        labels = self._torch.empty(view.shape, dtype=known, device=image.device)
        return labels, labels.data_ptr()

    def on_stream(self, device: int, stream: Any) -> ContextManager[Any]:
        cuda = self._torch.cuda
        if isinstance(stream, cuda.Stream):
            return cuda.stream(stream)
        handle = handle_of(stream)
        if handle == 2:
            raise ValueError("torch has no per-thread default stream: pass a torch.cuda.Stream")
        is_default = handle in (0, 1)
        chosen = cuda.default_stream(device) if is_default else cuda.ExternalStream(handle, device=device)
        return cuda.stream(chosen)

    def part(self, memory: Any, begin: int, shape: Tuple[int, ...], dtype: str, make: Importer) -> Any:
        part = memory[begin : begin + _bytes_of(shape, dtype)]
        return part.view(getattr(self._torch, dtype)).view(shape)

    def has_operators(self, dtype: str) -> bool:
        return dtype != "uint64"


class CuPy(Host):
    """CuPy arrays."""

    def __init__(self) -> None:
        self._cupy = self.library = _library("cupy")
        self._names: Dict[Any, str] = {}

    def device(self, image: Any) -> Optional[int]:
        return int(image.device.id)

    def view(self, image: Any, stream: Optional[int]) -> View:
        strides: Tuple[int, ...] = ()
        if not image.flags.c_contiguous:
            strides = image.strides
            if not is_dense(image.shape, strides, image.itemsize):
                image, strides = self._cupy.ascontiguousarray(image), ()
        dtype = self._names.get(image.dtype)
        if dtype is None:
            dtype = self._names[image.dtype] = image.dtype.name
        stream = self._cupy.cuda.get_current_stream().ptr
        return View(image.data.ptr, dtype, image.shape, strides, image.data.device_id, stream, False, image)

    def empty(self, image: Any, view: View, dtype: str = "uint32") -> Tuple[Any, int]:
        cuda = self._cupy.cuda
        known = np.dtype(dtype)
        if cuda.runtime.getDevice() == view.device:
            labels = self._cupy.empty(view.shape, known)
        else:
            with cuda.Device(view.device):
                labels = self._cupy.empty(view.shape, known)
        return labels, labels.data.ptr

    def on_stream(self, device: int, stream: Any) -> ContextManager[Any]:
        cuda = self._cupy.cuda
        if isinstance(stream, cuda.Stream) or isinstance(stream, cuda.ExternalStream):
            return stream
        handle = handle_of(stream)
        if handle in (0, 1):
            return cuda.Stream.null
        if handle == 2:
            return cuda.Stream.ptds
        if hasattr(cuda.Stream, "from_external"):  # CuPy 14, which warns of ExternalStream
            with cuda.Device(device):
                return cuda.Stream.from_external(_Handle(handle))
        return cuda.ExternalStream(handle, device)

    def part(self, memory: Any, begin: int, shape: Tuple[int, ...], dtype: str, make: Importer) -> Any:
        return memory[begin : begin + _bytes_of(shape, dtype)].view(dtype).reshape(shape)


class Dlpack(Host):
    """Arrays with __dlpack__. Calls wait for the GPU, because the library that owns an array may use its memory for
    something else as soon as a call has returned."""

    def device(self, image: Any) -> Optional[int]:
        kind, index = image.__dlpack_device__()
        if int(kind) in _DLPACK_CUDA:
            return int(index)
        if int(kind) == _DLPACK_CPU:
            return None
        name = type(image).__name__
        raise TypeError(f"the {name} is on a device that is neither a CPU nor CUDA (DLPack type {kind})")

    def to_numpy(self, image: Any) -> np.ndarray:
        return np.asarray(image) if hasattr(image, "__array__") else np.from_dlpack(image)

    def from_numpy(self, labels: np.ndarray, image: Any) -> Any:
        return self.finished(labels, image) if hasattr(image, "__array_namespace__") else labels

    def view(self, image: Any, stream: Optional[int]) -> View:
        handle = stream or 1  # DLPack's number of the default stream
        array = _cuda.DlpackView(image.__dlpack__(stream=handle))
        if not is_dense(array.shape, array.strides, max(1, np.dtype(array.dtype).itemsize)):
            raise ValueError(f"the {type(image).__name__} has strides of {array.strides} bytes: pass a copy in C order")
        return View(array.address, array.dtype, array.shape, array.strides, array.device, handle, True, array)

    def importer(self, image: Any) -> Importer:
        if type(image).__module__.partition(".")[0] in ("jax", "jaxlib"):
            return _library("jax.dlpack").from_dlpack
        namespace = getattr(image, "__array_namespace__", None)
        return namespace().from_dlpack if namespace is not None else as_it_is

    def has_operators(self, dtype: str) -> bool:
        return False


class Cai(Host):
    """Arrays with __cuda_array_interface__."""

    def device(self, image: Any) -> Optional[int]:
        address = image.__cuda_array_interface__["data"][0]
        return _device_of(address) if address else 0  # no elements

    def view(self, image: Any, stream: Optional[int]) -> View:
        interface = image.__cuda_array_interface__
        if interface.get("mask") is not None:
            raise ValueError(f"the {type(image).__name__} has a mask, which glccl does not read")
        dtype = np.dtype(interface["typestr"])
        strides = interface.get("strides") or ()
        if strides and not is_dense(interface["shape"], strides, dtype.itemsize):
            raise ValueError(f"the {type(image).__name__} has strides of {strides} bytes: pass a copy in C order")
        address = interface["data"][0]
        device = self.device(image) or 0
        own = interface.get("stream")
        if stream is None:
            stream = own or 0
        elif own is not None and own != (stream or 1):
            _cuda.order_streams(device, own, stream)
        name = dtype.name if dtype.isnative else f"{dtype.name} in other byte order"
        return View(address, name, tuple(interface["shape"]), strides, device, stream, False, image)

    def importer(self, image: Any) -> Importer:
        if type(image).__module__.partition(".")[0] in ("numba", "numba_cuda"):
            return _library("numba.cuda").as_cuda_array
        return as_it_is

    def has_operators(self, dtype: str) -> bool:
        return False


def _device_of(address: int) -> int:
    if not hasattr(_core, "cuda_device_of"):
        raise _core.Error(f"the array is on a GPU, and CUDA engines cannot run: {_core.why_no_cuda()}")
    return int(_cuda.cuda_device_of(address))


_HOST = Host()
_kinds: Dict[type, Host] = {}


def kind_of(image: Any) -> Host:
    """The kind of an array."""
    kind = _kinds.get(type(image))
    if kind is None:
        kind = _kinds[type(image)] = _find(image)
    return kind


def _find(image: Any) -> Host:
    if isinstance(image, np.ndarray):
        return _HOST
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(image, torch.Tensor):
        return Torch()
    cupy = sys.modules.get("cupy")
    if cupy is not None and isinstance(image, cupy.ndarray):
        return CuPy()
    if isinstance(image, DeviceArray):
        return Cai()
    if hasattr(type(image), "__dlpack__") and hasattr(type(image), "__dlpack_device__"):
        return Dlpack()
    if hasattr(type(image), "__cuda_array_interface__"):
        return Cai()
    return _HOST


def on_cpu(array: Any) -> np.ndarray:
    """The memory of an array on the CPU as one of numpy. Raises TypeError for an array on a GPU."""
    kind = kind_of(array)
    if kind.device(array) is not None:
        raise TypeError(f"the {type(array).__name__} is on a GPU: copy it to the CPU; glccl.label(), "
                        "glccl.skimage.regionprops_table() and others work there")
    return kind.to_numpy(array)


def numpy_of(array: Any) -> np.ndarray:
    """An array of any kind, in C order, as one of numpy: those on a GPU are copied, and waited for."""
    kind = kind_of(array)
    if kind.device(array) is None:
        return kind.to_numpy(array)
    view = kind.view(array, None)
    if 0 in view.shape:
        return np.empty(view.shape, view.dtype)
    dtype = np.dtype(view.dtype)
    copied = _cuda.read_cuda(view.address, dtype.itemsize * math.prod(view.shape), view.device, view.stream)
    return np.asarray(copied).view(dtype).reshape(view.shape)
