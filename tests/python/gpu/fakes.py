"""Libraries of arrays in the device memory of tests/cuda/on_cpu, with the parts of torch, CuPy, Numba and JAX that
glccl uses. They stand in for these libraries where there is no GPU. No array here becomes a numpy array in silence.
"""

import contextlib
import ctypes
import operator
import types
import weakref

import glccl
import numpy as np


def memory_functions():
    """The allocator of the extension module, or None on a module that runs on real GPUs."""
    module = ctypes.CDLL(glccl._core.__file__)
    if not hasattr(module, "glccl_test_allocate"):
        return None
    module.glccl_test_allocate.restype = ctypes.c_void_p
    module.glccl_test_allocate.argtypes = [ctypes.c_size_t]
    module.glccl_test_free.argtypes = [ctypes.c_void_p]
    return module


MODULE = memory_functions()


def allocate(shape, dtype):
    """Uninitialized device memory, which the CPU can reach here."""
    size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
    address = MODULE.glccl_test_allocate(max(1, size))
    block = (ctypes.c_char * max(1, size)).from_address(address)
    weakref.finalize(block, MODULE.glccl_test_free, address)
    return np.frombuffer(block, dtype, count=size // np.dtype(dtype).itemsize).reshape(shape)


class Array:
    """An array in device memory."""

    def __init__(self, host):
        self.host = host  # a view of device memory

    @classmethod
    def put(cls, values):
        """A copy of a numpy array, with its strides where these go forward."""
        values = np.asarray(values)
        base = values.base if isinstance(values.base, np.ndarray) and values.base.dtype == values.dtype else values
        if base.size == 0 or not base.flags.c_contiguous:
            base = values = np.ascontiguousarray(values)
        copy = allocate(base.shape, base.dtype)
        copy[...] = base
        offset = values.__array_interface__["data"][0] - base.__array_interface__["data"][0]
        return cls(np.ndarray(values.shape, values.dtype, copy.reshape(-1).view(np.uint8).data if copy.size else copy,
                              offset, values.strides) if copy.size else copy)

    @classmethod
    def new(cls, host):
        copy = allocate(host.shape, host.dtype)
        copy[...] = host
        return cls(copy)

    def _operate(self, operation, *others):
        return self.new(operation(self.host, *(o.host if isinstance(o, Array) else o for o in others)))

    def __abs__(self):
        return self.new(np.abs(self.host))

    def max(self):
        return self.host.max()

    def min(self):
        return self.host.min()

    def __len__(self):
        return len(self.host)

    def __getitem__(self, index):
        if isinstance(index, Array):
            return self.new(self.host[index.host])
        return type(self)(self.host[index])  # the same memory

    def __setitem__(self, index, values):
        self.host[index] = values.host

    def reshape(self, shape):
        return type(self)(self.host.reshape(shape))

    def __array__(self, *_, **__):
        raise TypeError("implicit conversion to a numpy array")

    shape = property(lambda self: self.host.shape)
    ndim = property(lambda self: self.host.ndim)
    address = property(lambda self: self.host.__array_interface__["data"][0])


for _name in ("eq", "ne", "gt", "ge", "lt", "le", "and_", "or_", "xor", "rshift", "invert"):
    setattr(Array, f"__{_name.strip('_')}__",
            lambda self, *others, operation=getattr(operator, _name): self._operate(operation, *others))


class Cai(Array):
    """An array that speaks __cuda_array_interface__ alone."""

    stream = None

    @property
    def __cuda_array_interface__(self):
        strides = None if self.host.flags.c_contiguous else self.host.strides
        address = self.address if self.host.size else 0
        return dict(shape=self.host.shape, typestr=self.host.dtype.str, data=(address, False), version=3,
                    strides=strides, stream=self.stream)

    def copy_to_host(self):
        return self.host.copy()


class Dlpack(Array):
    """An array that speaks DLPack alone. A capsule keeps the memory."""

    streams = []  # those that capsules were asked for

    def __dlpack__(self, *, stream=None):
        self.streams.append(stream)
        return make_capsule(self.host)

    def __dlpack_device__(self):
        return 2, 0


class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int), ("device_id", ctypes.c_int),
                ("ndim", ctypes.c_int), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]
_alive = {}


