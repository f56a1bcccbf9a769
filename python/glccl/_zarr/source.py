"""The image of an OME-Zarr that is labeled: one level of it, one channel, and one time or all."""

from __future__ import annotations

import hashlib
import json
import os
from importlib import import_module
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from .._asked.arguments import int_of
from .._prepare import check_dtype

#: The format of Zarr by the version of NGFF.
_FORMATS = {"0.4": 2, "0.5": 3}


def zarr_module() -> Any:
    """zarr-python 3. ImportError: it is not installed."""
    wanted = "glccl.zarr needs zarr-python 3: pip install 'glccl[zarr]'"
    try:
        zarr: Any = import_module("zarr")  # glccl does not depend on it
    except ImportError as error:
        raise ImportError(f"{wanted} ({error})") from error
    if int(zarr.__version__.split(".")[0]) < 3:
        raise ImportError(f"{wanted} (this is zarr {zarr.__version__})")
    return zarr


class Level(NamedTuple):
    """A level of a multiscale image."""

    shape: Tuple[int, ...]
    """Along the spatial axes."""
    transforms: List[Dict[str, Any]]
    """Coordinate transformations, for the axes of the labels."""


class Source(NamedTuple):
    """A level of a multiscale image, of which planes along its first spatial axis are read."""

    array: Any
    where: str
    version: str
    """Of NGFF."""
    axes: List[Dict[str, Any]]
    """Axes that labels have: time, if all times are labeled, and the spatial axes."""
    transforms: List[Dict[str, Any]]
    """Coordinate transformations of the level, for `axes`."""
    common_transforms: List[Dict[str, Any]]
    """Coordinate transformations of the whole multiscale image, for `axes`."""
    picked: Dict[int, Optional[int]]
    """By axis that is not spatial: its index, or None if all are labeled."""
    folder: Optional[Path]
    """Of the image, if it is in a local folder."""
    group: Any
    """Of the image."""
    image: Dict[str, Any]
    """The metadata of the multiscale image."""
    level: int

    def levels(self) -> List[Level]:
        """The levels of the image from this one on. Raises as open_source() for those that are not as they should be.
        """
        result = [Level(self.shape, self.transforms)]
        axes = self.array.ndim
        for level in range(self.level + 1, len(self.image["datasets"])):
            array = _open_level(self.group, self.image, level, self.version, axes, self.where)
            shape = self._spatial(array.shape)
            if 0 in shape:
                raise ValueError(f"{self.where}: level {level} has the shape {array.shape}, and so no elements")
            kept = [axis for axis in range(axes) if self.picked.get(axis, None) is None]
            result.append(Level(shape, _transforms_of(self.image["datasets"][level], kept, axes, self.where)))
        return result

    @property
    def frames(self) -> List[int]:
        """The times that are labeled; a single 0 if the image has no such axis."""
        for axis, index in self.picked.items():
            if index is None:
                return list(range(self.array.shape[axis]))
        return [0]

    @property
    def has_times(self) -> bool:
        """Whether labels have an axis of times."""
        return None in self.picked.values()

    @property
    def shape(self) -> Tuple[int, ...]:
        """Of a frame."""
        return self._spatial(self.array.shape)

    @property
    def chunks(self) -> Tuple[int, ...]:
        """Of a frame."""
        return self._spatial(self.array.chunks)

    @property
    def planes_of_chunk(self) -> int:
        """Planes that are read together: those of a chunk, with sharding of a shard."""
        return max(self._spatial(self.array.shards or self.array.chunks)[0], 1)

    def _spatial(self, sides: Any) -> Tuple[int, ...]:
        return tuple(int(side) for axis, side in enumerate(sides) if axis not in self.picked)

    def read(self, frame: int, first: int, planes: int) -> np.ndarray:
        """Planes of a frame. A chunk that is missing has the fill value, as Zarr defines it. OSError: a chunk cannot be
        read."""
        picked = {axis: frame if index is None else index for axis, index in self.picked.items()}
        spatial = len(picked)
        selection: List[Any] = [picked.get(axis, slice(None)) for axis in range(self.array.ndim)]
        selection[spatial] = slice(first, first + planes)
        try:
            return np.ascontiguousarray(self.array[tuple(selection)])
        except MemoryError:
            raise
        except Exception as error:  # whatever a codec or a store raises
            raise OSError(f"{self.where}: planes {first} to {first + planes - 1} cannot be read: "
                          f"{sentence_of(error)}") from error

    def stamp(self, levels: List[Level]) -> str:
        """A digest of the metadata, of levels that labels will have, and of names, sizes and times of the files if the
        image is in a local folder."""
        metadata = [self.array.metadata.to_dict(), levels]
        digest = hashlib.blake2b(json.dumps(metadata, default=str, sort_keys=True).encode(), digest_size=16)
        if self.folder is not None:
            for name, folders, files in os.walk(Path(self.array.store.root) / self.array.path):
                folders.sort()
                for file in sorted(files):
                    found = os.stat(os.path.join(name, file))
                    digest.update(f"{name}/{file} {found.st_size} {found.st_mtime_ns}\n".encode())
        return digest.hexdigest()


