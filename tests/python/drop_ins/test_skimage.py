"""The drop-ins for scikit-image's labels, small objects and borders against scikit-image."""

import warnings

import glccl
import numpy as np
import pytest
import skimage.measure
import skimage.morphology
import skimage.segmentation
from arrays import INTEGERS, assert_same, images, native
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st


@given(images(dtypes=["?", *INTEGERS]), st.data())
def test_skimage_label(image, data):
    arguments = dict(
        background=data.draw(st.sampled_from([None, 0, 1, 2, 99]), label="background"),
        connectivity=data.draw(st.sampled_from([None, *range(1, image.ndim + 1)]), label="connectivity"),
        return_num=True,
    )
    expected, count = skimage.measure.label(native(image), **arguments)
    labels, num = glccl.skimage.label(image, **arguments)
    assert_same(labels, expected)
    assert num == count
    assert_same(glccl.skimage.label(image), skimage.measure.label(native(image)))


def test_skimage_label_cuts_floats():
    image = np.array([[0.5, 0.7, 1.5, -1.5, -0.5]])
    assert_same(glccl.skimage.label(image), skimage.measure.label(image))


def test_skimage_label_refuses():
    with pytest.raises(ValueError, match="with 2 axes it is 1 to 2"):
        glccl.skimage.label(np.ones((2, 2), int), connectivity=3)
    with pytest.raises(NotImplementedError, match="4 axes"):
        glccl.skimage.label(np.ones((2, 2, 2, 2), int))


@given(images(dtypes=["?", *INTEGERS]), st.integers(-1, 5) | st.sampled_from([None, 2.5, np.inf]), st.data())
def test_skimage_remove_small_objects(image, max_size, data):
    if image.dtype != bool:  # numbers of labels
        image = np.clip(image, 0, 3)
        image = image.astype("i8") if image.dtype.kind == "u" and image.dtype.itemsize == 8 else image  # a TypeError
    hops = data.draw(st.integers(1, image.ndim + 1), label="connectivity")
    size = {} if max_size is None else {"max_size": max_size}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = skimage.morphology.remove_small_objects(native(image), connectivity=hops, **size)
        actual = glccl.skimage.remove_small_objects(image, connectivity=hops, **size)
        np.testing.assert_array_equal(actual, expected)
        assert actual.dtype == image.dtype and actual is not image
        out = image.copy()
        assert glccl.skimage.remove_small_objects(out, connectivity=hops, out=out, **size) is out
    np.testing.assert_array_equal(out, expected)


def test_skimage_remove_small_objects_by_default_keeps_65_elements():
    mask = np.zeros((3, 70), bool)
    mask[0, :65] = mask[2, :64] = True
    kept = glccl.skimage.remove_small_objects(mask)
    assert kept[0, :65].all() and not kept[2].any()
    assert_same(kept, skimage.morphology.remove_small_objects(mask))


@pytest.mark.parametrize("dtype", [bool, np.uint8])
def test_skimage_remove_small_objects_of_the_older_min_size(dtype):
    """Objects of just as many elements stay, as documented; scikit-image 0.26.0 removes them by mistake."""
    image = np.array([[1, 1, 1, 0, 2, 2, 0, 3]]).astype(dtype)
    expected = image * np.array([[1, 1, 1, 0, 0, 0, 0, 0]], dtype)
    with pytest.warns(FutureWarning, match="^Parameter `min_size` is deprecated"):
        assert_same(glccl.skimage.remove_small_objects(image, 3), expected)
    with pytest.warns(FutureWarning):
        assert_same(glccl.skimage.remove_small_objects(image, min_size=2.5), expected)
    with pytest.warns(FutureWarning):
        assert_same(glccl.skimage.remove_small_objects(image, 0), image)
    message = "min_size is 3, and max_size 2: pass max_size alone, to avoid conflicting values"
    with pytest.warns(FutureWarning), pytest.raises(ValueError, match=message):
        glccl.skimage.remove_small_objects(image, 3, max_size=2)


