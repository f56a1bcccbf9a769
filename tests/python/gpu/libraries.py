"""The libraries of arrays that the tests of this folder run on, by one interface: those that are installed and see a
GPU, or, with the package on tests/cuda/on_cpu, their fakes.
"""

import importlib
import os
import sys

import fakes
import numpy as np
import pytest

#: Numba and JAX have no fakes of their own: they are a kind of `cai` and of `dlpack`.
NAMES = ["torch", "cupy", "jax", "numba"] if fakes.MODULE is None else ["torch", "cupy", "cai", "dlpack"]
#: Those that compute with their arrays, as glccl wants it.
COMPUTING = NAMES[:2]


class Library:
    """A library of arrays on a GPU."""

    #: dtype of labels.
    labels = "uint32"
    #: dtypes of columns of tables.
    labels_of_rows, sums_of_rows = "uint32", "uint64"
    #: Whether arrays with other strides are copied, and dtypes that no engine reads are made masks.
    computes = True

    def array(self, values):
        """A copy of a numpy array, with its strides if the library can have them."""
        raise NotImplementedError

    def numpy(self, array):
        """The values of an array of the library, or of labels."""
        raise NotImplementedError

    def address(self, array):
        """The device address."""
        raise NotImplementedError

    def check(self, labels):
        """Asserts that labels are an array of the library on the GPU."""
        raise NotImplementedError


class FakeArrays(Library):
    def __init__(self, name):
        self.name = name
        self.computes = name in ("torch", "cupy")
        self.labels = "int32" if name == "torch" else "uint32"
        if name == "torch":
            self.labels_of_rows = self.sums_of_rows = "int64"
        if self.computes:
            self.module = sys.modules[name] = getattr(fakes, f"make_{name}")()
        self.kind = {"torch": lambda: self.module.Tensor, "cupy": lambda: self.module.ndarray,
                     "cai": lambda: fakes.Cai, "dlpack": lambda: fakes.Dlpack}[name]()

    def array(self, values):
        return self.kind.put(values)

    def numpy(self, array):
        if isinstance(array, fakes.Array):
            return array.host.copy()
        return array.copy_to_host()

    def address(self, array):
        return array.address

    def check(self, labels):
        import glccl

        assert type(labels) is (self.kind if self.computes else glccl.DeviceArray)


class Torch(Library):
    labels = "int32"
    labels_of_rows, sums_of_rows = "int64", "int64"

    def __init__(self):
        self.module = importlib.import_module("torch")
        if not self.module.cuda.is_available():
            raise ImportError("torch sees no GPU")

    def array(self, values):
        base = values.base if isinstance(values.base, np.ndarray) and values.base.dtype == values.dtype else values
        if base.size == 0 or any(stride < 0 for stride in values.strides) or not base.flags.c_contiguous:
            return self.module.from_numpy(np.ascontiguousarray(values)).cuda()
        # torch copies memory, so strides and gaps survive.
        on_gpu = self.module.from_numpy(base.copy()).cuda()
        offset = values.__array_interface__["data"][0] - base.__array_interface__["data"][0]
        strides = [stride // values.itemsize for stride in values.strides]
        return on_gpu.as_strided(values.shape, strides, offset // values.itemsize)

    def numpy(self, array):
        return array.cpu().numpy()

    def address(self, array):
        return array.data_ptr()

    def check(self, labels):
        assert isinstance(labels, self.module.Tensor) and labels.is_cuda and labels.is_contiguous()


class CuPy(Library):
    def __init__(self):
        self.module = importlib.import_module("cupy")
        if not self.module.cuda.is_available():
            raise ImportError("CuPy sees no GPU")

    def array(self, values):
        base = values.base if isinstance(values.base, np.ndarray) and values.base.dtype == values.dtype else values
        if base.size == 0 or not base.flags.c_contiguous:
            return self.module.asarray(values)
        on_gpu = self.module.asarray(base)
        offset = values.__array_interface__["data"][0] - base.__array_interface__["data"][0]
        return self.module.ndarray(values.shape, values.dtype, on_gpu.data + offset, values.strides)

    def numpy(self, array):
        return self.module.asnumpy(array)

    def address(self, array):
        return array.data.ptr

    def check(self, labels):
        assert isinstance(labels, self.module.ndarray) and labels.flags.c_contiguous


class Jax(Library):
    computes = False

    def __init__(self):
        self.module = importlib.import_module("jax")
        self.module.config.update("jax_enable_x64", True)
        if self.module.default_backend() != "gpu":
            raise ImportError("JAX sees no GPU")

    def array(self, values):
        return self.module.numpy.asarray(np.ascontiguousarray(values))

    def numpy(self, array):
        return np.asarray(array)

    def address(self, array):
        return array.unsafe_buffer_pointer()

    def check(self, labels):
        assert isinstance(labels, self.module.Array)


class Numba(Library):
    computes = False

    def __init__(self):
        self.module = importlib.import_module("numba.cuda")
        if not self.module.is_available():
            raise ImportError("Numba sees no GPU")

    def array(self, values):
        return self.module.to_device(np.ascontiguousarray(values))

    def numpy(self, array):
        return array.copy_to_host()

    def address(self, array):
        return array.__cuda_array_interface__["data"][0]

    def check(self, labels):
        assert self.module.is_cuda_array(labels)


class DeviceArrays(Library):
    """The arrays that glccl makes itself."""

    def numpy(self, array):
        return array.copy_to_host()

    def check(self, labels):
        import glccl

        assert type(labels) is glccl.DeviceArray


REAL = {"torch": Torch, "cupy": CuPy, "jax": Jax, "numba": Numba}
_made = {}


def get(name):
    """The library of this name. Skips the test if there is none here, and says why."""
    if name not in _made:
        try:
            if fakes.MODULE is not None:
                _made[name] = FakeArrays(name)
            else:
                _made[name] = REAL[name]()
        except ImportError as error:
            _made[name] = str(error)
    found = _made[name]
    if isinstance(found, Library):
        return found
    required = os.environ.get("GLCCL_REQUIRE_ARRAYS", "torch").split(",")
    if os.environ.get("GLCCL_REQUIRE_GPU") == "1" and name in required:
        pytest.fail(f"{name}: {found}")
    pytest.skip(f"{name}: {found}")
