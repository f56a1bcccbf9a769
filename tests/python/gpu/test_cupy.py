"""CuPy on a GPU: its stream and its memory."""

import fakes
import glccl
import libraries
import numpy as np
import pytest

pytestmark = pytest.mark.skipif(fakes.MODULE is not None, reason="the package is on tests/cuda/on_cpu, not on a GPU")

SLOW = r"""
extern "C" __global__ void wait(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {}
}
"""


@pytest.fixture(scope="module")
def cupy():
    return libraries.get("cupy").module


@pytest.mark.parametrize("how", ["current", "cupy", "integer"])
def test_the_labeling_waits_for_its_stream_alone(cupy, how):
    mask = np.random.default_rng(0).random((300, 400)) < 0.5
    late = cupy.asarray(mask)
    image = cupy.zeros_like(late)
    wait = cupy.RawKernel(SLOW, "wait")
    wait((1,), (1,), (np.int64(1),))
    glccl.label(image)  # allocates
    cupy.cuda.runtime.deviceSynchronize()
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        wait((1,), (1,), (np.int64(200_000_000),))
        image[...] = late
        if how == "current":
            labels = glccl.label(image)
    if how != "current":
        labels = glccl.label(image, stream=stream if how == "cupy" else stream.ptr)
    assert not stream.done, "label() has waited for the GPU"
    stream.synchronize()
    np.testing.assert_array_equal(cupy.asnumpy(labels), glccl.label(mask))


def test_labels_are_all_that_is_allocated(cupy):
    image = cupy.ones((1024, 1024), cupy.uint8)
    pool = cupy.get_default_memory_pool()
    before = pool.used_bytes()
    labels = glccl.label(image)
    assert pool.used_bytes() - before == labels.nbytes


def test_the_labels_of_cupyx(cupy):
    ndimage = pytest.importorskip("cupyx.scipy.ndimage")
    image = cupy.random.default_rng(0).random((200, 300)) < 0.5
    for connectivity, hops in ((4, 1), (8, 2)):
        expected, count = ndimage.label(image, ndimage.generate_binary_structure(2, hops))
        labels, num = glccl.label(image, connectivity=connectivity, return_num=True)
        assert num == int(count)
        # CuPy numbers in another order.
        pairs = cupy.unique(labels.ravel().astype(cupy.uint64) << 32 | expected.ravel().astype(cupy.uint64))
        assert pairs.size == num + 1
