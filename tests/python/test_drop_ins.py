"""Each drop-in against its model: values, dtypes, return values."""

import warnings

import cc3d
import cv2
import glccl
import numpy as np
import pytest
import scipy.ndimage
import skimage.measure
import skimage.morphology
import skimage.segmentation
from arrays import DTYPES, INTEGERS, NEIGHBORS, images
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st


def native(image):
    """The model's copy of an image: it need not take every byte order."""
    return image.astype(image.dtype.newbyteorder("="))


def assert_same(actual, expected):
    """Same values, dtype and type."""
    assert type(actual) is type(expected)
    if isinstance(expected, np.ndarray):
        assert actual.dtype == expected.dtype
    np.testing.assert_array_equal(actual, expected)


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


def test_skimage_regionprops_table_refuses():
    with pytest.raises(TypeError, match="bool"):
        glccl.skimage.regionprops_table(np.ones((2, 2), bool))
    with pytest.raises(TypeError, match="1 axes"):
        glccl.skimage.regionprops_table(np.ones(2, int))
    with pytest.raises(AttributeError, match='"perimeter": it has area, '):
        glccl.skimage.regionprops_table(np.ones((2, 2), int), ["label", "perimeter"])


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


def for_cc3d(image):
    """An image that cc3d 4.1.1 labels: it fails with an OverflowError at 2^63 and above, at NaN and at infinity, and
    tells -0 from 0, and cuts the first element to an integer, so that [2.5, 2.5] are two components. Masks of one axis
    fail too."""
    image = native(image)
    if image.dtype.kind == "b":
        return image
    if image.dtype.kind == "f":
        image = np.trunc(image)
    return np.clip(np.nan_to_num(image) + image.dtype.type(0), 0 if image.dtype.kind == "u" else -9, 9)


@given(images(dtypes=[d for d in DTYPES if d != "f2"], axes=(2, 3)), st.data())
def test_cc3d_connected_components(image, data):
    image = for_cc3d(image)
    hops = data.draw(st.integers(1, image.ndim), label="hops")
    connectivity = NEIGHBORS[image.ndim][hops]
    is_binary = data.draw(st.booleans(), label="binary_image")
    delta = 0
    # cc3d 4.1.1 connects [2, 50] with delta 5 in the plane with 8 neighbours, and its sums of integers wrap.
    if image.ndim == 3 and image.dtype.kind in "iu" and image.dtype.itemsize < 8:
        delta = data.draw(st.sampled_from([0, 1, 2]), label="delta")
        image = np.clip(image, 0, 4)
    arguments = dict(connectivity=connectivity, return_N=True, delta=delta, binary_image=is_binary)
    # cc3d 4.1.1 compares values in spite of binary_image with 4 neighbours: its expected labels are those of a mask.
    expected, count = cc3d.connected_components(image != 0 if is_binary else image, **arguments)
    labels, num = glccl.cc3d.connected_components(image, **arguments)
    assert_same(labels, expected)
    assert num == count


THRESHOLDS = st.integers(0, 5) | st.just(2.5) | st.tuples(st.integers(0, 3), st.integers(0, 9)) | st.just([1, 2.5])


@given(images(dtypes=[d for d in DTYPES if d != "f2"], axes=(2, 3)), THRESHOLDS, st.booleans(), st.data())
def test_cc3d_dust(image, threshold, invert, data):
    image = for_cc3d(image)
    image = np.maximum(image, 0) if image.dtype == np.int64 else image  # which cc3d reads as uint64
    connectivity = NEIGHBORS[image.ndim][data.draw(st.integers(1, image.ndim), label="hops")]
    is_binary = data.draw(st.booleans(), label="binary_image")
    arguments = dict(threshold=threshold, connectivity=connectivity, invert=invert, return_N=True)
    # As above: a mask, because cc3d 4.1.1 compares values in spite of binary_image. And it returns unsigned integers
    # where nothing is removed.
    expected, count = cc3d.dust(image != 0 if is_binary else image, **arguments)
    expected = np.where(expected, image, 0).astype(image.dtype) if is_binary else expected.view(image.dtype)
    kept, num = glccl.cc3d.dust(image, binary_image=is_binary, **arguments)
    assert_same(kept, expected)
    assert num == count and kept is not image
    mine = image.copy()
    assert glccl.cc3d.dust(mine, binary_image=is_binary, in_place=True, **arguments)[0] is mine
    assert_same(mine, expected)


@given(images(dtypes=["?", "u1"], axes=(2, 3)), THRESHOLDS, st.booleans())
def test_cc3d_dust_of_labels(image, threshold, invert):
    labels = glccl.cc3d.connected_components(native(image))
    arguments = dict(threshold=threshold, precomputed_ccl=True, invert=invert, return_N=True)
    expected, count = cc3d.dust(labels, **arguments)
    kept, num = glccl.cc3d.dust(labels, **arguments)
    assert_same(kept, expected)
    assert num == count
    one = native(image) != 0
    assert_same(glccl.cc3d.dust(one, threshold, precomputed_ccl=True), cc3d.dust(one, threshold, precomputed_ccl=True))


