"""Small objects, small holes and relabeling of arrays on a GPU by glccl.skimage: what it gives of the same arrays on
the CPU."""

import glccl
import numpy as np
import pytest

SHAPES = [(40,), (23, 31), (9, 11, 13), (1, 9, 1, 12)]
INTEGERS = ["u1", "i1", "u2", "i2", "u4", "i4"]


def mask_of(seed, shape):
    return np.random.default_rng(seed).random(shape) < 0.4


def labels_of(seed, shape, dtype):
    random = np.random.default_rng(seed)
    few = np.concatenate([[0], random.integers(1, min(np.iinfo(dtype).max, 10**6), 7), [np.iinfo(dtype).max]])
    share = random.random(len(few)) ** 3
    return random.choice(few.astype(dtype), shape, p=share / share.sum())


def check(library, found, expected):
    library.check(found)
    found = library.numpy(found)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("function", [glccl.skimage.remove_small_objects, glccl.skimage.remove_small_holes])
@pytest.mark.parametrize("shape", SHAPES)
def test_masks(computing, function, shape):
    for seed, size in enumerate([0, 1, 2.5, 7, np.inf, None]):
        mask = mask_of(seed, shape)
        for connectivity in range(1, len(shape) + 2):
            asked = {"connectivity": connectivity, "max_size": size}
            on_gpu = computing.array(mask)
            found = function(on_gpu, **asked)
            check(computing, found, function(mask, **asked))
            assert found is not on_gpu and np.array_equal(computing.numpy(on_gpu), mask)
            assert function(on_gpu, **asked, out=on_gpu) is on_gpu
            check(computing, on_gpu, function(mask, **asked))


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("shape", [*SHAPES, (2, 3, 4, 5)])
@pytest.mark.filterwarnings("ignore:Any labeled images:UserWarning")
def test_labels(computing, dtype, shape):
    for seed, size in enumerate([0, 1, 2.5, 7, np.inf, None]):
        labels = labels_of(seed, shape, dtype)
        on_gpu = computing.array(labels)
        found = glccl.skimage.remove_small_objects(on_gpu, max_size=size)
        check(computing, found, glccl.skimage.remove_small_objects(labels, max_size=size))
        assert glccl.skimage.remove_small_objects(on_gpu, max_size=size, out=on_gpu) is on_gpu
        check(computing, on_gpu, computing.numpy(found))
    if len(shape) != 4 or 1 in shape:
        found = glccl.skimage.remove_small_holes(computing.array(labels), max_size=3)
        check(computing, found, glccl.skimage.remove_small_holes(labels, max_size=3))


def test_older_names_and_one_label_warn(computing):
    mask = mask_of(1, (20, 30))
    on_gpu = computing.array(mask)
    for function, name in ((glccl.skimage.remove_small_objects, "min_size"),
                           (glccl.skimage.remove_small_holes, "area_threshold")):
        with pytest.warns(FutureWarning, match=f"`{name}` is deprecated") as warned:
            found = function(on_gpu, **{name: 4})
        assert warned[0].filename == __file__
        with pytest.warns(FutureWarning):
            check(computing, found, function(mask, **{name: 4}))
    with pytest.warns(UserWarning, match="Only one label was provided") as warned:
        glccl.skimage.remove_small_objects(computing.array(mask.astype(np.int32)))
    assert warned[0].filename == __file__
    with pytest.warns(UserWarning, match="Any labeled images") as warned:
        glccl.skimage.remove_small_holes(computing.array(mask.astype(np.uint8)))
    assert warned[0].filename == __file__


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("shape", [*SHAPES, (2, 3, 4, 5)])
def test_relabel_sequential(computing, dtype, shape):
    for seed, offset in enumerate([1, 5, 120, 2**15 - 3]):
        labels = labels_of(seed, shape, dtype)
        if seed % 2:
            labels = np.maximum(labels, 1)  # no 0
        expected, forward, inverse = glccl.skimage.relabel_sequential(labels, offset)
        on_gpu = computing.array(labels)
        found, forward_found, inverse_found = glccl.skimage.relabel_sequential(on_gpu, offset)
        computing.check(found)
        assert_numbers(computing, found, expected)
        for one, other in ((forward_found, forward), (inverse_found, inverse)):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one.in_values, other.in_values)
            np.testing.assert_array_equal(one.out_values, other.out_values)
        assert_numbers(computing, forward[on_gpu], expected)
        assert_numbers(computing, inverse_found[found], labels)


