"""Convex hulls of volumes and extra properties of glccl.skimage.regionprops() and regionprops_table(), against
scikit-image."""

import subprocess
import sys

import glccl
import numpy as np
import pytest
import skimage.measure
from scipy.optimize import linprog

HULLS = ["area_convex", "feret_diameter_max", "image_convex", "solidity"]


def objects_of(seed):
    """A volume of objects, none of which is flat: scikit-image has no hulls of those."""
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(3, 15, 3))
    labels = skimage.measure.label(random.random(shape) < random.uniform(0.1, 0.6), connectivity=1 + seed % 3)
    if seed % 4 == 0:
        labels = random.integers(0, 3, shape) * 5
    for label in np.unique(labels[labels > 0]):
        places = np.argwhere(labels == label)
        if np.linalg.matrix_rank(places - places[0]) < 3:
            labels[labels == label] = 0
    return labels


@pytest.mark.parametrize("seed", range(60))
def test_hulls_of_volumes(seed):
    labels = objects_of(seed)
    spacing = None if seed % 2 else (2, 0.5, 1.25)
    if not labels.any():
        labels[:2, :2, :2] = 1
    expected = skimage.measure.regionprops_table(labels, properties=HULLS, spacing=spacing)
    table = glccl.skimage.regionprops_table(labels, properties=HULLS, spacing=spacing)
    for name in set(HULLS) - {"image_convex"}:
        assert table[name].dtype == np.float64
        np.testing.assert_allclose(table[name], expected[name], rtol=1e-9, err_msg=name)
    for image, model in zip(table["image_convex"], expected["image_convex"], strict=True):
        assert image.dtype == bool and np.array_equal(image, model)


def is_in_hull(points, place):
    """By linear programming: whether a place is a convex combination of points."""
    equations = np.vstack([points.T, np.ones(len(points))])
    return linprog(np.zeros(len(points)), A_eq=equations, b_eq=[*place, 1]).status == 0


@pytest.mark.parametrize("places", [
    [(0, 0, 0)],
    [(0, 0, 0), (0, 0, 4)],
    [(0, 0, 0), (3, 3, 3)],
    [(0, 0, 0), (4, 2, 0), (0, 3, 0)],
    [(0, 1, 5), (2, 2, 0), (1, 4, 3), (1, 0, 0)],
])
def test_hulls_of_flat_objects_and_scattered_voxels(places):
    labels = np.zeros(np.max(places, axis=0) + 1, int)
    labels[tuple(np.transpose(places))] = 1
    sides = np.concatenate([np.eye(3), -np.eye(3)]) / 2
    points = (np.array(places)[:, np.newaxis] + sides).reshape(-1, 3)
    region, = glccl.skimage.regionprops(labels)
    begin = [side.start for side in region.slice]
    for at in np.ndindex(region.image_convex.shape):
        assert region.image_convex[at] == is_in_hull(points, np.add(at, begin)), at
    assert region.area_convex == np.count_nonzero(region.image_convex) and region.solidity <= 1
    ends = (np.argwhere(region.image_convex)[:, np.newaxis] + sides).reshape(-1, 3)
    longest = max(np.linalg.norm(ends - one, axis=1).max() for one in ends)
    np.testing.assert_allclose(region.feret_diameter_max, longest, rtol=1e-12)


def test_hulls_of_a_ball_and_of_nothing():
    z, y, x = np.ogrid[:31, :41, :51]
    labels = ((z - 15) ** 2 + (y - 20) ** 2 * 0.6 + (x - 25) ** 2 * 0.4 < 200).astype(int)
    labels[:, 20, 25] = 0
    region, = glccl.skimage.regionprops(labels)
    model, = skimage.measure.regionprops(labels)
    assert np.array_equal(region.image_convex, model.image_convex) and region.solidity == model.solidity < 1
    table = glccl.skimage.regionprops_table(np.zeros((3, 4, 5), int), properties=HULLS)
    assert all(len(column) == 0 for column in table.values())


def test_hulls_of_volumes_need_scipy():
    code = ("import sys; sys.modules['scipy.spatial'] = None; import glccl, numpy\n"
            "glccl.skimage.regionprops(numpy.ones((2, 2), int))[0].solidity\n"
            "try: glccl.skimage.regionprops(numpy.ones((2, 2, 2), int))[0].solidity\n"
            "except ImportError as error: assert 'hulls of volumes need scipy' in str(error)\n"
            "else: raise SystemExit(1)")
    subprocess.run([sys.executable, "-c", code], check=True)


def pixels(image):
    return np.sum(image)


def halves(image):
    return [image.sum() / 2, 0.5]


def corner(image, intensities, power=1):
    return float(intensities.flat[0]) ** power


def quartiles(image, intensities):
    return np.quantile(intensities[image], [0.25, 0.5, 0.75])


def matrix(image, intensities):
    return np.outer([1, 2], [intensities.sum(), intensities.max()])


def first_row(image):
    return image[0]


def area(image):
    return -1


FUNCTIONS = [pixels, halves, corner, quartiles, matrix, first_row]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(12))
def test_extra_properties(seed):
    axes = 2 + seed % 2
    random = np.random.default_rng(seed)
    labels = random.integers(0, 2 if seed == 3 else 5, (7, 8, 9)[:axes]) * (seed != 4)
    light = random.random(labels.shape)
    arguments = dict(properties=("label", "area"), extra_properties=[*FUNCTIONS, area], separator="_")
    expected = skimage.measure.regionprops_table(labels, light, **arguments)
    table = glccl.skimage.regionprops_table(labels, light, **arguments)
    assert list(table) == list(expected)
    for name, column in table.items():
        assert column.dtype == expected[name].dtype and column.shape == expected[name].shape, name
        assert all(np.array_equal(one, other) for one, other in zip(column, expected[name])), name
    regions = glccl.skimage.regionprops(labels, light, extra_properties=FUNCTIONS + [area])
    models = skimage.measure.regionprops(labels, light, extra_properties=FUNCTIONS + [area])
    for region, model in zip(regions, models, strict=True):
        for function in [*FUNCTIONS, area]:
            assert np.array_equal(region[function.__name__], model[function.__name__])


def test_extra_properties_of_an_image_alone():
    labels = np.array([[1, 1, 0], [0, 2, 2]])
    table = glccl.skimage.regionprops_table(labels, properties=(), extra_properties=(pixels,))
    assert list(table) == ["pixels"] and table["pixels"].tolist() == [2, 2]
    assert [region.pixels for region in glccl.skimage.regionprops(labels, extra_properties=(pixels,))] == [2, 2]
    assert glccl.skimage.regionprops_table(labels, extra_properties=(len,), properties=())["len"].tolist() == [1, 1]
