"""glccl.skimage.regionprops() and the measurement functions of glccl.ndimage of labels on a GPU: what they give of the
same arrays on the CPU."""

import glccl
import numpy as np
import pytest

ON_GPU = ["area", "bbox", "centroid", "extent", "num_pixels", "area_bbox", "euler_number", "inertia_tensor",
          "inertia_tensor_eigvals", "axis_major_length", "label", "intensity_mean", "intensity_max", "intensity_std",
          "centroid_weighted"]
ON_CPU = ["image", "coords", "slice", "moments", "image_intensity", "intensity_median", "equivalent_diameter_area",
          "area_convex", "moments_weighted"]
FUNCTIONS = [glccl.ndimage.sum_labels, glccl.ndimage.mean, glccl.ndimage.variance, glccl.ndimage.standard_deviation,
             glccl.ndimage.minimum, glccl.ndimage.maximum, glccl.ndimage.center_of_mass]
EXTREMES = [glccl.ndimage.minimum, glccl.ndimage.maximum, glccl.ndimage.minimum_position,
            glccl.ndimage.maximum_position, glccl.ndimage.extrema]


def arrays(seed, axes=2, dtype=np.uint8):
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(4, 20, axes))
    labels = (random.integers(0, 6, shape) * 3).astype(np.int32)
    labels[0, 0] = 6
    return labels, (random.random(shape) * 200 + 1).astype(dtype)


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("is_lit", [False, True])
def test_regions(library, axes, is_lit):
    labels, light = arrays(axes, axes)
    beside = light if is_lit else None
    offset = (3, 5, 7)[:axes]
    expected = glccl.skimage.regionprops(labels, beside, offset=offset)
    regions = glccl.skimage.regionprops(library.array(labels), library.array(light) if is_lit else None, offset=offset)
    assert [region.label for region in regions] == [region.label for region in expected]
    names = [name for name in ON_GPU + ON_CPU if is_lit or "intensity" not in name and "weighted" not in name]
    for region, model in zip(regions, expected, strict=True):
        assert list(region) == list(model) and repr(region) == repr(model)
        for name in names:
            assert type(region[name]) is type(model[name]), name
            np.testing.assert_allclose(region[name], model[name], rtol=1e-9) if name != "slice" else None
        assert region.slice == model.slice


def test_regions_copy_when_they_have_to(library, monkeypatch):
    from glccl._device import objects

    labels, light = arrays(1)
    copied = []
    monkeypatch.setattr(objects, "numpy_of", lambda array, original=objects.numpy_of: copied.append(
        tuple(array.shape)) or original(array))
    regions = glccl.skimage.regionprops(library.array(labels), library.array(light))
    for region in regions:
        region.area, region.bbox, region.orientation, region.intensity_mean, region.centroid_weighted
    assert labels.shape not in copied
    assert regions[0].image.shape and regions[-1].coords.shape and copied.count(labels.shape) == 1


def test_regions_call_functions(library):
    labels, light = arrays(2)

    def brightest(image, intensities):
        return intensities[image].max()

    regions = glccl.skimage.regionprops(library.array(labels), library.array(light), extra_properties=[brightest])
    assert [region.brightest for region in regions] == [light[labels == region.label].max() for region in regions]


def test_regions_refuse(library):
    labels, light = map(library.array, arrays(3))
    with pytest.raises(NotImplementedError, match="whose spacing is 1"):
        glccl.skimage.regionprops(labels, spacing=2)
    with pytest.raises(NotImplementedError, match="on a GPU glccl calls no functions for objects"):
        glccl.skimage.regionprops_table(labels, extra_properties=[len])
    with pytest.raises(ValueError, match="the intensity image is on the CPU, and the label image on a GPU"):
        glccl.skimage.regionprops(labels, arrays(3)[1])
    with pytest.raises(TypeError, match="is on a GPU: copy it to the CPU"):
        glccl.skimage.regionprops(arrays(3)[0], light)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.float32])
@pytest.mark.filterwarnings("ignore")
def test_ndimage(library, function, dtype):
    for axes in (2, 3):
        labels, light = arrays(7 + axes, axes, dtype)
        on_gpu = library.array(light), library.array(labels)
        for index in (None, 6, [6, 3, 2, 99], [[9, 6]], np.arange(1, 16)):
            expected, found = function(light, labels, index), function(*on_gpu, index)
            assert np.shape(found) == np.shape(expected)
            if function is not glccl.ndimage.center_of_mass:
                assert np.asarray(found).dtype == np.asarray(expected).dtype or dtype == np.float32
            np.testing.assert_allclose(np.array(found, float), np.array(expected, float), rtol=2e-6, atol=1e-6)
            if function in (FUNCTIONS[0], *FUNCTIONS[4:6]) and dtype != np.float32:
                assert np.array_equal(found, expected)