def test_skimage_remove_small_objects_converts_to_out():
    image = np.array([[1, 1, 0, 2, 0, 2, 3]])
    for out_dtype in (bool, np.uint8):
        mine, expected = np.empty(image.shape, out_dtype), np.empty(image.shape, out_dtype)
        assert glccl.skimage.remove_small_objects(image, max_size=1, out=mine) is mine
        skimage.morphology.remove_small_objects(image, max_size=1, out=expected)
        assert_same(mine, expected)


def test_skimage_remove_small_objects_warns_of_a_mask_of_integers():
    for function in (skimage.morphology.remove_small_objects, glccl.skimage.remove_small_objects):
        with pytest.warns(UserWarning, match="Did you mean to use a boolean array?"):
            function(np.array([[1, 0, 1]]), max_size=1)


@pytest.mark.parametrize(
    "error, message, image, arguments",
    [
        (TypeError, "float64", np.ones((2, 2)), {}),
        (ValueError, "smallest label is -1", np.array([[-1, 1]]), {}),
        (ValueError, "connectivity is 0: with 2 axes it is 1 to 2", np.ones((2, 2), bool), {"connectivity": 0}),
        (NotImplementedError, "4 axes", np.ones((2, 2, 2, 2), bool), {}),
        (ValueError, "max_size is nan", np.ones((2, 2), bool), {"max_size": np.nan}),
        (TypeError, "max_size is a str: pass a number", np.ones((2, 2), bool), {"max_size": "7"}),
        (ValueError, "out has the shape \\(1,\\)", np.ones((2, 2), bool), {"out": np.ones(1, bool)}),
    ],
)
def test_skimage_remove_small_objects_refuses(error, message, image, arguments):
    with pytest.raises(error, match=message):
        glccl.skimage.remove_small_objects(image, **arguments)


@given(images(dtypes=["?", *INTEGERS]), st.sampled_from([0, 1, 7]), st.data())
def test_skimage_clear_border(image, bgval, data):
    arguments = dict(bgval=bgval)
    if data.draw(st.booleans(), label="has mask"):
        arguments["mask"] = data.draw(numpy_st.arrays(bool, image.shape), label="mask")
    else:
        arguments["buffer_size"] = data.draw(st.integers(0, min(image.shape) - 1), label="buffer_size")
    expected = skimage.segmentation.clear_border(native(image), **arguments)
    actual = glccl.skimage.clear_border(image, **arguments)
    np.testing.assert_array_equal(actual, expected)
    assert actual.dtype == image.dtype and actual is not image
    out = image.copy()
    assert glccl.skimage.clear_border(out, **arguments, out=out) is out
    np.testing.assert_array_equal(out, expected)
    np.testing.assert_array_equal(glccl.skimage.clear_border(image, **arguments, out=np.ones_like(out)), expected)


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (ValueError, "buffer size is 2, and the shape \\(2, 3\\)", dict(buffer_size=2)),
        (ValueError, "buffer size is -1", dict(buffer_size=-1)),
        (TypeError, "mask is of int64", dict(mask=np.ones((2, 3), np.int64))),
        (ValueError, "mask has the shape \\(3, 2\\)", dict(mask=np.ones((3, 2), bool))),
        (ValueError, "out has the shape \\(1,\\)", dict(out=np.ones(1, int))),
        (NotImplementedError, "4 axes", dict(labels=np.ones((2, 2, 2, 2), int))),
    ],
)
def test_skimage_clear_border_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.skimage.clear_border(**{"labels": np.ones((2, 3), int), **arguments})


@given(images(dtypes=["?", *INTEGERS]), st.integers(-1, 5) | st.sampled_from([None, 2.5, np.inf]), st.data())
def test_skimage_remove_small_holes(image, max_size, data):
    hops = data.draw(st.integers(1, image.ndim + 1), label="connectivity")
    size = {} if max_size is None else {"max_size": max_size}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = skimage.morphology.remove_small_holes(native(image), connectivity=hops, **size)
        assert_same(glccl.skimage.remove_small_holes(image, connectivity=hops, **size), expected)
        out = image.copy() if image.dtype == bool else np.zeros(image.shape, bool)
        source = out if image.dtype == bool else image
        assert glccl.skimage.remove_small_holes(source, connectivity=hops, out=out, **size) is out
    np.testing.assert_array_equal(out, expected)


