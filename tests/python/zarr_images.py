"""Images of OME-Zarr for tests of glccl.zarr, and labelings that are stopped."""

import csv

import glccl
import numpy as np
import pytest
from glccl._zarr import journal

zarr = pytest.importorskip("zarr", minversion="3", reason="zarr-python 3 is not installed")

RANDOM = np.random.default_rng(48)
TYPES = {"t": "time", "c": "channel"}


def make(path, image, names="zyx", version="0.5", chunks=(4, 5, 6), levels=(), **of_array):
    """An OME-Zarr of one level, and of others whose spatial shapes are `levels`."""
    older = version == "0.4"
    group = zarr.open_group(path, mode="w", zarr_format=2 if older else 3)
    chunks = (1,) * (image.ndim - len(chunks)) + chunks[:image.ndim]
    if not older:
        of_array["dimension_names"] = list(names)
    datasets = []
    for level, shape in enumerate([image.shape, *(image.shape[:-len(shape)] + shape for shape in levels)]):
        array = group.create_array(str(level), shape=shape, chunks=chunks, dtype=image.dtype, **of_array)
        array[...] = image[np.ix_(*(np.arange(side) * of // side for of, side in zip(image.shape, shape)))]
        scale = [(2.0 if name == "z" else 0.5 if name in "yx" else 1.0) * of / side
                 for name, of, side in zip(names, image.shape, shape)]
        transforms = [{"type": "scale", "scale": scale}]
        if level:
            transforms.append({"type": "translation", "translation": [0.25 * (name in "zyx") for name in names]})
        datasets.append({"path": str(level), "coordinateTransformations": transforms})
    multiscale = {"name": "image", "axes": [{"name": name, "type": TYPES.get(name, "space")} for name in names],
                  "datasets": datasets}
    if older:
        group.attrs["multiscales"] = [{"version": "0.4", **multiscale}]
    else:
        group.attrs["ome"] = {"version": "0.5", "multiscales": [multiscale]}
    return path


def ome_of(group):
    return group.attrs.get("ome", group.attrs.asdict())


def columns_of(path):
    with open(path, newline="") as file:
        head, *rows = csv.reader(file)
    return {name: np.array([float(row[i]) for row in rows]) for i, name in enumerate(head)}


def assert_table(path, table):
    found = columns_of(path)
    expected = table.to_dict()
    assert list(found) == list(expected)
    for name, column in expected.items():
        assert np.array_equal(found[name], column.astype(float)), name


def random(shape, share=0.3):
    return (RANDOM.random(shape) < share).astype(np.uint8)


def memory_of(path, planes=4, **arguments):
    """The memory that slabs of so many planes take."""
    whole = glccl.zarr.plan(path, **arguments)
    with pytest.raises(MemoryError) as raised:
        glccl.zarr.plan(path, memory=1, **arguments)
    one = int(str(raised.value).split(" takes ")[1].split()[0])
    return one + (planes - 1) * (whole.bytes - one) // (whole.planes - 1)


class Killed(BaseException):
    pass


def stop_after(monkeypatch, steps):
    """Ends a labeling after so many steps of the journal."""
    left = [steps]

    def counted(step):
        def call(self, *arguments):
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return step(self, *arguments)

        return call

    for name in ("keep", "done"):
        monkeypatch.setattr(journal.Journal, name, counted(getattr(journal.Journal, name)))
