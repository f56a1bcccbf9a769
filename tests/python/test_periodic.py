"""glccl.label(periodic=...) against scipy on an image that goes on across its seams."""

import glccl
import numpy as np
import pytest
import scipy.ndimage
import scipy.sparse
from arrays import NEIGHBORS

SHAPES = [(7,), (1, 1), (1, 6), (2, 5), (13, 9), (40, 70), (2, 3, 4), (5, 1, 6), (9, 17, 34)]


def reference(image, hops, periodic):
    """Labels an image with one more layer across each seam, and joins labels of one element and its copies."""
    padded = np.pad(image, [(0, int(flag)) for flag in periodic], mode="wrap")
    labels, num = scipy.ndimage.label(padded, scipy.ndimage.generate_binary_structure(image.ndim, hops))
    home = labels[np.ix_(*(np.arange(more) % side for more, side in zip(padded.shape, image.shape)))]
    pairs = (np.ones(labels.size), (labels.ravel(), home.ravel()))
    graph = scipy.sparse.coo_matrix(pairs, shape=(num + 1, num + 1))
    component = scipy.sparse.csgraph.connected_components(graph, directed=False)[1]
    joined = component[labels[tuple(slice(side) for side in image.shape)]]
    numbers = {component[0]: 0}
    return np.array([numbers.setdefault(one, len(numbers)) for one in joined.ravel()]).reshape(image.shape)


def choices(axes):
    return [tuple(bool(bits >> axis & 1) for axis in range(axes)) for bits in range(2**axes)]


@pytest.mark.parametrize("engine", ["auto", "cpu-serial"])
@pytest.mark.parametrize("shape", SHAPES)
def test_components_that_meet_across_seams_are_one(shape, engine):
    random = np.random.default_rng(len(shape))
    for hops in range(1, len(shape) + 1):
        connectivity = NEIGHBORS[len(shape)][hops]
        for periodic in choices(len(shape)):
            image = random.random(shape) < 0.5 / len(shape)
            labels, num = glccl.label(
                image, connectivity=connectivity, periodic=periodic, engine=engine, return_num=True
            )
            expected = reference(image, hops, periodic)
            np.testing.assert_array_equal(labels, expected)
            assert num == expected.max()


def test_true_is_all_axes():
    image = np.zeros((3, 4), np.uint8)
    image[0, 0] = image[2, 3] = 1
    assert glccl.label(image, periodic=False).max() == 2
    assert glccl.label(image, periodic=True).max() == glccl.label(image, periodic=[True, np.True_]).max() == 1
    batch = glccl.label(np.stack([image, image]), batch=True, periodic=True)
    assert batch.max() == 1


def test_boxes_stay_those_of_the_indices_and_periodic_axes_have_no_border():
    image = np.zeros((5, 6), bool)
    image[2, 0] = image[2, 5] = image[0, 3] = True
    labels, table = glccl.label(image, periodic=(False, True), table=True)
    assert table.area.tolist() == [1, 2]
    assert table.bbox[1].tolist() == [2, 0, 3, 6]
    np.testing.assert_array_equal(glccl.label(image, periodic=(False, True), clear_border=True), labels == 2)


@pytest.mark.parametrize("shape", SHAPES)
def test_crossing_components_are_put_side_by_side(shape):
    random = np.random.default_rng(len(shape))
    axes = len(shape)
    unwrapped = 0
    for periodic in choices(axes):
        image = random.random(shape) < 0.45 / axes
        labels, table = glccl.label(image, periodic=periodic, table=True)
        if not any(periodic):
            assert table.crosses is table.unwrapped_bbox is table.unwrapped_centroid is None
            continue
        split = glccl.label(image)
        for i, component in enumerate(labels == label for label in table.label):
            begin, end = table.unwrapped_bbox[i, :axes], table.unwrapped_bbox[i, axes:]
            if not table.crosses[i].any():
                assert len(np.unique(split[component])) == 1
                assert (table.unwrapped_bbox[i] == table.bbox[i]).all()
                assert (table.unwrapped_centroid[i] == table.centroid[i]).all()
            elif begin[0] == -1:
                assert (table.unwrapped_bbox[i] == -1).all() and np.isnan(table.unwrapped_centroid[i]).all()
            else:
                unwrapped += 1
                shift = np.where(table.crosses[i], begin, 0)
                rolled = np.roll(component, -shift, range(axes))
                (box,) = scipy.ndimage.find_objects(rolled.astype(int))
                assert [(side.start, side.stop) for side in box] == list(zip(begin - shift, end - shift))
                centroid = scipy.ndimage.center_of_mass(rolled)
                np.testing.assert_allclose(centroid, table.unwrapped_centroid[i] - shift, atol=1e-12)
    assert unwrapped or min(shape) < 9


def test_seams_of_a_table():
    image = np.zeros((4, 9), bool)
    image[1, 0] = image[1, 8] = image[3, 4] = True  # across the columns' seam, and away from seams
    labels, table = glccl.label(image, periodic=(False, True), table=True)
    assert labels.max() == 2
    assert table.crosses.dtype == bool and table.crosses.tolist() == [[False, True], [False, False]]
    assert table.unwrapped_bbox.tolist() == [[1, 8, 2, 10], [3, 4, 4, 5]]
    assert table.unwrapped_centroid.tolist() == [[1, 8.5], [3, 4]]
    columns = table.to_dict()
    assert columns["crosses-1"].tolist() == [True, False]
    assert columns["unwrapped_bbox-3"].tolist() == [10, 5]
    ring = np.ones((1, 9), bool)
    table = glccl.label(ring, periodic=True, table=True)[1]
    assert (table.unwrapped_bbox == -1).all() and np.isnan(table.unwrapped_centroid).all()
    empty = glccl.label(np.empty((0, 3)), periodic=True, table=True)[1]
    assert empty.crosses.shape == (0, 2) and empty.unwrapped_bbox.shape == (0, 4)
    assert "crosses-0" not in glccl.label(image, table=True)[1].to_dict()


@pytest.mark.parametrize(
    "error, message, periodic",
    [
        (TypeError, "periodic is a int: pass a bool, or a sequence with one for each axis", 1),
        (TypeError, "periodic has a str: pass a bool", "xy"),
        (ValueError, "periodic has 3 bools, and an image 2 axes", (True, False, True)),
    ],
)
def test_other_choices_are_refused(error, message, periodic):
    with pytest.raises(error, match=message):
        glccl.label(np.ones((2, 3)), periodic=periodic)