def assert_numbers(library, found, expected):
    """Of torch, which can do little with unsigned integers, the dtype may be larger."""
    found = library.numpy(found)
    larger = {"uint16": "int32", "uint32": "int64"} if library.labels == "int32" else {}
    assert found.dtype == larger.get(expected.dtype.name, expected.dtype)
    np.testing.assert_array_equal(found, expected)


def test_maps_of_other_labels(computing):
    _, forward, _ = glccl.skimage.relabel_sequential(np.array([0, 4, 9]))
    check(computing, forward[computing.array(np.array([[9, 5, 99, 4, -1]], np.int32))],
          np.array([[2, 0, 0, 1, 0]], np.int64))
    with pytest.raises(TypeError, match="the index is of bool: on a GPU pass labels"):
        forward[computing.array(np.array([True]))]


def test_arrays_without_elements(computing):
    for shape in ((0, 4), (3, 0, 2)):
        for dtype in (bool, np.int32):
            array = computing.array(np.zeros(shape, dtype))
            assert tuple(glccl.skimage.remove_small_objects(array).shape) == shape
        assert tuple(glccl.skimage.remove_small_holes(computing.array(np.zeros(shape, bool))).shape) == shape
        with pytest.raises(ValueError, match="and so no labels"):
            glccl.skimage.relabel_sequential(array)


def test_nothing_but_background(computing):
    labels = np.zeros((4, 5), np.int32)
    check(computing, glccl.skimage.remove_small_objects(computing.array(labels)), labels)
    check(computing, glccl.skimage.relabel_sequential(computing.array(labels))[0], labels)


def test_refuse(library):
    mask = library.array(mask_of(1, (20, 30)))
    labels = library.array(np.ones((3, 4), np.int32))
    small, holes = glccl.skimage.remove_small_objects, glccl.skimage.remove_small_holes
    calls = [lambda: small(mask), lambda: small(labels), lambda: holes(mask),
             lambda: glccl.skimage.relabel_sequential(labels)]
    if not library.computes:
        for call in calls:
            with pytest.raises(TypeError, match="on a GPU: pass a tensor of torch or an array of CuPy, or copy it to "):
                call()
        return
    negative = library.array(np.array([[3, -2]], np.int16))
    with pytest.raises(ValueError, match="the smallest label is -2: pass labels from 0 on"):
        small(negative, max_size=3)
    with pytest.raises(ValueError, match="the smallest label is -2: pass labels from 0 on"):
        glccl.skimage.relabel_sequential(negative)
    floats = library.array(np.ones((3, 4), np.float32))
    for call in (lambda: small(floats), lambda: holes(floats), lambda: glccl.skimage.relabel_sequential(floats)):
        with pytest.raises(TypeError, match="is of float32: pass "):
            call()
    with pytest.raises(TypeError, match="out is a ndarray: pass an array of the library and on the device"):
        small(mask, out=np.zeros((20, 30), bool))
    with pytest.raises(ValueError, match=r"out has the shape \(3, 4\), and the image \(20, 30\)"):
        small(mask, out=labels)
    with pytest.raises(TypeError, match="out is of int32: pass an array of bool"):
        holes(mask, out=library.array(np.zeros((20, 30), np.int32)))
    with pytest.raises(ValueError, match="the connectivity is 0: with 2 axes it is 1 to 2"):
        small(mask, connectivity=0)
    with pytest.raises(NotImplementedError, match="the image has 4 axes"):
        small(library.array(np.ones((2, 2, 2, 2), bool)))
    with pytest.raises(TypeError, match="the label image is of int64: on a GPU pass integers of up to 32 bits"):
        small(library.array(np.ones((3, 4), np.int64)))
