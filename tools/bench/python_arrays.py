#!/usr/bin/env python3
"""Measures glccl.label() on arrays of torch and CuPy on a GPU, beside other libraries that are installed.

    python tools/bench/python_arrays.py [--json FILE] [--repeats N]

Prints two tables. The first is the time that a call takes on the CPU: the labeling alone as the extension module
launches it, and glccl.label() around it. The second has the medians of wall times of whole labelings, and their ratios
to glccl's. The libraries take turns, so all see the same clock and temperature.
"""

import argparse
import functools
import importlib
import json
import statistics
import sys
import time

import glccl
import numpy as np


@functools.lru_cache(maxsize=None)
def library(name):
    """A module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"without {name}: {error}", file=sys.stderr)
        return None


def noise(shape, density=0.5, seed=0):
    return np.random.default_rng(seed).random(shape) < density


def blobs(shape, seed=0):
    """Smooth noise above its mean: large components, as masks of segmentation models have."""
    rng = np.random.default_rng(seed)
    coarse = rng.random([side // 16 + 2 for side in shape], np.float32)
    for axis, side in enumerate(shape):
        at = np.linspace(0, coarse.shape[axis] - 1.001, side, dtype=np.float32)
        low = at.astype(int)
        part = (at - low).reshape([-1 if a == axis else 1 for a in range(len(shape))])
        coarse = np.take(coarse, low, axis) * (1 - part) + np.take(coarse, low + 1, axis) * part
    return coarse > 0.5


def cells(shape, side=40, period=1024, seed=0):
    """Colours (H, W, 3) of the nearest of sites jittered in a grid: flat regions. A square pattern, repeated."""
    rng = np.random.default_rng(seed)
    count = period // side
    sites = (np.indices((count, count)).transpose(1, 2, 0) + rng.random((count, count, 2))) * (period / count)
    colours = rng.integers(1, 256, (count, count, 3), np.uint8)
    y, x = np.indices((period, period))
    row, column = y * count // period, x * count // period
    best = np.full((period, period), np.inf)
    pattern = np.zeros((period, period, 3), np.uint8)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            at = np.clip(row + dy, 0, count - 1), np.clip(column + dx, 0, count - 1)
            distance = (sites[at][..., 0] - y) ** 2 + (sites[at][..., 1] - x) ** 2
            pattern[distance < best] = colours[at][distance < best]
            best = np.minimum(best, distance)
    repeats = [-(-extent // period) for extent in shape]
    return np.tile(pattern, (*repeats, 1))[: shape[0], : shape[1]]


def microseconds(call, wait, repeats, inner=50):
    """The median over `repeats` of the time of a call that does not wait for the GPU, in an empty queue."""
    times = []
    for _ in range(repeats):
        wait()
        begin = time.perf_counter()
        for _ in range(inner):
            call()
        times.append((time.perf_counter() - begin) / inner * 1e6)
    return statistics.median(times)


def call_times(torch, cupy, wait, repeats):
    """Times of calls by name, in microseconds. Images are so small that the GPU is done before the next call."""
    rows = {}
    mask = noise((64, 64))
    images = {}
    if torch:
        images["torch"] = torch.from_numpy(mask).cuda()
    if cupy:
        images["CuPy"] = cupy.asarray(mask)
    for name, image in images.items():
        seen = []
        launch = glccl._core.label_cuda
        glccl._core.label_cuda = lambda *arguments: seen.append(arguments) or launch(*arguments)
        labels = glccl.label(image)
        glccl._core.label_cuda = launch
        (arguments,) = seen
        calls = {
            "launch by the extension module": lambda: launch(*arguments),
            "glccl.label(image, out=labels)": lambda: glccl.label(image, out=labels),
            "glccl.label(image)": lambda: glccl.label(image),
            "glccl.label(image, return_num=True)": lambda: glccl.label(image, return_num=True),
        }
        rows.update({f"{name}: {what}": microseconds(call, wait, repeats) for what, call in calls.items()})
    if torch:
        image = images["torch"]
        glccl.reserve(image)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            glccl.label(image)
        rows["torch: replay of a graph"] = microseconds(graph.replay, wait, repeats)
    return rows


def peers(torch, cupy):
    """By name: a function from an image on the CPU to a function that labels it; the library; what it takes: 2 and 3
    for masks of so many axes, "colours" for (H, W, 3).
    """

    def on_torch(image):
        colours = image.ndim == 3 and image.shape[2] == 3
        image = torch.from_numpy(packed(image) if colours else image).cuda()
        return lambda: glccl.label(image, criterion="equal" if colours else "foreground")

    def on_cupy(image):
        colours = image.ndim == 3 and image.shape[2] == 3
        image = cupy.asarray(packed(image) if colours else image)
        return lambda: glccl.label(image, criterion="equal" if colours else "foreground")

    def packed(colours):
        """Colours as glccl takes them: one element of 32 bits a pixel."""
        return np.pad(colours, ((0, 0), (0, 0), (0, 1))).view(np.int32)[..., 0]

    def of_colours(image):
        image = torch.from_numpy(image).cuda()
        return lambda: colorcc.label(image)

    def cupyx(mask):
        image = cupy.asarray(mask)
        structure = cupy.ones((3,) * mask.ndim, bool)
        return lambda: ndimage.label(image, structure)

    def cucim(image):
        if image.ndim == 3 and image.shape[2] == 3:
            image = packed(image)
        connectivity = image.ndim
        image = cupy.asarray(image)
        return lambda: measure.label(image, connectivity=connectivity)

    def areas(mask):
        image = torch.from_numpy(mask).cuda()[None, None]
        return lambda: glccl.torch.connected_components(image)

    def cc_torch(mask):
        image = torch.from_numpy(mask.astype(np.uint8)).cuda()
        return lambda: playne.connected_components_labeling(image)

    def kornia(mask):
        image = torch.from_numpy(mask.astype(np.float32)).cuda()[None, None]
        return lambda: contrib.connected_components(image, num_iterations=max(mask.shape))

    ndimage = library("cupyx.scipy.ndimage") if cupy else None
    measure = library("cucim.skimage.measure") if cupy else None
    playne = library("cc_torch") if torch else None
    contrib = library("kornia.contrib") if torch else None
    colorcc = library("colorcc") if torch else None
    return {
        "glccl, torch": (on_torch, torch, (2, 3, "colours")),
        "glccl, CuPy": (on_cupy, cupy, (2, 3, "colours")),
        "cupyx.scipy.ndimage.label": (cupyx, ndimage, (2, 3)),
        "cucim.skimage.measure.label": (cucim, measure, (2, 3, "colours")),
        "colorcc": (of_colours, colorcc, ("colours",)),
        "glccl.torch.connected_components": (areas, torch, (2,)),
        "cc_torch": (cc_torch, playne, (2,)),
        "kornia (iterations: the longer side)": (kornia, contrib, (2,)),
    }


def gpu_times(torch, cupy, wait, repeats):
    """Rows of image, library, median in milliseconds, ratio to glccl's own median."""
    rows = []
    images = [(f"{kind.__name__} {side}x{side}", functools.partial(kind, (side, side)))
              for side in (512, 1024, 2048, 4096, 8192) for kind in (noise, blobs, cells)]
    images += [(f"{kind.__name__} {side}x{side}x{side}", functools.partial(kind, (side, side, side)))
               for side in (128, 256, 512) for kind in (noise, blobs)]
    for name, make_image in images:
        image = make_image()
        kind = "colours" if image.dtype == np.uint8 else image.ndim
        calls = {}
        for peer, (make, is_there, kinds) in peers(torch, cupy).items():
            # kornia repeats a pooling for each step of the longest path: large images would take minutes.
            if is_there and kind in kinds and not (peer.startswith("kornia") and image.size > 1 << 18):
                calls[peer] = make(image)
        times = {peer: [] for peer in calls}
        for call in calls.values():  # allocates, compiles
            call()
            call()
        for _ in range(repeats):
            for peer, call in calls.items():
                wait()
                begin = time.perf_counter()
                call()
                wait()
                times[peer].append((time.perf_counter() - begin) * 1e3)
        medians = {peer: statistics.median(values) for peer, values in times.items()}
        ours = min(medians[peer] for peer in medians if peer in ("glccl, torch", "glccl, CuPy"))
        rows += [{"image": name, "library": peer, "ms": ms, "ratio": ms / ours} for peer, ms in medians.items()]
        calls.clear()
        glccl.free_memory()
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE", help="write the results to this file too")
    parser.add_argument("--repeats", type=int, default=31, metavar="N", help="measurements of each (31)")
    arguments = parser.parse_args()
    reason = glccl.engines()["cuda-fast"]
    torch, cupy = library("torch"), library("cupy")
    torch = torch if torch and torch.cuda.is_available() else None
    if reason or not (torch or cupy):
        sys.exit(f"nothing to measure: {reason or 'neither torch nor CuPy is installed and sees a GPU'}")
    wait = torch.cuda.synchronize if torch else cupy.cuda.runtime.deviceSynchronize

    calls = call_times(torch, cupy, wait, arguments.repeats)
    print(f"{'call':50} {'us':>8}")
    for name, value in calls.items():
        print(f"{name:50} {value:8.2f}")
    rows = gpu_times(torch, cupy, wait, arguments.repeats)
    print(f"\n{'image':20} {'library':40} {'ms':>10} {'ratio':>8}")
    for row in rows:
        print(f"{row['image']:20} {row['library']:40} {row['ms']:10.4f} {row['ratio']:8.2f}")
    if arguments.json:
        versions = {module.__name__: module.__version__ for module in (torch, cupy) if module}
        result = {"glccl": glccl.__version__, "versions": versions, "call_us": calls, "labelings": rows}
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=2)


if __name__ == "__main__":
    main()
