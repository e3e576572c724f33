# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of a scene as it stands in Blender, for the checks and the overlay; an export takes its own."""

from __future__ import annotations

from collections.abc import Iterable

import bpy
from mathutils import Matrix

from ..core.ground.garbage import uncollected
from ..core.ground.linear import IDENTITY, Mat4
from ..core.physics.scene import Options, Picture, SceneNode
from . import keys, versions
from .access import scene_settings
from .meshes import BlenderMeshes, MeshCache
from .read import Present, read_object

_SHOWN = ("MESH", "CURVE", "SURFACE", "FONT")


def as_rows(matrix: Matrix) -> Mat4:
    """An affine Blender matrix as a tuple of rows."""
    return (matrix[0][:], matrix[1][:], matrix[2][:], IDENTITY[3])  # type: ignore[return-value]


def is_animated(data: bpy.types.ID | None) -> bool:
    """Whether an object, or the armature object of a bone, moves by an action, NLA strips or drivers."""
    animation = getattr(data, "animation_data", None)
    return animation is not None and (
        animation.action is not None or bool(animation.nla_tracks) or bool(animation.drivers)
    )


Children = dict[bpy.types.Object | None, list[bpy.types.Object]]


def _by_parent(objects: Iterable[bpy.types.Object]) -> Children:
    """Objects by the parent among them; those without one there under None."""
    listed = list(objects)
    present = set(listed)
    children: Children = {}
    for obj in listed:
        children.setdefault(obj.parent if obj.parent in present else None, []).append(obj)
    return children


class _Capture:
    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.objects: list[bpy.types.Object] = []
        self._present = Present()

    def add_scene(self, scene: bpy.types.Scene) -> None:
        children = _by_parent(scene.objects)
        self._add_all(children.get(None, ()), None, Matrix(), children, ())

    def _add_all(
        self,
        roots: Iterable[bpy.types.Object],
        parent: int | None,
        base: Matrix,
        children: Children,
        inside: tuple[bpy.types.Collection, ...],
    ) -> None:
        """Adds objects and all below them, parents first, and the contents of the collections they instance."""
        stack = [(obj, parent) for obj in reversed(list(roots))]
        while stack:
            obj, above = stack.pop()
            index = self._add(obj, above, base)
            stack.extend((child, index) for child in reversed(children.get(obj, ())))
            collection = obj.instance_collection if obj.instance_type == "COLLECTION" else None
            if collection is not None and collection not in inside:
                self._add_instance(collection, index, base @ obj.matrix_world, (*inside, collection))

    def _add_instance(
        self, collection: bpy.types.Collection, index: int, world: Matrix, inside: tuple[bpy.types.Collection, ...]
    ) -> None:
        children = _by_parent(collection.all_objects)
        base = world @ Matrix.Translation(-collection.instance_offset)
        self._add_all(children.get(None, ()), index, base, children, inside)

    def _add(self, obj: bpy.types.Object, parent: int | None, base: Matrix) -> int:
        node = SceneNode(len(self.objects), obj.name, parent=parent, file_parent=parent)
        self.objects.append(obj)
        self.picture.nodes.append(node)
        node.world = as_rows(base @ obj.matrix_world)
        try:
            self._fill(node, obj)
        # Whatever it is: it is named, and costs no more than this object's physics.
        except Exception as error:  # noqa: BLE001
            self.picture.leave_out(node.index, error)
        return node.index

    def _fill(self, node: SceneNode, obj: bpy.types.Object) -> None:
        physics = read_object(obj, self._present)
        node.key = keys.object_key(obj)
        node.physics = physics
        node.is_animated = is_animated(obj)
        node.has_mesh = obj.type in _SHOWN and not (physics is not None and physics.is_collision_only)
        node.mesh_name = obj.data.name if node.has_mesh and obj.data is not None else ""
        node.has_camera = obj.type == "CAMERA"
        node.has_light = obj.type == "LIGHT"


@uncollected()
def capture_objects(
    scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph, meshes_read: MeshCache | None = None
) -> tuple[Picture, list[bpy.types.Object]]:
    """`capture`, and the object of each node. `meshes_read` keeps geometry from one picture to the next."""
    settings = scene_settings(scene)
    options = Options(
        layout=settings.node_layout, use_godot_compat=settings.use_godot_compat, formats=frozenset(settings.formats)
    )
    picture = Picture(options=options, scene_name=scene.name)
    versions.bring_up_to_date(bpy.data.objects)
    taken = _Capture(picture)
    taken.add_scene(scene)
    objects = taken.objects
    for obj in objects:
        if obj.mode == "EDIT":
            obj.update_from_editmode()
    picture.meshes = BlenderMeshes(
        depsgraph, lambda node: objects[node.index], use_modifiers=True, meshes_read=meshes_read
    )
    return picture, objects


def capture(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> Picture:
    """All objects of a scene, and what they instance, with their evaluated geometry."""
    return capture_objects(scene, depsgraph)[0]
