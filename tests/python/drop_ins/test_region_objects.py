"""glccl.skimage.regionprops(), and the properties of regionprops_table() that need more than rows, against
scikit-image: values, types, names of columns."""

import pickle
import warnings

import glccl
import numpy as np
import pytest
import skimage.measure
from arrays import LAYOUTS, lay_out
from hypothesis import given
from hypothesis import strategies as st

ARRAYS = ["coords", "coords_scaled", "image", "image_filled", "slice"]
OF_ELEMENTS = [
    "area", "area_bbox", "area_filled", "bbox", "centroid", "centroid_local", "equivalent_diameter_area",
    "euler_number", "extent", "inertia_tensor", "label", "moments", "moments_central", "num_pixels",
]
OF_PIXELS = ["area_convex", "feret_diameter_max", "perimeter", "perimeter_crofton", "solidity"]
OF_WEIGHTS = [
    "centroid_weighted", "centroid_weighted_local", "intensity_max", "intensity_mean", "intensity_median",
    "intensity_min", "intensity_std", "moments_weighted", "moments_weighted_central",
]


def labels_of(seed, axes):
    """Labels: components, or values that are not connected and have gaps."""
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 26 if axes == 2 else 9, axes))
    kind = seed % 4
    if kind == 0:
        return rng.choice([0, 0, 2, 3, 7], shape)
    mask = rng.random(shape) < rng.uniform(0.1, 0.9)
    labels = skimage.measure.label(mask, connectivity=int(rng.integers(1, axes + 1)))
    return labels if kind == 1 else np.where(labels % 3 == 0, 0, labels).astype([np.uint8, np.int16][kind - 2])


def assert_close(actual, expected, name):
    scale = np.nanmax(np.abs(np.asarray(expected, float)), initial=1)
    np.testing.assert_allclose(actual, expected, rtol=1e-9, atol=1e-10 * scale, err_msg=name)


