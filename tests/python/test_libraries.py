"""Arrays of torch, JAX and others on the CPU: no copy in, the same library out. Where a library is not installed, its
tests are skipped.
"""

import sys

import glccl
import numpy as np
import pytest
import scipy.ndimage

MASK = np.random.default_rng(0).random((3, 40, 50)) < 0.5


class Dlpack:
    """An array that speaks DLPack alone."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class ArrayApi(Dlpack):
    """One whose library takes memory of others."""

    class Namespace:
        @staticmethod
        def from_dlpack(other):
            return ArrayApi(np.from_dlpack(other))

    def __array_namespace__(self):
        return self.Namespace


def test_dlpack(monkeypatch):
    image = MASK[0].astype(np.uint8)
    read = []
    label = glccl._core.label
    monkeypatch.setattr(glccl._core, "label", lambda array, *others: read.append(array) or label(array, *others))
    labels, num = glccl.label(Dlpack(image), return_num=True)
    assert isinstance(labels, np.ndarray) and num == labels.max()
    np.testing.assert_array_equal(labels, glccl.label(image))
    assert np.shares_memory(read[0], image)


def test_dlpack_of_a_library_with_a_namespace():
    labels = glccl.label(ArrayApi(MASK[0].astype(np.uint8)))
    assert isinstance(labels, ArrayApi)
    np.testing.assert_array_equal(labels.array, glccl.label(MASK[0]))


def test_arrays_elsewhere_are_refused():
    class Elsewhere(Dlpack):
        def __dlpack_device__(self):
            return 8, 0

    with pytest.raises(TypeError, match="a device that is neither a CPU nor CUDA \\(DLPack type 8\\)"):
        glccl.label(Elsewhere(MASK[0]))


@pytest.mark.skipif(glccl.engines()["cuda-fast"] is None, reason="there is a GPU, or a stand-in")
@pytest.mark.parametrize("interface", ["cuda_array_interface", "dlpack"])
def test_arrays_on_a_gpu_where_no_engine_runs(interface):
    class OnGpu(Dlpack):
        def __dlpack__(self, *, stream):
            return self.array.__dlpack__()

        def __dlpack_device__(self):
            return 2, 0

    class Cai:
        __cuda_array_interface__ = dict(shape=(2, 2), typestr="|u1", data=(4096, False), version=3)

    reason = glccl.engines()["cuda-fast"]
    with pytest.raises(glccl.Error) as error:
        glccl.label(Cai() if interface == "cuda_array_interface" else OnGpu(MASK[0].astype(np.uint8)))
    assert reason in str(error.value)


def test_streams_are_for_gpus():
    with pytest.raises(ValueError, match="a ndarray on the CPU, which has no streams"):
        glccl.label(MASK[0], stream=0)


def test_memory_is_freed_without_a_gpu():
    glccl.free_memory()
    with pytest.raises(ValueError, match="a ndarray on the CPU: memory is reserved for arrays on a GPU"):
        glccl.reserve(MASK[0])


@pytest.fixture
def torch():
    return pytest.importorskip("torch", reason="torch is not installed")


def test_torch(torch):
    image = torch.from_numpy(MASK[0].astype(np.uint8))
    labels, num, table = glccl.label(image, return_num=True, table=True)
    assert isinstance(labels, torch.Tensor) and labels.dtype == torch.int32 and labels.is_contiguous()
    np.testing.assert_array_equal(labels.numpy(), glccl.label(MASK[0]))
    assert num == len(table)
    transposed = glccl.label(image.T)
    np.testing.assert_array_equal(transposed.numpy(), glccl.label(MASK[0].T))
    batch, counts = glccl.label(torch.from_numpy(MASK), batch=True, return_num=True)
    np.testing.assert_array_equal(batch.numpy(), glccl.label(MASK, batch=True))
    assert counts.shape == (3,)


def test_torch_is_read_in_place(torch, monkeypatch):
    image = torch.ones((4, 5), dtype=torch.float32, requires_grad=True)
    read = []
    label = glccl._core.label
    monkeypatch.setattr(glccl._core, "label", lambda array, *others: read.append(array) or label(array, *others))
    glccl.label(image)
    assert read[0].__array_interface__["data"][0] == image.data_ptr()


def test_torch_out(torch):
    out = torch.zeros((40, 50), dtype=torch.int64)
    assert glccl.label(torch.from_numpy(MASK[0]), out=out) is out
    np.testing.assert_array_equal(out.numpy(), glccl.label(MASK[0]))
    with pytest.raises(TypeError, match="out is an array of float32"):
        glccl.label(torch.from_numpy(MASK[0]), out=out.float())


def test_torch_refuses(torch):
    with pytest.raises(TypeError, match="bfloat16: convert it with tensor.float"):
        glccl.label(torch.ones((2, 2), dtype=torch.bfloat16))
    with pytest.raises(TypeError, match="the tensor is on meta"):
        glccl.label(torch.ones((2, 2), device="meta"))
    with pytest.raises(ValueError, match="cuda-fast labels no arrays on the CPU"):
        glccl.label(torch.ones((2, 2)), engine="cuda-fast")


@pytest.mark.parametrize("connectivity", [4, 8])
@pytest.mark.parametrize("dtype", ["bool", "uint8", "float32"])
def test_torch_connected_components(torch, connectivity, dtype):
    images = torch.from_numpy(MASK[:, None].astype(dtype))
    labels, areas = glccl.torch.connected_components(images, connectivity)
    assert labels.dtype == areas.dtype == torch.int32 and labels.shape == areas.shape == images.shape
    structure = scipy.ndimage.generate_binary_structure(2, 1 if connectivity == 4 else 2)
    for mask, found, area in zip(MASK, labels.numpy()[:, 0], areas.numpy()[:, 0]):
        expected, _ = scipy.ndimage.label(mask, structure)
        np.testing.assert_array_equal(found, expected)
        counts = np.bincount(expected.ravel())
        counts[0] = 0
        np.testing.assert_array_equal(area, counts[expected])


def test_torch_connected_components_refuses(torch):
    with pytest.raises(TypeError, match="the image is a ndarray: pass a torch.Tensor"):
        glccl.torch.connected_components(MASK[:, None])
    with pytest.raises(ValueError, match="shape \\(3, 40, 50\\): pass \\(N, 1, H, W\\)"):
        glccl.torch.connected_components(torch.from_numpy(MASK))
    with pytest.raises(ValueError, match="connectivity is 6"):
        glccl.torch.connected_components(torch.from_numpy(MASK[:, None]), 6)
    labels, areas = glccl.torch.connected_components(torch.zeros((0, 1, 3, 4)))
    assert labels.shape == areas.shape == (0, 1, 3, 4)


def test_cc_torch(torch, monkeypatch):
    """What SAM 2, SAM 3 and others import."""
    monkeypatch.setitem(sys.modules, "cc_torch", glccl.cc_torch)
    from cc_torch import connected_components_labeling, get_connected_components

    images = torch.from_numpy(MASK[:, None].astype(np.uint8))
    expected = glccl.torch.connected_components(images)
    for found in (get_connected_components(images), get_connected_components(images, True),
                  glccl.cc_torch.get_connected_componnets(images.bool())):
        assert all(one.dtype == torch.int32 and torch.equal(one, other) for one, other in zip(found, expected))
    labels, counts = get_connected_components(images, get_counts=False)
    assert torch.equal(labels, expected[0]) and counts.dtype == torch.int32 and counts.shape == images.shape
    assert not counts.any()
    for image in (images[0, 0], images[:, 0]):
        structure = scipy.ndimage.generate_binary_structure(image.ndim, image.ndim)
        found = connected_components_labeling(image)
        assert found.dtype == torch.int32
        np.testing.assert_array_equal(found.numpy(), scipy.ndimage.label(image.numpy(), structure)[0])


def test_cc_torch_refuses(torch):
    images = torch.from_numpy(MASK[:, None])
    for get_counts in (False, True):
        with pytest.raises(TypeError, match="the image is a ndarray: pass a torch.Tensor"):
            glccl.cc_torch.get_connected_components(MASK[:, None], get_counts)
        with pytest.raises(ValueError, match="shape \\(3, 40, 50\\): pass \\(N, 1, H, W\\)"):
            glccl.cc_torch.get_connected_components(images[:, 0], get_counts)
    with pytest.raises(TypeError, match="get_counts is a str: pass True or False"):
        glccl.cc_torch.get_connected_components(images, "yes")
    with pytest.raises(TypeError, match="the image is a ndarray: pass a torch.Tensor"):
        glccl.cc_torch.connected_components_labeling(MASK)
    with pytest.raises(ValueError, match="shape \\(3, 1, 40, 50\\): pass \\(H, W\\) or \\(D, H, W\\)"):
        glccl.cc_torch.connected_components_labeling(images)


def test_jax():
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    labels = glccl.label(jax.device_put(MASK[0].astype(np.uint8), jax.devices("cpu")[0]))
    assert isinstance(labels, jax.Array)
    np.testing.assert_array_equal(np.asarray(labels), glccl.label(MASK[0]))
