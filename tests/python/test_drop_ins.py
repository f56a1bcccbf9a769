"""The drop-ins for scipy, scikit-image and OpenCV against their models: values, dtypes, return values."""

import warnings

import cv2
import glccl
import numpy as np
import pytest
import scipy.ndimage
import skimage.measure
import skimage.morphology
import skimage.segmentation
from arrays import INTEGERS, assert_same, images, native
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st


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
        (ValueError, "4 axes", (np.ones((1, 1, 1, 1)),)),
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


def test_ndimage_find_objects_refuses():
    with pytest.raises(TypeError, match="float64"):
        glccl.ndimage.find_objects(np.ones((2, 2)))
    with pytest.raises(ValueError, match="4 axes"):
        glccl.ndimage.find_objects(np.ones((1, 1, 1, 1), int))


@given(images(dtypes=["?", *INTEGERS]), st.data())
def test_skimage_label(image, data):
    arguments = dict(
        background=data.draw(st.sampled_from([None, 0, 1, 2, 99]), label="background"),
        connectivity=data.draw(st.sampled_from([None, *range(1, image.ndim + 1)]), label="connectivity"),
        return_num=True,
    )
    expected, count = skimage.measure.label(native(image), **arguments)
    labels, num = glccl.skimage.label(image, **arguments)
    assert_same(labels, expected)
    assert num == count
    assert_same(glccl.skimage.label(image), skimage.measure.label(native(image)))


def test_skimage_label_cuts_floats():
    image = np.array([[0.5, 0.7, 1.5, -1.5, -0.5]])
    assert_same(glccl.skimage.label(image), skimage.measure.label(image))


def test_skimage_label_refuses():
    with pytest.raises(ValueError, match="with 2 axes it is 1 to 2"):
        glccl.skimage.label(np.ones((2, 2), int), connectivity=3)
    with pytest.raises(NotImplementedError, match="4 axes"):
        glccl.skimage.label(np.ones((1, 1, 1, 1), int))


PROPERTIES = ("label", "area", "num_pixels", "bbox", "area_bbox", "centroid", "extent", "slice")


@given(images(dtypes=["u1", "i4", "u8"], axes=(2, 3)))
def test_skimage_regionprops_table(image):
    labels = np.clip(native(image).astype(np.int64), -2, 3)
    expected = skimage.measure.regionprops_table(labels, properties=PROPERTIES)
    table = glccl.skimage.regionprops_table(labels, PROPERTIES)
    assert list(table) == list(expected)
    for name, column in table.items():
        assert column.shape == expected[name].shape
        if not column.size:
            continue
        assert column.dtype == expected[name].dtype
        if name == "slice":
            assert column.tolist() == expected[name].tolist()
        else:
            np.testing.assert_allclose(column, expected[name], rtol=1e-12)
    assert list(glccl.skimage.regionprops_table(labels, separator="_"))[1] == "bbox_0"


SHAPES = ["axis_major_length", "axis_minor_length", "euler_number", "inertia_tensor", "inertia_tensor_eigvals"]
SHAPES_OF_IMAGES = ["eccentricity", "orientation", "perimeter_crofton"]


def check_shapes(labels):
    """Properties of moments and quads, against those of scikit-image."""
    flat = labels.ndim == 2
    names = SHAPES + (SHAPES_OF_IMAGES if flat else [])
    expected = skimage.measure.regionprops_table(labels, properties=names)
    table = glccl.skimage.regionprops_table(labels, names)
    assert list(table) == list(expected)
    for name in set(expected) - {"orientation", "axis_minor_length", "eccentricity"}:
        np.testing.assert_allclose(table[name], expected[name], rtol=1e-9, atol=1e-9, err_msg=name)
    # scikit-image's sums of floats leave up to 1e-13 of an eigenvalue that is 0, and take its root.
    np.testing.assert_allclose(table["axis_minor_length"], expected["axis_minor_length"], rtol=1e-9, atol=1e-5)
    assert table["euler_number"].dtype == expected["euler_number"].dtype
    if not flat:
        return
    np.testing.assert_allclose(table["eccentricity"], expected["eccentricity"], rtol=1e-9, atol=1e-5)
    # An angle modulo pi, of components that are not round: of those rounding decides it.
    off = np.abs(table["orientation"] - expected["orientation"]) % np.pi
    assert np.all((np.minimum(off, np.pi - off) < 1e-6) | (expected["eccentricity"] < 1e-3))


@pytest.mark.parametrize("seed", range(300))
def test_skimage_regionprops_table_of_shapes(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(2, 40, 2))
    mask = rng.random(shape) < rng.uniform(0.2, 0.8)
    labels = skimage.measure.label(mask, connectivity=int(rng.integers(1, 3)))
    check_shapes(labels if seed % 3 else rng.integers(0, 5, shape))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(20))
