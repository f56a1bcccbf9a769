"""What glccl makes of components on the CPU, against scikit-image, scipy and cc3d: equal or not, errors, and times.

    python tools/bench/compare_properties.py [IMAGE...] --random 1000

Each check runs on all random images and on all photographs, which are thresholded at their mean. Prints a row of a
table for each check: images that are equal, images that are not, the largest relative error where floats are compared,
and how many times as long the other library takes on the photographs, or on the random images where there are none.
Exits with 1 if an image differs. Needs the packages of tests/python/requirements.txt, and no fastremap, with which
cc3d.largest_k() numbers in another order.
"""

import argparse
import pathlib
import sys
import time

import cc3d
import glccl
import numpy as np
import scipy.ndimage
import skimage.measure
import skimage.morphology
import skimage.segmentation
from PIL import Image

TOLERANCE = 1e-9  # of floats, relative to the larger magnitude, or to 1
SMALL = 20  # elements: components of fewer are dropped
KEPT = 5  # of the largest components
EXACT = ["area", "bbox", "euler_number"]
PLACES = ["centroid", "extent"]
ELLIPSES = ["axis_major_length", "axis_minor_length", "eccentricity", "orientation", "inertia_tensor"]
INTENSITIES = ["intensity_mean", "intensity_min", "intensity_max", "intensity_std", "centroid_weighted"]


class Case:
    """A mask, its intensities, and its labels with 8 neighbours."""

    def __init__(self, grey, mask):
        self.grey = grey
        self.mask = mask
        self.labels = glccl.label(mask).astype(np.int32)
        self.count = int(self.labels.max())
        random = np.random.default_rng(mask.size)
        self.seed = tuple(int(random.integers(side)) for side in mask.shape)


def random_case(seed):
    """An image of up to 40 pixels a side: noise or smooth shapes of any density, with intensities of 8 bits."""
    random = np.random.default_rng(seed)
    shape = random.integers(1, 41, 2)
    grey = random.integers(0, 256, shape, np.uint8)
    field = random.random(shape)
    if seed % 2:
        field = scipy.ndimage.gaussian_filter(field, 2)
    return Case(grey, field > np.quantile(field, random.random()))


def photograph(path):
    grey = np.asarray(Image.open(path).convert("L"))
    return Case(grey, grey > grey.mean())


def table_of(function, names, case):
    return function(case.labels, properties=names, intensity_image=case.grey)


def columns(function, names):
    """All columns as floats. An orientation is an angle modulo pi, compared by the cosine and sine of its double."""

    def call(case):
        table = dict(table_of(function, names, case))
        if "orientation" in table:
            double = 2 * table.pop("orientation")
            table.update(cosine=np.cos(double), sine=np.sin(double))
        return np.array(list(table.values()), float)

    return call


def as_bytes(mask):
    """What cc3d 4.1.1 gets in place of a mask: of bool, with neighbours at corners, it labels some zeros."""
    return mask.astype(np.uint8)


def dust(library):
    return lambda case: library.dust(as_bytes(case.mask), SMALL, connectivity=8)


def largest_k(library):
    """The labels; where areas are equal, of which cc3d keeps any in any order, the areas by label."""

    def call(case):
        labels = library.largest_k(as_bytes(case.mask), KEPT, connectivity=8)
        areas = np.bincount(case.labels.ravel())[1:]
        is_clear = len(areas) <= KEPT or len(set(areas)) == len(areas)
        return labels if is_clear else np.bincount(labels.ravel())[1:]

    return call


