#!/usr/bin/env python3
"""What glccl makes of components on a GPU, beside cuCIM and CuPy there and scikit-image on the CPU: times and errors.

    python tools/bench/python_properties.py

Prints a row for each image and task: medians of wall times until the GPU is done, in milliseconds, how many times as
long the others take, and the largest relative error between glccl's floats and those of each of them, with the column
that has it. Needs CuPy and the package glccl; cuCIM and scikit-image are left out where they are missing.

Tables of glccl and cuCIM stay on the GPU, those of scikit-image are arrays of NumPy. scikit-image, and for some
properties cuCIM, measure components one after the other: a call of more than a second is not repeated, one of more than
20 is given up, and a library that takes too long for the little image of noise does not get the large one.
"""

import argparse
import functools
import importlib
import inspect
import signal
import statistics
import time
import warnings

import cupy
import cupyx.scipy.ndimage
import glccl
import glccl.skimage
import numpy as np

LONG = 1.0  # seconds: a call that takes more is not repeated
WARM_UP = 0.2  # seconds of calls before those that are measured: a GPU that was idle is slow
TOO_LONG = 20  # seconds: a call that takes more is given up
LITTLE_TOO_LONG = 0.1  # seconds, for the little image of noise
SMALL = 20  # pixels: components of fewer are dropped
GROUPS = {
    "area, bbox": ["label", "area", "bbox"],
    "centroid, extent": ["label", "centroid", "extent"],
    "axes, eccentricity, orientation": [
        "label", "axis_major_length", "axis_minor_length", "eccentricity", "orientation"],
    "perimeter_crofton, euler_number": ["label", "perimeter_crofton", "euler_number"],
    "intensity mean, min, max, std, centroid": [
        "label", "intensity_mean", "intensity_min", "intensity_max", "intensity_std", "centroid_weighted"],
}


def noise(side):
    return np.random.default_rng(0).random((side, side)) < 0.3


