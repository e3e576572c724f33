# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Loads a glTF file with Godot's importer (res:// what its editor imported), lists what became of it and simulates it.
#   godot --headless --fixed-fps 60 --path PROJECT -s check.gd -- FILE OUT.json SECONDS [EXTENSION.gd]
extends SceneTree

var seen := {}


func _initialize() -> void:
	_check.call_deferred()


func _check() -> void:
	await process_frame
	var args := OS.get_cmdline_user_args()
	if args.size() > 3:
		GLTFDocument.register_gltf_document_extension(load(args[3]).new())
	var result := {"error": OK, "nodes": {}, "after": {}, "seen": seen, "tree": []}
	var scene: Node = null
	if args[0].begins_with("res://"):
		scene = load(args[0]).instantiate()
	else:
		var document := GLTFDocument.new()
		var state := GLTFState.new()
		result["error"] = document.append_from_file(args[0], state)
		if result["error"] == OK:
			scene = document.generate_scene(state)
	if scene != null:
		_draw(scene, "", result["tree"])
		root.add_child(scene)
		_list(scene, scene, result["nodes"])
		for i in range(int(float(args[2]) * 60.0)):
			await physics_frame
			_watch(scene)
		_list(scene, scene, result["after"])
	var file := FileAccess.open(args[1], FileAccess.WRITE)
	file.store_string(JSON.stringify(result))
	file.close()
	quit(0)


func _draw(node: Node, above: String, tree: Array) -> void:
	for child in node.get_children():
		var path := above + "/" + str(child.name)
		tree.append([path, child.get_class()])
		_draw(child, path, tree)


func _watch(node: Node) -> void:
	if node is Area3D:
		for body in node.get_overlapping_bodies():
			if not seen.has(node.name):
				seen[node.name] = []
			if not seen[node.name].has(str(body.name)):
				seen[node.name].append(str(body.name))
	for child in node.get_children():
		_watch(child)


func _list(node: Node, scene: Node, found: Dictionary) -> void:
	if node is Node3D:
		var entry := {"class": node.get_class(), "parent": str(node.get_parent().name)}
		var world: Transform3D = node.global_transform
		entry["position"] = _vector(world.origin)
		var turn := world.basis.orthonormalized().get_rotation_quaternion()
		entry["rotation"] = [turn.x, turn.y, turn.z, turn.w]
		if node is RigidBody3D:
			entry["mass"] = node.mass
			entry["center"] = _vector(node.center_of_mass)
			entry["inertia"] = _vector(node.inertia)
			entry["velocity"] = _vector(node.linear_velocity)
			entry["spin"] = _vector(node.angular_velocity)
			entry["frozen"] = node.freeze
		if node is CollisionShape3D and node.shape != null:
			entry["shape"] = _shape(node.shape)
			entry["owner"] = _body_of(node)
		if node is Joint3D:
			entry["a"] = _name_at(node, node.node_a)
			entry["b"] = _name_at(node, node.node_b)
		found[str(node.name)] = entry
	for child in node.get_children():
		_list(child, scene, found)


func _body_of(node: Node) -> Variant:
	var parent := node.get_parent()
	return str(parent.name) if parent is CollisionObject3D else null


func _name_at(node: Node, path: NodePath) -> Variant:
	var target := node.get_node_or_null(path)
	return null if target == null else str(target.name)


func _shape(shape: Shape3D) -> Dictionary:
	var entry := {"class": shape.get_class()}
	if shape is BoxShape3D:
		entry["size"] = _vector(shape.size)
	elif shape is SphereShape3D:
		entry["radius"] = shape.radius
	elif shape is CapsuleShape3D or shape is CylinderShape3D:
		entry["radius"] = shape.radius
		entry["height"] = shape.height
	elif shape is ConvexPolygonShape3D:
		entry["points"] = shape.points.size()
		entry["bounds"] = _bounds(shape.points)
	elif shape is ConcavePolygonShape3D:
		entry["triangles"] = shape.get_faces().size() / 3
		entry["bounds"] = _bounds(shape.get_faces())
	return entry


func _bounds(points: PackedVector3Array) -> Array:
	var box := AABB(points[0], Vector3.ZERO)
	for point in points:
		box = box.expand(point)
	return [_vector(box.position), _vector(box.end)]


func _vector(v: Vector3) -> Array:
	return [_number(v.x), _number(v.y), _number(v.z)]


func _number(x: float) -> Variant:
	return x if is_finite(x) else str(x)