def contacts_of_cc3d(case):
    """Pairs of touching quanta of grey: cc3d has no images, so a slice of a volume with background around it."""
    quanta = np.pad((case.grey // 64).astype(np.uint32)[np.newaxis], 1)
    found = cc3d.contacts(quanta, connectivity=26, surface_area=False)
    return {tuple(map(int, pair)): int(length) for pair, length in found.items()}


def flooded(case):
    """The component under a seed, by a flood from it; nothing on background."""
    if not case.mask[case.seed]:
        return np.zeros(case.mask.shape, bool)
    return skimage.segmentation.flood(case.mask, case.seed, connectivity=2)


def partition(labels):
    """Labels numbered by their first elements, so that two of one partition are equal."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return first[inverse].reshape(labels.shape) * (labels != 0)


def extrema(case):
    index = range(1, case.count + 1)
    functions = (scipy.ndimage.sum_labels, scipy.ndimage.minimum, scipy.ndimage.maximum)
    return np.array([function(case.grey.astype(float), case.labels, index) for function in functions])


def sums(case):
    names = ["area", "intensity_mean", "intensity_min", "intensity_max"]
    table = table_of(glccl.skimage.regionprops_table, names, case)
    return np.array([table["area"] * table["intensity_mean"], table["intensity_min"], table["intensity_max"]])


#: Name, the function of glccl, the function that it is compared with.
CHECKS = [
    ("`skimage.morphology.remove_small_objects`",
     lambda case: glccl.skimage.remove_small_objects(case.mask, max_size=SMALL - 1, connectivity=2),
     lambda case: skimage.morphology.remove_small_objects(case.mask, max_size=SMALL - 1, connectivity=2)),
    ("`skimage.segmentation.clear_border`",
     lambda case: glccl.skimage.clear_border(case.labels),
     lambda case: skimage.segmentation.clear_border(case.labels)),
    ("`skimage.segmentation.flood`", lambda case: glccl.select(case.labels, case.seed) != 0, flooded),
    *((f"`regionprops_table`: {', '.join(names)}",
       columns(glccl.skimage.regionprops_table, names), columns(skimage.measure.regionprops_table, names))
      for names in (EXACT, PLACES, ELLIPSES, ["perimeter_crofton"], INTENSITIES)),
    ("`scipy.ndimage.binary_fill_holes`",
     lambda case: glccl.fill_holes(case.mask), lambda case: scipy.ndimage.binary_fill_holes(case.mask)),
    ("`scipy.ndimage.sum_labels`, `minimum`, `maximum`", sums, extrema),
    ("`cc3d.dust`", dust(glccl.cc3d), dust(cc3d)),
    ("`cc3d.largest_k`", largest_k(glccl.cc3d), largest_k(cc3d)),
    ("`cc3d.contacts`", lambda case: glccl.contacts(case.grey // 64, connectivity=8).as_dict(), contacts_of_cc3d),
    ("`cc3d.connected_components(periodic_boundary=True)`",
     lambda case: partition(glccl.label(case.mask, periodic=True)),
     lambda case: partition(
         cc3d.connected_components(as_bytes(case.mask), connectivity=8, periodic_boundary=True))),
]


def error_between(found, expected):
    """The largest relative error; infinite for other shapes and keys. NaN equals NaN."""
    if isinstance(found, dict):
        return 0.0 if found == expected else np.inf
    if found.shape != expected.shape:
        return np.inf
    if found.dtype.kind != "f":
        return 0.0 if np.array_equal(found, expected) else np.inf
    both = np.isnan(found) & np.isnan(expected)
    difference = np.abs(np.where(both, 0, found) - np.where(both, 0, expected))
    relative = difference / np.fmax(1, np.fmax(np.abs(found), np.abs(expected)))
    return float(np.nan_to_num(relative, nan=np.inf).max(initial=0))


def timed(function, case):
    start = time.perf_counter()
    result = function(case)
    return result, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("images", nargs="*", type=pathlib.Path, help="photographs")
    parser.add_argument("--random", type=int, default=1000, help="number of random images")
    arguments = parser.parse_args()
    random = [case for case in map(random_case, range(arguments.random)) if case.count > 0]
    photographs = [photograph(path) for path in arguments.images]
    cases = random + photographs
    print(f"{len(random)} random images with components, {len(photographs)} photographs\n")
    print("| beside | equal | not equal | largest error | times as long |\n|---|---|---|---|---|")
    failed = False
    for name, own, other in CHECKS:
        errors, times = [], []
        for case in cases:
            (found, own_time), (expected, other_time) = timed(own, case), timed(other, case)
            errors.append(error_between(found, expected))
            times.append((own_time, other_time))
        unequal = sum(error > TOLERANCE for error in errors)
        failed = failed or unequal > 0
        own_time, other_time = np.sum(times[-len(photographs):] if photographs else times, axis=0)
        row = f"| {name} | {len(cases) - unequal} | {unequal} | {max(errors):.1e} | {other_time / own_time:.1f} |"
        print(row, flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
