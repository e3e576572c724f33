# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts right what Blender's type stubs get wrong or leave out, in an environment just installed."""

from __future__ import annotations

import re
from pathlib import Path

_ITEMS = {"Color": "float", "Euler": "float", "Quaternion": "float", "Vector": "float", "Matrix": "Vector"}


def mend(folder: Path) -> None:
    """Mend the stubs below an environment's folder."""
    for path in folder.glob("**/mathutils*/__init__.pyi"):
        _rewrite(path, _mend_mathutils)
    for path in folder.glob("**/bpy*/types/__init__.pyi"):
        _rewrite(path, _mend_types)


def _rewrite(path: Path, mended) -> None:
    path.write_text(mended(path.read_text(encoding="utf-8")), encoding="utf-8")


def _mend_mathutils(text: str) -> str:
    """Vectors and the like can be iterated, and serve where numbers in a row are asked for."""
    for name, item in _ITEMS.items():
        head = f"class {name}(collections.abc.Sequence[{item}]):\n    def __len__(self) -> int: ...\n"
        text = text.replace(f"class {name}:\n", head, 1)
    return text


def _mend_types(text: str) -> str:
    """What `Object.data` is follows from `Object.type`; an operator's properties are its own."""
    text = re.sub(
        r"(\nclass Object\(.*?\n    data: )(?:\(.*?\n    \)|[^\n]+)", r"\1typing.Any", text, count=1, flags=re.S
    )
    setter = "    def __setattr__(self, name: str, value: typing.Any) -> None: ...\n"
    return text.replace(
        "class OperatorProperties(bpy_struct):\n", f"class OperatorProperties(bpy_struct):\n{setter}", 1
    )
