"""Random arrays on a GPU with random options: labels and every column of tables, properties, contacts and tracks are
those of the CPU. GLCCL_RANDOM_ARRAYS is the number of arrays (default: 30), GLCCL_RANDOM_SEED the first of their
seeds."""

import os

import glccl
import numpy as np
import pytest
from test_arrays import check, lay_out, same_table
from test_results import same_columns, same_contacts, same_tracks

COUNT = int(os.environ.get("GLCCL_RANDOM_ARRAYS", 30))
SEED = int(os.environ.get("GLCCL_RANDOM_SEED", 0))
PARTS = 10  # test cases, so that processes share them
DTYPES = ["bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "float16", "float32"]
PROPERTIES = ["label", "area", "bbox", "centroid", "extent", "euler_number", "inertia_tensor", "axis_major_length"]


def random_shape(random, axes):
    most = {1: 3000, 2: 300, 3: 60}[axes] // (1 if random.random() < 0.3 else 4)
    return tuple(int(side) for side in random.integers(1, most, axes))


def random_image(random, shape):
    dtype = np.dtype(str(random.choice(DTYPES)))
    numbers = random.integers(0, int(random.integers(2, 5)), shape) * (random.random(shape) < random.random())
    if random.random() < 0.3:  # larger components
        numbers = np.broadcast_to(numbers.flat[0], shape) * (random.random(shape) < 0.97)
    return numbers.astype(dtype)


def random_options(random, image):
    axes = image.ndim
    options = {}
    if axes > 1:
        options["connectivity"] = int(random.choice([4, 8] if axes == 2 else [6, 18, 26]))
    criterion = random.choice(["foreground", "equal", "difference"])
    if criterion == "equal" and image.dtype.kind != "f":
        options["criterion"] = "equal"
    elif criterion == "difference" and image.dtype.kind != "b":
        options["criterion"] = glccl.difference(int(random.integers(0, 3)))
    if random.random() < 0.3:
        options["min_area"] = int(random.integers(1, 30))
    if random.random() < 0.2:
        options["largest"] = int(random.integers(1, 5))
    if random.random() < 0.3:
        options["periodic"] = [bool(flag) for flag in random.integers(0, 2, axes)]
    if axes > 1 and "criterion" not in options and random.random() < 0.3:
        options["fill_holes"] = True
    return options


def compare(library, seed):
    random = np.random.default_rng(seed)
    shape = random_shape(random, int(random.integers(1, 4)))
    image = random_image(random, shape)
    options = random_options(random, image)
    layout = str(random.choice(["C", "cropped", "transposed"]))
    try:
        array = library.array(lay_out(image, layout))
    except TypeError:  # a dtype that the library does not have
        return
    beside, on_gpu = {}, {}
    if "fill_holes" not in options and random.random() < 0.3:
        beside["mask"] = random.random(shape) < 0.8
        on_gpu["mask"] = library.array(beside["mask"])
    expected, rows = glccl.label(image, table=True, **options, **beside)
    labels, table = glccl.label(array, table=True, **options, **on_gpu)
    check(library, labels, expected)
    same_table(library, table, rows)
    capacity = len(rows) + int(random.integers(1, 20))
    _, roomy = glccl.label(array, table=True, rows=capacity, **options, **on_gpu)
    assert int(library.numpy(roomy.count)[0]) == len(rows)
    np.testing.assert_array_equal(roomy.numpy().bbox, rows.bbox)
    if len(shape) == 1 or len(rows) == 0:
        return
    names = PROPERTIES + (["orientation", "perimeter_crofton"] if len(shape) == 2 else [])
    same_columns(library, glccl.skimage.regionprops_table(labels, properties=names),
                 glccl.skimage.regionprops_table(expected, properties=names))
    same_contacts(library, glccl.contacts(labels), glccl.contacts(expected))
    trackers = glccl.Tracker(shape, max_components=100000), glccl.Tracker(shape, max_components=100000)
    moved = np.roll(expected, int(random.integers(0, 4)), axis=-1)
    for frame in (expected, glccl.label(moved, criterion="equal")):
        same_tracks(library, trackers[0].track(library.array(frame.astype(library.labels))), trackers[1].track(frame))


@pytest.mark.parametrize("part", range(PARTS))
def test_random_arrays(computing, part):
    for seed in range(SEED + part, SEED + COUNT, PARTS):
        try:
            compare(computing, seed)
        except Exception as error:
            raise AssertionError(f"GLCCL_RANDOM_SEED={seed} GLCCL_RANDOM_ARRAYS=1") from error