def test_skimage_regionprops_table_of_shapes_in_volumes(seed):
    rng = np.random.default_rng(seed)
    check_shapes(rng.integers(0, 3, tuple(rng.integers(3, 12, 3))))


def test_skimage_regionprops_table_of_shapes_of_nothing():
    table = glccl.skimage.regionprops_table(np.zeros((5, 4), int), SHAPES + SHAPES_OF_IMAGES)
    assert all(len(column) == 0 for column in table.values())
    table = glccl.skimage.regionprops_table(np.zeros((0, 4), int), SHAPES + SHAPES_OF_IMAGES)
    assert all(len(column) == 0 for column in table.values())


@pytest.mark.parametrize("seed", range(60))
def test_skimage_euler_number(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 9, 2 + seed % 2))
    image = rng.random(shape) < rng.uniform(0.1, 0.9)
    for connectivity in [None, 1, len(shape)]:
        expected = skimage.measure.euler_number(image, connectivity)
        assert glccl.skimage.euler_number(image, connectivity) == expected
        assert glccl.skimage.euler_number(np.where(image, 3, -1), connectivity) == expected
    if len(shape) == 3:  # connectivity 2: a corner more for each window of two opposite voxels
        padded = np.pad(image, 1).astype(int)
        sides = [slice(0, -1), slice(1, None)]
        corners = [padded[z, y, x] for z in sides for y in sides for x in sides]
        pairs = sum(((sum(corners) == 2) & (corners[i] == 1) & (corners[7 - i] == 1)).sum() for i in range(4))
        assert glccl.skimage.euler_number(image, 2) == glccl.skimage.euler_number(image) + pairs


def test_skimage_euler_number_refuses():
    with pytest.raises(TypeError, match="the image has 1 axes: pass two or three"):
        glccl.skimage.euler_number(np.ones(3))
    with pytest.raises(ValueError, match="the connectivity is 3: with 2 axes it is 1 to 2"):
        glccl.skimage.euler_number(np.ones((2, 2)), 3)


INTENSITIES = ["label", "intensity_mean", "intensity_min", "intensity_max", "intensity_std", "centroid_weighted"]


