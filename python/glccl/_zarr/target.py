"""Labels that are written: arrays of the levels in a folder of their own, which then becomes a part of the target."""

from __future__ import annotations

import os
from itertools import product
from math import gcd
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from .journal import Journal
from .source import Level, Source, zarr_module

#: Levels follow until no spatial axis is longer.
SMALLEST = 256


def levels_of(source: Source, inside: bool) -> List[Level]:
    """The levels of the labels. `inside`: they lie in the image that is labeled, and have its levels. Else each axis is
    halved until none is longer than SMALLEST."""
    if inside:
        return source.levels()
    result = [Level(source.shape, source.transforms)]
    while max(result[-1].shape) > SMALLEST:
        shape = tuple((side + 1) // 2 for side in result[-1].shape)
        result.append(Level(shape, _scaled(source, 2 ** len(result))))
    return result


def _scaled(source: Source, factor: int) -> List[Dict[str, Any]]:
    """The transformations of the source for elements that are larger along its spatial axes."""
    times = len(source.axes) - len(source.shape)
    unscaled = source.transforms or [{"type": "scale", "scale": [1.0] * len(source.axes)}]
    return [{**one, "scale": [side * (factor if axis >= times else 1) for axis, side in enumerate(one["scale"])]}
            if one["type"] == "scale" else one for one in unscaled]


def create_levels(folder: Path, source: Source, levels: List[Level], kind: np.dtype, planes: int) -> List[Any]:
    """Creates or opens the arrays of all levels. Slabs of so many planes are whole chunks of the first level."""
    zarr = zarr_module()
    times = [len(source.frames)] if source.has_times else []
    names = [one["name"] for one in source.axes]
    older = source.version == "0.4"
    thickness = source.chunks[0] if planes == source.shape[0] else gcd(source.chunks[0], planes)
    sides = (thickness, *source.chunks[1:])
    result = []
    for level, (shape, _) in enumerate(levels):
        if (folder / str(level) / (".zarray" if older else "zarr.json")).exists():
            result.append(zarr.open_array(folder / str(level), mode="r+"))
            continue
        chunks = [1] * len(times) + [max(min(side, chunk), 1) for side, chunk in zip(shape, sides)]
        result.append(zarr.create_array(
            folder / str(level), shape=(*times, *shape), chunks=tuple(chunks), dtype=kind, fill_value=0,
            zarr_format=2 if older else 3, dimension_names=None if older else names,
            chunk_key_encoding={"name": "v2" if older else "default", "separator": "/"}))
    return result


def write_pyramid(levels: List[Any], frames: int, has_times: bool, journal: Journal) -> None:
    """Writes all levels but the first: some elements of the level before, chunk by chunk."""
    for level in range(1, len(levels)):
        before, array = levels[level - 1], levels[level]
        shape, chunks = array.shape[has_times:], array.chunks[has_times:]
        taken = [picks(*sides) for sides in zip(before.shape[has_times:], shape)]
        for frame, first in product(range(frames), range(0, shape[0], chunks[0])):
            if journal.has("level", level, frame, first):
                continue
            begins = [range(0, side, chunk) for side, chunk in zip(shape[1:], chunks[1:])]
            for begin in product([first], *begins):
                block = tuple(slice(at, min(at + chunk, side)) for at, chunk, side in zip(begin, chunks, shape))
                head: Tuple[Any, ...] = (frame,) if has_times else ()
                places = tuple(axis[part] for axis, part in zip(taken, block))
                array[head + block] = before.oindex[head + places]
            journal.done("level", level, frame, first)


def picks(before: int, side: int) -> np.ndarray:
    """(side,) of int64: the elements of an axis that the next level takes. Every n-th one where that many are left,
    whether the last ones are enough for another or not; else as evenly as can be."""
    step = max(round(before / side), 1)
    if side in (before // step, -(-before // step)):
        return np.arange(side) * step
    return np.arange(side) * before // side


def metadata_of(source: Source, levels: List[Level], name: str, inside: bool) -> Dict[str, Any]:
    """The attributes of the labels' group. `inside`: it lies in the image that was labeled."""
    unscaled = [{"type": "scale", "scale": [1.0] * len(source.axes)}]
    datasets = [{"path": str(level), "coordinateTransformations": of_level.transforms or unscaled}
                for level, of_level in enumerate(levels)]
    image: Dict[str, Any] = {"name": name, "axes": source.axes, "datasets": datasets, "type": "nearest"}
    if source.common_transforms:
        image["coordinateTransformations"] = source.common_transforms
    of_label: Dict[str, Any] = {"source": {"image": "../../"}} if inside else {}
    if source.version == "0.4":
        return {"multiscales": [{"version": "0.4", **image}], "image-label": {"version": "0.4", **of_label}}
    return {"ome": {"version": "0.5", "multiscales": [image], "image-label": of_label}}


def publish(
    folder: Path, table: Optional[Path], out: Path, name: str, source: Source, metadata: Dict[str, Any]
) -> None:
    """Moves the finished arrays to `out`/labels/`name` and the table beside `out`, and lists the labels. The last step
    of a labeling. After an exception all is where it was."""
    zarr = zarr_module()
    fmt = 2 if source.version == "0.4" else 3
    place = out / "labels" / name
    moves = [(folder, place)] if not place.exists() else []
    if moves:
        zarr.open_group(folder, mode="a", zarr_format=fmt).attrs.update(metadata)
    if table is not None and table.exists():
        moves.append((table, table_of(out, name, table.suffix)))
    labels = zarr.open_group(out, mode="a", zarr_format=fmt, use_consolidated=False).require_group("labels")
    moved: List[Tuple[Path, Path]] = []
    try:
        for old, new in moves:
            os.rename(old, new)
            moved.insert(0, (new, old))
        _list(labels, name, fmt)
        if zarr.open_group(out, mode="r").metadata.consolidated_metadata is not None:
            zarr.consolidate_metadata(out)
    except Exception:
        for new, old in moved:
            os.rename(new, old)
        raise


def table_of(out: Path, name: str, suffix: str) -> Path:
    """Where the table of labels of this name lies."""
    return out.with_name(f"{out.name}.{name}{suffix}")


def _list(labels: Any, name: str, fmt: int) -> None:
    """Adds a name to those that the group of labels lists."""
    ome = dict(labels.attrs.asdict() if fmt == 2 else labels.attrs.get("ome", {"version": "0.5"}))
    listed = ome.get("labels", [])
    ome["labels"] = listed if name in listed else [*listed, name]
    labels.attrs.update(ome if fmt == 2 else {"ome": ome})
