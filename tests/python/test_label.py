"""glccl.label() against scipy, scikit-image and a flood fill; its arguments, results and errors."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import glccl
import numpy as np
import pytest
import scipy.ndimage
import skimage.measure
from arrays import INTEGERS, NEIGHBORS, filters, flood, flood_equal, images, keep
from hypothesis import assume, given
from hypothesis import strategies as st


def structure(axes, hops):
    return scipy.ndimage.generate_binary_structure(axes, hops)


def hops_of(data, image):
    return data.draw(st.integers(1, image.ndim), label="hops")


def check(labels, num, expected):
    assert labels.dtype == np.uint32 and labels.flags.c_contiguous and labels.flags.writeable
    np.testing.assert_array_equal(labels, expected)
    assert num == expected.max(initial=0)


@given(images(), st.data())
def test_foreground_is_what_scipy_labels(image, data):
    hops = hops_of(data, image)
    background = data.draw(st.sampled_from([0, 1, 2.5, -1, 2**63, np.inf, -np.inf, np.nan]), label="background")
    before = image.copy()
    labels, num = glccl.label(
        image, connectivity=NEIGHBORS[image.ndim][hops], background=background, return_num=True
    )
    expected, _ = scipy.ndimage.label(np.array([p != background for p in image.ravel().tolist()]).reshape(image.shape),
                                      structure(image.ndim, hops))
    check(labels, num, expected)
    np.testing.assert_array_equal(image, before)


@given(images(dtypes=INTEGERS), st.data())
def test_equal_values_are_what_skimage_labels(image, data):
    hops = hops_of(data, image)
    background = data.draw(st.sampled_from([0, 1, 3]), label="background")
    assume(image.shape[2:] != (1,))  # scikit-image exchanges the axes of such a volume, and numbers in their order
    labels, num = glccl.label(image, connectivity=NEIGHBORS[image.ndim][hops], background=background,
                              criterion="equal", return_num=True)
    expected = skimage.measure.label(image.astype(image.dtype.newbyteorder("=")), background=background,
                                     connectivity=hops)
    check(labels, num, expected)


@given(images(), st.data())
def test_equal_values_of_every_dtype(image, data):
    hops = hops_of(data, image)
    background = data.draw(st.sampled_from([None, 0, 1, 0.5, 2**63 - 1, -(2**63), np.nan]), label="background")
    labels, num = glccl.label(image, connectivity=NEIGHBORS[image.ndim][hops], background=background,
                              criterion="equal", return_num=True)
    check(labels, num, flood_equal(image, hops, background))


@given(images(), st.data())
def test_range(image, data):
    hops = hops_of(data, image)
    limit = st.sampled_from([-np.inf, -2.0**63, -1, 0, 0.5, 1, 2, 2.0**31, 2**63, 2**64, np.inf])
    low, high = sorted(data.draw(st.tuples(limit, limit).filter(lambda pair: pair[0] != pair[1]), label="range"))
    inverted = data.draw(st.booleans(), label="inverted")
    labels, num = glccl.label(image, connectivity=NEIGHBORS[image.ndim][hops],
                              criterion=glccl.foreground(low, high, inverted=inverted), return_num=True)
    expected = flood(image, hops, lambda p: (low < p <= high) != inverted, lambda p, q: True)
    check(labels, num, expected)


@given(images(dtypes=["?", *INTEGERS, "f4"]), st.data())
def test_difference(image, data):
    hops = hops_of(data, image)
    largest = data.draw(st.sampled_from([0, 1, 1.5, 1000]), label="largest")
    background = data.draw(st.sampled_from([None, 0, 1, 2.5]), label="background")
    arguments = dict(connectivity=NEIGHBORS[image.ndim][hops], background=background,
                     criterion=glccl.difference(largest), return_num=True)
    if image.dtype.itemsize == 8 and int(image.max()) - int(image.min()) >= 2**32:
        with pytest.raises(ValueError, match="span less than 2\\^32"):
            glccl.label(image, **arguments)
        return
    expected = flood(image, hops, lambda p: background is None or p != background, lambda p, q: abs(p - q) <= largest)
    check(*glccl.label(image, **arguments), expected)


@pytest.mark.parametrize("dtype", ["i8", "u8"])
def test_differences_of_64_bits_are_exact(dtype):
    base = np.iinfo(dtype).max - 10
    image = np.array([[base, base + 1, base + 3]], dtype)
    labels = glccl.label(image, criterion=glccl.difference(1), background=base + 3)
    np.testing.assert_array_equal(labels, [[1, 1, 0]])


def same_table(table, expected):
    for name in ("label", "area", "bbox", "sums", "first", "value"):
        np.testing.assert_array_equal(getattr(table, name), getattr(expected, name), name)


@given(images(), st.sampled_from(["foreground", "equal"]), st.data())
def test_filter(image, criterion, data):
    kept = data.draw(filters(image.ndim), label="filter")
    connectivity = NEIGHBORS[image.ndim][hops_of(data, image)]
    every = glccl.label(image, criterion=criterion, connectivity=connectivity)
    expected = keep(every, **kept)
    labels, num, table = glccl.label(
        image, criterion=criterion, connectivity=connectivity, return_num=True, table=True, **kept
    )
    check(labels, num, expected)
    places = [np.argwhere(expected == label) for label in range(1, num + 1)]
    assert table.label.tolist() == list(range(1, num + 1))
    assert table.area.tolist() == [len(of_label) for of_label in places]
    assert table.sums.tolist() == [of_label.sum(axis=0).tolist() for of_label in places]
    assert table.bbox.tolist() == [[*of_label.min(axis=0), *of_label.max(axis=0) + 1] for of_label in places]
    assert table.first.tolist() == [np.flatnonzero(expected == label)[0] for label in range(1, num + 1)]
    np.testing.assert_array_equal(table.value, image.ravel()[table.first])
    np.testing.assert_array_equal(glccl.label(image, criterion=criterion, connectivity=connectivity, **kept), expected)


@given(images(axes=(2, 3, 3)), st.data())
def test_filter_of_a_batch(images_of_batch, data):
    kept = data.draw(filters(images_of_batch.ndim - 1), label="filter")
    out = np.empty(images_of_batch.shape, np.int16)
    labels, counts, tables = glccl.label(images_of_batch, batch=True, return_num=True, table=True, out=out, **kept)
    assert labels is out
    for i, image in enumerate(images_of_batch):
        one, num, table = glccl.label(image, return_num=True, table=True, **kept)
        np.testing.assert_array_equal(labels[i], one)
        assert counts[i] == num
        same_table(tables[i], table)


@pytest.mark.parametrize("engine", [name for name in glccl.engines() if name.startswith("cpu-")])
def test_every_engine_filters(engine):
    image = np.random.default_rng(3).random((65, 131)) < 0.3
    kept = dict(min_area=2, max_area=40, largest=50, clear_border=True)
    labels, num = glccl.label(image, engine=engine, return_num=True, **kept)
    np.testing.assert_array_equal(labels, keep(glccl.label(image), **kept))
    assert num == 50


def test_numbers_count_what_is_kept():
    labels = np.empty(256, np.int8)
    blobs = np.tile([1, 0], 128)  # 128 components
    blobs[1] = 1
    assert glccl.label(blobs, min_area=2, out=labels, return_num=True)[1] == 1
    assert labels.tolist() == [1] * 3 + [0] * 253


@given(images(axes=(2, 3)), st.sampled_from(["foreground", "equal"]))
def test_table(image, criterion):
    labels, num, table = glccl.label(image, criterion=criterion, return_num=True, table=True)
    assert len(table) == num
    np.testing.assert_array_equal(table.label, np.arange(1, num + 1))
    expected = skimage.measure.regionprops_table(labels.astype(np.int64), properties=("area", "bbox", "centroid"))
    for name, column in table.to_dict().items():
        if name in expected:
            np.testing.assert_allclose(column, expected[name], rtol=1e-12)
    for row, place in enumerate(zip(*np.unravel_index(table.first, image.shape))):
        assert labels[place] == row + 1 and not (labels.ravel()[: table.first[row]] == row + 1).any()
        np.testing.assert_array_equal(table.value[row], image[place])
        np.testing.assert_array_equal(table.sums[row], np.argwhere(labels == row + 1).sum(axis=0))
        inside = np.zeros(image.shape, bool)
        inside[table.slices[row]] = True
        assert not (labels[~inside] == row + 1).any()


@given(images(axes=(2, 3)))
def test_batch(images_of_batch):
    labels, counts, tables = glccl.label(images_of_batch, batch=True, return_num=True, table=True)
    assert labels.shape == images_of_batch.shape and counts.shape == (len(images_of_batch),)
    for i, image in enumerate(images_of_batch):
        one, num, table = glccl.label(image, return_num=True, table=True)
        np.testing.assert_array_equal(labels[i], one)
        assert counts[i] == num and len(tables[i]) == num
        np.testing.assert_array_equal(tables[i].sums, table.sums)


def test_batch_of_volumes():
    volumes = np.random.default_rng(1).random((2, 5, 6, 7)) < 0.3
    labels = glccl.label(volumes, batch=True, connectivity=18)
    for one, volume in zip(labels, volumes):
        np.testing.assert_array_equal(one, glccl.label(volume, connectivity=18))


@pytest.mark.parametrize("engine", [name for name in glccl.engines() if name.startswith("cpu-")])
@pytest.mark.parametrize("criterion", ["foreground", "equal"])
def test_every_engine_gives_the_same_labels(engine, criterion):
    image = np.random.default_rng(2).integers(0, 3, (65, 131), np.uint8)
    expected = glccl.label(image, criterion=criterion, engine="cpu-serial")
    np.testing.assert_array_equal(glccl.label(image, criterion=criterion, engine=engine), expected)


def test_engines():
    engines = glccl.engines()
    assert list(engines)[:2] == ["cpu-fast", "cpu-serial"] and engines["cpu-fast"] is None
    reasons = [reason for name, reason in engines.items() if name.startswith("cuda-")]
    assert len(reasons) == 3 and len(set(reasons)) == 1
    assert reasons[0] is None or "CUDA" in reasons[0]


def test_defaults():
    diagonal = np.eye(3, dtype=np.uint8)
    np.testing.assert_array_equal(glccl.label(diagonal), diagonal)
    assert glccl.label(np.stack([diagonal, np.roll(diagonal, 1, axis=1)])).max() == 1
    np.testing.assert_array_equal(glccl.label([[1, 0, 2]]), [[1, 0, 2]])
    assert glccl.label([3, 3, 0, -1], return_num=True)[1] == 2


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (0, 2, 2)])
def test_no_elements(shape):
    labels, num, table = glccl.label(np.zeros(shape), return_num=True, table=True)
    assert labels.shape == shape and num == 0 and len(table) == 0 and table.bbox.shape == (0, 2 * len(shape))
    assert table.centroid.shape == (0, len(shape)) and table.slices == []


def test_no_images_in_a_batch():
    labels, counts, tables = glccl.label(np.zeros((0, 3, 3)), batch=True, return_num=True, table=True)
    assert labels.shape == (0, 3, 3) and counts.shape == (0,) and tables == []


@pytest.mark.parametrize("dtype", [*INTEGERS, ">i4"])
def test_out(dtype):
    image = np.random.default_rng(3).random((20, 30)) < 0.5
    memory = np.full((20, 60), 99, dtype)
    labels, num = glccl.label(image, out=memory[:, ::2], return_num=True)
    assert labels.base is memory
    np.testing.assert_array_equal(labels, glccl.label(image))
    assert (memory[:, 1::2] == 99).all()


def test_out_may_be_the_image():
    image = np.array([[5, 0, 7]], np.int32)
    assert glccl.label(image, criterion="equal", out=image) is image
    np.testing.assert_array_equal(image, [[1, 0, 2]])


def test_results_own_their_memory():
    image = np.ones((100, 100), np.uint8)
    first, second = glccl.label(image), glccl.label(image)
    assert not np.shares_memory(first, second) and not np.shares_memory(first, image)
    image[:] = 0
    second[:] = 7
    del image, second
    assert (first == 1).all()


def test_the_gil_is_free_meanwhile():
    image = np.random.default_rng(4).random((1500, 1500)).astype(np.float32)
    image = np.tile(image, (4, 1))
    thread = threading.Thread(target=glccl.label, args=(image,),
                              kwargs={"criterion": glccl.difference(0.3), "engine": "cpu-serial"})
    thread.start()
    turns = 0
    while thread.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 10  # a thread that holds the GIL leaves one or two


def test_threads_label_side_by_side():
    images_of_threads = [np.random.default_rng(i).random((700, 900)) < 0.5 for i in range(4)]
    expected = [glccl.label(image) for image in images_of_threads]
    with ThreadPoolExecutor(len(images_of_threads)) as pool:
        for _ in range(5):
            for labels, one in zip(pool.map(glccl.label, images_of_threads), expected):
                np.testing.assert_array_equal(labels, one)


def test_a_failure_leaves_out_as_it_was():
    out = np.full(256, 5, np.int8)
    with pytest.raises(ValueError):
        glccl.label(np.tile([1, 0], 128), out=out)
    assert (out == 5).all()


def test_no_memory():
    huge = np.broadcast_to(np.uint8(0), (1 << 17, 1 << 16))[:, :]
    rows = np.lib.stride_tricks.as_strided(np.zeros(1 << 16, np.uint8), huge.shape, (1, 1))
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, limits[1]))
    try:
        with pytest.raises(MemoryError, match="no memory to label an image of 65536x131072: label it in parts"):
            glccl.label(rows, engine="cpu-serial")
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


def test_limits_are_no_lack_of_memory():
    long = np.lib.stride_tricks.as_strided(np.zeros(1, np.uint8), (1 << 31,), (1,))
    with pytest.raises(ValueError, match="an axis of 2147483648 elements"):
        glccl.label(long)


@pytest.mark.parametrize("criterion", ["foreground", "equal", glccl.difference(1)])
@pytest.mark.parametrize("shape", [(40,), (37, 50), (9, 12, 7)])
def test_a_mask_leaves_elements_out(criterion, shape):
    random = np.random.default_rng(7)
    image = random.integers(0, 4, shape).astype(np.int16)
    mask = random.random(shape) < 0.7
    background = 0 if criterion == "foreground" else None
    labels, num = glccl.label(image, criterion=criterion, background=background, mask=mask, return_num=True)
    assert not labels[~mask].any()
    # Elements out of the mask, as a value that differs from all others.
    apart = np.where(mask, image, 99)
    if criterion == "foreground":
        expected = glccl.label(np.where(mask, image, 0))
    else:
        expected = glccl.label(apart, criterion=criterion, background=99)
    assert np.array_equal(labels, expected)
    assert num == labels.max()
    batch = glccl.label(np.stack([image, image]), mask=np.stack([mask, ~mask]), batch=True)
    assert np.array_equal(batch[0], glccl.label(image, mask=mask.astype(np.uint32) * 256))
    assert np.array_equal(batch[1], glccl.label(image, mask=~mask))


def test_masks_that_do_not_fit():
    with pytest.raises(ValueError, match=r"the mask has the shape \(3, 2\)"):
        glccl.label(np.ones((2, 3)), mask=np.ones((3, 2), bool))
    with pytest.raises(TypeError, match="float64"):
        glccl.label(np.ones((2, 3)), mask=np.ones((2, 3)))


def test_a_batch_is_labeled_onto_itself_at_any_place():
    memory = np.random.default_rng(3).integers(0, 2, (4, 30, 40), np.uint32)
    expected = glccl.label(memory[:3].copy(), batch=True)
    for image, out in ((memory[:3], memory[1:]), (memory[:3], memory[:3])):
        again = memory.copy()
        views = [again[a.__array_interface__["data"][0] != memory.ctypes.data :][:3] for a in (image, out)]
        assert (glccl.label(views[0], batch=True, out=views[1]) == expected).all()


def test_a_batch_that_does_not_fit_leaves_out_as_it_was():
    images = np.zeros((2, 40, 40), np.uint8)
    images[1, ::2, ::2] = 1  # 400 components
    out = np.full(images.shape, 7, np.uint8)
    with pytest.raises(ValueError, match="out holds labels up to 255, and there are 400 components"):
        glccl.label(images, batch=True, out=out)
    assert (out == 7).all()
