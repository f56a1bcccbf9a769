"""Labels of OME-Zarr images, which memory need not hold.

An image is labeled slab by slab: a slab is whole chunks along the slowest spatial axis, as memory allows. The result is
that of glccl.label() on the whole. docs/use/zarr.md explains memory, files and how a labeling is resumed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Dict, Iterator, List, Literal, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._asked.arguments import int_of
from ._asked.criteria import Criterion
from ._label import label as label_array
from ._request import Request, neighbors_of
from ._seams import Border, FinalNumbers, LabeledSlab, Rule, finish, number_slabs, pairs_across, solve
from ._slabs import check_labels_dtype
from ._zarr.journal import Journal, Solved, rows_of
from ._zarr.rows import TableFile, whole_rows
from ._zarr.source import Source, Window, open_source
from ._zarr.target import create_levels, levels_of, metadata_of, publish, table_of, write_pyramid

__all__ = ["Labeled", "Plan", "label", "plan"]

Table = Optional[Literal["csv", "parquet"]]

#: Chunks that zarr reads or writes at the same time (its configuration `async.concurrency`).
_CHUNKS_AT_ONCE = 10


class Plan(NamedTuple):
    """How an image is labeled, and what it takes."""

    planes: int
    """Planes of a slab."""
    slabs: int
    """Slabs of a frame."""
    frames: int
    """Times that are labeled."""
    bytes: int
    """An estimate of the memory, besides Python and its modules."""
    planes_read: int
    """Planes that are read together: those of a slab, or of a chunk that is cut into several slabs."""


class Labeled(NamedTuple):
    """What label() has written."""

    path: Path
    """The group of the labels."""
    counts: List[int]
    """The number of components at each time; of an image without times one number."""
    table: Optional[Path]
    """The table, if one was asked for."""


def plan(
    store: Any,
    *,
    level: int = 0,
    channel: Optional[int] = None,
    time: Optional[int] = None,
    table: Table = "csv",
    memory: Optional[int] = None,
    dtype: Any = np.uint32,
    criterion: Criterion = "foreground",
) -> Plan:
    """How label() cuts an image with the same arguments, and the memory that it takes. Reads metadata alone."""
    source = open_source(store, level, channel, time)
    return _plan_of(source, memory, check_labels_dtype(dtype), table is not None, criterion)


def label(
    store: Any,
    out: Union[None, str, "os.PathLike[str]"] = None,
    *,
    name: str = "components",
    level: int = 0,
    channel: Optional[int] = None,
    time: Optional[int] = None,
    table: Table = "csv",
    memory: Optional[int] = None,
    dtype: Any = np.uint32,
    connectivity: Optional[int] = None,
    background: Any = 0,
    criterion: Criterion = "foreground",
) -> Labeled:
    """Label the connected components of an OME-Zarr image of NGFF 0.4 (Zarr 2) or 0.5 (Zarr 3).

    Writes `out`/labels/`name`, a label image of the same version, and beside `out` the table. In the image itself,
    labels have its levels from `level` on, elsewhere a pyramid of their own. A call that was killed is resumed by the
    same call.

    Parameters
    ----------
    store
        The image: a path, a store of zarr-python 3, or a zarr.Group. A chunk that is missing has the fill value.
    out
        The folder in whose labels/ the label image appears. None: the image, if it is in a local folder.
    name
        Of the label image.
    level
        The level of the multiscale image that is labeled, and whose shape the labels have.
    channel, time
        Index along the axis of channels or times. None: the only channel; all times, each by itself.
    table
        "csv", "parquet" (needs pyarrow), or None: no table is written. It has the columns of
        glccl.Components.to_dict(), and `t` before these if there are times. It lies at `out`.`name`.csv.
    memory
        Bytes that may be taken, besides Python and its modules. None: 1 GiB. plan() says how many are.
    dtype
        Of the labels: numpy.uint32 or numpy.uint64.
    connectivity, background, criterion
        Those of glccl.label().

    Returns
    -------
    Labeled
        The path of the label image, numbers of components, and the path of the table.

    Raises
    ------
    ImportError
        zarr-python 3 is not installed; or pyarrow, for Parquet.
    FileNotFoundError, FileExistsError
        There is no image; there is already a label image of this name.
    OSError
        Metadata or chunks cannot be read, or files cannot be written.
    ValueError, TypeError
        An argument or the metadata are wrong; the image has changed since the labeling began.
    MemoryError
        A slab of one plane takes more memory than given, or there are more components than `dtype` numbers.

    After an error there is no label image, and the folder `out`.`name`.partial has what the next call continues.
    """
    source = open_source(store, level, channel, time)
    kind = check_labels_dtype(dtype)
    _check_table(table)
    rule = _rule_of(source, connectivity, background, criterion)
    cut = _plan_of(source, memory, kind, table is not None, criterion)
    place = _target_of(source, out, name)
    work = place.with_name(f"{place.name}.{name}.partial")
    request = {"level": level, "channel": channel, "time": time, "table": table, "dtype": str(kind),
               "planes": cut.planes, "rule": repr(rule), "image": str(source.folder or source.where)}
    if (place / "labels" / name).exists() and not (work / "journal" / "written").exists():
        raise FileExistsError(f"{place / 'labels' / name} exists: pass another name, or remove it")
    inside = source.folder is not None and source.folder.resolve() == place.resolve()
    levels = levels_of(source, inside)
    of_work = work / f"table.{table}" if table else None
    with _writes_to(work):
        journal = Journal(work, request, source.stamp(levels))
        arrays = [] if journal.has("written") else create_levels(work / "data", source, levels, kind, cut.planes)
        window = Window(source, cut.planes_read)
        counts = _Job(source, rule, kind, window, cut, journal, arrays).run(of_work)
        journal.done("written")
        publish(work / "data", of_work, place, name, source, metadata_of(source, levels, name, inside))
        shutil.rmtree(work)
    return Labeled(place / "labels" / name, counts, table_of(place, name, f".{table}") if table else None)


@contextmanager
def _writes_to(folder: Path) -> Iterator[None]:
    """Makes errors of the system those of a folder that is written."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # it says what it is about
            raise
        raise type(error)(f"{folder} cannot be written: {error.strerror}") from error


