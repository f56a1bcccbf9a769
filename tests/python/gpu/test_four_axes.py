"""Arrays in device memory of more than three axes, of which at most three are longer than 1, as on the CPU."""

import glccl
import numpy as np
import pytest
from test_arrays import put, same_table
from test_results import check

VOLUME = np.random.default_rng(1).random((5, 6, 7)) < 0.12


@pytest.mark.parametrize("places", [(0,), (2,), (3,), (0, 4)])
def test_label(library, places):
    image = np.expand_dims(VOLUME, places)
    array = put(library, image)
    for options in ({}, {"connectivity": 6, "min_area": 2}, {"periodic": True}, {"mask": image[..., ::-1].copy()}):
        on_gpu = {name: put(library, value) if name == "mask" else value for name, value in options.items()}
        labels, num, table = glccl.label(array, return_num=True, table=True, **on_gpu)
        expected, count, columns = glccl.label(image, return_num=True, table=True, **options)
        check(library, labels, expected)
        assert num == count
        same_table(library, table, columns)
    glccl.reserve(array)
    labels = glccl.label(put(library, np.stack([image, image])), batch=True)
    check(library, labels, glccl.label(np.stack([image, image]), batch=True))
    if library.computes:
        check(library, glccl.fill_holes(array), glccl.fill_holes(image), "bool")
        out = put(library, np.zeros(image.shape, np.uint32))
        assert glccl.label(array, out=out) is out
        np.testing.assert_array_equal(library.numpy(out), glccl.label(image))


@pytest.mark.parametrize("places", [(0,), (2,), (3,), (0, 4)])
def test_labels(library, places):
    labels = np.expand_dims(glccl.label(VOLUME).astype(np.int32), places)
    array = put(library, labels)
    check(library, glccl.boundaries(array), glccl.boundaries(labels), "bool")
    seeds = np.argwhere(labels == 2)[:1].repeat(2, axis=0)
    seeds[1, places[0]] = 1  # outside
    selection, found = glccl.select(array, seeds, return_found=True)
    check(library, selection, labels == 2)
    assert found.tolist() == [1, 0]
    np.testing.assert_array_equal(library.numpy(glccl.lists(array).places), glccl.lists(labels).places)
    for one, expected in zip(glccl.contacts(array), glccl.contacts(labels)):
        np.testing.assert_array_equal(library.numpy(one), expected)
    tracker, model = glccl.Tracker(labels.shape), glccl.Tracker(labels.shape)
    check(library, tracker.track(array).ids, model.track(labels).ids)
