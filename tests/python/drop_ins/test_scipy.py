"""The drop-ins for scipy against scipy: values, dtypes, return values."""

import glccl
import numpy as np
import pytest
import scipy.ndimage
from arrays import assert_same, images, native
from hypothesis import given
from hypothesis import strategies as st


@given(images(), st.data())
def test_ndimage_label(image, data):
    hops = data.draw(st.sampled_from([None, *range(1, image.ndim + 1)]), label="hops")
    structure = None if hops is None else scipy.ndimage.generate_binary_structure(image.ndim, hops)
    output = data.draw(st.sampled_from([None, np.uint8, "i8", np.float32]), label="output")
    peer_image = native(image)
    peer_image = peer_image.astype(np.float32) if peer_image.dtype == np.float16 else peer_image
    try:
        expected, count = scipy.ndimage.label(peer_image, structure, output)
    except RuntimeError:  # too many labels for uint8, which 9 x 9 x 9 elements may have
        with pytest.raises(RuntimeError, match="does not hold"):
            glccl.ndimage.label(image, structure, output)
        return
    labels, num = glccl.ndimage.label(image, structure, output)
    assert_same(labels, expected)
    assert num == count
    mine = np.full(image.shape, 77, np.int64)
    assert glccl.ndimage.label(image, structure, mine) == count
    np.testing.assert_array_equal(mine, expected)


@pytest.mark.parametrize("value", [0, 1, 2.5])
def test_ndimage_label_of_a_number(value):
    assert_same(glccl.ndimage.label(value)[0], scipy.ndimage.label(value)[0])
    assert glccl.ndimage.label(value)[1] == scipy.ndimage.label(value)[1]


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (ValueError, "no labeling with the structure", ([[1, 0]], np.diag([1, 1, 1]))),
        (ValueError, "no labeling with the structure", ([[1, 0]], np.zeros((3, 3)))),
        (ValueError, "each side has to be 3", ([[1, 0]], np.ones((5, 3)))),
        (RuntimeError, "the structure has 1 axes", ([[1, 0]], np.ones(3))),
        (ValueError, "4 axes", (np.ones((2, 2, 2, 2)),)),
        (ValueError, "output has the shape \\(1,\\)", ([[1, 0]], None, np.zeros(1, int))),
        (RuntimeError, "does not hold 128 labels", (np.tile([1, 0], 128), None, np.int8)),
        (TypeError, "complex", ([1j],)),
    ],
)
def test_ndimage_label_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.ndimage.label(*arguments)


@given(images(dtypes=["u1", "i2", "i4", "i8"]), st.integers(0, 5))
def test_ndimage_find_objects(image, max_label):
    labels = np.clip(native(image), -3, 4)
    assert glccl.ndimage.find_objects(labels, max_label) == scipy.ndimage.find_objects(labels, max_label)


@pytest.mark.parametrize("max_label", [0, 1, 2, 5])
@pytest.mark.parametrize("label", [-1, 0, 1, 3])
def test_ndimage_find_objects_of_a_number(label, max_label):
    expected = scipy.ndimage.find_objects(label, max_label)
    assert glccl.ndimage.find_objects(label, max_label) == expected
    assert glccl.ndimage.find_objects(np.array(label), max_label) == expected


def test_ndimage_find_objects_of_no_elements():
    assert glccl.ndimage.find_objects(np.zeros((0, 2), int), 2) == scipy.ndimage.find_objects(np.zeros((0, 2), int), 2)
    with pytest.raises(ValueError, match="no largest label: pass max_label"):
        glccl.ndimage.find_objects(np.zeros((0, 2), int))


def test_ndimage_find_objects_refuses():
    with pytest.raises(TypeError, match="float64"):
        glccl.ndimage.find_objects(np.ones((2, 2)))
    with pytest.raises(ValueError, match="4 axes"):
        glccl.ndimage.find_objects(np.ones((2, 2, 2, 2), int))


def test_ndimage_label_refuses_floats_that_do_not_tell_labels_apart():
    image = np.zeros(2 * 2050, np.uint8)
    image[::2] = 1
    with pytest.raises(RuntimeError, match="output is of float16, which does not hold 2050 labels"):
        glccl.ndimage.label(image, output=np.float16)
    assert glccl.ndimage.label(image[: 2 * 2048], output=np.float16)[0].max() == 2048
