# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON of a .gltf or .glb file, without Blender."""

from __future__ import annotations

import json
import struct
from pathlib import Path

from .reader import JsonObject, as_object

_MAGIC = b"glTF"
_JSON_CHUNK = b"JSON"
_HEADER = struct.Struct("<4sII")
_CHUNK = struct.Struct("<I4s")


class ContainerError(ValueError):
    """The file is no readable glTF; the message is the rest of a sentence that starts with its name."""


def read_json(path: Path) -> tuple[JsonObject, list[str]]:
    """The JSON of a file, and what was tolerated. OSError or ContainerError where it cannot be read."""
    data = path.read_bytes()
    return parse(data)


def parse(data: bytes) -> tuple[JsonObject, list[str]]:
    """The JSON in the bytes of a .gltf or .glb file, and what was tolerated; ContainerError where there is none."""
    remarks: list[str] = []
    text = _json_chunk(data, remarks) if data[:4] == _MAGIC else data
    try:
        value: object = json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ContainerError(f"is not UTF-8 text at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise ContainerError(f"is not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError):
        raise ContainerError("is JSON with a number too long or nested too deep") from None
    found = as_object(value)
    if found is None:
        raise ContainerError("is JSON, but not a glTF file: it does not hold an object")
    if "asset" not in found:
        remarks.append("has no asset, which glTF requires")
    return found, remarks


def _json_chunk(data: bytes, remarks: list[str]) -> bytes:
    if len(data) < _HEADER.size + _CHUNK.size:
        raise ContainerError("is a GLB that ends within its header")
    _, version, length = _HEADER.unpack_from(data)
    if version != 2:
        raise ContainerError(f"is a GLB of version {version}, not 2")
    if length != len(data):
        remarks.append(f"says it is {length} bytes long, but it is {len(data)}; Blender refuses such a file")
    size, kind = _CHUNK.unpack_from(data, _HEADER.size)
    start = _HEADER.size + _CHUNK.size
    if kind != _JSON_CHUNK:
        raise ContainerError("is a GLB whose first chunk is not JSON")
    if start + size > len(data):
        raise ContainerError("is a GLB that ends within its JSON")
    return data[start : start + size]
