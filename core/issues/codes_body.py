# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Codes about bodies, their motion, material and filter."""

from __future__ import annotations

from .rule import Rule

BODY_RULES = (
    Rule(
        "value-not-finite", "error", "Value Not Finite",
        "A property holds NaN, infinity, or a choice that this version does not know. The default is written in its "
        "place, or no bound at all.",
        "A file with such a number is no valid JSON; every importer refuses it whole.",
        "Type a number into the property.",
        "reset-value",
    ),
    Rule(
        "saved-by-later-version", "warning", "Saved by a Later Version",
        "A later version of this add-on saved the physics of the object, in a form that this version does not know.",
        "The file lacks what is new in that form.",
        "Update the add-on.",
    ),
    Rule(
        "body-not-exported", "warning", "Body Not Exported",
        "The body that this collider belongs to is left out of the file, by the selection or visibility options.",
        "The shape goes to the next body above, or stands still.",
        "Export the body too, or give the collider's object a motion type of its own.",
    ),
    Rule(
        "body-scaled", "warning", "Scaled Dynamic Body",
        "A dynamic body, or an object above it, has a scale other than 1.",
        "Godot's own physics sets the scale of a moving body to 1 in the first frame, so its mesh and its children "
        "change size; Jolt keeps it. Other engines advise against it.",
        "Apply the scale of the body and of what is above it (Object > Apply > Scale).",
        "apply-scale",
    ),
    Rule(
        "body-uneven-scale", "warning", "Scale That Spoils a Shape",
        "A body that does not fall, or a compound parent, is scaled so that a round shape of it would become oval, or "
        "it is mirrored and has a triangle mesh.",
        "The shape is written at its right size, but Godot puts the body's scale onto it and takes it off again. Jolt "
        "reports an error and gives spheres, capsules and cylinders a wrong size; in GodotPhysics things slide off a "
        "mirrored triangle mesh. Boxes and hulls are right.",
        "Apply the scale of the body and of what is above it (Object > Apply > Scale).",
        "apply-scale",
    ),
    Rule(
        "body-no-collider", "info", "Body Without Collider",
        "No collider belongs to this body.",
        "It moves and can hang on joints, but falls through everything.",
        "Add a collider to the body or to an object below it.",
        "add-collider",
    ),
    Rule(
        "body-nested", "info", "Body Below a Body",
        "The object has a motion type of its own and lies below another body.",
        "Engines simulate two separate bodies; a dynamic one does not follow the body above it.",
        "Set its motion to None if it shall be part of the body above, or connect both with a joint.",
    ),
    Rule(
        "dynamic-animated", "warning", "Animated Dynamic Body",
        "A dynamic body has an animation of its own.",
        "The animation and the simulation both move the object. By the specification the animation wins, so "
        "nothing falls or is pushed.",
        "Make the body kinematic, or remove the animation.",
        "make-kinematic",
    ),
    Rule(
        "static-animated", "info", "Animated Static Object",
        "A static body, or a collider without a body, has an animation of its own.",
        "It changes place without a speed: it does not carry or push what touches it.",
        "Make the body kinematic.",
        "make-kinematic",
    ),
    Rule(
        "mass-not-positive", "warning", "Mass Not Positive",
        "The mass of a dynamic body is 0 or less.",
        "Godot reports an error and uses 1 kg; others take 0 for an infinite mass.",
        "Set a mass above 0.",
        "reset-mass",
    ),
    Rule(
        "inertia-odd", "warning", "Impossible Inertia",
        "The inertia has a negative number, only some that are 0, or one that is larger than the other two together.",
        "No real thing has such an inertia. A 0 is infinite for some engines and makes others unstable.",
        "Set all three to 0, which lets the engine compute them, or to numbers that a real thing has.",
        "clear-inertia",
    ),
    Rule(
        "inertia-not-unit", "warning", "Inertia Orientation Not a Rotation",
        "The quaternion that turns the inertia does not have the length 1.",
        "Engines that read it may scale the inertia or refuse it.",
        "Normalize the quaternion.",
        "normalize-inertia",
    ),
    Rule(
        "center-of-mass-off-origin", "info", "Center of Mass Off the Origin",
        "The center of mass is not at the object's origin.",
        "Godot honors it; the specification warns that not every engine does.",
        "Move the object's origin to the center of mass, where that is possible.",
    ),
    Rule(
        "velocity-on-static", "warning", "Velocity on a Static Body",
        "A static body has an initial velocity.",
        "A static body never moves; the velocity is ignored, or moves what touches it like a conveyor belt.",
        "Set the velocity to 0, or make the body kinematic or dynamic.",
        "clear-velocity",
    ),
    Rule(
        "velocity-in-world", "info", "Velocity of a Turned Body",
        "A body that is turned has an initial velocity.",
        "The specification does not name the axes of velocities. Godot reads the scene's axes, as Blender shows "
        "them here; an engine that reads the body's own axes sends it another way.",
        "Apply the rotation (Object > Apply > Rotation): then both are the same.",
    ),
    Rule(
        "motion-value-unused", "info", "Motion Value Without Use",
        "A value is set that this motion type cannot use, such as the mass of a static body.",
        "It is written and ignored.",
        "Set it back to its default.",
        "reset-unused",
    ),
    Rule(
        "restitution-above-one", "warning", "Bounciness Above 1",
        "The bounciness of the physics material is above 1.",
        "Every bounce gains speed, or the engine cuts it off at 1.",
        "Set it to 1 or less.",
        "clamp-restitution",
    ),
    Rule(
        "friction-above-one", "info", "Friction Above 1",
        "A friction of the physics material is above 1.",
        "Most engines accept it; the specification expects at most 1.",
        "Set it to 1 or less, if the engine cuts it off.",
    ),
    Rule(
        "filter-empty", "warning", "Empty Filter",
        "A collision filter is switched on but names no system.",
        "It changes nothing in most engines; some take an empty list for \"collides with nothing\".",
        "Name the systems, or switch the filter off.",
        "remove-filter",
    ),
    Rule(
        "mesh-shares-node", "warning", "Mesh Shares a Node with Physics",
        "With the compact layout, visible meshes, cameras or lights stand on nodes that carry physics.",
        "Godot drops them without a word: the body is there and cannot be seen.",
        "Choose the separate layout in the export options.",
        "use-separate",
    ),
    Rule(
        "name-changes-in-godot", "info", "Name Changes in Godot",
        "Names have characters that Godot does not allow: . : @ / \" %",
        "Godot writes _ in their place, so scripts do not find the old names.",
        "Rename the objects.",
        "rename",
    ),
    Rule(
        "name-acts-in-godot", "warning", "Name Acts in Godot's Editor",
        "The name of an object that has to do with physics, or of its mesh, has a word that the import of Godot's "
        "editor acts on: noimp, wheel, vehicle; where a mesh is shown col, convcol, colonly, convcolonly, rigid, "
        "navmesh, occ, occonly; in the name of a mesh col, convcol, occ. It counts at the end behind - or _ (digits "
        "do not matter), and anywhere behind $.",
        "Godot leaves the object out, makes a vehicle's part of it, or adds a second body. Loaded at run time, the "
        "file is not changed.",
        "Rename the object or its mesh.",
        "rename-acting",
    ),
    Rule(
        "godot-ignores", "info", "Ignored by Godot",
        "The object uses what Godot 4.6 does not read: a gravity factor, inertia orientation, material or filter.",
        "Godot uses its defaults; other engines may honor it.",
        "Set it in Godot as well, if the scene is for Godot.",
    ),
)  # fmt: skip
