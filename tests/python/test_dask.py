"""glccl.dask.label() gives what glccl.label() gives of the whole."""

import glccl
import glccl.dask
import numpy as np
import pytest
from glccl import _seams

RANDOM = np.random.default_rng(18)


@pytest.fixture(name="da")
def dask_arrays():
    return pytest.importorskip("dask.array", reason="dask is not installed")


def image_of(shape, dtype, values=3):
    return RANDOM.integers(0, values, shape).astype(dtype)


def comb(rows, columns, teeth_down):
    image = np.zeros((rows, columns), np.uint8)
    image[:, ::2] = 1
    image[0 if teeth_down else -1] = 1
    return image


def spiral(side):
    image = np.zeros((side, side), np.uint8)
    first, last = 0, side - 1
    while first <= last:
        image[first, max(first - 2, 0):last + 1] = 1
        image[first:last + 1, last] = 1
        image[last, first:last + 1] = 1
        image[first + 2:last + 1, first] = 1
        first, last = first + 2, last - 2
    return image


CASES = {
    "a mask": (image_of((40, 30), bool, 2), {}),
    "bytes with four neighbours": (image_of((40, 30), np.uint8), {"connectivity": 4}),
    "a volume": (RANDOM.random((20, 9, 11)) < 0.2, {"connectivity": 6}),
    "a volume of equal values": (image_of((20, 9, 11), np.uint16), {"criterion": "equal", "connectivity": 18}),
    "no background": (image_of((40, 30), np.int32), {"criterion": "equal", "background": None}),
    "64 bits": (image_of((40, 30), np.int64) << 40, {"criterion": "equal"}),
    "floats": (image_of((40, 30), np.float32, 9) / np.float32(4), {"criterion": glccl.difference(0.3)}),
    "a range": (image_of((40, 30), np.uint16, 900), {"criterion": glccl.foreground(100, 500)}),
    "one axis": (image_of((50,), np.uint8, 2), {}),
    "one row": (image_of((1, 30), np.uint8, 2), {}),
    "one column": (image_of((30, 1), np.uint8, 2), {}),
    "teeth that meet above": (comb(20, 33, True), {}),
    "teeth that meet below": (comb(20, 33, False), {}),
    "a spiral": (spiral(41), {"connectivity": 4}),
    "nothing": (np.zeros((20, 30), np.uint8), {}),
    "everything": (np.ones((20, 30), np.uint8), {}),
    "a torus": (image_of((40, 30), bool, 2), {"periodic": True, "connectivity": 4}),
    "a ring of rows": (image_of((40, 30), np.uint8), {"periodic": (True, False), "criterion": "equal"}),
    "a ring of columns": (image_of((40, 30), bool, 2), {"periodic": [False, True]}),
    "a periodic volume": (RANDOM.random((12, 9, 11)) < 0.1, {"periodic": (True, True, False)}),
    "a ring of one axis": (image_of((50,), np.uint8, 2), {"periodic": True}),
    "four axes": (RANDOM.random((12, 1, 9, 11)) < 0.2, {"connectivity": 6}),
    "four axes with a batch of one": (RANDOM.random((1, 12, 9, 11)) < 0.2, {"periodic": (True, True, False, False)}),
    "no rows": (np.zeros((0, 30), np.uint8), {}),
    "no columns": (np.zeros((30, 0), np.uint8), {}),
}


@pytest.mark.parametrize("chunk", [1, 3, 7, (-1, 4), 1000])
@pytest.mark.parametrize("name", CASES)
def test_chunks_are_the_whole(da, name, chunk):
    dask = pytest.importorskip("dask")
    image, arguments = CASES[name]
    first = [axis for axis, side in enumerate(image.shape) if side != 1 or image.ndim < 4][0]
    chunks = {first: chunk} if isinstance(chunk, int) else (chunk * 2)[:image.ndim]
    expected, count = glccl.label(image, return_num=True, **arguments)
    labels, num = glccl.dask.label(da.from_array(image, chunks=chunks), **arguments)
    assert labels.shape == image.shape and labels.dtype == np.uint32
    assert sum(len(sides) > 1 for sides in labels.chunks) <= 1
    labels, num = dask.compute(labels, num, scheduler="synchronous")
    assert num == count
    assert labels.dtype == np.uint32 and np.array_equal(labels, expected)


def test_many_slabs_with_long_components(da):
    image = RANDOM.random((300, 40)) < 0.55
    labels, num = glccl.dask.label(da.from_array(image, chunks=((1, 99, 2, 0, 150, 48), (13, 27))))
    expected, count = glccl.label(image, return_num=True)
    assert int(num) == count
    assert np.array_equal(labels.compute(), expected)


def test_the_graph_grows_with_the_slabs_and_not_with_their_square(da):
    def size(slabs):
        labels, num = glccl.dask.label(da.zeros((2 * slabs, 4), chunks=(2, 4), dtype=np.uint8))
        return len(labels.dask.layers), len(num.dask.layers), len(labels.dask)

    layers, few, tasks = size(20)
    assert (layers, few) == size(400)[:2]
    assert size(400)[2] == pytest.approx(20 * tasks, rel=0.05)


def test_arrays_are_read_once(da):
    dask = pytest.importorskip("dask")
    read = []
    array = da.map_blocks(lambda block: read.append(1) or block, da.ones((30, 7), chunks=(5, 7), dtype=np.uint8),
                          dtype=np.uint8, meta=np.zeros((0, 0), np.uint8))
    dask.compute(*glccl.dask.label(array), scheduler="synchronous")
    assert len(read) == 6


