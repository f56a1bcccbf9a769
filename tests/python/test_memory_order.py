"""Arrays whose elements lie in memory in another order than C order, of more elements than a block that is copied."""

import itertools

import glccl
import numpy as np
import pytest

SHAPE = (70, 33, 90)
ORDERS = [order for order in itertools.permutations(range(3)) if order != (0, 1, 2)]


def in_order(array, order):
    """The same elements, with the axes in this order in memory."""
    same = np.ascontiguousarray(array.transpose(order)).transpose(np.argsort(order))
    assert not same.flags.c_contiguous
    return same


@pytest.mark.parametrize("dtype", [bool, np.uint16, np.float32, np.int64])
@pytest.mark.parametrize("order", ORDERS)
def test_labels(order, dtype):
    image = (np.random.default_rng(1).random(SHAPE) < 0.2).astype(dtype)
    for criterion in ("foreground", "equal"):
        expected, num = glccl.label(image, criterion=criterion, return_num=True)
        labels, same_num = glccl.label(in_order(image, order), criterion=criterion, return_num=True)
        np.testing.assert_array_equal(labels, expected)
        assert labels.flags.c_contiguous and num == same_num > 100


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_derived_from_labels(order):
    labels = np.random.default_rng(2).integers(0, 50, SHAPE)
    same = in_order(labels, order)
    np.testing.assert_array_equal(glccl.contacts(same).pairs, glccl.contacts(labels).pairs)
    np.testing.assert_array_equal(glccl.boundaries(same), glccl.boundaries(labels))
    columns = ("label", "area", "centroid", "bbox")
    expected = glccl.skimage.regionprops_table(labels, properties=columns)
    for name, column in glccl.skimage.regionprops_table(same, properties=columns).items():
        np.testing.assert_array_equal(column, expected[name])


@pytest.mark.parametrize("periodic", [False, True, (True, False, False), (False, True, False)])
@pytest.mark.parametrize("order", ORDERS)
def test_holes(order, periodic):
    mask = np.random.default_rng(3).random((9, 20, 31)) < 0.85
    expected = glccl.fill_holes(mask, connectivity=26, periodic=periodic)
    assert (expected != mask).any()
    np.testing.assert_array_equal(
        glccl.fill_holes(in_order(mask, order), connectivity=26, periodic=periodic), expected
    )
