"""Labeling a volume slab by slab on the CPU: glccl beside dask-image and cc3d, wall time and peak resident memory.

    pip install dask-image crackle-codec google-crc32c fastremap
    python tools/bench/compare_slabs.py --side 640 --slabs 8

Each way labels the same cube of bytes, a memory-mapped file, with 26 neighbours, in a process of its own, and writes
labels to a file where it can: cc3d's stack function keeps them compressed in memory. The peak is that of the whole
process, with what it imports and the pages of the files that it maps. Prints the number of components of each way.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

DENSITY = 0.3  # of noise


def noise(side, file):
    """White noise."""
    random = np.random.default_rng(1)
    for z in range(side):
        file[z] = random.random((side, side), np.float32) < DENSITY


def balls(side, file):
    """Balls in a lattice of cells of 32 voxels, of radii from 6 to 20: some of them meet."""
    cells = -(-side // 32)
    radii = np.random.default_rng(2).uniform(6, 20, (cells, cells, cells))
    places = np.arange(side)
    cell, offset = places // 32, (places % 32 - 15.5) ** 2
    plane = offset[:, np.newaxis] + offset
    for z in range(side):
        file[z] = plane + offset[z] < radii[cell[z]][np.ix_(cell, cell)] ** 2


def with_label_slabs(image, depth, target):
    import glccl

    def write(first, labels):
        target[first:first + len(labels)] = labels

    return glccl.label_slabs(lambda first, count: image[first:first + count], image.shape, write, planes=depth)


def with_glccl_dask(image, depth, target):
    import dask
    import dask.array
    import glccl.dask

    labels, count = glccl.dask.label(dask.array.from_array(image, chunks=(depth, -1, -1)))
    written = dask.array.store(labels, target, lock=False, compute=False)
    return int(dask.compute(count, written)[0])


def with_dask_image(image, depth, target):
    import dask
    import dask.array
    from dask_image.ndmeasure import label

    labels, count = label(dask.array.from_array(image, chunks=(depth, -1, -1)), np.ones((3, 3, 3)))
    written = dask.array.store(labels, target, lock=False, compute=False)
    return int(dask.compute(count, written)[0])


def with_cc3d(image, depth, target):
    import cc3d

    # cc3d has z last: the transposed views are in Fortran order, as it wants them.
    slabs = (np.array(image[z:z + depth]).T for z in range(0, len(image), depth))
    return cc3d.connected_components_stack(slabs, connectivity=26, return_N=True)[1]


WAYS = {
    "glccl.label_slabs": with_label_slabs,
    "glccl.dask.label": with_glccl_dask,
    "dask_image.ndmeasure.label": with_dask_image,
    "cc3d.connected_components_stack": with_cc3d,
}


def run_one(way, path, depth):
    """Runs in the process of its own: prints components, seconds, MiB."""
    image = np.load(path, mmap_mode="r")
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        target = np.lib.format.open_memmap(pathlib.Path(folder, "labels.npy"), "w+", np.uint32, image.shape)
        start = time.perf_counter()
        count = WAYS[way](image, depth, target)
        target.flush()
        seconds = time.perf_counter() - start
    print(count, f"{seconds:.2f}", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", type=int, default=640, help="of the cube, in voxels")
    parser.add_argument("--slabs", type=int, default=8, help="into which it is cut")
    parser.add_argument("--run", nargs=2, metavar=("WAY", "FILE"), help="one way, in this process")
    arguments = parser.parse_args()
    depth = -(-arguments.side // arguments.slabs)
    if arguments.run:
        run_one(arguments.run[0], pathlib.Path(arguments.run[1]), depth)
        return
    print("| volume | way | components | seconds | peak MiB |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for make in (noise, balls):
            path = pathlib.Path(folder, f"{make.__name__}.npy")
            file = np.lib.format.open_memmap(path, "w+", np.uint8, (arguments.side,) * 3)
            make(arguments.side, file)
            file.flush()
            for way in WAYS:
                command = [sys.executable, __file__, "--side", str(arguments.side), "--slabs", str(arguments.slabs)]
                done = subprocess.run([*command, "--run", way, str(path)], capture_output=True, text=True)
                result = done.stdout.split() if done.returncode == 0 else ["failed", done.stderr.strip()[-200:], ""]
                print(f"| {make.__name__} | `{way}` | {' | '.join(result)} |", flush=True)
            path.unlink()


if __name__ == "__main__":
    main()