@given(images(dtypes=[d for d in DTYPES if d != "f2"], axes=(2, 3)), st.integers(1, 6), st.booleans(), st.data())
def test_cc3d_largest_k(image, k, is_precomputed, data):
    image = for_cc3d(image)
    connectivity = NEIGHBORS[image.ndim][data.draw(st.integers(1, image.ndim), label="hops")]
    every = cc3d.connected_components(image, connectivity=connectivity)
    arguments = dict(k=k, connectivity=connectivity, return_N=True, precomputed_ccl=is_precomputed)
    labels, num = glccl.cc3d.largest_k(every if is_precomputed else image, **arguments)
    expected, count = cc3d.largest_k(every if is_precomputed else image, **arguments)
    assert num == count and labels.dtype == expected.dtype and type(num) is int
    areas = np.bincount(every.ravel())[1:]
    if len(set(areas)) == len(areas) or len(areas) <= k or k == 1:
        assert_same(labels, expected)
        return
    # Of equal areas cc3d keeps any, in any order.
    np.testing.assert_array_equal(np.bincount(labels.ravel())[1:], np.bincount(expected.ravel())[1:])
    kept = [every[labels == label] for label in range(1, k + 1)]
    assert all((of_label == of_label[0]).all() and len(of_label) == areas[of_label[0] - 1] for of_label in kept)
    by_area = sorted(range(1, len(areas) + 1), key=lambda label: (-areas[label - 1], label))[:k]
    assert [of_label[0] for of_label in kept] == sorted(by_area, key=lambda label: (areas[label - 1], label))


def test_cc3d_largest_k_of_distinct_areas():
    image = np.zeros((9, 9, 9), np.uint8)
    for i in range(4):
        image[2 * i, 2 * i, : 4 - i] = 7
    for k in (2, 3, 4, 5):
        assert_same(glccl.cc3d.largest_k(image, k, 6), cc3d.largest_k(image, k, 6))
    assert_same(glccl.cc3d.largest_k(image + image // 7, 2, delta=1), cc3d.largest_k(image + image // 7, 2, delta=1))
    assert_same(glccl.cc3d.largest_k(image, 0), cc3d.largest_k(image, 0))
    assert glccl.cc3d.largest_k(image, 0, return_N=True)[1] == 0


def test_cc3d_dust_and_largest_k_refuse():
    image = np.ones((2, 2), np.uint8)
    with pytest.raises(TypeError, match="img is a list: pass a numpy array to change it in place"):
        glccl.cc3d.dust([[1]], 2, in_place=True)
    with pytest.raises(ValueError, match="connectivity is 5"):
        glccl.cc3d.dust(image, 2, 5)
    with pytest.raises(TypeError, match="labels are of float64"):
        glccl.cc3d.dust(image * 1.0, 2, precomputed_ccl=True)
    with pytest.raises(ValueError, match="reach from 0 to 5: they have to be 0 to 4"):
        glccl.cc3d.dust(np.array([[0, 5, 0, 0]]), 2, precomputed_ccl=True)
    with pytest.raises(ValueError, match="k is -1"):
        glccl.cc3d.largest_k(image, -1)


@pytest.mark.parametrize("connectivity", [4, 6, 8, 18, 26])
def test_cc3d_connectivities_of_images(connectivity):
    image = np.random.default_rng(5).integers(0, 3, (9, 9), np.uint8)
    assert_same(glccl.cc3d.connected_components(image, connectivity=connectivity),
                cc3d.connected_components(image, connectivity=connectivity))


def test_cc3d_one_axis():
    image = np.array([1, 1, 0, 1, 2], np.uint8)
    assert_same(glccl.cc3d.connected_components(image), cc3d.connected_components(image))


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32, np.uint64])
def test_cc3d_out_dtype(dtype):
    image = np.random.default_rng(6).random((9, 9, 9)) < 0.2
    assert_same(glccl.cc3d.connected_components(image, out_dtype=dtype),
                cc3d.connected_components(image, out_dtype=dtype))


@pytest.mark.parametrize(
    "message, arguments",
    [
        ("4 axes", dict(data=np.ones((1, 1, 1, 1), np.uint8))),
        ("connectivity is 8: with 3 axes it is 6, 18, 26", dict(data=np.ones((2, 2, 2)), connectivity=8)),
        ("neither out_file nor periodic_boundary", dict(data=np.ones((2, 2)), periodic_boundary=True)),
        ("out_dtype is int32", dict(data=np.ones((2, 2)), out_dtype=np.int32)),
        ("does not hold 80000", dict(data=np.indices((400, 400)).sum(0) % 2, connectivity=4, out_dtype=np.uint16)),
    ],
)
def test_cc3d_connected_components_refuses(message, arguments):
    with pytest.raises(ValueError, match=message):
        glccl.cc3d.connected_components(**arguments)


@given(images(dtypes=["u1", "u4", "i4"], axes=(2, 3)), st.booleans())
def test_cc3d_statistics(image, no_slice_conversion):
    labels = np.clip(native(image), 0, min(4, image.size - 1)).copy()
    expected = cc3d.statistics(labels, no_slice_conversion)
    actual = glccl.cc3d.statistics(labels, no_slice_conversion)
    assert list(actual) == list(expected)
    assert actual["voxel_counts"].tolist() == expected["voxel_counts"].tolist()
    np.testing.assert_allclose(actual["centroids"], expected["centroids"], rtol=1e-12)
    if no_slice_conversion:
        assert_same(actual["bounding_boxes"], expected["bounding_boxes"])
    else:
        assert actual["bounding_boxes"] == expected["bounding_boxes"]


def test_cc3d_statistics_refuses():
    with pytest.raises(TypeError, match="float64"):
        glccl.cc3d.statistics(np.ones((2, 2)))
    with pytest.raises(ValueError, match="reach from -1 to 1"):
        glccl.cc3d.statistics(np.array([[-1, 1]]))
    with pytest.raises(ValueError, match="1 axes"):
        glccl.cc3d.statistics(np.array([1]))


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
