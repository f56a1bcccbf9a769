"""The streams on which arrays are labeled, as far as fakes of libraries tell: test_torch.py and test_cupy.py of a GPU
show what they do.
"""

import fakes
import glccl
import libraries
import numpy as np
import pytest

pytestmark = pytest.mark.skipif(fakes.MODULE is None, reason="fakes of libraries need the package on tests/cuda/on_cpu")


class Protocol:
    def __cuda_stream__(self):
        return 0, 0x500


@pytest.fixture
def streams(monkeypatch):
    """The streams of the labelings and of the orders between streams, in order."""
    seen = []
    label, order = glccl._core.label_cuda, glccl._core.order_streams
    monkeypatch.setattr(glccl._core, "label_cuda", lambda *args: seen.append(args[1].stream) or label(*args))
    monkeypatch.setattr(glccl._core, "order_streams", lambda *args: seen.append(args) or order(*args))
    return seen


@pytest.mark.parametrize("name", ["torch", "cupy"])
def test_the_current_stream_of_the_library(name, streams):
    library = libraries.get(name)
    image = library.array(np.ones((2, 2), np.float64))  # of which a mask is made
    module = library.module
    mine = module.cuda.Stream()
    glccl.label(image)
    glccl.label(image, stream=mine)
    glccl.label(image, stream=0x300)
    glccl.label(image, stream=Protocol())
    glccl.label(image, stream=1)
    glccl.label(image)
    own = 0x200 if name == "torch" else 0x100
    assert streams == [0, own, 0x300, 0x500, 0, 0]


def test_torch_has_no_stream_per_thread():
    library = libraries.get("torch")
    with pytest.raises(ValueError, match="no per-thread default stream"):
        glccl.label(library.array(np.ones((2, 2), np.uint8)), stream=2)


def test_the_stream_of_the_cuda_array_interface(streams):
    image = libraries.get("cai").array(np.ones((2, 2), np.uint8))
    glccl.label(image)
    image.stream = 0x400
    labels = glccl.label(image)
    assert labels.__cuda_array_interface__["stream"] == 0x400
    glccl.label(image, stream=0x300)
    image.stream = 1
    glccl.label(image)
    glccl.label(image, stream=0)
    assert streams == [0, 0x400, (0, 0x400, 0x300), 0x300, 1, 0]


def test_the_stream_that_dlpack_is_asked_for(streams):
    image = libraries.get("dlpack").array(np.ones((2, 2), np.uint8))
    fakes.Dlpack.streams.clear()
    labels = glccl.label(image)
    glccl.label(image, stream=0)
    glccl.label(image, stream=0x300)
    assert fakes.Dlpack.streams == [1, 1, 0x300] and streams == [1, 1, 0x300]
    streams.clear()
    for consumer in (None, 1, -1, 0x300):
        labels.__dlpack__(stream=consumer)
    assert streams == [(0, 1, 0x300)]


def test_a_capsule_keeps_the_memory_until_it_is_used_up():
    alive = len(fakes._alive)
    image = libraries.get("dlpack").array(np.ones((2, 2), np.uint8))
    for _ in range(3):
        glccl.label(image)
    assert len(fakes._alive) == alive


def test_labels_that_speak_dlpack():
    image = np.random.default_rng(0).random((5, 7)) < 0.5
    labels = glccl.label(libraries.get("dlpack").array(image))
    assert labels.__dlpack_device__() == (2, 0)
    view = glccl._core.DlpackView(labels.__dlpack__(stream=1))
    assert (view.address, view.dtype, view.shape, view.strides) == (labels.address, "uint32", (5, 7), (28, 4))
    del labels  # the memory lives on in the view
    again = glccl.DeviceArray((5, 7), 0, 0)
    assert again.address != view.address


def test_a_read_only_out_is_refused():
    class ReadOnly(fakes.Cai):
        @property
        def __cuda_array_interface__(self):
            return {**super().__cuda_array_interface__, "data": (self.address, True)}

    image = libraries.get("cai").array(np.ones((2, 2), np.uint8))
    with pytest.raises(ValueError, match="out is read-only"):
        glccl.label(image, out=ReadOnly.put(np.ones((2, 2), np.int32)))


def test_arrays_that_are_refused():
    class Masked(fakes.Cai):
        @property
        def __cuda_array_interface__(self):
            return {**super().__cuda_array_interface__, "mask": self}

    class Elsewhere(fakes.Dlpack):
        def __dlpack_device__(self):
            return 10, 0

    for error, message, array in [
        (ValueError, "has a mask", Masked.put(np.ones((2, 2), np.uint8))),
        (TypeError, "dtype is uint16 in other byte order", fakes.Cai.put(np.ones((2, 2), ">u2"))),
        (TypeError, "neither a CPU nor CUDA \\(DLPack type 10\\)", Elsewhere.put(np.ones((2, 2), np.uint8))),
        (TypeError, "dtype is complex64", fakes.Cai.put(np.ones((2, 2), np.complex64))),
    ]:
        with pytest.raises(error, match=message):
            glccl.label(array)


@pytest.fixture
def capture():
    """Begins a capture, as far as glccl asks."""
    yield lambda: fakes.MODULE.glccl_test_capture(True)
    fakes.MODULE.glccl_test_capture(False)


def test_a_capture_takes_reserved_memory(capture):
    library = libraries.get("torch")
    image = np.random.default_rng(0).random((3, 12, 20)) < 0.5
    array = library.array(image)
    glccl.label(array)
    capture()
    with pytest.raises(ValueError, match="call glccl.reserve\\(\\) with the same arguments"):
        glccl.label(array)
    fakes.MODULE.glccl_test_capture(False)
    glccl.reserve(array, batch=True, connectivity=4)
    capture()
    labels = glccl.label(array, batch=True, connectivity=4)
    np.testing.assert_array_equal(library.numpy(labels), glccl.label(image, batch=True, connectivity=4))
    with pytest.raises(ValueError, match="wait for the GPU, which a stream that is being captured cannot"):
        glccl.label(array, batch=True, connectivity=4, return_num=True)
    with pytest.raises(ValueError, match="pass an array of torch or CuPy"):
        glccl.label(libraries.get("dlpack").array(image))
    with pytest.raises(ValueError, match="pass rows with table"):
        glccl.label(array, batch=True, connectivity=4, table=True)
    fakes.MODULE.glccl_test_capture(False)
    glccl.reserve(array, batch=True, connectivity=4, table=True, rows=30)
    capture()
    _, tables = glccl.label(array, batch=True, connectivity=4, table=True, rows=30)
    fakes.MODULE.glccl_test_capture(False)
    for table, expected in zip(tables, glccl.label(image, batch=True, connectivity=4, table=True)[1]):
        np.testing.assert_array_equal(table.numpy().area, expected.area)


def test_memory_that_is_no_device_memory():
    class OnTheHost(fakes.Cai):
        pass

    with pytest.raises(ValueError, match="belongs to no CUDA device"):
        glccl.label(OnTheHost(np.ones((2, 2), np.uint8)))
