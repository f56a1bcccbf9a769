"""The drop-ins for cc3d against cc3d: values, dtypes, return values."""

import cc3d
import glccl
import numpy as np
import pytest
from arrays import DTYPES, NEIGHBORS, assert_same, images, native
from hypothesis import given
from hypothesis import strategies as st


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


def peer_of(image, is_binary=False):
    """What cc3d gets in place of an image. Masks are bytes: of bool with neighbours at corners, cc3d 4.1.1 labels some
    zeros, or fails, depending on what was in memory. And it compares values in spite of binary_image with 4 neighbours.
    """
    return (image != 0).astype(np.uint8) if is_binary or image.dtype == bool else image


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
    arguments = dict(connectivity=connectivity, return_N=True, delta=delta)
    expected, count = cc3d.connected_components(peer_of(image, is_binary), **arguments)
    labels, num = glccl.cc3d.connected_components(image, binary_image=is_binary, **arguments)
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
    expected, count = cc3d.dust(peer_of(image, is_binary), **arguments)
    # cc3d 4.1.1 returns unsigned integers where nothing is removed.
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
    every = cc3d.connected_components(peer_of(image), connectivity=connectivity)
    arguments = dict(k=k, connectivity=connectivity, return_N=True, precomputed_ccl=is_precomputed)
    labels, num = glccl.cc3d.largest_k(every if is_precomputed else image, **arguments)
    expected, count = cc3d.largest_k(every if is_precomputed else peer_of(image), **arguments)
    assert num == count and labels.dtype == expected.dtype and type(num) is int
    areas = np.bincount(every.ravel())[1:]
    if len(set(areas)) == len(areas) or len(areas) <= k or k == 1:
        assert_same(labels, expected)
        return
    # cc3d keeps any components of equal area, in any order.
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


@pytest.mark.parametrize("connectivity", [4, 6])  # with 8 neighbours cc3d 4.1.1 labels some zeros here
@pytest.mark.parametrize("order", ["C", "F"])
def test_cc3d_periodic_boundary(connectivity, order):
    random = np.random.default_rng(connectivity)
    for _ in range(60):
        shape = random.integers(1, 7, 3 if connectivity == 6 else 2)
        image = np.asarray(random.random(shape) < 0.4, np.uint8, order=order)
        arguments = dict(connectivity=connectivity, periodic_boundary=True, binary_image=True, return_N=True)
        expected, count = cc3d.connected_components(image, **arguments)
        labels, num = glccl.cc3d.connected_components(image, **arguments)
        assert_same(labels, expected)
        assert num == count


def test_cc3d_periodic_boundary_of_what_cc3d_has_not():
    image = np.zeros((5, 6, 7), np.uint16)
    image[0, 0, 0] = image[-1, -1, -1] = 9
    assert glccl.cc3d.connected_components(image, connectivity=26, periodic_boundary=True, return_N=True)[1] == 1
    assert glccl.cc3d.connected_components(image, connectivity=18, periodic_boundary=True, return_N=True)[1] == 2
    assert glccl.cc3d.connected_components(image[:, 0, 0] * [1, 1, 1, 1, 9], periodic_boundary=True)[0] == 1


LAYOUTS = {
    "C": lambda volume: volume,
    "Fortran": np.asfortranarray,
    "transposed": lambda volume: volume.T,
    "every second": lambda volume: volume[::2, ::2, ::2],
    "reversed": lambda volume: volume[::-1],
    "cropped": lambda volume: volume[1:-1, 1:-1, 1:-1],
    "cropped in Fortran order": lambda volume: np.asfortranarray(volume)[1:-1, 1:-1, 1:-1],
    "exchanged": lambda volume: volume.transpose(1, 0, 2),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cc3d_order_of_numbers(layout):
    volume = LAYOUTS[layout]((np.random.default_rng(2).random((12, 14, 16)) < 0.2).astype(np.uint8))
    expected = cc3d.connected_components(volume, connectivity=6)
    labels = glccl.cc3d.connected_components(volume, connectivity=6)
    assert_same(labels, expected)
    assert labels.flags.c_contiguous == expected.flags.c_contiguous


@pytest.mark.parametrize("out_dtype", [None, np.uint64])
@pytest.mark.parametrize("dtype", [bool, np.uint8, np.float32])
def test_cc3d_no_elements(dtype, out_dtype):
    image = np.zeros((0, 3), dtype)
    expected, count = cc3d.connected_components(image, out_dtype=out_dtype, return_N=True)
    labels, num = glccl.cc3d.connected_components(image, out_dtype=out_dtype, return_N=True)
    assert_same(labels, expected)
    assert num == count
    for shape in [(0,), (0, 3), (0, 3, 0)]:
        assert glccl.cc3d.statistics(np.zeros(shape, np.uint8)) == cc3d.statistics(np.zeros(shape, np.uint8))
        assert glccl.cc3d.contacts(np.zeros(shape, np.uint8)) == {}


def test_cc3d_tensors():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    volume = np.random.default_rng(8).integers(0, 3, (9, 9, 9), np.uint8)
    labels, num = glccl.cc3d.connected_components(torch.from_numpy(volume), return_N=True)
    expected, count = glccl.cc3d.connected_components(volume, return_N=True)
    assert isinstance(labels, torch.Tensor) and num == count
    assert_same(labels.numpy(), expected)


def test_cc3d_one_axis():
    image = np.array([1, 1, 0, 1, 2], np.uint8)
    assert_same(glccl.cc3d.connected_components(image), cc3d.connected_components(image))
    labels = np.array([0, 1, 1, 3, 0, 3], np.uint8)
    for no_slice_conversion in (False, True):
        expected = cc3d.statistics(labels, no_slice_conversion)
        found = glccl.cc3d.statistics(labels, no_slice_conversion)
        for name in expected:
            assert str(found[name]) == str(expected[name])
    for arguments in ({}, {"surface_area": False}, {"anisotropy": (2, 3, 5)}):
        assert glccl.cc3d.contacts(labels, **arguments) == cc3d.contacts(labels, **arguments)


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32, np.uint64])
def test_cc3d_out_dtype(dtype):
    image = np.random.default_rng(6).integers(0, 2, (9, 9, 9), np.uint8)
    assert_same(glccl.cc3d.connected_components(image, out_dtype=dtype),
                cc3d.connected_components(image, out_dtype=dtype))


