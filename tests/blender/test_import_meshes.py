# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which mesh a convex or trimesh shape has after an import."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.support import gltf_files

BODY = "OMI_physics_body"


@pytest.fixture
def load(tmp_path: Path):
    """Imports a glTF JSON whose mesh 0 is a tetrahedron."""

    def run(nodes: list[dict[str, Any]], kind: str = "trimesh", **mesh: Any) -> None:
        document = gltf_files.gltf(nodes, OMI_physics_shape={"shapes": [{"type": kind, kind: {"mesh": 0}}]})
        gltf_files.add_mesh(
            document, **({"points": gltf_files.TETRAHEDRON[0], "triangles": gltf_files.TETRAHEDRON[1]} | mesh)
        )
        path = gltf_files.write(tmp_path / "scene.gltf", document)
        assert bpy.ops.import_scene.gltf(filepath=str(path)) == {"FINISHED"}

    return run


def collider(name: str, **node: Any) -> dict[str, Any]:
    return {"name": name, "extensions": {BODY: {"collider": {"shape": 0}}}, **node}


def shape(name: str) -> Any:
    return bpy.data.objects[name].omi_physics.collider.shape


def corners(mesh: bpy.types.Mesh) -> list[tuple[float, ...]]:
    return [tuple(v.co) for v in mesh.vertices]


@pytest.mark.parametrize("kind", ["convex", "trimesh"])
def test_a_mesh_that_no_node_shows_becomes_mesh_data(load, kind: str) -> None:
    load([collider("A"), collider("B")], kind)
    found = shape("A")
    assert (found.type, found.fit) == (kind.upper(), "MANUAL")
    assert found.mesh is not None and found.mesh == shape("B").mesh
    assert found.mesh.name == "Mesh0" and found.mesh.users == 2
    # glTF (x, y, z) is Blender (x, -z, y).
    assert corners(found.mesh) == [(0, 0, 0), (1, 0, 0), (0, 0, 2), (0, -3, 0)]
    assert [tuple(p.vertices) for p in found.mesh.polygons] == [tuple(t) for t in gltf_files.TETRAHEDRON[1]]
    assert not found.mesh.validate()
    assert len(bpy.data.objects) == 2


def test_the_own_mesh_of_an_object_stays_its_own(load) -> None:
    load([collider("A", mesh=0)])
    assert shape("A").mesh is None and shape("A").fit == "AUTO"
    assert len(bpy.data.meshes) == 1


def test_a_mesh_that_another_object_shows_is_shared(load) -> None:
    load([collider("A", children=[1]), {"name": "Look", "mesh": 0}])
    assert shape("A").mesh == bpy.data.objects["Look"].data
    assert len(bpy.data.meshes) == 1


def test_strips_and_fans_become_triangles(load) -> None:
    square = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    load([collider("A")], points=square, triangles=None, mode=5)
    assert [tuple(p.vertices) for p in shape("A").mesh.polygons] == [(0, 1, 2), (2, 1, 3)]
    bpy.ops.wm.read_homefile(use_empty=True)
    load([collider("A")], points=square, triangles=None, mode=6)
    assert [tuple(p.vertices) for p in shape("A").mesh.polygons] == [(0, 1, 2), (0, 2, 3)]


def test_double_sided_triangles_are_kept(load) -> None:
    load([collider("A")], points=[(0, 0, 0), (1, 0, 0), (0, 1, 0)], triangles=[(0, 1, 2), (0, 2, 1)])
    assert len(shape("A").mesh.polygons) == 2


@pytest.mark.parametrize(
    ("mesh", "reason"),
    [
        ({"triangles": [(0, 1, 9)]}, "indices without a position"),
        ({"triangles": None, "mode": 0}, "no triangles"),
        ({"triangles": [(0, 0, 1)]}, "no triangles"),
        ({"points": [(float("nan"), 0, 0), (0, 0, 1), (0, 1, 0)], "triangles": [(0, 1, 2)]}, "positions that are none"),
    ],
)
def test_a_mesh_that_is_none_costs_the_shape_and_is_named(load, caplog, mesh: dict[str, Any], reason: str) -> None:
    load([collider("A"), {"name": "Other", "extensions": {BODY: {"motion": {"type": "dynamic"}}}}], **mesh)
    assert shape("A").type == "NONE"
    assert bpy.data.objects["Other"].omi_physics.motion.type == "DYNAMIC"
    assert any(r.message.startswith("A (node 0)") and reason in r.message for r in caplog.records)


def test_the_mesh_of_a_skinned_object_is_not_shared(tmp_path: Path) -> None:
    # Blender moves the points of a skinned object to its bind pose; those of the file count for the shape.
    nodes = [collider("A"), {"name": "Bone"}, {"name": "Skinned", "mesh": 0, "skin": 0}]
    document = gltf_files.gltf(nodes, OMI_physics_shape={"shapes": [{"type": "trimesh", "trimesh": {"mesh": 0}}]})
    document["skins"] = [{"joints": [1]}]
    gltf_files.add_mesh(document, *gltf_files.TETRAHEDRON)
    assert bpy.ops.import_scene.gltf(filepath=str(gltf_files.write(tmp_path / "s.gltf", document))) == {"FINISHED"}
    assert shape("A").mesh != bpy.data.objects["Skinned"].data
    assert corners(shape("A").mesh) == [(0, 0, 0), (1, 0, 0), (0, 0, 2), (0, -3, 0)]