@pytest.mark.parametrize("function", FUNCTIONS[4:6])
def test_ndimage_of_a_label_without_elements(library, function):
    labels, light = map(library.array, arrays(3))
    with pytest.raises(ValueError, match="no element has such a label"):
        function(light, labels, 2)


def values_of(seed, shape, dtype):
    """Few values, so that extremes stand in several places; floats that 31 bits of the largest would round, zeros of
    both signs, infinities and NaN of both signs."""
    random = np.random.default_rng(seed)
    if np.dtype(dtype).kind != "f":
        most = np.iinfo(dtype).max if dtype != np.bool_ else 1
        least = np.iinfo(dtype).min if dtype != np.bool_ else 0
        return random.choice(np.array([least, least // 2, 0, 1, most // 3, most], dtype), shape)
    few = np.array([-np.inf, -3e4, -1e-3, -6e-8, -0.0, 0.0, 6e-8, 1 / 3, 2.5, 6e4, np.inf], dtype)
    values = random.choice(few[random.permutation(len(few))[:5]], shape)
    if seed % 2:
        bits = values.view(f"u{values.itemsize}")
        bits[random.random(shape) < 0.1] |= np.array(np.nan, dtype).view(bits.dtype)
    return values


def assert_equal_with_nan(found, expected):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("function, dtype", [
    *((glccl.ndimage.extrema, dtype) for dtype in ("?", "u1", "i1", "u2", "i2", "u4", "i4", "f2", "f4")),
    *((function, dtype) for function in EXTREMES[:4] for dtype in ("?", "u4", "f4")),
])
@pytest.mark.filterwarnings("ignore")
def test_extremes_are_exact(computing, function, dtype):
    for seed, axes in ((1, 2), (4, 3)) if np.dtype(dtype).kind != "f" else ((0, 2), (1, 2), (2, 3), (3, 3)):
        labels, _ = arrays(seed, axes)
        light = values_of(seed, labels.shape, np.dtype(dtype).type)
        on_gpu = computing.array(light), computing.array(labels)
        for index in (None, 6, [[9, 6, 99]], np.arange(1, 16)):
            found, expected = function(*on_gpu, index), function(light, labels, index)
            pairs = zip(found, expected, strict=True) if function is glccl.ndimage.extrema else [(found, expected)]
            for one, other in pairs:
                assert type(one) is type(other)
                assert_equal_with_nan(one, other)


def test_extremes_of_transposed_arrays(computing):
    labels, light = arrays(5, 2, np.float32)
    found = glccl.ndimage.extrema(computing.array(light.T), computing.array(labels.T), [6, 9])
    expected = glccl.ndimage.extrema(light.T, labels.T, [6, 9])
    for one, other in zip(found, expected, strict=True):
        assert_equal_with_nan(one, other)


def test_positions_refuse(library):
    labels, light = map(library.array, arrays(3))
    if not library.computes:
        for function in EXTREMES[2:]:
            with pytest.raises(TypeError, match="the input is a .* on a GPU: pass a tensor of torch or an array of "):
                function(light, labels, 6)
        return
    for function in EXTREMES:
        with pytest.raises(ValueError, match="no element has such a label"):
            function(light, labels, 2)
        with pytest.raises(NotImplementedError, match="on a GPU labels above 0 are measured"):
            function(light, labels, [0, 1])
    for noun, function in (("minimum", EXTREMES[2]), ("maximum", EXTREMES[3]), ("minimum", EXTREMES[4])):
        none = library.array(np.zeros((0, 4), np.int32))
        with pytest.raises(ValueError, match=f"there is no {noun}"):
            function(none, none, [1])
    assert glccl.ndimage.minimum(none, none, [1, 2]).tolist() == [0, 0]
    background = library.array(np.zeros((3, 4), np.int32))
    assert glccl.ndimage.minimum_position(background, background, [1]) == [(0, 0)]


def test_ndimage_refuses(library):
    labels, light = map(library.array, arrays(3))
    with pytest.raises(NotImplementedError, match="the index reaches from 0 on: on a GPU labels above 0 are measured"):
        glccl.ndimage.mean(light, labels, [0, 1])
    for function in (glccl.ndimage.mean, glccl.ndimage.minimum, glccl.ndimage.maximum_position):
        with pytest.raises(ValueError, match="the intensity image is on the CPU"):
            function(arrays(3)[1], labels, 1)
    with pytest.raises(TypeError, match="is on a GPU: copy it to the CPU"):
        glccl.ndimage.mean(light, arrays(3)[0], 1)
