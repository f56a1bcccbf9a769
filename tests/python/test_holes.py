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
