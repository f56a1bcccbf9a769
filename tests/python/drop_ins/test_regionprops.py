"""glccl.skimage.regionprops_table() and euler_number() against scikit-image: values, dtypes, names of columns."""

import glccl
import numpy as np
import pytest
import skimage.measure
from arrays import images, native
from hypothesis import given

PROPERTIES = ("label", "area", "num_pixels", "bbox", "area_bbox", "centroid", "extent", "slice")


@given(images(dtypes=["u1", "i4", "u8"], axes=(2, 3)))
def test_skimage_regionprops_table(image):
    labels = np.clip(native(image).astype(np.int64), -2, 3)
    expected = skimage.measure.regionprops_table(labels, properties=PROPERTIES)
    table = glccl.skimage.regionprops_table(labels, properties=PROPERTIES)
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


OLDER_NAMES = [
    "Area", "BoundingBox", "BoundingBoxArea", "bbox_area", "Centroid", "Eccentricity", "EulerNumber", "Extent",
    "InertiaTensor", "InertiaTensorEigvals", "Label", "MajorAxisLength", "major_axis_length", "MaxIntensity",
    "max_intensity", "MeanIntensity", "mean_intensity", "MinIntensity", "min_intensity", "std_intensity",
    "MinorAxisLength", "minor_axis_length", "Orientation", "CroftonPerimeter", "Slice", "WeightedCentroid",
    "weighted_centroid",
]


def test_skimage_regionprops_table_by_position_and_older_names():
    random = np.random.default_rng(3)
    labels = random.integers(0, 5, (20, 30))
    image = random.integers(1, 200, (20, 30)).astype(np.uint8)
    expected = skimage.measure.regionprops_table(labels, image, OLDER_NAMES)
    table = glccl.skimage.regionprops_table(labels, image, OLDER_NAMES)
    assert list(table) == list(expected)
    for name, column in table.items():
        assert column.dtype == expected[name].dtype, name
        if name == "Slice":
            assert column.tolist() == expected[name].tolist()
        else:
            np.testing.assert_allclose(column, expected[name], rtol=1e-6, atol=1e-6, err_msg=name)
    assert list(glccl.skimage.regionprops_table(labels, cache=False, spacing=(1, 1), extra_properties=())) == list(
        skimage.measure.regionprops_table(labels)
    )


def two(image, intensities):
    return np.quantile(intensities[image], [0.25, 0.5])


def three(image, intensities, more):
    return 0


@pytest.mark.parametrize(
    "error, message, arguments, named",
    [
        (TypeError, "intensity_image is a list of names: the second argument is the image", (["label", "area"],), {}),
        (TypeError, 'properties is the str "area": pass properties=\\["area"\\]', (), {"properties": "area"}),
        (TypeError, 'intensity_image is the str "area"', ("area",), {}),
        (TypeError, "extra_properties is a ufunc: pass a list of functions", (), {"extra_properties": np.add}),
        (TypeError, "extra_properties has a str: pass functions", (), {"extra_properties": ["area"]}),
        (TypeError, r"three\(\) of extra_properties requires 3 arguments", (), {"extra_properties": [three]}),
        (AttributeError, r"two\(\) of extra_properties requires intensities", (), {"extra_properties": [two]}),
        (ValueError, r"spacing is \[0.0\]: pass a positive number, or one for each of 2 axes", (), {"spacing": 0}),
        (ValueError, r"spacing is \[1.0, 2.0, 3.0\]: pass", (), {"spacing": (1, 2, 3)}),
        (TypeError, "a side of spacing is a str", (), {"spacing": "12"}),
        (NotImplementedError, r"spacing is \(1.0, 2.0\): perimeter is for sides of one length", (),
         {"spacing": (1, 2), "properties": ["perimeter"]}),
        (NotImplementedError, r"spacing is \(2.0, 2.0\): moments_hu is for sides of 1", (),
         {"spacing": 2, "properties": ["moments_hu"]}),
        (AttributeError, 'does not measure "ConvexHull"', (), {"properties": ["ConvexHull"]}),
        (AttributeError, 'does not measure "mean_intensity"', (), {"properties": ["mean_intensity"]}),
    ],
)
def test_skimage_regionprops_table_refuses_arguments(error, message, arguments, named):
    with pytest.raises(error, match=message):
        glccl.skimage.regionprops_table(np.ones((2, 2), int), *arguments, **named)


SHAPES = ["axis_major_length", "axis_minor_length", "euler_number", "inertia_tensor", "inertia_tensor_eigvals"]
SHAPES_OF_IMAGES = ["eccentricity", "orientation", "perimeter_crofton"]


