# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How CoACD is asked: what "fast" and "fine" mean to it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from ..core.geometry.parts import Part

# How many cuts are tried before each is chosen; that is most of the time. Measured on Suzanne (968 triangles, 16 hulls,
# two cores): FAST 5 s.
_EFFORTS: dict[str, dict[str, Any]] = {
    "FAST": {"mcts_nodes": 6, "mcts_iterations": 20, "mcts_max_depth": 2, "resolution": 1000},
    "FINE": {"mcts_nodes": 15, "mcts_iterations": 60, "mcts_max_depth": 3, "resolution": 2000},
}
# A surface that is open, or has more triangles than this, is wrapped first: in so many steps along its longest side.
_CLOSED_AS_IT_IS = {"FAST": 6_000, "FINE": 20_000}
_STEPS = {"FAST": 30, "FINE": 50}


def settings_for(part: Part, threshold: float, max_hulls: int, max_points: int, quality: str) -> dict[str, Any]:
    """The arguments of CoACD for one part; `threshold` is a part of half its longest side."""
    as_it_is = part.is_closed and len(part.triangles) <= _CLOSED_AS_IT_IS[quality]
    return {
        "threshold": threshold,
        "max_convex_hull": max_hulls,
        "decimate": True,
        "max_ch_vertex": max_points,
        # "auto" looks whether the surface is sound, and wraps it where it is not.
        "preprocess_mode": "auto" if as_it_is else "on",
        "preprocess_resolution": _STEPS[quality],
        "seed": 0,
        **_EFFORTS[quality],
    }


def package_paths() -> list[str]:
    """Where CoACD and numpy are, for another Python; empty where there is no CoACD.

    It is never imported here: on Windows a library in use cannot be removed, and so neither could the extension.
    """
    found: list[str] = []
    for name in ("coacd", "numpy"):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            return []
        found.append(str(Path(spec.origin).parents[1]))
    return found
