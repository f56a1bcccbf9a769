"""Labels an OME-Zarr image of balls within a bound of memory: in one run, and again with kills on the way.

    pip install .[zarr]
    python tools/bench/zarr_balls.py FOLDER --shape 1024 2048 2048 --limit 2000000000 --memory 1850000000

Makes FOLDER/balls.zarr, unless it is there: uint8, chunks of 64 x 256 x 256, compressed. Each labeling is a process of
its own, which the kernel grants `limit` bytes of private memory (RLIMIT_DATA); beyond that an allocation fails. The
kills are SIGKILL at random moments, and the same call follows. Then every file of the second target has to equal that
of the first, byte for byte, and number and table of the components those of glccl.label_slabs(). Prints a row for each
process: seconds, and the most resident memory.
"""

import argparse
import csv
import filecmp
import os
import pathlib
import resource
import subprocess
import sys
import time

import numpy as np
import zarr

CHUNK = (64, 256, 256)
LABEL = "import sys, glccl; glccl.zarr.label(sys.argv[1], sys.argv[2], memory=int(sys.argv[3]))"


def make_balls(path, shape, seed, values=156):
    """Balls of radii from 6 to 40 at random places, many of which meet, and of so many values. They fill about a
    quarter of the volume."""
    random = np.random.default_rng(seed)
    count = int(np.prod(shape, dtype=np.int64)) // 250_000
    centres, radii = random.uniform(0, shape, (count, 3)), random.uniform(6, 40, count)
    group = zarr.open_group(path, mode="w", zarr_format=3)
    array = group.create_array("0", shape=shape, chunks=CHUNK, dtype=np.uint8, dimension_names=["z", "y", "x"])
    for first in range(0, shape[0], CHUNK[0]):
        slab = np.zeros((min(CHUNK[0], shape[0] - first), *shape[1:]), np.uint8)
        begins, ends = np.array([first, 0, 0]), np.array([first + len(slab), *shape[1:]])
        for i in np.flatnonzero((centres[:, 0] + radii >= begins[0]) & (centres[:, 0] - radii < ends[0])):
            low = np.maximum(np.floor(centres[i] - radii[i]).astype(int), begins)
            high = np.minimum(np.ceil(centres[i] + radii[i]).astype(int) + 1, ends)
            z, y, x = ((np.arange(*side) - at) ** 2 for side, at in zip(zip(low, high), centres[i]))
            part = slab[tuple(slice(a - b, c - b) for a, b, c in zip(low, begins, high))]
            part[z[:, None, None] + y[:, None] + x < radii[i] ** 2] = 100 + i % values
        array[first:first + len(slab)] = slab
    spaces = [{"name": name, "type": "space"} for name in "zyx"]
    scale = [{"type": "scale", "scale": [1.0, 1.0, 1.0]}]
    image = {"axes": spaces, "datasets": [{"path": "0", "coordinateTransformations": scale}]}
    group.attrs["ome"] = {"version": "0.5", "multiscales": [image]}


def run(command, limit=resource.RLIM_INFINITY, end=None):
    """Runs a process, which is killed after `end` seconds. Returns whether it ended by itself, its seconds and its peak
    of resident memory in bytes."""
    start, peak = time.perf_counter(), 0
    process = subprocess.Popen([sys.executable, *map(str, command)],
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
    while process.poll() is None:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        peak = max([peak] + [int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmHWM")])
        if end is not None and time.perf_counter() - start > end:
            process.kill()
            process.wait()
        time.sleep(0.02)
    if process.returncode not in (0, -9):
        raise SystemExit(process.returncode)
    return process.returncode == 0, time.perf_counter() - start, peak


def report(title, seconds, peak):
    print(f"| {title} | {seconds:.0f} s | {peak / 1e6:.0f} MB |", flush=True)


def same_files(one, other):
    """The files of a folder, each of which has to be in the other one, equal."""
    found, expected = ({path.relative_to(root) for path in root.rglob("*") if path.is_file()} for root in (one, other))
    assert found == expected
    assert all(filecmp.cmp(one / path, other / path, shallow=False) for path in found)
    return len(found)


def check_table(image, table):
    """The table against that of glccl.label_slabs()."""
    import glccl

    array = zarr.open_array(f"{image}/0", mode="r")
    count, rows = glccl.label_slabs(lambda first, planes: array[first:first + planes], array.shape, dtype=array.dtype,
                                    planes=CHUNK[0], table=True)
    with open(table, newline="") as file:
        head, *found = csv.reader(file)
    columns = rows.to_dict()
    assert head == list(columns) and len(found) == count
    for name, column in zip(head, zip(*found)):
        assert np.array_equal(np.array(column, float), columns[name].astype(float)), name
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--shape", type=int, nargs=3, default=(1024, 2048, 2048), help="along z, y, x")
    parser.add_argument("--limit", type=int, default=2 * 10**9, help="bytes of private memory of a process")
    parser.add_argument("--memory", type=int, default=185 * 10**7, help="the argument of glccl.zarr.label()")
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--seed", type=int, default=48, help="of the balls")
    arguments = parser.parse_args()
    image, once, again = (arguments.folder / f"{name}.zarr" for name in ("balls", "once", "again"))
    if not image.exists():
        start = time.perf_counter()
        make_balls(image, tuple(arguments.shape), arguments.seed)
        print(f"made {image} in {time.perf_counter() - start:.0f} s", flush=True)
    print("| process | wall time | resident |\n|---|---|---|")
    _, whole, peak = run(["-c", LABEL, image, once, arguments.memory], arguments.limit)
    report("one run", whole, peak)
    moments = np.random.default_rng(os.getpid()).uniform(0.05, 0.7, arguments.kills) * whole
    for end in [*moments, None]:
        ended, seconds, peak = run(["-c", LABEL, image, again, arguments.memory], arguments.limit, end)
        report("the same call, to its end" if ended else "killed", seconds, peak)
        if ended:
            break
        assert not again.exists() and not pathlib.Path(f"{again}.components.csv").exists()
    files = same_files(once, again)
    assert filecmp.cmp(f"{once}.components.csv", f"{again}.components.csv", shallow=False)
    count = check_table(image, f"{again}.components.csv")
    print(f"{files} files and the table are equal; {count} components, as by glccl.label_slabs()")


if __name__ == "__main__":
    main()