@pytest.mark.parametrize("dtype", [bool, np.uint8, np.int16, np.uint32, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("shape", [(37, 50), (9, 12, 7)])
def test_skimage_regionprops_table_of_intensities(dtype, shape):
    random = np.random.default_rng(len(shape))
    labels = random.integers(-1, 6, shape)
    image = (random.random(shape) * 200).astype(dtype) if dtype != bool else random.random(shape) < 0.7
    if np.dtype(dtype).kind in "if":
        image -= dtype(20)
    # Without weights of its own: scikit-image subtracts the smallest coordinate of the box before it adds up.
    expected = skimage.measure.regionprops_table(np.maximum(labels, 0), image, INTENSITIES[:-1] + ["area"])
    table = glccl.skimage.regionprops_table(labels, INTENSITIES, intensity_image=image)
    for name in ["intensity_mean", "intensity_min", "intensity_max"]:
        np.testing.assert_allclose(table[name], expected[name].astype(float), rtol=1e-6, atol=2e-6)
    for i, label in enumerate(table["label"]):
        values = image[labels == label].astype(np.float64)
        np.testing.assert_allclose(table["intensity_std"][i], values.std(), rtol=1e-6, atol=2e-6)
        for axis, coordinates in enumerate(np.nonzero(labels == label)):
            weighted = (coordinates * values).sum() / values.sum()
            np.testing.assert_allclose(table[f"centroid_weighted-{axis}"][i], weighted, rtol=1e-5)


def test_skimage_regionprops_table_refuses_intensities():
    labels = np.ones((2, 3), int)

    def table(image, names=("intensity_mean",)):
        return glccl.skimage.regionprops_table(labels, names, intensity_image=image)

    with pytest.raises(AttributeError, match="intensity_mean"):
        table(None)
    with pytest.raises(ValueError, match=r"shape \(3, 2\)"):
        table(np.ones((3, 2)))
    with pytest.raises(ValueError, match="not a number"):
        table(np.full((2, 3), np.nan))
    with pytest.raises(ValueError, match="beyond 32 bits"):
        table(np.full((2, 3), 2**33))
    with pytest.raises(TypeError, match="complex128"):
        table(np.ones((2, 3), complex))
    empty = glccl.skimage.regionprops_table(np.zeros((2, 3), int), INTENSITIES, intensity_image=np.ones((2, 3)))
    assert all(len(column) == 0 for column in empty.values())


def test_skimage_regionprops_table_refuses():
    with pytest.raises(TypeError, match="bool"):
        glccl.skimage.regionprops_table(np.ones((2, 2), bool))
    with pytest.raises(TypeError, match="1 axes"):
        glccl.skimage.regionprops_table(np.ones(2, int))
    with pytest.raises(AttributeError, match='"perimeter": it has area, '):
        glccl.skimage.regionprops_table(np.ones((2, 2), int), ["label", "perimeter"])
    with pytest.raises(AttributeError, match='"orientation" in volumes'):
        glccl.skimage.regionprops_table(np.ones((2, 2, 2), int), ["orientation"])


@given(images(dtypes=["?", *INTEGERS]), st.integers(0, 5) | st.just(2.5) | st.just(np.inf), st.data())
def test_skimage_remove_small_objects(image, min_size, data):
    if image.dtype != bool:  # numbers of labels
        image = np.clip(image, 0, 3)
        image = image.astype("i8") if image.dtype.kind == "u" and image.dtype.itemsize == 8 else image  # a TypeError
    hops = data.draw(st.integers(1, image.ndim + 1), label="connectivity")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = skimage.morphology.remove_small_objects(native(image), min_size, hops)
        actual = glccl.skimage.remove_small_objects(image, min_size, hops)
        np.testing.assert_array_equal(actual, expected)
        assert actual.dtype == image.dtype and actual is not image
        out = image.copy()
        assert glccl.skimage.remove_small_objects(out, min_size, hops, out=out) is out
    np.testing.assert_array_equal(out, expected)


def test_skimage_remove_small_objects_converts_to_out():
    image = np.array([[1, 1, 0, 2, 0, 2, 3]])
    for out_dtype in (bool, np.uint8):
        mine, expected = np.empty(image.shape, out_dtype), np.empty(image.shape, out_dtype)
        assert glccl.skimage.remove_small_objects(image, 2, out=mine) is mine
        skimage.morphology.remove_small_objects(image, 2, out=expected)
        assert_same(mine, expected)


def test_skimage_remove_small_objects_warns_of_a_mask_of_integers():
    for function in (skimage.morphology.remove_small_objects, glccl.skimage.remove_small_objects):
        with pytest.warns(UserWarning, match="Did you mean to use a boolean array?"):
            function(np.array([[1, 0, 1]]), 1)


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (TypeError, "float64", (np.ones((2, 2)),)),
        (ValueError, "smallest label is -1", (np.array([[-1, 1]]),)),
        (ValueError, "connectivity is 0: with 2 axes it is 1 to 2", (np.ones((2, 2), bool), 2, 0)),
        (NotImplementedError, "4 axes", (np.ones((1, 1, 1, 1), bool),)),
    ],
)
def test_skimage_remove_small_objects_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.skimage.remove_small_objects(*arguments)
    with pytest.raises(ValueError, match="out has the shape \\(1,\\)"):
        glccl.skimage.remove_small_objects(np.ones((2, 2), bool), out=np.ones(1, bool))


@given(images(dtypes=["?", *INTEGERS]), st.sampled_from([0, 1, 7]), st.data())
def test_skimage_clear_border(image, bgval, data):
    arguments = dict(bgval=bgval)
    if data.draw(st.booleans(), label="has mask"):
        arguments["mask"] = data.draw(numpy_st.arrays(bool, image.shape), label="mask")
    else:
        arguments["buffer_size"] = data.draw(st.integers(0, min(image.shape) - 1), label="buffer_size")
    expected = skimage.segmentation.clear_border(native(image), **arguments)
    actual = glccl.skimage.clear_border(image, **arguments)
    np.testing.assert_array_equal(actual, expected)
    assert actual.dtype == image.dtype and actual is not image
    out = image.copy()
    assert glccl.skimage.clear_border(out, **arguments, out=out) is out
    np.testing.assert_array_equal(out, expected)
    np.testing.assert_array_equal(glccl.skimage.clear_border(image, **arguments, out=np.ones_like(out)), expected)


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (ValueError, "buffer size is 2, and the shape \\(2, 3\\)", dict(buffer_size=2)),
        (ValueError, "buffer size is -1", dict(buffer_size=-1)),
        (TypeError, "mask is of int64", dict(mask=np.ones((2, 3), np.int64))),
        (ValueError, "mask has the shape \\(3, 2\\)", dict(mask=np.ones((3, 2), bool))),
        (ValueError, "out has the shape \\(1,\\)", dict(out=np.ones(1, int))),
        (NotImplementedError, "4 axes", dict(labels=np.ones((1, 1, 1, 1), int))),
    ],
)
def test_skimage_clear_border_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.skimage.clear_border(**{"labels": np.ones((2, 3), int), **arguments})


