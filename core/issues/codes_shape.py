# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Codes about the shapes of colliders and triggers."""

from __future__ import annotations

from .rule import Rule

SHAPE_RULES = (
    Rule(
        "shape-no-geometry", "error", "No Geometry",
        "A convex hull or triangle mesh is asked of an object without faces, or a hull of points that span no volume. "
        "The shape is left out.",
        "In Godot a shape without its mesh is empty, and the body falls through everything.",
        "Choose a box or another simple shape, or a mesh that has faces.",
        "use-box",
    ),
    Rule(
        "shape-size-not-positive", "error", "Size Not Positive",
        "A size, radius or height is 0 or less, or the object is scaled to 0. The shape is left out.",
        "Engines refuse such shapes or simulate them wrong.",
        "Set sizes above 0, or fit the shape to the mesh.",
        "set-size",
    ),
    Rule(
        "shape-flat", "warning", "Flat Mesh",
        "A box is fitted to a flat mesh. It gets a thickness of 1 mm, since 0 is not allowed.",
        "Fast things pass through something that thin.",
        "Set the size by hand and make the box thicker, away from the side that is touched.",
        "thicken",
    ),
    Rule(
        "shape-shear", "warning", "Sheared Shape",
        "The scale of an object above, together with a rotation, slants this object. A glTF node cannot be slanted.",
        "The shape only comes near to what Blender shows, in every engine.",
        "Apply the scale of the objects above (Object > Apply > Scale).",
        "apply-scale",
    ),
    Rule(
        "shape-nonuniform-round", "warning", "Unevenly Scaled Round Shape",
        "A sphere, capsule or cylinder is scaled differently across its axis. It takes the larger scale.",
        "No engine has an oval shape.",
        "Apply the scale, or use a convex hull.",
        "apply-scale",
    ),
    Rule(
        "shape-fit-no-geometry", "warning", "Nothing to Fit To",
        "The shape shall follow the mesh, but the object has no faces. The sizes set by hand count.",
        "The engine gets a shape of a size that nobody looked at.",
        "Set the fit to Manual and check the sizes.",
        "use-manual",
    ),
    Rule(
        "shape-modifiers", "info", "Modifiers Change the Shape",
        "Modifiers or shape keys change the mesh that the shape follows.",
        "What collides is what the file shows: without Apply Modifiers in the export both are the base mesh, "
        "while the viewport draws the changed one.",
        "Switch on Apply Modifiers in the export, or apply them.",
    ),
    Rule(
        "capsule-becomes-sphere", "info", "Capsule Without Straight Part",
        "The capsule is no longer than wide. The file gets a sphere.",
        "A sphere is the same shape; the format allows no capsule of height 0.",
        "Choose a sphere, or another axis.",
        "use-sphere",
    ),
    Rule(
        "shape-cylinder", "info", "Cylinder",
        "The shape is a cylinder.",
        "Some engines have no cylinder and use a capsule or a hull; Godot has one.",
        "Use a capsule, a box or a convex hull where that does as well.",
    ),
    Rule(
        "shape-tapered", "warning", "Tapered Shape",
        "The two radii of a capsule or cylinder differ.",
        "Most engines know only one radius and use the mean of both; Godot gets a convex hull when the export is "
        "compatible with Godot.",
        "Make both radii equal, or use a convex hull.",
        "equal-radii",
    ),
    Rule(
        "convex-many-points", "warning", "Hull With Many Points",
        "The convex hull has more than 255 points.",
        "Engines stop at about 255: they leave points out, warn, or refuse the hull.",
        "Use a simpler mesh for the hull.",
        "simplify-hull",
    ),
    Rule(
        "trimesh-dynamic", "warning", "Triangle Mesh on a Dynamic Body",
        "A dynamic body collides with the triangles of its mesh.",
        "Unity and others refuse it; Godot accepts it, but the hollow mesh lets things through and does not "
        "touch other triangle meshes.",
        "Use a convex hull, or several simple shapes.",
        "use-hull",
    ),
    Rule(
        "trimesh-kinematic", "info", "Triangle Mesh on a Kinematic Body",
        "A kinematic body collides with the triangles of its mesh.",
        "Most engines accept it, at a price in speed; the mesh is hollow.",
        "Use a convex hull where that does as well.",
        "use-hull",
    ),
    Rule(
        "trimesh-trigger", "warning", "Triangle Mesh in a Trigger",
        "A trigger detects overlaps with the triangles of a mesh.",
        "A triangle mesh is hollow: what is wholly inside does not touch it and is not reported.",
        "Use a convex hull or a simple shape.",
        "use-hull",
    ),
    Rule(
        "compound-no-parts", "warning", "Compound Parent Without Parts",
        "The object is the parent of a compound collider, but no collider lies below it.",
        "Nothing collides.",
        "Add colliders below it, or give it a shape of its own.",
        "give-shape",
    ),
    Rule(
        "collider-animated-between", "warning", "Animated Below Its Body",
        "The object, or one between it and its body, is animated, so its shape cannot be put right below the body.",
        "Godot takes a collider that is not a direct child of its body for a static body of its own.",
        "Parent the object to its body directly, or remove the animation.",
        "reparent-collider",
    ),
    Rule(
        "collider-too-deep", "warning", "Collider Deep Below Its Body",
        "With the compact layout, the collider stands more than one level below its body.",
        "Godot takes it for a static body of its own.",
        "Parent the object to its body directly, or choose the separate layout.",
        "reparent-collider",
    ),
)  # fmt: skip

TRIGGER_RULES = (
    Rule(
        "trigger-no-parts", "error", "Trigger Without Parts",
        "A compound trigger has no trigger below it, or none of the listed ones can be used. It is left out.",
        "Nothing is reported.",
        "Add triggers below the object, or give it a shape.",
        "give-shape",
    ),
    Rule(
        "trigger-no-shape", "error", "Trigger Without Shape",
        "A trigger has no shape. It is left out.",
        "Nothing is reported.",
        "Choose a shape.",
        "use-box",
    ),
    Rule(
        "trigger-part-not-exported", "warning", "Trigger Part Missing",
        "A listed part of a compound trigger was deleted or is not exported.",
        "The zone is smaller than meant.",
        "Remove the part from the list, or export it.",
        "remove-part",
    ),
    Rule(
        "trigger-part-invalid", "warning", "Trigger Part Unusable",
        "A listed part of a compound trigger has no trigger, or does not lie below the object.",
        "The zone is smaller than meant: the format allows only triggers below the node.",
        "Give the part a trigger and parent it to the object, or remove it from the list.",
        "remove-part",
    ),
)  # fmt: skip
