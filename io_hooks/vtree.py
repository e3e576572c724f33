# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The exporter's own tree of a scene -> `core.physics.scene.Picture`."""

from __future__ import annotations

import math
from typing import Any

import bpy
from mathutils import Matrix

from ..core.formats.common.axes import quaternion_to_gltf, size_to_gltf, tidy, vector_to_gltf
from ..core.ground.linear import IDENTITY, ZERO, Mat4, Vec3, column, dot, length
from ..core.physics.scene import ObjectPhysics, Options, Picture, SceneNode
from ..properties import keys, versions
from ..properties.capture import as_rows, is_animated
from ..properties.meshes import BlenderMeshes
from ..properties.pointers import stored_properties
from ..properties.read import Present, read_object

# Looked up once: `bpy.types` searches all of Blender's classes each time.
_OBJECT = bpy.types.Object
_BONE = 3
_COLLECTION = 6
# Instanced collections are 7 in Blender 4.2, where instances of geometry nodes are too.
_INSTANCERS = (7, 8)
# Cameras and lights look along -Z in glTF as in Blender, so the exporter turns their nodes by -90 degrees about X.
_UNTURNED: Mat4 = ((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, -1.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
# The place of an object whose own could not be told.
_NOWHERE: Mat4 = (*[(math.nan, math.nan, math.nan, math.nan)] * 3, IDENTITY[3])  # type: ignore[assignment]

Settings = dict[str, Any]


class TreeBeforeFilter:
    """The tree as Blender's parenting has it, before the exporter leaves nodes out or flattens the hierarchy.

    `order` lists the nodes' ids, parents first; `objects` and `physics` go along with it, with None for what is no
    object or has no physics. `parents` maps each id to that of its parent. `faults` tells by index what our own code
    failed on.
    """

    def __init__(self, vtree: Any, settings: Settings) -> None:
        self.nodes: dict[str, Any] = dict(vtree.nodes)
        self.parents = _logical_parents(self.nodes, settings)
        self.order = _parents_first(self.parents)
        self.objects = [_object_of(self.nodes[uuid]) for uuid in self.order]
        self.faults: dict[int, Exception] = {}
        self._present = Present()
        self.physics = [None if obj is None else self._read(index, obj) for index, obj in enumerate(self.objects)]

    def _read(self, index: int, obj: bpy.types.Object) -> ObjectPhysics | None:
        try:
            versions.bring_up_to_date((obj,))
            return read_object(obj, self._present)
        # Whatever it is: it is told, and costs no more than this object's physics.
        except Exception as error:  # noqa: BLE001
            self.faults[index] = error
            return None

    def has_collision_only(self) -> bool:
        """Whether a mesh is to be left out because it only serves a shape."""
        distinct = {id(found): found for found in self.physics}
        return any(found is not None and found.is_collision_only for found in distinct.values())


def has_physics(vtree: Any) -> bool:
    """Whether an object of the tree has physics stored; says yes too often rather than too seldom."""
    return any(stored_properties(obj) for obj in map(_object_of, vtree.nodes.values()) if obj is not None)


def _object_of(vnode: Any) -> bpy.types.Object | None:
    obj = vnode.blender_object
    return obj if isinstance(obj, _OBJECT) and vnode.blender_type != _BONE else None


def is_collision_only(blender_object: Any) -> bool:
    """Whether an object's mesh serves its shape and shall not be seen."""
    physics = read_object(blender_object) if isinstance(blender_object, _OBJECT) else None
    return physics is not None and physics.is_collision_only


def take_picture(before: TreeBeforeFilter, settings: Settings, options: Options, scene: bpy.types.Scene) -> Picture:
    """The picture of one scene, in the order of `before`; call once the exporter has made the nodes of the scene."""
    kept = settings["vtree"].nodes
    indices = {uuid: i for i, uuid in enumerate(before.order)}
    objects = before.objects
    options.applies_modifiers = bool(settings["gltf_apply"])
    picture = Picture(options=options, scene_name=scene.name)
    has_animations = bool(settings["gltf_animations"])
    turned = _turned_types(settings)
    for index, uuid in enumerate(before.order):
        vnode = before.nodes[uuid]
        obj = objects[index]
        node = SceneNode(index, _name(vnode) if obj is None else obj.name, world=_NOWHERE)
        picture.nodes.append(node)
        node.parent = indices.get(before.parents[uuid] or "")
        gltf_node = vnode.node if uuid in kept else None
        node.is_exported = gltf_node is not None
        node.file_parent = indices.get(kept[uuid].parent_uuid) if node.is_exported else None
        try:
            node.world = IDENTITY if vnode.matrix_world is None else as_rows(vnode.matrix_world)
            if gltf_node is not None:
                _set_content(node, gltf_node)
            if obj is not None:
                _set_object(node, obj, before.physics[index], turned)
            if has_animations:
                node.is_animated = is_animated(vnode.blender_object if vnode.blender_type == _BONE else obj)
        # Whatever it is: it is told, and costs no more than this object's physics.
        except Exception as error:  # noqa: BLE001
            picture.leave_out(index, error)
    for index, error in before.faults.items():
        picture.leave_out(index, error)
    if settings.get("gltf_collection"):
        picture.world_offset = _collection_center(settings)
    picture.meshes = BlenderMeshes(
        bpy.context.evaluated_depsgraph_get(),
        lambda node: objects[node.index],
        use_modifiers=bool(settings["gltf_apply"]),
        use_rest_pose=bool(settings["gltf_skins"]),
    )
    _add_instance_offsets(picture, [before.nodes[uuid] for uuid in before.order])
    _set_file_worlds(picture)
    return picture


def _set_object(node: SceneNode, obj: bpy.types.Object, physics: ObjectPhysics | None, turned: tuple[str, ...]) -> None:
    node.key = keys.object_key(obj)
    node.physics = physics
    if turned and obj.type in turned:
        node.to_object = _UNTURNED


def _turned_types(settings: Settings) -> tuple[str, ...]:
    """The object types whose nodes the exporter turns."""
    if not settings["gltf_yup"]:
        return ()
    return tuple(kind for kind, key in (("CAMERA", "gltf_cameras"), ("LIGHT", "gltf_lights")) if settings[key])


def _collection_center(settings: Settings) -> Vec3:
    """What the Collection Exporter takes from the positions of root nodes; Blender 5.3 offers several centers."""
    is_centered = settings.get("gltf_at_collection_center") or (
        settings.get("gltf_collection_center_mode", "WORLD_ORIGIN") != "WORLD_ORIGIN"
    )
    if not is_centered:
        return ZERO
    x, y, z = settings["gltf_collection_center"]
    return (x, y, z)


def _name(vnode: Any) -> str:
    if vnode.blender_type == _BONE and vnode.blender_bone is not None:
        return vnode.blender_bone.name
    return vnode.blender_object.name if vnode.blender_object is not None else "GN Instance"


def _set_content(node: SceneNode, gltf_node: Any) -> None:
    node.has_mesh = gltf_node.mesh is not None
    node.mesh_name = (gltf_node.mesh.name or "") if gltf_node.mesh is not None else ""
    node.has_camera = gltf_node.camera is not None
    node.has_skin = gltf_node.skin is not None
    if gltf_node.extensions:
        node.has_light = "KHR_lights_punctual" in gltf_node.extensions


def _logical_parents(nodes: dict[str, Any], settings: Settings) -> dict[str, str | None]:
    """Blender's parenting. Under the full collection hierarchy the exporter's tree does not follow it everywhere."""
    parents: dict[str, str | None] = {uuid: node.parent_uuid for uuid, node in nodes.items()}
    if not settings.get("gltf_hierarchy_full_collections"):
        return parents
    by_object = {node.blender_object: uuid for uuid, node in nodes.items() if _object_of(node) is not None}
    for uuid, node in nodes.items():
        above = nodes.get(parents[uuid] or "")
        is_under_collection = above is not None and above.blender_type == _COLLECTION
        if is_under_collection and _object_of(node) is not None and node.blender_object.parent in by_object:
            parents[uuid] = by_object[node.blender_object.parent]
    return parents


def _parents_first(parents: dict[str, str | None]) -> list[str]:
    """The tree's own order, but for nodes whose parent comes later in it."""
    order: dict[str, None] = {}
    for uuid in parents:
        chain: list[str] = []
        current: str | None = uuid
        while current is not None and current not in order:
            chain.append(current)
            current = parents[current]
        order.update(dict.fromkeys(reversed(chain)))
    return list(order)


def _add_instance_offsets(picture: Picture, vnodes: list[Any]) -> None:
    """Moves what collections with an offset instance to where the file has it.

    The exporter's matrices leave the offset out; it moves the instancer's node, and with it all below.
    """
    moved: dict[int, Matrix] = {}
    for node, vnode in zip(picture.nodes, vnodes, strict=True):
        before = moved.get(node.file_parent) if node.file_parent is not None else None
        collection = vnode.blender_object.instance_collection if _is_instancer(vnode) else None
        if before is None and collection is None:
            continue
        world = Matrix(node.world) if before is None else before @ Matrix(node.world)
        if collection is not None and collection.instance_offset.length_squared > 0.0 and node.is_exported:
            shifted = world @ Matrix.Translation(-collection.instance_offset)
            moved[node.index] = shifted @ Matrix(node.world).inverted_safe()
            node.world = as_rows(shifted)
        elif before is not None:
            moved[node.index] = before
            node.world = as_rows(world)


def _is_instancer(vnode: Any) -> bool:
    obj = _object_of(vnode) if vnode.blender_type in _INSTANCERS else None
    return obj is not None and obj.instance_type == "COLLECTION"


def _has_even_scale(world: Mat4) -> bool:
    x, y, z = (length(column(world, i)) for i in range(3))
    skew = abs(dot(column(world, 0), column(world, 1))) + abs(dot(column(world, 1), column(world, 2)))
    return math.isclose(x, y, rel_tol=1e-5) and math.isclose(y, z, rel_tol=1e-5) and skew < 1e-4 * x * y


def _set_file_worlds(picture: Picture) -> None:
    """Notes where the file's transforms come to something else than Blender's: below uneven scale, and on skins."""
    uneven: dict[int, bool] = {}
    for node in picture.nodes:
        if not node.is_exported:
            continue
        above = node.file_parent
        if node.has_skin:
            node.file_world = (
                IDENTITY if above is None else picture.nodes[above].file_world or picture.nodes[above].world
            )
        elif above is not None:
            parent = picture.nodes[above]
            if above not in uneven:
                uneven[above] = not _has_even_scale(parent.world)
            if parent.has_skin:
                continue
            if uneven[above] or parent.file_world is not None:
                _set_sheared(node, parent)


def _set_sheared(node: SceneNode, parent: SceneNode) -> None:
    local = Matrix(parent.world).inverted_safe() @ Matrix(node.world)
    written = Matrix.LocRotScale(*local.decompose())
    difference = max(
        abs(a - b) for row, other in zip(local, written, strict=True) for a, b in zip(row, other, strict=True)
    )
    if difference > 1e-5 or parent.file_world is not None:
        node.file_world = as_rows(Matrix(parent.file_world or parent.world) @ written)


def restored_transforms(picture: Picture, nodes: list[Any]) -> dict[int, tuple[Any, Any, Any]]:
    """Transforms for body nodes whose skinned mesh moves to a child, and for what lies right below them.

    The exporter gives skinned nodes no transform, and places their children relative to the armature.
    """
    found: dict[int, tuple[Any, Any, Any]] = {}
    freed = {n.index for n in picture.nodes if n.is_exported and n.has_skin and n.file_world is None}
    if not freed:
        return found
    for node in picture.nodes:
        if node.is_exported and (node.index in freed or node.file_parent in freed):
            above = None if node.file_parent is None else picture.nodes[node.file_parent]
            parent = Matrix() if above is None else Matrix(above.file_world or above.world)
            found[node.index] = _transform(parent.inverted_safe() @ Matrix(node.world), picture.options.y_up)
    return found


def _transform(local: Matrix, y_up: bool) -> tuple[list[float], list[float], list[float]]:
    """Translation, rotation and scale of a node in the file's axes."""
    location, rotation, scale = local.decompose()
    return (
        list(tidy(vector_to_gltf((location.x, location.y, location.z), y_up))),
        list(tidy(quaternion_to_gltf((rotation.x, rotation.y, rotation.z, rotation.w), y_up))),
        list(tidy(size_to_gltf((scale.x, scale.y, scale.z), y_up))),
    )