class Window:
    """Planes of an image that were read together last: where slabs are thinner than chunks, each chunk is decoded once
    for all of its slabs."""

    def __init__(self, source: Source, planes: int) -> None:
        self._source, self._planes = source, planes
        self._held: Tuple[int, int, Optional[np.ndarray]] = (0, 0, None)

    def read(self, frame: int, first: int, planes: int) -> np.ndarray:
        """Planes of a frame, fewer at its end, which lie in one window."""
        begin = first - first % self._planes
        if self._held[2] is None or self._held[:2] != (frame, begin):
            self._held = (0, 0, None)  # its memory is for the next planes
            most = min(self._planes, self._source.shape[0] - begin)
            self._held = (frame, begin, self._source.read(frame, begin, most))
        held = self._held[2]
        assert held is not None
        return held[first - begin:first - begin + planes]


def sentence_of(error: BaseException) -> str:
    """The first line of an error's text, or its type."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def open_source(store: Any, level: int, channel: Optional[int], time: Optional[int]) -> Source:
    """Opens an image for reading. `channel` None: the only one. `time` None: all.

    Raises FileNotFoundError for no store, ValueError for metadata that are not those of NGFF 0.4 or 0.5 and for an
    index that is not there, OSError for what zarr cannot open.
    """
    zarr = zarr_module()
    where = str(store) if isinstance(store, (str, os.PathLike)) else str(getattr(store, "store_path", store))
    group = store if isinstance(store, zarr.Group) else _open_group(zarr, store, where)
    version, image = _image_of(group, where)
    axes = _axes_of(image, where)
    datasets = image["datasets"]
    level = int_of(level, "level")
    if not 0 <= level < len(datasets):
        raise ValueError(f"{where} has no level {level}: it has levels 0 to {len(datasets) - 1}")
    array = _open_level(group, image, level, version, len(axes), where)
    check_dtype(array.dtype)
    picked: Dict[int, Optional[int]] = {}
    for axis, of_axis in enumerate(axes):
        if of_axis["type"] == "channel":
            picked[axis] = _index_of(channel, "channel", array.shape[axis], where)
        elif of_axis["type"] == "time":
            picked[axis] = None if time is None else _index_of(time, "time", array.shape[axis], where)
    _check_unused(channel, "channel", axes, where)
    _check_unused(time, "time", axes, where)
    kept = [axis for axis in range(len(axes)) if picked.get(axis, None) is None]
    local = isinstance(group.store, zarr.storage.LocalStore)
    transforms, common = (_transforms_of(one, kept, len(axes), where) for one in (datasets[level], image))
    return Source(array, where, version, [axes[axis] for axis in kept], transforms, common, picked,
                  Path(group.store.root) / group.path if local else None, group, image, level)


def _open_group(zarr: Any, store: Any, where: str) -> Any:
    try:
        return zarr.open_group(store, mode="r", use_consolidated=False)
    except FileNotFoundError as error:  # also zarr.errors.GroupNotFoundError
        raise FileNotFoundError(f"{where} is no Zarr group") from error
    except Exception as error:
        raise OSError(f"{where} cannot be opened as a Zarr group: {sentence_of(error)}") from error


def _open_level(group: Any, image: Dict[str, Any], level: int, version: str, axes: int, where: str) -> Any:
    """The array of a level. ValueError: it has another number of axes, or another format."""
    array = _open_array(zarr_module(), group, image["datasets"][level], where)
    if array.ndim != axes:
        raise ValueError(f"{where}: the metadata have {axes} axes, and the array of level {level} has {array.ndim}")
    if array.metadata.zarr_format != _FORMATS[version]:
        raise ValueError(f"{where}: NGFF {version} is stored by Zarr {_FORMATS[version]}, and the array of level "
                         f"{level} by Zarr {array.metadata.zarr_format}")
    return array


def _open_array(zarr: Any, group: Any, dataset: Any, where: str) -> Any:
    path = dataset.get("path") if isinstance(dataset, dict) else None
    if not isinstance(path, str) or not path:
        raise ValueError(f"{where}: a dataset of the multiscale image has no path")
    try:
        array = group[path]
    except KeyError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise FileNotFoundError(f"{where}: there is no array {path}, which the metadata name") from error
        raise OSError(f"{where}: the array {path} cannot be opened: {sentence_of(error)}") from error
    except Exception as error:  # an unknown codec, damaged metadata
        raise OSError(f"{where}: the array {path} cannot be opened: {sentence_of(error)}") from error
    if not isinstance(array, zarr.Array):
        raise ValueError(f"{where}: {path} is no array, and the metadata name it as a level")
    return array


def _image_of(group: Any, where: str) -> Tuple[str, Dict[str, Any]]:
    """The version of NGFF and the first multiscale image of a group."""
    attributes = group.attrs.asdict()
    inside = attributes.get("ome", attributes)
    images = inside.get("multiscales") if isinstance(inside, dict) else None
    if not isinstance(images, list) or not images or not isinstance(images[0], dict):
        raise ValueError(f"{where} has no multiscale image of OME-Zarr")
    version = (inside if "ome" in attributes else images[0]).get("version", "0.4")
    if version not in list(_FORMATS) or (version == "0.5") != ("ome" in attributes):
        raise ValueError(f"{where} has the version {version} of NGFF: 0.4 and 0.5 can be labeled")
    if not isinstance(images[0].get("datasets"), list) or not images[0]["datasets"]:
        raise ValueError(f"{where}: the multiscale image has no datasets")
    return version, images[0]


def _axes_of(image: Dict[str, Any], where: str) -> List[Dict[str, Any]]:
    """The axes, each with its type. Two or three spatial ones come last."""
    axes = image.get("axes")
    named = isinstance(axes, list) and all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in axes)
    if not isinstance(axes, list) or not named:
        raise ValueError(f"{where}: the multiscale image has no axes with names")
    types = {"t": "time", "c": "channel", "z": "space", "y": "space", "x": "space"}
    axes = [{**one, "type": one.get("type", types.get(one["name"]))} for one in axes]
    found = [one["type"] for one in axes]
    spatial = found.count("space")
    others = found[:len(found) - spatial]
    if spatial not in (2, 3) or others not in ([], ["channel"], ["time"], ["channel", "time"], ["time", "channel"]):
        raise ValueError(f"{where}: the axes are {', '.join(str(one['name']) for one in axes)}; two or three spatial "
                         "axes can be labeled, behind one of times and one of channels")
    return axes


def _index_of(index: Optional[int], name: str, most: int, where: str) -> int:
    if index is None:
        if most == 1:
            return 0
        raise ValueError(f"{where} has {most} {name}s: pass {name}=0 to {most - 1}")
    index = int_of(index, name)
    if not 0 <= index < most:
        raise ValueError(f"{where} has no {name} {index}: it has {name}s 0 to {most - 1}")
    return index


def _check_unused(index: Optional[int], name: str, axes: List[Dict[str, Any]], where: str) -> None:
    if index not in (None, 0) and all(one["type"] != name for one in axes):
        raise ValueError(f"{where} has no axis of {name}s: leave {name} out")


def _transforms_of(of: Dict[str, Any], kept: List[int], axes: int, where: str) -> List[Dict[str, Any]]:
    transforms = of.get("coordinateTransformations", [])
    result: List[Dict[str, Any]] = []
    for transform in transforms if isinstance(transforms, list) else [None]:
        known = transform if isinstance(transform, dict) else {}
        kind = str(known.get("type"))
        factors = known.get(kind) if kind in ("scale", "translation") else None
        if not isinstance(factors, list) or [type(one) in (int, float) for one in factors] != [True] * axes:
            raise ValueError(f"{where}: a coordinate transformation is no scale and no translation of {axes} numbers")
        result.append({"type": kind, kind: [factors[axis] for axis in kept]})
    return result