def make_capsule(host):
    """A DLPack capsule of CUDA device 0."""
    codes = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
    numbers = ctypes.c_int64 * host.ndim
    shape = numbers(*host.shape)
    strides = numbers(*(stride // host.itemsize for stride in host.strides))
    tensor = _Tensor(host.__array_interface__["data"][0], 2, 0, host.ndim, codes[host.dtype.kind], 8 * host.itemsize, 1,
                     shape, strides, 0)
    managed = _Managed(tensor, None, _Deleter(lambda address: _alive.pop(address)))
    _alive[ctypes.addressof(managed)] = managed, host, shape, strides
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(managed), b"dltensor", None)


class _Streams:
    """The current stream of a library."""

    def __init__(self):
        self.current = 0

    @contextlib.contextmanager
    def use(self, handle):
        before, self.current = self.current, handle
        yield
        self.current = before


def make_cupy():
    """A module like cupy."""
    streams = _Streams()

    class ndarray(Array):
        dtype = property(lambda self: self.host.dtype)
        strides = property(lambda self: self.host.strides)
        itemsize = property(lambda self: self.host.itemsize)
        flags = property(lambda self: self.host.flags)
        device = types.SimpleNamespace(id=0)
        data = property(lambda self: types.SimpleNamespace(ptr=self.address, device_id=0))
        __cuda_array_interface__ = property(lambda self: 1 / 0)  # slower than attributes
        view = lambda self, dtype: ndarray(self.host.view(dtype))
        astype = lambda self, dtype: self.new(self.host.astype(dtype))
        copy = lambda self: self.new(self.host)

    class Stream:
        def __init__(self, handle=0x100):
            self.ptr = handle

        def __enter__(self):
            self.context = streams.use(self.ptr)
            self.context.__enter__()

        def __exit__(self, *error):
            return self.context.__exit__(*error)

    class ExternalStream(Stream):
        def __init__(self, handle, device_id=-1):
            super().__init__(handle)

    Stream.null = Stream(0)
    Stream.ptds = Stream(2)
    cupy = types.ModuleType("cupy")
    cupy.ndarray = ndarray
    cupy.empty = lambda shape, dtype: ndarray(allocate(shape, dtype))
    cupy.ascontiguousarray = lambda array: ndarray.new(np.ascontiguousarray(array.host))
    cupy.asarray = ndarray.put
    cupy.arange = lambda count, dtype: ndarray.put(np.arange(count, dtype=dtype))
    cupy.where = lambda mask, value, array: ndarray.new(np.where(mask.host, value, array.host))
    cupy.searchsorted = lambda table, values: ndarray.new(np.searchsorted(table.host, values.host))
    cupy.asnumpy = lambda array: array.host.copy()
    cupy.cuda = types.SimpleNamespace(
        Stream=Stream, ExternalStream=ExternalStream, runtime=types.SimpleNamespace(getDevice=lambda: 0),
        get_current_stream=lambda: types.SimpleNamespace(ptr=streams.current))
    return cupy


def make_torch():
    """A module like torch. Its tensors on the CPU exist as arguments of to() alone."""
    streams = _Streams()
    torch = types.ModuleType("torch")

    class dtype:
        def __init__(self, name):
            self.name = name

        def __str__(self):
            return f"torch.{self.name}"

    kinds = {name: dtype(name) for name in ("bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32",
                                            "uint64", "float16", "float32", "float64", "bfloat16")}
    cuda = types.SimpleNamespace(type="cuda", index=0)

    class Tensor(Array):
        is_cuda = True
        device = cuda
        dtype = property(lambda self: kinds[self.host.dtype.name])
        get_device = lambda self: 0
        is_contiguous = lambda self: self.host.flags.c_contiguous
        contiguous = lambda self: self.new(np.ascontiguousarray(self.host))
        element_size = lambda self: self.host.itemsize
        stride = lambda self: tuple(stride // self.host.itemsize for stride in self.host.strides)
        data_ptr = lambda self: self.address if self.host.size else 0
        detach = lambda self: self
        clone = lambda self: self.new(self.host)
        to = lambda self, dtype: self.new(self.host.astype(dtype.name))

        def masked_fill(self, mask, value):
            filled = self.clone()
            filled.host[mask.host] = value
            return filled

        view = lambda self, kind: Tensor(self.host.reshape(kind) if isinstance(kind, tuple) else
                                         self.host.view(kind.name))
        cpu = lambda self: types.SimpleNamespace(numpy=self.host.copy)

    class Stream:
        def __init__(self, handle=0x200):
            self.cuda_stream = handle

    torch.__dict__.update(kinds)
    torch.Tensor = Tensor
    torch._C = types.SimpleNamespace(_cuda_getCurrentRawStream=lambda device: streams.current)
    torch.empty = lambda shape, dtype, device: Tensor(allocate(shape, dtype.name))
    torch.zeros_like = lambda array: Tensor.put(np.zeros(array.shape, array.host.dtype))
    torch.arange = lambda count, dtype, device: Tensor.put(np.arange(count, dtype=dtype.name))
    torch.searchsorted = lambda table, values: Tensor.new(np.searchsorted(table.host, values.host))
    torch.from_numpy = lambda array: types.SimpleNamespace(to=lambda device: Tensor.put(array))
    torch.cuda = types.SimpleNamespace(
        Stream=Stream, ExternalStream=lambda handle, device: Stream(handle), default_stream=lambda device: Stream(0),
        stream=lambda stream: streams.use(stream.cuda_stream))
    return torch
