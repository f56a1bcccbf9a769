"""The journal of a labeling, from which it is resumed after a kill.

A folder with a file for each step that is done. Files appear whole: each is written with another name and renamed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict, NamedTuple, Tuple

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
    border: Border
    rows: Dict[str, np.ndarray]
    """Columns of glccl.Components in the slab's coordinates, if a table is asked for."""


class Journal:
    """Steps that are done. Raises ValueError if the folder has the journal of another request or of another source."""

    def __init__(self, folder: Path, request: Dict[str, Any], stamp: str) -> None:
        self._folder = folder / "journal"
        path = self._folder / "request.json"
        wanted = {"request": request, "source": stamp}
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            self._write(path, json.dumps(wanted).encode())
            return
        found = json.loads(path.read_text())
        if found["request"] != json.loads(json.dumps(request)):
            raise ValueError(f"{folder} is of a labeling with other arguments: repeat those, or remove it")
        if found["source"] != stamp:
            raise ValueError(f"the image has changed since the labeling in {folder} was begun: remove it to label anew")

    def has(self, *step: Any) -> bool:
        """Whether a step is done."""
        return self._path(step).exists()

    def done(self, *step: Any) -> None:
        """Notes that a step is done."""
        self._write(self._path(step), b"")

    def keep(self, solved: Solved, *step: Any) -> None:
        """Notes that a slab is solved."""
        arrays: Dict[str, Any] = {"num": solved.num, "digest": solved.digest, **solved.rows}
        for name, planes in solved.border._asdict().items():
            arrays.update({f"{name}{i}": plane for i, plane in enumerate(planes)})
        path = self._path(step)
        with open(path.with_suffix(".new"), "wb") as file:
            np.savez(file, **arrays)
        os.replace(path.with_suffix(".new"), path)

    def border(self, *step: Any) -> Border:
        """The planes beside the seams of a slab."""
        with np.load(self._path(step)) as file:
            return Border((file["elements0"], file["elements1"]), (file["labels0"], file["labels1"]))

    def count(self, *step: Any) -> Tuple[int, str]:
        """The number of components of a slab by itself, and the digest of its elements."""
        with np.load(self._path(step)) as file:
            return int(file["num"]), str(file["digest"])

    def rows(self, *step: Any) -> Dict[str, np.ndarray]:
        """The rows of the components of a slab by itself."""
        with np.load(self._path(step)) as file:
            return {name: file[name] for name in _COLUMNS}

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