def blobs(side):
    """Smooth noise above its mean: large components, as masks of segmentation models have."""
    coarse = np.random.default_rng(0).random((side // 64, side // 64), np.float32)
    return cupyx.scipy.ndimage.zoom(cupy.asarray(coarse), 64, order=1).get() > 0.55


def library(name):
    """A module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"without {name}: {error}")
        return None


def give_up(*_):
    raise TimeoutError(f"more than {TOO_LONG} s")


def milliseconds(call, repetitions):
    """The median of the times of a call, after one that allocates and compiles and others, and what the call gives."""
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(TOO_LONG)
    result = call()
    signal.alarm(0)
    begin = time.perf_counter()
    while time.perf_counter() - begin < WARM_UP:
        call()
    times = []
    while len(times) < repetitions and sum(times) < 10 * LONG and not (times and times[-1] > LONG):
        cupy.cuda.runtime.deviceSynchronize()
        begin = time.perf_counter()
        result = call()
        cupy.cuda.runtime.deviceSynchronize()
        times.append(time.perf_counter() - begin)
    return 1e3 * statistics.median(times), result


def error_between(found, expected):
    """The largest relative error of columns and the column that has it, with orientations modulo pi where an ellipse
    has one; of arrays, how many elements differ.
    """
    if not isinstance(found, dict):
        return f"{int((cupy.asarray(found) != cupy.asarray(expected)).sum())} elements"
    largest, column_name = 0.0, ""
    found, expected = ({name: np.asarray(cupy.asnumpy(column), float) for name, column in table.items()}
                       for table in (found, expected))
    for name, own in found.items():
        other = expected[name]
        if own.shape != other.shape:
            return f"{name} has another shape"
        difference = np.abs(own - other)
        if name == "orientation":
            is_round = found["axis_major_length"] - found["axis_minor_length"] <= 1e-6 * found["axis_major_length"]
            difference = np.where(is_round, 0, np.abs(np.sin(own - other)))
        relative = difference / np.fmax(1, np.fmax(np.abs(own), np.abs(other)))
        error = float(np.nan_to_num(relative, nan=0).max(initial=0))
        if error > largest:
            largest, column_name = error, name
    return f"{largest:.0e} {column_name}" if largest > 0 else "0"


def tables(on_gpu, on_cpu, gpu_images, cpu_images):
    """By task: the calls of glccl, cuCIM and scikit-image for tables of properties."""
    for task, names in GROUPS.items():
        def call(function, images, names=names):
            return functools.partial(function, images[0], properties=names, intensity_image=images[1])

        yield (task,
               call(lambda labels, properties, intensity_image: glccl.skimage.regionprops_table(
                   labels, properties=properties, intensity_image=intensity_image), gpu_images),
               on_gpu and call(on_gpu.measure.regionprops_table, gpu_images),
               on_cpu and call(on_cpu.measure.regionprops_table, cpu_images))


def tasks(mask, skimage_gpu, skimage_cpu):
    """All tasks for a mask: name, calls of glccl, of the other library on the GPU, and on the CPU; None for none."""
    on_gpu = cupy.asarray(mask)
    grey = np.random.default_rng(1).random(mask.shape, np.float32)
    labels = glccl.label(on_gpu).astype(cupy.int32)
    on_cpu = labels.get()
    yield from tables(skimage_gpu, skimage_cpu, (labels, cupy.asarray(grey)), (on_cpu, grey))

    def dropped(library_, image):
        if not library_:
            return None
        remove = library_.morphology.remove_small_objects
        # Since scikit-image 0.26 the limit is the largest size that is removed.
        largest = "max_size" in inspect.signature(remove).parameters
        limit = {"max_size": SMALL - 1} if largest else {"min_size": SMALL}
        return functools.partial(remove, image, connectivity=2, **limit)

    def cleared(library_, image):
        return library_ and (lambda: library_.segmentation.clear_border(image) != 0)

    yield ("small components dropped", lambda: glccl.label(on_gpu, min_area=SMALL) != 0,
           dropped(skimage_gpu, on_gpu), dropped(skimage_cpu, mask))
    yield ("components at the border dropped", lambda: glccl.label(on_gpu, clear_border=True) != 0,
           cleared(skimage_gpu, labels), cleared(skimage_cpu, on_cpu))
    yield ("holes filled", lambda: glccl.fill_holes(on_gpu),
           lambda: cupyx.scipy.ndimage.binary_fill_holes(on_gpu), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", type=int, default=4096, help="of blobs; of noise a sixteenth and a quarter")
    parser.add_argument("--repetitions", type=int, default=15)
    parser.add_argument("--gpu-only", action="store_true", help="leave scikit-image out")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # of parameters with new names
    for package in ("cucim.skimage", "skimage"):
        for part in ("measure", "morphology", "segmentation"):
            library(f"{package}.{part}")
    skimage_gpu, skimage_cpu = library("cucim.skimage"), None if arguments.gpu_only else library("skimage")
    print("| image | components | what | glccl | cuCIM, CuPy | scikit-image | error | error |\n|" + "---|" * 8)
    left_out = set()  # tasks and places of libraries
    little = arguments.side // 16
    for make, side in ((noise, little), (blobs, arguments.side), (noise, arguments.side // 4)):
        mask = make(side)
        components = int(glccl.label(cupy.asarray(mask)).max())
        for task, own, other, on_cpu in tasks(mask, skimage_gpu, skimage_cpu):
            own_time, found = milliseconds(own, arguments.repetitions)
            cells, errors = [f"{own_time:.3f}"], ["", ""]
            for place, call in enumerate((other, on_cpu)):
                if not call or (make is noise and (task, place) in left_out):
                    cells.append("")
                    continue
                try:
                    its_time, expected = milliseconds(call, arguments.repetitions)
                except Exception as failure:  # of another library: the row says so, and the others go on
                    signal.alarm(0)
                    cells.append(f"fails: {str(failure)[:60]}")
                    left_out.add((task, place))
                    continue
                cells.append(f"{its_time:.3f} ({its_time / own_time:.1f})")
                if side == little and its_time > 1e3 * LITTLE_TOO_LONG:
                    left_out.add((task, place))
                errors[place] = error_between(found, expected)
            name = f"{make.__name__} {side}x{side}"
            print(f"| {name} | {components} | {task} | {' | '.join(cells + errors)} |", flush=True)


if __name__ == "__main__":
    main()
