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


def test_ndimage_refuses(library):
    labels, light = map(library.array, arrays(3))
    with pytest.raises(NotImplementedError, match="the index reaches from 0 on: on a GPU labels above 0 are measured"):
        glccl.ndimage.mean(light, labels, [0, 1])
    with pytest.raises(ValueError, match="the intensity image is on the CPU"):
        glccl.ndimage.mean(arrays(3)[1], labels, 1)
    with pytest.raises(TypeError, match="is on a GPU: copy it to the CPU"):
        glccl.ndimage.mean(light, arrays(3)[0], 1)