def check_table(labels, names, intensity=None, spacing=None):
    """Columns, but for those of arrays, against scikit-image's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = skimage.measure.regionprops_table(labels, intensity, names, spacing=spacing)
    table = glccl.skimage.regionprops_table(labels, intensity, names, spacing=spacing)
    assert list(table) == list(expected)
    for name, column in table.items():
        assert column.shape == expected[name].shape and column.dtype == expected[name].dtype, name
        if column.dtype == object:
            for one, other in zip(column, expected[name]):
                if name not in ("slice", "coords_scaled"):  # with a spacing of ints the model's are of ints
                    assert one.dtype == other.dtype and one.shape == other.shape, name
                assert np.all(one == other), name
        elif column.size:
            assert_close(column, expected[name], name)
    return table


@pytest.mark.parametrize("seed", range(120))
def test_table(seed):
    axes = 2 + (seed % 3 == 0)
    labels = labels_of(seed, axes)
    names = OF_ELEMENTS + ARRAYS + (OF_PIXELS + ["image_convex"] if axes == 2 else [])
    check_table(labels, names)


@pytest.mark.parametrize("seed", range(60))
def test_table_with_spacing(seed):
    axes = 2 + (seed % 3 == 0)
    labels = labels_of(seed, axes)
    sides = [0.5, (2, 2, 2)[:axes], (0.25, 3, 1.5)[:axes]][seed % 4 % 3]
    names = [*OF_ELEMENTS, "coords_scaled", "axis_major_length", "inertia_tensor_eigvals"]
    if axes == 2:
        names += ["area_convex", "feret_diameter_max", "solidity"]
        names += ["perimeter", "perimeter_crofton"] if len(set(np.atleast_1d(sides))) == 1 else []
    check_table(labels, names, spacing=sides)
    if axes == 2:
        model = skimage.measure.regionprops_table(
            labels, properties=["eccentricity", "orientation", "axis_minor_length"], spacing=sides)
        table = glccl.skimage.regionprops_table(
            labels, properties=["eccentricity", "orientation", "axis_minor_length"], spacing=sides)
        np.testing.assert_allclose(table["eccentricity"], model["eccentricity"], atol=1e-5)
        np.testing.assert_allclose(table["axis_minor_length"], model["axis_minor_length"], atol=1e-5)
        off = np.abs(table["orientation"] - model["orientation"]) % np.pi
        assert np.all((np.minimum(off, np.pi - off) < 1e-6) | (model["eccentricity"] < 1e-3))


@pytest.mark.parametrize("dtype", [bool, np.uint8, np.int16, np.float32, np.float64])
@pytest.mark.parametrize("seed", range(12))
def test_table_of_intensities(dtype, seed):
    axes = 2 + seed % 2
    labels = labels_of(seed, axes)
    rng = np.random.default_rng(seed)
    intensity = (rng.random(labels.shape) * 60 + 1).astype(dtype)
    spacing = None if seed % 3 else (0.5, 2, 3)[:axes]
    check_table(labels, ["image_intensity"], intensity, spacing)
    expected = skimage.measure.regionprops_table(labels, intensity, OF_WEIGHTS, spacing=spacing)
    table = glccl.skimage.regionprops_table(labels, intensity, OF_WEIGHTS, spacing=spacing)
    assert list(table) == list(expected)
    for name, column in table.items():
        np.testing.assert_allclose(column, expected[name].astype(float), rtol=2e-6, atol=1e-5, err_msg=name)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(40))
def test_table_of_normalized_moments(seed):
    """Of objects of more than a few elements: others divide noise by next to nothing."""
    rng = np.random.default_rng(seed)
    labels = np.zeros((40, 50), int)
    for label in (3, 4, 9):
        y, x = rng.integers(0, 30, 2)
        labels[y : y + rng.integers(4, 12), x : x + rng.integers(4, 12)] = label
    labels[rng.random(labels.shape) < 0.2] = 0
    intensity = rng.random(labels.shape)
    names = ["moments_normalized", "moments_hu", "moments_weighted_normalized", "moments_weighted_hu"]
    expected = skimage.measure.regionprops_table(labels, intensity, names)
    table = glccl.skimage.regionprops_table(labels, intensity, names)
    assert list(table) == list(expected)
    for name, column in table.items():
        np.testing.assert_allclose(column, expected[name], rtol=1e-7, atol=1e-13, err_msg=name)
    volume = np.stack([labels, labels, np.roll(labels, 2, 1)])
    for spacing in (None, (2, 0.5, 1)):
        check_table(volume, ["moments_normalized"], spacing=spacing)


@given(st.integers(0, 10**6), st.sampled_from(LAYOUTS))
def test_layouts(seed, layout):
    labels = labels_of(seed, 2)
    names = ["moments_central", "area_convex", "perimeter", "coords", "image", "image_filled"]
    table = glccl.skimage.regionprops_table(lay_out(labels, layout), properties=names)
    plain = glccl.skimage.regionprops_table(labels, properties=names)
    for name in plain:
        assert all(np.array_equal(one, other) for one, other in zip(table[name], plain[name])), name


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("has_intensity", [False, True])
def test_regions(seed, has_intensity):
    axes = 2 + (seed % 3 == 0)
    labels = labels_of(seed, axes)
    intensity = np.random.default_rng(seed).random(labels.shape) if has_intensity else None
    arguments = dict(spacing=(0.5,) * axes, offset=(3, -2, 5)[:axes]) if seed % 2 else {}
    expected = skimage.measure.regionprops(labels, intensity, **arguments)
    regions = glccl.skimage.regionprops(labels, intensity, **arguments)
    assert len(regions) == len(expected)
    for region, model in zip(regions, expected):
        assert type(region.label) is int and region.label == model.label and repr(region) == repr(model)
        assert region.slice == model.slice and region.bbox == model.bbox and type(region.bbox[0]) is int
        np.testing.assert_allclose(region.centroid, model.centroid, rtol=1e-12)
        assert region.area == model.area and region["num_pixels"] == model.num_pixels
        for name in ("coords", "coords_scaled", "image", "image_filled"):
            np.testing.assert_array_equal(region[name], model[name])
            assert region[name].dtype == model[name].dtype
        assert labels[tuple((region.coords - arguments.get("offset", 0)).T)].tolist() == [region.label] * len(
            region.coords)
        for name in ("centroid", "bbox", "inertia_tensor_eigvals", "moments", "inertia_tensor", "slice"):
            assert type(region[name]) is type(model[name]) and np.shape(region[name]) == np.shape(model[name])
        if has_intensity:
            np.testing.assert_array_equal(region.intensity_image, model.image_intensity)
            assert region.intensity_median == model.intensity_median
            assert type(region.centroid_weighted) is tuple and region.mean_intensity == region.intensity_mean


def test_the_names_of_a_region():
    labels, light = np.array([[1, 1], [0, 2]]), np.ones((2, 2))
    for image in (None, light):
        region, model = glccl.skimage.regionprops(labels, image)[0], skimage.measure.regionprops(labels, image)[0]
        assert list(region) == list(model)
        for name in region:
            assert np.asarray(region[name]).shape == np.asarray(model[name]).shape, name
    volume = glccl.skimage.regionprops(labels[np.newaxis], light[np.newaxis])[0]
    missing = set(skimage.measure.regionprops(labels, light)[0]) - set(volume)
    assert missing == {"eccentricity", "moments_hu", "moments_weighted_hu", "orientation", "perimeter",
                       "perimeter_crofton"}
    assert region.num_pixels == 2 and region.coords_scaled.shape == (2, 2) and region.intensity_median == 1


def test_what_a_region_lacks():
    region = glccl.skimage.regionprops(np.array([[1, 1], [0, 2]]))[0]
    assert not hasattr(region, "intensity_mean") and not hasattr(region, "nonsense")
    with pytest.raises(AttributeError, match='glccl does not measure "image_intensity" here: it has area, '):
        region.image_intensity
    with pytest.raises(ValueError, match=r"the offset has the shape \(3,\): pass an integer for each of 2 axes"):
        glccl.skimage.regionprops(np.ones((2, 2), int), offset=(1, 2, 3))
    with pytest.raises(ValueError, match=r"the intensity image has the shape \(3,\), and the label image \(2, 2\)"):
        glccl.skimage.regionprops(np.ones((2, 2), int), np.ones(3))
    with pytest.raises(TypeError, match="the label image is of bool"):
        glccl.skimage.regionprops(np.ones((2, 2), bool))
    assert glccl.skimage.regionprops(np.zeros((2, 2), int)) == glccl.skimage.regionprops(np.zeros((0, 2), int)) == []


def test_regions_are_pickled():
    region = pickle.loads(pickle.dumps(glccl.skimage.regionprops(np.array([[1, 1], [0, 2]]))[0]))
    assert region.area == 2 and region.image.tolist() == [[True, True]]


def test_all_is_measured_once(monkeypatch):
    calls = []
    measure = glccl._core.measure
    monkeypatch.setattr(glccl._core, "measure", lambda *arguments: calls.append(1) or measure(*arguments))
    labels = np.random.default_rng(0).integers(0, 40, (30, 30))
    for region in glccl.skimage.regionprops(labels):
        region.area, region.bbox, region.perimeter, region.moments, region.orientation, region.euler_number
    assert len(calls) == 2  # rows, then shapes


@pytest.mark.parametrize("large", [2**40, 2**63])
def test_large_labels(large):
    labels = np.zeros((5, 6), np.uint64)
    labels[1:3, 2:5], labels[4, 0] = large, 7
    small, one = glccl.skimage.regionprops(labels)
    assert (small.label, one.label) == (7, large) and one.image.all() and one.area_convex == 6
    assert one.perimeter == skimage.measure.perimeter(labels == large)
    assert one.coords.tolist() == np.argwhere(labels == large).tolist()


def test_hulls_of_large_objects():
    y, x = np.mgrid[:300, :400]
    labels = ((y - 150) ** 2 * 1.7 + (x - 200) ** 2 < 140**2).astype(int)
    labels[(y + x) % 97 == 5] = 2
    labels[::7, 11] = 3
    check_table(labels, ["area_convex", "feret_diameter_max", "solidity", "perimeter", "image_convex"])