def test_first_axis_stays_as_it_is_cut(da):
    array = da.zeros((40, 30), chunks=((10, 25, 5), 30), dtype=np.uint8)
    assert glccl.dask.label(array)[0].chunks == ((10, 25, 5), (30,))


def test_labels_of_64_bits(da):
    image = CASES["a mask"][0]
    labels, _ = glccl.dask.label(da.from_array(image, chunks=(7, -1)), dtype=np.uint64)
    assert labels.dtype == np.uint64
    assert glccl.dask.label(da.from_array(image, chunks=(7, -1)), dtype=np.int64)[0].compute().dtype == np.int64
    assert np.array_equal(labels.compute(), glccl.label(image))


def test_numbers_beyond_32_bits():
    # Three slabs of 2^31 components. The last of each one is the first of the next, and the second slab has its first
    # and last components in one by the third: what a run would give is known without one.
    most = 2**31
    pairs = [np.array([[most, 1]]), np.array([[1, 5], [most, 5]])]
    numbers, total = _seams.number_slabs([most] * 3, pairs, np.dtype(np.uint64))
    assert total == 3 * most - 3
    assert [part.before for part in numbers] == [0, most, 2 * most - 2]
    assert [part.labels.tolist() for part in numbers] == [[], [1, most], [5]]
    assert [part.numbers.tolist() for part in numbers] == [[], [most, most], [most]]
    small = _seams.LabeledSlab(np.array([[0, 1, 5, 6]]), 6)
    finished = _seams.finish(small, numbers[2], np.dtype(np.uint64))
    assert finished.tolist() == [[0, 2 * most - 1, most, 2 * most + 3]]
    with pytest.raises(MemoryError, match="^there are 6442450941 components, and labels of uint32 number up to "
                                          "4294967295: pass dtype=numpy.uint64$"):
        _seams.number_slabs([most] * 3, pairs, np.dtype(np.uint32))


def test_roots_are_the_smallest_nodes():
    chain = np.arange(999)
    assert not _seams._roots(1000, chain, chain + 1).any()
    order = RANDOM.permutation(1000)
    assert not _seams._roots(1000, order[:-1], order[1:]).any()
    assert _seams._roots(5, np.array([4, 3]), np.array([1, 2])).tolist() == [0, 1, 2, 2, 1]


ERRORS = {
    "no dask array": (lambda da: np.zeros((3, 3)), {}, TypeError, "pass a dask.array.Array, or use glccl.label"),
    "complex": (lambda da: da.zeros((3, 3), dtype=complex), {}, TypeError, "complex128"),
    "labels of floats": (lambda da: da.zeros((3, 3)), {"dtype": float}, TypeError,
                         "labels of float64: pass numpy.uint32, numpy.int32, numpy.uint64 or numpy.int64"),
    "labels of bytes": (lambda da: da.zeros((3, 3)), {"dtype": np.uint8}, TypeError, "labels of uint8: pass"),
    "no dtype": (lambda da: da.zeros((3, 3)), {"dtype": "labels"}, TypeError, "dtype is labels: pass numpy.uint32"),
    "connectivity": (lambda da: da.zeros((3, 3)), {"connectivity": 6}, ValueError, "with 2 axes it is 4 or 8"),
    "four axes": (lambda da: da.zeros((3, 3, 3, 3)), {}, ValueError, "one to three axes"),
    "criterion": (lambda da: da.zeros((3, 3)), {"criterion": "similar"}, ValueError, 'no criterion "similar"'),
    "no criterion": (lambda da: da.zeros((3, 3)), {"criterion": 5}, TypeError, "the criterion is a int"),
    "background": (lambda da: da.zeros((3, 3)), {"background": "0"}, TypeError, "background is a str: pass a number"),
    "no background": (lambda da: da.zeros((3, 3)), {"background": None}, ValueError, "needs a background"),
    "background of a range": (lambda da: da.zeros((3, 3)), {"background": 1, "criterion": glccl.foreground(2)},
                              ValueError, "the background is 1"),
    "difference of doubles": (lambda da: da.zeros((3, 3)), {"criterion": glccl.difference(1)}, TypeError,
                              "the image is float64"),
    "periodic": (lambda da: da.zeros((3, 3)), {"periodic": (True,)}, ValueError, "periodic has 1 bools"),
    "periodic of no bools": (lambda da: da.zeros((3, 3)), {"periodic": 3}, TypeError, "periodic is a int"),
    "no elements are no excuse": (lambda da: da.zeros((0, 3)), {"criterion": "similar"}, ValueError,
                                  'no criterion "similar"'),
    "unknown chunks": (lambda da: (lambda a: a[a[:, 0] > 0])(da.ones((3, 3), chunks=1)), {}, ValueError,
                       "compute_chunk_sizes"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_refused(da, name):
    make, arguments, error, text = ERRORS[name]
    with pytest.raises(error, match=text):
        glccl.dask.label(make(da), **arguments)


def test_import_needs_no_dask():
    import subprocess
    import sys
    code = "import sys; sys.modules['dask'] = None; import glccl; import glccl.dask"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_distributed_scheduler(da):
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    dask = pytest.importorskip("dask")
    image = RANDOM.random((60, 50)) < 0.5
    with distributed.Client(processes=False, n_workers=2, threads_per_worker=1, dashboard_address=None):
        labels, num = dask.compute(*glccl.dask.label(da.from_array(image, chunks=(11, 20))))
    expected, count = glccl.label(image, return_num=True)
    assert num == count and np.array_equal(labels, expected)
