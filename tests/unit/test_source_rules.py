# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules by which the sources are cut: who may import what, who may name what."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.package import ROOT
from tests.support.sources import imports, python_files, relative, repository_files, tree

SHIPPED = python_files()
BLENDER_MODULES = ("bpy", "bmesh", "mathutils", "gpu", "blf", "bpy_extras", "gpu_extras", "io_scene_gltf2")

# Keys of the extensions' JSON that no other thing in the sources could be called by chance.
JSON_KEYS = {
    "angularAxes", "angularVelocity", "centerOfMass", "collideWithSystems", "collisionFilter", "collisionFilters",
    "collisionSystems", "connectedNode", "dynamicFriction", "enableCollision", "frictionCombine", "gravityFactor",
    "inertiaDiagonal", "inertiaOrientation", "linearAxes", "linearVelocity", "maxForce", "notCollideWithSystems",
    "physicsJoints", "physicsMaterial", "physicsMaterials", "positionTarget", "radiusBottom", "radiusTop",
    "restitutionCombine", "staticFriction", "velocityTarget",
}  # fmt: skip
LICENSE_LINE = "# SPDX-License-Identifier: GPL-3.0-or-later"
JSON_MODULES = (
    "names", "write", "read", "read_tables", "legacy", "legacy_joints", "decode", "read_body", "read_joint",
    "read_shape", "reading",
)  # fmt: skip


def where(path: Path, node: ast.AST | None = None) -> str:
    name = relative(path).as_posix()
    return name if node is None else f"{name}:{getattr(node, 'lineno', 0)}"


def shipped_in(folder: str) -> list[Path]:
    return [path for path in SHIPPED if relative(path).parts[0] == folder]


def test_there_are_sources() -> None:
    assert len(SHIPPED) > 10


def test_core_imports_neither_blender_nor_its_surroundings() -> None:
    found = []
    for path in shipped_in("core"):
        depth = len(relative(path).parts) - 1
        for level, name in imports(path):
            if level > depth or (level == 0 and name.split(".")[0] in BLENDER_MODULES):
                found.append(f"{where(path)}: {'.' * level}{name}")
    assert not found


def test_only_io_hooks_knows_blenders_exporter() -> None:
    others = [path for path in SHIPPED if relative(path).parts[0] != "io_hooks"]
    assert not [where(path) for path in others for _, name in imports(path) if name.split(".")[0] == "io_scene_gltf2"]


def test_blenders_exporter_is_imported_lazily() -> None:
    # It moves its modules between versions, and is not there when it is disabled.
    found = []
    for path in shipped_in("io_hooks"):
        for node in _run_at_import(tree(path).body):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            found += [where(path, node) for name in names if name.split(".")[0] == "io_scene_gltf2"]
    assert not found


def test_only_pointers_touches_the_dynamic_attribute() -> None:
    found = []
    for path in SHIPPED:
        if where(path) == "properties/pointers.py":
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and node.attr == "omi_physics":
                # Assigning registers the pointer, bpy.ops.omi_physics holds the operators.
                if isinstance(node.ctx, ast.Load) and ast.unparse(node.value) != "bpy.ops":
                    found.append(where(path, node))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
                if "'omi_physics'" in ast.unparse(node):
                    found.append(where(path, node))
    assert not found


def test_only_the_codec_knows_json_keys() -> None:
    found = []
    for path in SHIPPED:
        if relative(path).parts[0] == "core" and path.stem in JSON_MODULES:
            continue
        found += [f"{where(path, node)}: {text}" for node, text in _strings(path) if text in JSON_KEYS]
    assert not found


def test_no_literal_module_name_of_the_extension() -> None:
    # The extension's repository is called what its user likes.
    found = [where(path, node) for path in SHIPPED for node, text in _strings(path) if re.match(r"bl_ext\.\w", text)]
    for path in SHIPPED:
        found += [where(path) for level, name in imports(path) if level == 0 and name.split(".")[0] == "omi_physics"]
    assert not found


def test_every_file_states_its_license() -> None:
    found = []
    for path in python_files(shipped=False):
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines and path.name == "__init__.py":
            continue
        start = 1 if lines[0].startswith("#!") else 0
        head = lines[start : start + 2]
        if not head[0].startswith("# SPDX-FileCopyrightText: ") or head[1:] != [LICENSE_LINE]:
            found.append(where(path))
    assert not found


def test_no_file_is_long() -> None:
    lengths = {where(path): path.read_text(encoding="utf-8").count("\n") for path in python_files(shipped=False)}
    assert not {name: length for name, length in lengths.items() if length >= 400}


@pytest.mark.skipif(not (ROOT / "__init__.py").is_file(), reason="the extension has no root module yet")
def test_the_root_module_imports_without_blender() -> None:
    code = f"""
import importlib.util, sys
for name in {BLENDER_MODULES!r}:
    sys.modules[name] = None  # importing it raises
spec = importlib.util.spec_from_file_location("any_name", {str(ROOT / "__init__.py")!r},
                                              submodule_search_locations=[{str(ROOT)!r}])
module = importlib.util.module_from_spec(spec)
sys.modules["any_name"] = module
spec.loader.exec_module(module)
assert callable(module.register) and callable(module.unregister)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stderr


# Written in pieces, so that this file does not break its own rule.
_HOSTS = (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("debian", "org"))
REGISTRY_HOSTS = [".".join(parts) for parts in _HOSTS]
MACHINE_PATH = re.compile(r"(?<![\w.$*{}~>-])/(?:work|root|home|Users)/\w")


def test_nothing_of_one_machine() -> None:
    found = []
    for path in repository_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{where(path)}: {host}" for host in REGISTRY_HOSTS if host in text]
        found += [f"{where(path)}: {match.group()}" for match in MACHINE_PATH.finditer(text)]
    assert not found


def test_the_rule_about_machine_paths_sees_one() -> None:
    assert MACHINE_PATH.search("see /wo" + "rk/notes")
    assert not MACHINE_PATH.search("tests/work/notes")


def test_links_between_the_pages_lead_somewhere() -> None:
    found = []
    for path in repository_files():
        if path.suffix == ".md":
            links = re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8"))
            local = [link for link in links if "://" not in link and not link.startswith("mailto:")]
            found += [f"{where(path)}: {link}" for link in local if not (path.parent / link).exists()]
    assert not found


def _strings(path: Path) -> Iterator[tuple[ast.AST, str]]:
    """Every string of a file; a docstring is one too, and never equal to a short word."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, node.value


def _run_at_import(statements: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that run when a module is imported: not those in functions or under TYPE_CHECKING."""
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from _run_at_import(statement.orelse)
        elif not isinstance(statement, ast.FunctionDef):
            for name in ("body", "orelse", "handlers", "finalbody"):
                yield from _run_at_import([s for s in getattr(statement, name, []) if isinstance(s, ast.stmt)])