def test_skimage_remove_small_holes_of_the_older_area_threshold():
    """Holes of just as many elements stay, as documented; scikit-image 0.26.0 fills them by mistake."""
    mask = np.array([[0, 0, 1, 0, 0, 0, 1, 0]], bool)
    with pytest.warns(FutureWarning, match="^Parameter `area_threshold` is deprecated"):
        assert_same(glccl.skimage.remove_small_holes(mask, 3), np.array([[1, 1, 1, 0, 0, 0, 1, 1]], bool))
    message = "area_threshold is 3, and max_size 2: pass max_size alone, to avoid conflicting values"
    with pytest.warns(FutureWarning), pytest.raises(ValueError, match=message):
        glccl.skimage.remove_small_holes(mask, 3, max_size=2)


def test_skimage_remove_small_holes_warns_of_integers():
    for function in (skimage.morphology.remove_small_holes, glccl.skimage.remove_small_holes):
        with pytest.warns(UserWarning, match="Did you mean to use a boolean array?"):
            function(np.array([[1, 0, 1]]), max_size=1)


@pytest.mark.parametrize(
    "error, message, image, arguments",
    [
        (TypeError, "the array is of float64: pass a mask of bool", np.ones((2, 2)), {}),
        (TypeError, "out is of int64: pass an array of bool", np.ones((2, 2), bool), {"out": np.ones((2, 2), int)}),
        (ValueError, "connectivity is 0: with 2 axes it is 1 to 2", np.ones((2, 2), bool), {"connectivity": 0}),
        (NotImplementedError, "4 axes", np.ones((3, 2, 2, 2), bool), {}),
    ],
)
def test_skimage_remove_small_holes_refuses(error, message, image, arguments):
    with pytest.raises(error, match=message):
        glccl.skimage.remove_small_holes(image, **arguments)


@given(images(dtypes=["u1", "i2", "u4", "i8", "u8"]), st.sampled_from([1, 2, 5, 120, 250, 300]))
def test_skimage_relabel_sequential(image, offset):
    labels = image if image.dtype.kind == "u" else np.maximum(image, 0)
    expected, forward, inverse = skimage.segmentation.relabel_sequential(native(labels), offset)
    actual, mine, back = glccl.skimage.relabel_sequential(labels, offset)
    assert_same(actual, expected)
    np.testing.assert_array_equal(mine[labels], actual)
    np.testing.assert_array_equal(back[actual], labels)
    assert mine.dtype == forward.dtype and back.dtype == native(labels).dtype
    # scikit-image's length is 0 where the largest label is the largest number of the dtype.
    if max(int(labels.max()), int(actual.max())) < min(2**24, np.iinfo(labels.dtype).max, np.iinfo(actual.dtype).max):
        assert len(mine) == len(forward) and len(back) == len(inverse)
        np.testing.assert_array_equal(np.asarray(mine), np.asarray(forward))
        np.testing.assert_array_equal(np.asarray(back), np.asarray(inverse))
    assert mine[int(labels.max())] == actual.max() and mine(labels.ravel()[0]) == actual.ravel()[0]


def test_skimage_relabel_sequential_maps_what_it_does_not_have_to_0():
    _, forward, _ = glccl.skimage.relabel_sequential([3, 9, 9])
    assert forward[[4, 9, 100]].tolist() == [0, 2, 0] and forward[2:5].tolist() == [0, 1, 0]
    assert repr(forward) == "ArrayMap(array([3, 9]), array([1, 2]))"


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (ValueError, "the offset is 0: pass 1 or more", ([1], 0)),
        (ValueError, "the smallest label is -1: pass labels from 0 on", ([1, -1],)),
        (ValueError, r"the shape \(0,\), and so no labels", (np.zeros(0, int),)),
        (TypeError, "the label field is of float64: pass labels", ([0.5],)),
    ],
)
def test_skimage_relabel_sequential_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.skimage.relabel_sequential(*arguments)