@given(images(dtypes=["u1", "i1"], axes=(2,)), st.sampled_from([4, 8]), st.sampled_from([cv2.CV_32S, cv2.CV_16U]))
def test_cv_connected_components_with_stats(image, connectivity, ltype):
    num, labels, stats, centroids = cv2.connectedComponentsWithStatsWithAlgorithm(
        np.ascontiguousarray(image), connectivity, ltype, cv2.CCL_WU
    )
    actual = glccl.cv.connectedComponentsWithStats(image, connectivity=connectivity, ltype=ltype)
    assert actual[0] == num
    assert_same(actual[1], labels)
    has_pixels = stats[:, cv2.CC_STAT_AREA] > 0
    assert_same(actual[2][has_pixels], stats[has_pixels])
    assert actual[3].dtype == centroids.dtype
    np.testing.assert_allclose(actual[3], centroids, rtol=1e-12)


def test_cv_without_background():
    _, _, stats, centroids = glccl.cv.connectedComponentsWithStats(np.ones((2, 3), np.uint8))
    assert stats.tolist() == [[0, 0, 0, 0, 0], [0, 0, 3, 2, 6]]
    assert np.isnan(centroids[0]).all()


def test_cv_given_results():
    image = np.array([[1, 0], [0, 0]], np.uint8)
    mine = np.empty((2, 2), np.int32), np.empty((2, 5), np.int32), np.empty((2, 2))
    for result, given_one in zip(glccl.cv.connectedComponentsWithStats(image, *mine)[1:], mine):
        assert result is given_one
    with pytest.raises(ValueError, match="stats is of int64"):
        glccl.cv.connectedComponentsWithStats(image, stats=np.empty((2, 5), np.int64))


@pytest.mark.parametrize(
    "error, message, arguments",
    [
        (TypeError, "uint16", dict(image=np.ones((2, 2), np.uint16))),
        (ValueError, "shape \\(2, 2, 2\\)", dict(image=np.ones((2, 2, 2), np.uint8))),
        (ValueError, "shape \\(0, 2\\)", dict(image=np.ones((0, 2), np.uint8))),
        (ValueError, "connectivity is 6", dict(image=np.ones((2, 2), np.uint8), connectivity=6)),
        (ValueError, "ltype is 5", dict(image=np.ones((2, 2), np.uint8), ltype=5)),
        (ValueError, "does not hold 80000",
         dict(image=(np.indices((400, 400)).sum(0) % 2).astype(np.uint8), connectivity=4, ltype=cv2.CV_16U)),
    ],
)
def test_cv_refuses(error, message, arguments):
    with pytest.raises(error, match=message):
        glccl.cv.connectedComponentsWithStats(**arguments)


@pytest.mark.parametrize("large", [2**32 - 1, 2**40, 2**63 - 1, 2**63, 2**64 - 1])
def test_labels_of_any_size_take_memory_by_their_elements(large):
    labels = np.zeros((4, 5), np.uint64)
    labels[1:3, 1:3], labels[3, 4] = large, 3
    table = glccl.skimage.regionprops_table(labels, ("label", "area", "bbox"))
    assert [int(one) for one in table["label"]] == [3, large]
    assert table["area"].tolist() == [1, 4]
    assert [table[f"bbox-{i}"][1] for i in range(4)] == [1, 1, 3, 3]
    kept = glccl.skimage.remove_small_objects(labels, 2)
    assert kept.dtype == labels.dtype and (kept == np.where(labels == 3, np.uint64(0), labels)).all()
    with pytest.raises(MemoryError, match=f"the last label is {large}, and the list has an entry"):
        glccl.ndimage.find_objects(labels)
    assert glccl.ndimage.find_objects(labels, 3) == [None, None, (slice(3, 4), slice(4, 5))]


def test_negative_labels_are_background_of_any_size():
    labels = np.array([[-(2**63), 5, 5], [0, -1, 2**62]])
    table = glccl.skimage.regionprops_table(labels, ("label", "area"))
    assert table["label"].tolist() == [5, 2**62] and table["area"].tolist() == [2, 1]
    assert glccl.ndimage.find_objects(labels, 5) == [None] * 4 + [(slice(0, 1), slice(1, 3))]


def test_ndimage_label_refuses_floats_that_do_not_tell_labels_apart():
    image = np.zeros(2 * 2050, np.uint8)
    image[::2] = 1
    with pytest.raises(RuntimeError, match="output is of float16, which does not hold 2050 labels"):
        glccl.ndimage.label(image, output=np.float16)
    assert glccl.ndimage.label(image[: 2 * 2048], output=np.float16)[0].max() == 2048
