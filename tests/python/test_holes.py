"""glccl.fill_holes() against scipy.ndimage.binary_fill_holes()."""

import glccl
import numpy as np
import pytest
import scipy.ndimage
from arrays import images
from hypothesis import given
from hypothesis import strategies as st

#: scipy grows the outside by this many hops: the background's neighbours for each connectivity of the foreground.
HOPS = {4: 2, 8: 1, 6: 3, 18: 1, 26: 1}


def expected_of(mask, connectivity, max_area=None):
    """scipy's result without the holes that are too large. scipy sees all of a volume of one slice at its border."""
    if mask.ndim == 3 and len(mask) == 1:
        return expected_of(mask[0], {6: 4}.get(connectivity, 8), max_area)[np.newaxis]
    structure = scipy.ndimage.generate_binary_structure(mask.ndim, HOPS[connectivity])
    filled = scipy.ndimage.binary_fill_holes(mask, structure)
    holes, num = scipy.ndimage.label(filled & ~mask, structure)
    areas = np.bincount(holes.ravel(), minlength=num + 1)
    return mask | ((holes > 0) & (areas[holes] <= (max_area or mask.size)))


@given(images(), st.data())
def test_holes_are_those_of_scipy(image, data):
    if image.ndim == 1:
        with pytest.raises(ValueError, match="two or three axes"):
            glccl.fill_holes(image)
        return
    before = image.copy()
    connectivity = data.draw(st.sampled_from([4, 8] if image.ndim == 2 else [6, 18, 26]), label="connectivity")
    max_area = data.draw(st.one_of(st.none(), st.integers(1, 4)), label="max_area")
    filled = glccl.fill_holes(image, connectivity=connectivity, max_area=max_area)
    assert filled.dtype == bool
    np.testing.assert_array_equal(filled, expected_of(image != 0, connectivity, max_area))
    np.testing.assert_array_equal(image, before)


@pytest.mark.parametrize("density", [0.4, 0.6, 0.8])
@pytest.mark.parametrize("shape", [(150, 211), (19, 31, 47)])
def test_large_holes(shape, density):
    mask = np.random.default_rng(1).random(shape) < density
    np.testing.assert_array_equal(glccl.fill_holes(mask), scipy.ndimage.binary_fill_holes(mask))


@given(images(), st.data())
def test_label_fills_holes_first(image, data):
    if image.ndim == 1:
        with pytest.raises(ValueError, match="fill_holes needs images of two or three axes"):
            glccl.label(image, fill_holes=True)
        return
    connectivity = data.draw(st.sampled_from([4, 8] if image.ndim == 2 else [6, 18, 26]), label="connectivity")
    max_area = data.draw(st.one_of(st.none(), st.integers(1, 4)), label="max_area")
    engine = data.draw(st.sampled_from(["auto", "cpu-fast", "cpu-serial"]), label="engine")
    arguments = {"connectivity": connectivity, "min_area": 2, "return_num": True}
    expected, expected_num = glccl.label(expected_of(image != 0, connectivity, max_area), **arguments)
    labels, num = glccl.label(image, fill_holes=max_area or True, engine=engine, **arguments)
    np.testing.assert_array_equal(labels, expected)
    assert num == expected_num


def fill_by_definition(mask, hops, max_area, periodic):
    """The filled mask by scipy's labels of the background, joined by hand where they meet across a seam."""
    copied = [(int(flag), int(flag)) for flag in periodic]
    wrapped = np.pad(~mask, copied, mode="wrap")
    places = np.pad(np.arange(mask.size).reshape(mask.shape), copied, mode="wrap")
    labels, num = scipy.ndimage.label(wrapped, scipy.ndimage.generate_binary_structure(mask.ndim, hops))
    groups = np.arange(num + 1)
    while True:  # until all copies of an element have one group
        least = np.full(mask.size, num + 1)
        np.minimum.at(least, places[wrapped], groups[labels[wrapped]])
        joined = groups.copy()
        np.minimum.at(joined, labels[wrapped], least[places[wrapped]])
        if (joined == groups).all():
            break
        groups = joined
    joined = np.where(mask.ravel(), 0, least).reshape(mask.shape)
    is_hole = np.bincount(joined.ravel(), minlength=num + 2) <= (max_area or mask.size)
    for axis, flag in enumerate(periodic):
        if not flag:
            is_hole[np.unique(joined.take([0, -1], axis))] = False
    return mask | is_hole[joined]


@pytest.mark.parametrize("shape", [(9, 13), (1, 6), (4, 5, 6)])
def test_holes_across_seams(shape):
    random = np.random.default_rng(5)
    for seed in range(8):
        mask = random.random(shape) < 0.6
        periodic = random.random(len(shape)) < 0.6
        max_area = [None, 3][seed % 2]
        expected = fill_by_definition(mask, 1, max_area, periodic)
        np.testing.assert_array_equal(glccl.fill_holes(mask, max_area=max_area, periodic=periodic), expected)
        labels = glccl.label(mask, fill_holes=max_area or True, periodic=periodic)
        np.testing.assert_array_equal(labels, glccl.label(expected, periodic=periodic))


def test_label_fills_no_holes_by_default():
    ring = np.ones((3, 3), np.uint8)
    ring[1, 1] = 0
    assert glccl.label(ring)[1, 1] == 0
    assert glccl.label(ring, fill_holes=False)[1, 1] == 0
    assert glccl.label(ring, fill_holes=0)[1, 1] == 0
    labels, table = glccl.label(ring, fill_holes=1, table=True)
    assert labels.all()
    assert table.area[0] == 9


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (TypeError, "fill_holes is a str: pass an int", {"fill_holes": "all"}),
        (ValueError, "fill_holes is -1: pass 0 or more", {"fill_holes": -1}),
        (ValueError, "the criterion is equal: use foreground", {"fill_holes": True, "criterion": "equal"}),
        (ValueError, "a mask and filled holes contradict", {"fill_holes": 3, "mask": np.ones((3, 3), bool)}),
    ],
)
def test_label_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.label(np.eye(3), **arguments)


def test_batches():
    masks = np.random.default_rng(2).random((5, 40, 60)) < 0.6
    filled = glccl.fill_holes(masks, batch=True)
    for one, expected in zip(filled, masks):
        np.testing.assert_array_equal(one, scipy.ndimage.binary_fill_holes(expected))


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (ValueError, "the connectivity is 6: with 2 axes it is 4 or 8", {"connectivity": 6}),
        (ValueError, "max_area is 0: pass 1 or more", {"max_area": 0}),
        (ValueError, "two or three axes", {"batch": True}),
        (ValueError, "engine", {"engine": "steam"}),
    ],
)
def test_refusals(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.fill_holes(np.eye(3), **arguments)