def check_shapes(labels):
    """Properties of moments and quads, against those of scikit-image."""
    flat = labels.ndim == 2
    names = SHAPES + (SHAPES_OF_IMAGES if flat else [])
    expected = skimage.measure.regionprops_table(labels, properties=names)
    table = glccl.skimage.regionprops_table(labels, properties=names)
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
    table = glccl.skimage.regionprops_table(np.zeros((5, 4), int), properties=SHAPES + SHAPES_OF_IMAGES)
    assert all(len(column) == 0 for column in table.values())
    table = glccl.skimage.regionprops_table(np.zeros((0, 4), int), properties=SHAPES + SHAPES_OF_IMAGES)
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
    table = glccl.skimage.regionprops_table(labels, properties=INTENSITIES, intensity_image=image)
    for name in ["intensity_mean", "intensity_min", "intensity_max"]:
        np.testing.assert_allclose(table[name], expected[name].astype(float), rtol=1e-6, atol=2e-6)
    for i, label in enumerate(table["label"]):
        values = image[labels == label].astype(np.float64)
        np.testing.assert_allclose(table["intensity_std"][i], values.std(), rtol=1e-6, atol=2e-6)
        for axis, coordinates in enumerate(np.nonzero(labels == label)):
            weighted = (coordinates * values).sum() / values.sum()
            np.testing.assert_allclose(table[f"centroid_weighted-{axis}"][i], weighted, rtol=1e-5)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_skimage_regionprops_table_of_floats_of_every_magnitude(dtype):
    """A component is measured by itself, whatever others and the background hold."""
    info = np.finfo(dtype)
    scales = [float(info.smallest_subnormal) * 4, float(info.tiny) * 4, 1.0, float(info.max) / 8]
    labels = np.repeat(np.arange(len(scales) + 3), 40).reshape(-1, 8)
    random = np.random.default_rng(5)
    image = np.full(labels.shape, np.nan, dtype)  # also in the background
    for label, scale in enumerate(scales, 1):
        image[labels == label] = (random.uniform(0.5, 4, 40) * scale).astype(dtype)
    image[labels == 5] = np.inf
    image[labels == 6] = np.where(np.arange(40) == 7, np.nan, 1)
    table = glccl.skimage.regionprops_table(labels, image, INTENSITIES)
    for row, label in enumerate(table["label"][:-2]):
        values = image[labels == label].astype(np.longdouble)
        bound = float(values.max()) * 2.0**-30 + float(np.finfo(np.float64).smallest_subnormal)
        assert abs(table["intensity_mean"][row] - float(values.mean())) <= bound
        assert abs(table["intensity_std"][row] - float(values.std())) <= bound
        assert table["intensity_min"][row] == float(values.min()) and table["intensity_max"][row] == float(values.max())
    assert table["intensity_mean"][-2] == np.inf and np.isnan(table["intensity_std"][-2])
    assert np.isnan([table[name][-1] for name in INTENSITIES[1:5]]).all()


def test_skimage_regionprops_table_of_large_doubles():
    image = 1e8 + np.arange(4.0).reshape(2, 2)
    table = glccl.skimage.regionprops_table(np.ones((2, 2), int), image, INTENSITIES)
    assert table["intensity_mean"][0] == image.mean()
    np.testing.assert_allclose(table["intensity_std"][0], image.std(), rtol=1e-12)
    np.testing.assert_allclose(table["centroid_weighted-0"][0], (image * [[0], [1]]).sum() / image.sum(), rtol=1e-15)


def test_skimage_regionprops_table_refuses_intensities():
    labels = np.ones((2, 3), int)

    def table(image, names=("intensity_mean",)):
        return glccl.skimage.regionprops_table(labels, properties=names, intensity_image=image)

    with pytest.raises(AttributeError, match="intensity_mean"):
        table(None)
    with pytest.raises(ValueError, match=r"shape \(3, 2\)"):
        table(np.ones((3, 2)))
    with pytest.raises(ValueError, match="beyond 32 bits"):
        table(np.full((2, 3), 2**33))
    with pytest.raises(TypeError, match="complex128"):
        table(np.ones((2, 3), complex))
    empty = glccl.skimage.regionprops_table(np.zeros((2, 3), int), np.ones((2, 3)), INTENSITIES)
    assert all(len(column) == 0 for column in empty.values())


def test_skimage_regionprops_table_refuses():
    with pytest.raises(TypeError, match="bool"):
        glccl.skimage.regionprops_table(np.ones((2, 2), bool))
    with pytest.raises(TypeError, match="1 axes"):
        glccl.skimage.regionprops_table(np.ones(2, int))
    with pytest.raises(AttributeError, match='"Extrema": it has area, '):
        glccl.skimage.regionprops_table(np.ones((2, 2), int), properties=["label", "Extrema"])
    with pytest.raises(AttributeError, match='"orientation" in volumes'):
        glccl.skimage.regionprops_table(np.ones((2, 2, 2), int), properties=["orientation"])


@pytest.mark.parametrize("large", [2**32 - 1, 2**40, 2**63 - 1, 2**63, 2**64 - 1])
def test_labels_of_any_size_take_memory_by_their_elements(large):
    labels = np.zeros((4, 5), np.uint64)
    labels[1:3, 1:3], labels[3, 4] = large, 3
    table = glccl.skimage.regionprops_table(labels, properties=("label", "area", "bbox"))
    assert [int(one) for one in table["label"]] == [3, large]
    assert table["area"].tolist() == [1, 4]
    assert [table[f"bbox-{i}"][1] for i in range(4)] == [1, 1, 3, 3]
    kept = glccl.skimage.remove_small_objects(labels, max_size=1)
    assert kept.dtype == labels.dtype and (kept == np.where(labels == 3, np.uint64(0), labels)).all()
    with pytest.raises(MemoryError, match=f"the last label is {large}, and the list has an entry"):
        glccl.ndimage.find_objects(labels)
    assert glccl.ndimage.find_objects(labels, 3) == [None, None, (slice(3, 4), slice(4, 5))]


def test_negative_labels_are_background_of_any_size():
    labels = np.array([[-(2**63), 5, 5], [0, -1, 2**62]])
    table = glccl.skimage.regionprops_table(labels, properties=("label", "area"))
    assert table["label"].tolist() == [5, 2**62] and table["area"].tolist() == [2, 1]
    assert glccl.ndimage.find_objects(labels, 5) == [None] * 4 + [(slice(0, 1), slice(1, 3))]