class _Job(NamedTuple):
    """The steps of a labeling. Each notes in the journal what is done, and leaves out what was done."""

    source: Source
    rule: Rule
    kind: np.dtype
    window: Window
    cut: Plan
    journal: Journal
    levels: List[Any]

    def run(self, table: Optional[Path]) -> List[int]:
        """Labels all frames, writes all levels and the table, and returns the numbers of components."""
        frames = self.source.frames
        for frame in frames:
            for slab in range(self.cut.slabs):
                if not self.journal.has(frame, slab):
                    self._solve(frame, slab, table is not None)
        written = self.journal.has("written")
        rows = TableFile(table) if table and not written else None
        counts = []
        for frame in frames:
            numbers, count = self._number(frame)
            counts.append(count)
            if written:
                continue
            for slab in range(self.cut.slabs):
                if not self.journal.has("labels", frame, slab):
                    self._write(frame, slab, numbers[slab])
            if rows:
                plane = int(np.prod(self.source.shape[1:], dtype=np.int64))
                for part in whole_rows(self.journal, frame, self._firsts(), numbers, plane):
                    rows.add(part, frame if self.source.has_times else None)
        if rows:
            rows.close()
        if not written:
            write_pyramid(self.levels, len(frames), self.source.has_times, self.journal)
        return counts

    def _firsts(self) -> List[int]:
        return [slab * self.cut.planes for slab in range(self.cut.slabs)]

    def _read(self, frame: int, slab: int) -> Tuple[np.ndarray, str]:
        """The elements of a slab and their digest."""
        first = slab * self.cut.planes
        elements = self.window.read(frame, first, self.cut.planes)
        return elements, hashlib.blake2b(elements.view(np.uint8).data, digest_size=16).hexdigest()

    def _solve(self, frame: int, slab: int, table: bool) -> None:
        elements, digest = self._read(frame, slab)
        solved = solve(elements, self.rule, table)
        assert solved.border is not None
        num, border, rows = solved.num, solved.border, solved.table
        del solved, elements  # their memory is for the seam
        pairs = np.zeros((0, 2), np.int64)
        if slab:
            last = self.journal.last_planes(frame, slab - 1)
            pairs = pairs_across(Border((last[0], last[0]), (last[1], last[1])), border, self.rule)
        self.journal.keep(Solved(num, digest, pairs, rows_of(rows) if rows is not None else {}), border, frame, slab)

    def _number(self, frame: int) -> Tuple[List[FinalNumbers], int]:
        solved = [self.journal.solved(frame, slab) for slab in range(self.cut.slabs)]
        return number_slabs([one.num for one in solved], [one.pairs for one in solved[1:]], self.kind)

    def _write(self, frame: int, slab: int, numbers: FinalNumbers) -> None:
        """Solves a slab again and writes its final labels."""
        elements, digest = self._read(frame, slab)
        solved = self.journal.solved(frame, slab)
        if digest != solved.digest:
            raise ValueError(f"{self.source.where} has changed while it was labeled: label it anew")
        labels, _ = label_array(elements, **self.rule._asdict(), return_num=True)
        first = slab * self.cut.planes
        at: Tuple[Any, ...] = (slice(first, first + len(labels)),)
        self.levels[0][(frame, *at) if self.source.has_times else at] = finish(LabeledSlab(labels, solved.num), numbers,
                                                                              self.kind)
        self.journal.done("labels", frame, slab)


