# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks files against the official JSON schemas of the OMI extensions, where a copy of them lies on the machine."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from .shared import SHARED

FOLDER = SHARED / "files" / "schemas"
NAMES = ("OMI_physics_shape", "OMI_physics_body", "OMI_physics_joint")

requires_schemas = pytest.mark.skipif(not FOLDER.is_dir(), reason="needs the OMI schemas in ../shared or $OMI_SHARED")

# The three general schemas of glTF 2.0 that the OMI schemas refer to.
_STUBS: dict[str, dict[str, Any]] = {
    "glTFProperty.schema.json": {"type": "object", "properties": {"extensions": {"type": "object"}, "extras": {}}},
    "glTFChildOfRootProperty.schema.json": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "extensions": {"type": "object"}, "extras": {}},
    },
    "glTFid.schema.json": {"type": "integer", "minimum": 0},
}


def schema_errors(document: dict[str, Any]) -> list[str]:
    """What the schemas find wrong with the OMI extensions of a glTF JSON, as sentences; unknown keys count too."""
    found = []
    for where, file_name, value in _parts(document):
        validator = Draft202012Validator({"$ref": file_name}, registry=_registry())
        for error in validator.iter_errors(value):
            path = "/".join(str(part) for part in error.absolute_path)
            found.append(f"{where}/{path}: {error.message}")
    return found


def _parts(document: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for name, value in document.get("extensions", {}).items():
        if name in NAMES:
            yield f"extensions/{name}", f"glTF.{name}.schema.json", value
    for index, node in enumerate(document.get("nodes", [])):
        for name, value in node.get("extensions", {}).items():
            # OMI_physics_shape has no place on a node: its schema for one is missing on purpose.
            if name in NAMES[1:]:
                yield f"nodes/{index}/extensions/{name}", f"node.{name}.schema.json", value
            elif name in NAMES:
                yield f"nodes/{index}/extensions/{name}", "nothing.schema.json", value


@functools.cache
def _registry() -> Registry:
    resources = {name: DRAFT202012.create_resource(stub) for name, stub in _STUBS.items()}
    resources["nothing.schema.json"] = DRAFT202012.create_resource({"not": {}})
    for path in FOLDER.glob("*.schema.json"):
        schema = json.loads(path.read_text(encoding="utf-8"))
        # Two schemas bear the same $id, others one that is not their file name: only the file name counts.
        schema.pop("$id", None)
        if path.name == "glTF.OMI_physics_joint.schema.json":
            # The schema demands a name that the extension dropped.
            schema["required"] = ["physicsJoints"]
        if path.name.endswith(("shape.capsule.schema.json", "shape.cylinder.schema.json")):
            # The older single radius, written beside the two of today for the sake of older readers.
            schema["properties"]["radius"] = {"type": "number", "exclusiveMinimum": 0}
        if "properties" in schema:
            schema["unevaluatedProperties"] = False
        _close_enumerations(schema)
        resources[path.name] = Resource(contents=schema, specification=DRAFT202012)
    return Registry().with_resources(resources.items())


def _close_enumerations(schema: Any) -> None:
    """Take out the "or any other string" of the enumerations: this project writes listed words only."""
    if isinstance(schema, list):
        for item in schema:
            _close_enumerations(item)
    elif isinstance(schema, dict):
        choices = schema.get("anyOf", [])
        if any("const" in choice for choice in choices):
            schema["anyOf"] = [choice for choice in choices if "const" in choice]
        for item in schema.values():
            _close_enumerations(item)
