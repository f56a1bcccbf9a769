"""The layout of the component table in its buffer."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np

from .. import _gl

#: The first 64 bytes of a row: glccl_component_row. `value` is a signed integer where those of the texture are.
_BASE = [
    ("label", "<u4"), ("value", "<u4"), ("area", "<u8"), ("x0", "<u4"), ("y0", "<u4"), ("x1", "<u4"), ("y1", "<u4"),
    ("sum_x", "<u8"), ("sum_y", "<u8"), ("first", "<u8"), ("z0", "<u4"), ("z1", "<u4"),
]

_SEAM = [("lower", "<i4"), ("upper", "<i4"), ("lower_area", "<u8")]

#: Optional columns; of intensities words, integers of 128 bits being four of them.
_OPTIONAL: Dict[str, Any] = {
    "sum_z": "<u8",
    "moments": [("xx", "<u8"), ("xy", "<u8"), ("yy", "<u8")],
    "moments_z": [("xz", "<u8"), ("yz", "<u8"), ("zz", "<u8")],
    "quads": [("one", "<u8"), ("two", "<u8"), ("three", "<u8"), ("diagonal", "<u8")],
    "intensity": [
        ("sum", "<u4", 4), ("squares", "<u4", 4), ("sum_x", "<u4", 4), ("sum_y", "<u4", 4), ("minimum", "<u4"),
        ("maximum", "<u4"), ("kind", "<u4"), ("fraction_bits", "<i4"),
    ],
    "intensity_z": ("<u4", 4),
    "cubes": [
        ("faces_x", "<u8"), ("faces_y", "<u8"), ("faces_z", "<u8"), ("euler_6", "<i8"), ("euler_18", "<i8"),
        ("euler_26", "<i8"),
    ],
    "seams": [("x", _SEAM), ("y", _SEAM), ("z", _SEAM)],
}


def row_dtype(labels: _gl.Labels) -> np.dtype:
    """The dtype of a row of the table of these labels."""
    row_bytes, columns = _gl.row_layout(labels)
    base = [np.dtype("<i4" if name == "value" and labels.is_signed else kind) for name, kind in _BASE]
    return np.dtype(
        {
            "names": [name for name, _ in _BASE] + list(columns),
            "formats": base + [np.dtype(_OPTIONAL[name]) for name in columns],
            "offsets": [sum(kind.itemsize for kind in base[:i]) for i in range(len(base))] + list(columns.values()),
            "itemsize": row_bytes,
        }
    )