def _rule_of(source: Source, connectivity: Optional[int], background: Any, criterion: Criterion) -> Rule:
    """Raises for what no slab can be asked."""
    neighbors_of(Request(connectivity, background, criterion, "auto", False), source.shape)
    rule = Rule(connectivity, background, criterion, [False] * len(source.shape))
    label_array(np.zeros((1,) * len(source.shape), source.array.dtype), **rule._asdict())
    if 0 in source.array.shape:
        raise ValueError(f"{source.where} has the shape {source.array.shape}: there is nothing to label")
    return rule


def _check_table(table: Table) -> None:
    if table not in (None, "csv", "parquet"):
        raise ValueError(f'table is {table!r}: pass "csv", "parquet" or None')
    if table == "parquet" and find_spec("pyarrow") is None:
        raise ImportError('table="parquet" needs pyarrow, which is not installed: pass table="csv"')


def _plan_of(source: Source, memory: Optional[int], kind: np.dtype, has_rows: bool, criterion: Criterion) -> Plan:
    """The thickest slabs of whole chunks within the memory, or parts of one chunk. docs/use/zarr.md has the formula."""
    given = 1 << 30 if memory is None else int_of(memory, "memory")
    size, labels = source.array.dtype.itemsize, kind.itemsize
    plane = int(np.prod(source.shape[1:], dtype=np.int64))
    engine = 2 if criterion == "foreground" else 9
    element = 2 * size + 4 + labels + engine + (32 if has_rows else 0)
    chunk = int(np.prod(source.array.shards or source.array.chunks, dtype=np.int64))
    fixed = 2 * _CHUNKS_AT_ONCE * chunk * max(size, labels) + 4 * plane * (size + 4)
    most = (given - fixed) // (element * plane)
    if most < 1:
        raise MemoryError(f"{source.where}: a slab of one plane takes {fixed + element * plane} bytes of memory, and "
                          f"{given} are given")
    depth, thickness = source.shape[0], source.planes_of_chunk
    if depth <= most:
        planes = depth
    elif thickness <= most:
        planes = most // thickness * thickness
    else:
        planes = max(part for part in range(1, most + 1) if thickness % part == 0)
    read, taken = planes, fixed + element * plane * planes
    chunks_held = size * plane * min(thickness, depth)
    if planes < min(thickness, depth) and taken + chunks_held <= given:
        read, taken = thickness, taken + chunks_held
    return Plan(planes, -(-depth // planes), len(source.frames), taken, read)


def _target_of(source: Source, out: Union[None, str, "os.PathLike[str]"], name: str) -> Path:
    if not isinstance(name, str) or not name or "/" in name or name.startswith(("_", ".")):
        raise ValueError(f"the name of the labels is {name!r}: pass one without / that begins with a letter or digit")
    if out is None and source.folder is None:
        raise ValueError(f"{source.where} is in no local folder: pass out")
    place = Path(out).absolute() if out is not None else source.folder
    assert place is not None
    if place.exists() and not place.is_dir():
        raise NotADirectoryError(f"{place} is no folder")
    for folder in (place.parent, place, place / "labels"):
        if folder.exists() and not os.access(folder, os.W_OK):
            raise PermissionError(f"{folder} cannot be written")
    other = ".zgroup" if source.version == "0.5" else "zarr.json"
    if (place / other).exists():
        raise ValueError(f"{place} has another format than the image, NGFF {source.version}: pass another out")
    return place
