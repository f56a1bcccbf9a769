"""The journal of a labeling, from which it is resumed after a kill.

A folder with a file for each step that is done. Files appear whole: each is written with another name and renamed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Sequence, Tuple
from zipfile import BadZipFile

import numpy as np

from .._components import Components
from .._seams import Border

#: Columns of the rows of a slab.
_COLUMNS = ("area", "bbox", "sums", "first", "value")


class Solved(NamedTuple):
    """A slab in the journal."""

    num: int
    digest: str
    """Of its elements."""
    pairs: np.ndarray
    """Its components that touch the slab before, as glccl._seams.pairs_across() has them; none for the first slab."""
    rows: Dict[str, np.ndarray]
    """Columns of glccl.Components in the slab's coordinates, if a table is asked for."""


class Journal:
    """Steps that are done. Raises ValueError if the folder has the journal of another request or of another source,
    and, as all that reads it, OSError if it is damaged."""

    def __init__(self, folder: Path, request: Dict[str, Any], stamp: str) -> None:
        self._folder = folder / "journal"
        path = self._folder / "request.json"
        wanted = {"request": request, "source": stamp}
        self._folder.mkdir(parents=True, exist_ok=True)
        if not {file.name for file in self._folder.iterdir()} - {"request.new"}:
            self._write(path, json.dumps(wanted).encode())
            return
        try:
            found = json.loads(path.read_text())
        except (OSError, ValueError) as error:
            raise self._damaged(path) from error
        if not isinstance(found, dict) or found.get("request") != json.loads(json.dumps(request)):
            raise ValueError(f"{folder} is of a labeling with other arguments: repeat those, or remove it")
        if found.get("source") != stamp:
            raise ValueError(f"the image has changed since the labeling in {folder} was begun: remove it to label anew")

    def has(self, *step: Any) -> bool:
        """Whether a step is done."""
        return self._path(step).exists()

    def done(self, *step: Any) -> None:
        """Notes that a step is done."""
        self._write(self._path(step), b"")

    def keep(self, solved: Solved, border: Border, frame: int, slab: int) -> None:
        """Notes that a slab is solved. Of the borders of a frame only the last one is kept, for the next slab."""
        self._save({"elements": border.elements[1], "labels": border.labels[1]}, "border", frame, slab)
        self._save({"num": solved.num, "digest": solved.digest, "pairs": solved.pairs, **solved.rows}, frame, slab)
        self._path(("border", frame, slab - 1)).unlink(missing_ok=True)

    def last_planes(self, frame: int, slab: int) -> Tuple[np.ndarray, np.ndarray]:
        """The last plane of a slab that was solved last, of elements and of labels."""
        elements, labels = self._load(("elements", "labels"), "border", frame, slab)
        return elements, labels

    def solved(self, frame: int, slab: int) -> Solved:
        """A slab that is solved, without its rows."""
        num, digest, pairs = self._load(("num", "digest", "pairs"), frame, slab)
        return Solved(int(num), str(digest), pairs, {})

    def rows(self, frame: int, slab: int) -> Dict[str, np.ndarray]:
        """The rows of the components of a slab by itself."""
        return dict(zip(_COLUMNS, self._load(_COLUMNS, frame, slab)))

    def _load(self, names: Sequence[str], *step: Any) -> List[np.ndarray]:
        path = self._path(step)
        try:
            with np.load(path) as file:
                return [file[name] for name in names]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise self._damaged(path) from error

    def _damaged(self, path: Path) -> OSError:
        return OSError(f"{path} is damaged: remove {self._folder.parent} to label anew")

    def _save(self, arrays: Dict[str, Any], *step: Any) -> None:
        path = self._path(step)
        with open(path.with_suffix(".new"), "wb") as file:
            np.savez(file, **arrays)
        os.replace(path.with_suffix(".new"), path)

    def _path(self, step: Tuple[Any, ...]) -> Path:
        return self._folder / "-".join(str(part) for part in step)

    @staticmethod
    def _write(path: Path, data: bytes) -> None:
        new = path.with_suffix(".new")
        new.write_bytes(data)
        os.replace(new, path)


def rows_of(table: Components) -> Dict[str, np.ndarray]:
    """The columns that the journal keeps."""
    return {name: getattr(table, name) for name in _COLUMNS}
