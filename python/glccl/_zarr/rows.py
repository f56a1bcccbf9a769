"""The table of all components, from the rows that the slabs have by themselves."""

from __future__ import annotations

import csv
from importlib import import_module
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence

import numpy as np

from .._components import Components
from .._seams import FinalNumbers, begins_here
from .journal import Journal

Rows = Dict[str, np.ndarray]

#: Rows that are objects of Python at the same time.
_ROWS_AT_ONCE = 1 << 14


def whole_rows(journal: Journal, frame: int, firsts: Sequence[int], numbers: Sequence[FinalNumbers],
               plane: int) -> Iterator[Components]:
    """The rows of the components that begin in each slab, complete, in the coordinates of the frame. `plane` is the
    number of elements of a plane."""
    later = _later_parts(journal, frame, firsts, numbers, plane)
    for slab, (first, of_slab) in enumerate(zip(firsts, numbers)):
        rows = _moved(journal.rows(frame, slab), first, plane)
        begins = begins_here(len(rows["area"]), of_slab)[1:]
        rows = {name: column[begins] for name, column in rows.items()}
        label = np.arange(1, len(rows["area"]) + 1, dtype=np.uint64) + np.uint64(of_slab.before)
        if len(label) and len(later["number"]):
            meets = (later["number"] >= label[0]) & (later["number"] <= label[-1])
            _add(rows, (later["number"][meets] - label[0]).astype(np.int64),
                 {name: column[meets] for name, column in later.items()})
        yield Components(label=label, **rows)


def _moved(rows: Rows, first: int, plane: int) -> Rows:
    """The rows of a slab in the coordinates of the frame."""
    axes = rows["bbox"].shape[1] // 2
    rows["bbox"][:, [0, axes]] += first
    rows["sums"][:, 0] += rows["area"].astype(np.uint64) * np.uint64(first)
    rows["first"] += first * plane
    return rows


def _later_parts(journal: Journal, frame: int, firsts: Sequence[int], numbers: Sequence[FinalNumbers],
                 plane: int) -> Rows:
    """The parts of components behind the slabs in which these begin, with their final numbers."""
    found: List[Rows] = []
    for slab, (first, of_slab) in enumerate(zip(firsts, numbers)):
        rows = journal.rows(frame, slab)
        own = of_slab.labels - 1
        found.append({"number": of_slab.numbers,
                      **_moved({name: column[own] for name, column in rows.items()}, first, plane)})
    return {name: np.concatenate([one[name] for one in found]) for name in found[0]}


def _add(rows: Rows, at: np.ndarray, parts: Rows) -> None:
    """Merges parts into rows. A component's first element, and so its value, lies in its row."""
    axes = rows["bbox"].shape[1] // 2
    np.add.at(rows["area"], at, parts["area"])
    np.add.at(rows["sums"], at, parts["sums"])
    np.minimum.at(rows["bbox"][:, :axes], at, parts["bbox"][:, :axes])
    np.maximum.at(rows["bbox"][:, axes:], at, parts["bbox"][:, axes:])


class TableFile:
    """A table that is written slab by slab: CSV, or Parquet by pyarrow."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._parquet: Any = None
        self._file: Any = None
        if path.suffix != ".parquet":
            self._file = open(path, "w", newline="")
        self._started = False

    def add(self, rows: Components, time: Optional[int]) -> None:
        """Adds rows, with their time if there are times."""
        columns: Dict[str, np.ndarray] = {} if time is None else {"t": np.full(len(rows), time)}
        columns.update(rows.to_dict())
        if self._file is None:
            self._add_to_parquet(columns)
        else:
            writer = csv.writer(self._file, lineterminator="\n")
            if not self._started:
                writer.writerow(columns)
            for first in range(0, len(rows), _ROWS_AT_ONCE):
                some = slice(first, first + _ROWS_AT_ONCE)
                writer.writerows(zip(*(column[some].tolist() for column in columns.values())))
        self._started = True

    def _add_to_parquet(self, columns: Dict[str, np.ndarray]) -> None:
        arrow: Any = import_module("pyarrow")
        table = arrow.table(columns)
        if self._parquet is None:
            parquet: Any = import_module("pyarrow.parquet")
            self._parquet = parquet.ParquetWriter(self._path, table.schema)
        self._parquet.write_table(table)

    def close(self) -> None:
        """Ends the file."""
        for one in (self._file, self._parquet):
            if one is not None:
                one.close()
