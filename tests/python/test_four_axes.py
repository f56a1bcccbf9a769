"""Arrays of more than three axes, of which at most three are longer than 1, give what they give without the others."""

import glccl
import numpy as np
import pytest
import scipy.ndimage

RANDOM = np.random.default_rng(11)
VOLUME = RANDOM.random((5, 6, 7)) < 0.12
LABELS = glccl.label(VOLUME)
#: Where the axes of length 1 are.
PLACES = [(0,), (1,), (2,), (3,), (0, 1), (0, 4), (2, 3)]
OPTIONS = [
    {}, {"connectivity": 6}, {"connectivity": 18}, {"min_area": 2, "clear_border": True}, {"largest": 2},
    {"criterion": "equal", "background": None}, {"engine": "cpu-serial"}, {"fill_holes": True}, {"periodic": True},
]


def expanded(array, places):
    return np.expand_dims(array, places)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("places", PLACES)
def test_label(places, options):
    expected, num, table = glccl.label(VOLUME, return_num=True, table=True, **options)
    image = expanded(VOLUME, places)
    labels, count, wide = glccl.label(image, return_num=True, table=True, **options)
    assert labels.shape == image.shape and count == num
    np.testing.assert_array_equal(labels, expanded(expected, places))
    assert wide.bbox.shape == (num, 2 * image.ndim)
    for name in ("label", "area", "first", "value"):
        np.testing.assert_array_equal(getattr(wide, name), getattr(table, name))
    kept = [axis for axis in range(image.ndim) if axis not in places]
    for name in ("centroid", "sums", "crosses", "unwrapped_centroid"):
        column = getattr(table, name)
        if column is None:
            assert getattr(wide, name) is None
        else:
            np.testing.assert_array_equal(getattr(wide, name)[:, kept], column)
    for boxes, of_volume in ((wide.bbox, table.bbox), (wide.unwrapped_bbox, table.unwrapped_bbox)):
        if of_volume is not None:
            np.testing.assert_array_equal(boxes[:, kept + [axis + image.ndim for axis in kept]], of_volume)
    for label, index in enumerate(wide.slices, 1):
        assert (labels[index] == label).any()


@pytest.mark.parametrize("places", PLACES)
def test_out_mask_and_batch(places):
    image, mask = expanded(VOLUME, places), expanded(RANDOM.random(VOLUME.shape) < 0.8, places)
    expected = glccl.label(VOLUME, mask=mask.reshape(VOLUME.shape))
    out = np.full(image.shape, 77, np.int64)
    assert glccl.label(image, mask=mask, out=out) is out
    np.testing.assert_array_equal(out, expanded(expected, places))
    labels, counts, tables = glccl.label(np.stack([image, image]), batch=True, return_num=True, table=True)
    np.testing.assert_array_equal(labels, np.stack([expanded(LABELS, places)] * 2))
    assert counts.tolist() == [LABELS.max()] * 2 and tables[1].bbox.shape == (counts[1], 2 * image.ndim)
    flags = [axis == image.ndim - 1 for axis in range(image.ndim)]
    expected = glccl.label(VOLUME, periodic=[flag for axis, flag in enumerate(flags) if axis not in places])
    np.testing.assert_array_equal(glccl.label(image, periodic=flags).reshape(VOLUME.shape), expected)


@pytest.mark.parametrize("places", PLACES)
def test_other_functions(places):
    image, labels = expanded(VOLUME, places), expanded(LABELS, places)
    np.testing.assert_array_equal(glccl.fill_holes(image), expanded(glccl.fill_holes(VOLUME), places))
    np.testing.assert_array_equal(glccl.boundaries(labels), expanded(glccl.boundaries(LABELS), places))
    for found, expected in zip(glccl.contacts(labels), glccl.contacts(LABELS)):
        np.testing.assert_array_equal(found, expected)
    lists, expected = glccl.lists(labels), glccl.lists(LABELS)
    np.testing.assert_array_equal(lists.places, expected.places)
    seeds = np.argwhere(labels == 3)[:1].repeat(2, axis=0)
    seeds[1, places[0]] = 1  # outside
    selection, found = glccl.select(labels, seeds, return_found=True)
    assert found.tolist() == [1, 0]
    np.testing.assert_array_equal(selection, labels == 3)
    tracker, model = glccl.Tracker(labels.shape), glccl.Tracker(LABELS.shape)
    for _ in range(2):
        tracks, expected = tracker.track(labels), model.track(LABELS)
        np.testing.assert_array_equal(tracks.ids, expanded(expected.ids, places))
        np.testing.assert_array_equal(tracks.age, expected.age)
    if places[0] > 0:
        written = np.zeros(image.shape, np.uint32)

        def write(first, part):
            written[first : first + len(part)] = part

        num, table = glccl.label_slabs(lambda first, planes: image[first : first + planes], image.shape, write,
                                       planes=2, table=True)
        np.testing.assert_array_equal(written, labels)
        np.testing.assert_array_equal(table.bbox, glccl.label(image, table=True)[1].bbox)


@pytest.mark.parametrize("places", PLACES)
def test_drop_ins(places):
    image = expanded(VOLUME, places)
    for hops in range(1, image.ndim + 1):
        structure = scipy.ndimage.generate_binary_structure(image.ndim, hops)
        labels, num = glccl.ndimage.label(image, structure)
        expected, count = scipy.ndimage.label(image, structure)
        np.testing.assert_array_equal(labels, expected)
        assert num == count and glccl.ndimage.find_objects(labels) == scipy.ndimage.find_objects(labels)
        np.testing.assert_array_equal(glccl.skimage.label(image, connectivity=hops), expected)
    structure = scipy.ndimage.generate_binary_structure(image.ndim, 1)
    areas = np.bincount(scipy.ndimage.label(image, structure)[0].ravel())[scipy.ndimage.label(image, structure)[0]]
    np.testing.assert_array_equal(glccl.skimage.remove_small_objects(image, max_size=2), image & (areas > 2))


@pytest.mark.parametrize("shape", [(2, 2, 2, 2), (1, 2, 2, 2, 2), (2, 1, 2, 2, 2)])
def test_four_long_axes_are_refused(shape):
    image = np.ones(shape, np.uint8)
    words = "others of length 1"
    for call in (
        lambda: glccl.label(image), lambda: glccl.contacts(image), lambda: glccl.boundaries(image),
        lambda: glccl.ndimage.label(image), lambda: glccl.ndimage.find_objects(image),
    ):
        with pytest.raises(ValueError, match=words):
            call()
    with pytest.raises(NotImplementedError, match=words):
        glccl.skimage.label(image)
    with pytest.raises(ValueError, match="pass \\(height, width\\)"):
        glccl.Tracker(shape)


def test_a_mask_or_out_of_another_shape_is_refused():
    image = np.ones((2, 1, 3, 4), np.uint8)
    for shape in ((2, 5, 3, 4), (2, 3, 4, 1), (3, 1, 3, 4)):
        with pytest.raises(ValueError, match="out has the shape"):
            glccl.label(image, out=np.zeros(shape, np.uint32))
        with pytest.raises(ValueError, match="the mask has the shape"):
            glccl.label(image, mask=np.ones(shape, bool))