@pytest.mark.parametrize(
    "message, arguments",
    [
        ("4 axes", dict(data=np.ones((1, 1, 1, 1), np.uint8))),
        ("connectivity is 8: with 3 axes it is 6 or 18 or 26", dict(data=np.ones((2, 2, 2)), connectivity=8)),
        ("writes to no out_file", dict(data=np.ones((2, 2)), out_file="labels")),
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
    with pytest.raises(ValueError, match="4 axes: pass one to three"):
        glccl.cc3d.statistics(np.ones((1, 2, 2, 2), int))


@pytest.mark.parametrize("layout", ["C", "F"])
@pytest.mark.parametrize("surface_area", [True, False])
@pytest.mark.parametrize("anisotropy", [(1, 1, 1), (2, 3, 5), (0.5, 4, 0.25)])
@pytest.mark.parametrize("connectivity", [4, 8, 6, 18, 26])
def test_cc3d_contacts(connectivity, anisotropy, surface_area, layout):
    for seed in range(4):
        random = np.random.default_rng(seed)
        shape = random.integers(2, 14, 2 if connectivity < 6 or connectivity == 8 else 3)
        # Background around the labels: with 26 neighbours cc3d 4.1.1 counts some diagonals at the border twice.
        labels = np.asarray(np.pad(random.integers(0, 9, shape), 1).astype(np.uint16), order=layout)
        arguments = dict(connectivity=connectivity, surface_area=surface_area, anisotropy=anisotropy)
        expected = cc3d.contacts(labels, **arguments)
        found = glccl.cc3d.contacts(labels, **arguments)
        assert found == pytest.approx({tuple(map(int, pair)): float(value) for pair, value in expected.items()})
        assert all(type(value) is float for value in found.values())


@pytest.mark.parametrize(
    "error, message, labels, arguments",
    [
        (ValueError, "4 axes: pass one to three", np.zeros((2, 2, 2, 2), int), {}),
        (ValueError, "connectivity is 5: with 2 axes it is 4 or 8 or 6", np.zeros((2, 2), int), {"connectivity": 5}),
        (ValueError, "a positive number for each of 3 axes", np.zeros((2, 2, 2), int), {"anisotropy": (1, 2)}),
        (ValueError, "a positive number", np.zeros((2, 2), int), {"anisotropy": (1, 0, 1)}),
        (ValueError, "from -1 on", np.array([[-1, 2]]), {}),
        (TypeError, "of float64: pass integers", np.zeros((2, 2)), {}),
    ],
)
def test_cc3d_contacts_refuses(error, message, labels, arguments):
    with pytest.raises(error, match=message):
        glccl.cc3d.contacts(labels, **arguments)


@given(images(dtypes=["?", "u1", "u2", "u4", "u8"], axes=(1, 2, 3)), st.booleans(), st.booleans())
def test_cc3d_each(image, binary, in_place):
    labels = np.minimum(image, image.dtype.type(3)) if image.dtype != bool else image
    model = np.array(native(labels), order="F" if labels.flags.f_contiguous and not labels.flags.c_contiguous else "C")
    wanted = [(label, one.copy("K")) for label, one in cc3d.each(model, binary, in_place)]
    found = glccl.cc3d.each(labels, binary, in_place)
    assert len(found) == len(wanted)
    for _ in range(2):  # it can be iterated again
        count = 0
        for (label, one), (other, expected) in zip(found, wanted):
            count += 1
            assert type(label) is int and label == other
            assert one.dtype == (bool if binary else labels.dtype) and one.shape == expected.shape
            assert one.flags.f_contiguous == expected.flags.f_contiguous
            np.testing.assert_array_equal(one, expected)
        assert count == len(wanted)


def test_cc3d_each_in_place_is_read_only_and_shares_memory():
    seen = [(one.flags.writeable, one.ctypes.data) for _, one in glccl.cc3d.each(np.array([[1, 0, 2]]), in_place=True)]
    assert not seen[0][0] and seen[0] == seen[1]
    assert [one.flags.writeable for _, one in glccl.cc3d.each(np.array([[1, 0, 2]]))] == [True, True]
    assert len(glccl.cc3d.each(np.zeros((0, 3), int))) == 0 and list(glccl.cc3d.each(np.zeros((2, 3), int))) == []
    large = np.array([[2**63, 7, 2**64 - 1]], np.uint64)
    assert [label for label, _ in glccl.cc3d.each(large)] == [7, 2**63, 2**64 - 1]


@pytest.mark.parametrize("labels, error", [(np.ones((2, 2)), TypeError), (np.array([-1, 2]), ValueError)])
def test_cc3d_each_refuses(labels, error):
    with pytest.raises(error, match="the labels "):
        glccl.cc3d.each(labels)


@given(images(dtypes=["u1", "u4", "i8"], axes=(2, 3)), st.sampled_from([6, 18, 26]))
def test_cc3d_region_graph(image, connectivity):
    labels = np.clip(native(image).astype(np.int64), 0, 5)
    assert glccl.cc3d.region_graph(labels, connectivity) == cc3d.region_graph(labels, connectivity=connectivity)
