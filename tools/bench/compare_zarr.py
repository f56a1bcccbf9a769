"""Labeling an OME-Zarr image that is read chunk by chunk: glccl beside streamccl, tilewise-ccl and pyrametric, time
and peak resident memory.

    pip install .[zarr] streamccl tilewise-ccl pyrametric
    python tools/bench/compare_zarr.py FOLDER --side 1024 --threads 2

Makes FOLDER/binary.zarr, unless it is there: balls of one value in a cube, as zarr_balls.py. Each way labels it with 26
neighbours in a process of its own and writes labels to FOLDER. Then these have to be those of the first way, but for
their numbers.
"""

import argparse
import pathlib

import numpy as np
import zarr
from zarr_balls import make_balls, run

MEMORY = 10**9  # that each way is told, if it asks


def with_glccl(image, out, threads, table="csv"):
    import glccl

    return glccl.zarr.label(image, out, memory=MEMORY, table=table).path / "0"


def with_glccl_without_table(image, out, threads):
    return with_glccl(image, out, threads, None)


def with_streamccl(image, out, threads):
    import streamccl

    source = zarr.open_array(image / "0", mode="r")
    labels = zarr.create_array(out, shape=source.shape, chunks=source.chunks, dtype="i8")
    streamccl.label(source, labels, chunks=source.chunks, connectivity=3, memory_limit=f"{MEMORY >> 20}MiB")
    return out


def with_tilewise_ccl(image, out, threads):
    import dask
    import dask.array
    import tilewise_ccl

    dask.config.set(scheduler="threads", num_workers=threads)
    mask = dask.array.from_zarr(str(image), component="0")
    tilewise_ccl.label_array(mask, connectivity=3, max_threads=threads, properties=True)[0].to_zarr(str(out))
    return out


def with_pyrametric(image, out, threads):
    import pyrametric
    from ome_zarr_pyramid.core.io import IO

    pyramid = pyrametric.label_pyramid(IO().read_pyramid(str(image)), connectivity=3, properties=True,
                                       max_threads=threads)
    pyrametric.write_label_pyramid(pyramid, output=str(out))
    return out / "0"


WAYS = {
    "glccl.zarr.label": with_glccl,
    "glccl.zarr.label, no table": with_glccl_without_table,
    "streamccl.label": with_streamccl,
    "tilewise_ccl.label_array": with_tilewise_ccl,
    "pyrametric.label_pyramid": with_pyrametric,
}


def pairs_of(one, other):
    """The distinct pairs of labels that elements of two arrays have, but for background."""
    found = [np.zeros((0, 2), np.int64)]
    depth = one.chunks[0]
    for first in range(0, one.shape[0], depth):
        both = np.stack([array[first:first + depth].ravel().astype(np.int64) for array in (one, other)], axis=1)
        begins = np.append(True, (both[1:] != both[:-1]).any(axis=1))  # of runs along rows
        found.append(np.unique(both[begins], axis=0))
    pairs = np.unique(np.concatenate(found), axis=0)
    return pairs[pairs.any(axis=1)]


def components_of(one, other):
    """The number of components of two label arrays, which have to be the same but for their numbers."""
    pairs = pairs_of(one, other)
    assert pairs.all() and all(len(np.unique(column)) == len(pairs) for column in pairs.T), "other components"
    return len(pairs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--side", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=2, help="of the ways that take a number")
    parser.add_argument("--run", metavar="WAY", help="one way, in this process")
    arguments = parser.parse_args()
    image = arguments.folder / "binary.zarr"
    outs = {way: arguments.folder / f"{i}.zarr" for i, way in enumerate(WAYS)}
    if arguments.run:
        out = outs[arguments.run]
        path = WAYS[arguments.run](image, out, arguments.threads)
        (arguments.folder / f"{out.name}.path").write_text(str(path))
        return
    if not image.exists():
        make_balls(image, (arguments.side,) * 3, seed=48, values=1)
    print("| way | components | seconds | peak MB |\n|---|---|---|---|")
    first = None
    for way, out in outs.items():
        try:
            _, seconds, peak = run([__file__, arguments.folder, "--threads", arguments.threads, "--run", way])
        except SystemExit as error:
            print(f"| `{way}` | failed: exit status {error} | | |", flush=True)
            continue
        labels = zarr.open_array((arguments.folder / f"{out.name}.path").read_text(), mode="r")
        first = labels if first is None else first
        print(f"| `{way}` | {components_of(first, labels)} | {seconds:.0f} | {peak / 1e6:.0f} |", flush=True)


if __name__ == "__main__":
    main()
