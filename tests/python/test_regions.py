"""glccl.select(), glccl.boundaries() and glccl.lists() against scikit-image and numpy."""

import glccl
import numpy as np
import pytest
import skimage.morphology
import skimage.segmentation
from arrays import NEIGHBORS, lay_out
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st


@st.composite
def label_images(draw):
    """Small arrays of labels with any gaps between them, of several dtypes and layouts."""
    shape = draw(numpy_st.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=7))
    dtype = draw(st.sampled_from(["u1", "u4", "i4", "i8", "u8"]))
    labels = draw(numpy_st.arrays(dtype, shape, elements=st.sampled_from([0, 0, 1, 1, 2, 5]), fill=st.nothing()))
    return lay_out(labels, draw(st.sampled_from(["C", "F", "reversed", "cropped", "swapped", "read-only"])))


@given(label_images(), st.data())
def test_boundaries_are_those_of_scikit_image(labels, data):
    hops = data.draw(st.integers(1, labels.ndim), label="hops")
    mask = glccl.boundaries(labels, connectivity=NEIGHBORS[labels.ndim][hops])
    native = labels.astype(labels.dtype.newbyteorder("="))
    expected = skimage.segmentation.find_boundaries(native, connectivity=hops, mode="inner")
    assert mask.dtype == bool
    np.testing.assert_array_equal(mask, expected)


@given(label_images(), st.data())
def test_selections_are_those_of_flood(labels, data):
    """A component is what scikit-image's flood() reaches of one label by all neighbours."""
    image = glccl.label(labels, criterion="equal")
    position = st.tuples(*(st.integers(-1, side) for side in labels.shape))
    seeds = data.draw(st.lists(position, max_size=5), label="seeds")
    selection, found = glccl.select(image, seeds, return_found=True)
    expected = np.zeros(labels.shape, np.uint32)
    numbers = []
    for seed in seeds:
        inside = all(0 <= at < side for at, side in zip(seed, labels.shape))
        if not inside or not image[seed]:
            numbers.append(0)
            continue
        if not expected[seed]:
            native = labels.astype(np.int64)
            expected[skimage.morphology.flood(native, seed, connectivity=labels.ndim)] = expected.max() + 1
        numbers.append(int(expected[seed]))
    assert selection.dtype == found.dtype == np.uint32
    np.testing.assert_array_equal(selection, expected)
    assert found.tolist() == numbers


@given(label_images())
def test_lists_have_all_elements(labels):
    image = glccl.label(labels, criterion="equal")
    lists = glccl.lists(image)
    assert len(lists) == image.max() and lists.offsets.dtype == lists.places.dtype == np.uint32
    assert lists.offsets[0] == 0 and lists.offsets[-1] == len(lists.places) == np.count_nonzero(image)
    for i, places in enumerate(lists):
        np.testing.assert_array_equal(places, np.flatnonzero(image.ravel() == i + 1))
    if len(lists):
        np.testing.assert_array_equal(lists[-1], lists[len(lists) - 1])
    with pytest.raises(IndexError, match=f"there are {len(lists)} lists"):
        lists[len(lists)]


def test_large_labels():
    labels = glccl.label(np.random.default_rng(0).random((250, 333)) < 0.4)
    np.testing.assert_array_equal(
        glccl.boundaries(labels), skimage.segmentation.find_boundaries(labels, connectivity=2, mode="inner")
    )
    lists = glccl.lists(labels)
    np.testing.assert_array_equal(lists.places, np.argsort(labels, axis=None, kind="stable")[(labels == 0).sum() :])
    np.testing.assert_array_equal(np.diff(lists.offsets), np.bincount(labels.ravel())[1:])


def test_one_seed_and_masks():
    mask = np.array([[1, 1, 0, 1]], bool)
    assert glccl.boundaries(mask).tolist() == [[False, True, False, True]]
    assert glccl.select(glccl.label(mask), (0, 3)).tolist() == [[0, 0, 0, 1]]
    assert glccl.select([[3, 0, 4]], [[0, 2], [0, 0], [0, 2]]).tolist() == [[2, 0, 1]]


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0, 2)])
def test_no_elements(shape):
    labels = np.zeros(shape, np.uint32)
    assert glccl.boundaries(labels).shape == shape
    selection, found = glccl.select(labels, [[0] * len(shape)], return_found=True)
    assert selection.shape == shape and found.tolist() == [0]
    lists = glccl.lists(labels)
    assert len(lists) == 0 and lists.offsets.tolist() == [0] and len(lists.places) == 0


@pytest.mark.parametrize(
    "error, message, call",
    [
        (TypeError, "an array of float64: pass integers", lambda: glccl.boundaries(np.eye(3))),
        (ValueError, "labels from -1 to 2", lambda: glccl.lists([-1, 2])),
        (ValueError, "labels from 0 to 4294967296", lambda: glccl.lists([0, 2**32])),
        (ValueError, "the shape \\(2, 2, 2, 2\\)", lambda: glccl.boundaries(np.ones((2, 2, 2, 2), int))),
        (ValueError, "connectivity is 6: with 2 axes", lambda: glccl.boundaries([[1]], connectivity=6)),
        (ValueError, "which has no streams", lambda: glccl.boundaries([[1]], stream=1)),
        (TypeError, "seeds are an array of float64", lambda: glccl.select([[1]], [[0.5, 0.5]])),
        (ValueError, "seeds have the shape \\(1, 3\\), and the labels 2", lambda: glccl.select([[1]], [[0, 0, 0]])),
        (ValueError, "for 16777217 components", lambda: glccl.lists([2**24 + 1])),
    ],
)
def test_bad_input(error, message, call):
    with pytest.raises(error, match=message):
        call()
