# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Codes about joints, their limits and drives."""

from __future__ import annotations

from .rule import Rule

JOINT_RULES = (
    Rule(
        "joint-no-body", "error", "Joint Without Body",
        "Neither the joint's object nor one above it has a motion type. The joint is left out.",
        "A joint has to be below a body.",
        "Parent the joint's object to the body that it holds, or give it a motion type.",
        "make-body",
    ),
    Rule(
        "joint-target-deleted", "error", "Joint Target Deleted",
        "The object that the joint is connected to was deleted. The joint is left out.",
        "The body is free where it was meant to be held.",
        "Choose another object, or none to connect the joint to the world.",
        "clear-target",
    ),
    Rule(
        "joint-target-not-exported", "error", "Joint Target Not Exported",
        "The object that the joint is connected to is not in the file. The joint is left out.",
        "The body is free where it was meant to be held.",
        "Export the target as well, or choose another.",
    ),
    Rule(
        "joint-target-is-self", "error", "Joint Connected to Itself",
        "The joint is connected to its own object. It is left out.",
        "A joint needs two ends.",
        "Choose another object, or none to connect the joint to the world.",
        "clear-target",
    ),
    Rule(
        "joint-same-body", "error", "Both Ends on One Body",
        "Both ends of the joint belong to the same body. It is left out.",
        "A body cannot move against itself.",
        "Choose a target that belongs to another body.",
    ),
    Rule(
        "joint-body-not-dynamic", "warning", "Joint on a Body That Is Not Dynamic",
        "The body that the joint belongs to is not dynamic.",
        "The specification asks for a dynamic body there; engines may drop the joint or hold nothing with it.",
        "Put the joint below the dynamic body and connect it to the other, or make its body dynamic.",
        "make-dynamic",
    ),
    Rule(
        "joint-target-no-body", "info", "Joint Target Without Body",
        "No body is at or above the object that the joint is connected to. A static anchor is added below it.",
        "The anchor stands still where the target was; the joint works.",
        "Give the target a motion type.",
        "add-static-body",
    ),
    Rule(
        "joint-no-effect", "warning", "Joint Without Limits and Drives",
        "The joint has neither a limit nor a drive.",
        "Everything stays free; at most the two bodies do not collide.",
        "Add limits, or choose one of the presets.",
        "lock-joint",
    ),
    Rule(
        "joint-ends-apart", "warning", "Ends of the Joint Apart",
        "The connected end is at the target's own origin and axes, which are not where the joint is.",
        "Godot and others have one pivot: they use the joint's place and ignore the target's.",
        "Attach the joint at its own place, or move the target there.",
        "attach-at-joint",
    ),
    Rule(
        "joint-reads-as-slider", "warning", "Hinge About X",
        "The joint turns about its X axis only.",
        "Godot's add-on takes it for a slider and locks it.",
        "Turn the joint's object so that the hinge is its Z axis.",
        "turn-hinge",
    ),
    Rule(
        "hinge-spring", "warning", "Spring on a Hinge About Y",
        "A hinge about the Y axis has a drive without a velocity.",
        "Godot's add-on reads every drive of such a hinge as a motor, here one without a speed; the joint fails.",
        "Turn the joint's object so that the hinge is its Z axis.",
        "turn-hinge",
    ),
    Rule(
        "joint-hard-in-godot", "info", "Hard Limits in GodotPhysics",
        "The joint is one that Godot turns into a pin, hinge or slider, with hard limits.",
        "GodotPhysics becomes unstable with them; Jolt is fine with them. Stiffness 1 with damping 1 works in both.",
        "Make the limits soft, if the scene is for GodotPhysics.",
        "soften-limits",
    ),
    Rule(
        "joint-mirrored-in-godot", "info", "Angles Mirrored in Godot",
        "A limit or drive of an angle is not the same in both directions.",
        "Godot's add-on turns it the other way: 80 degrees become -80. The file is right by the specification.",
        "Use equal angles in both directions, if the scene is for Godot.",
    ),
)  # fmt: skip

LIMIT_RULES = (
    Rule(
        "limit-no-axis", "error", "Limit Without Axis",
        "A limit has no axis. It is left out.",
        "Nothing is limited.",
        "Choose the axes, or remove the limit.",
        "remove-limit",
    ),
    Rule(
        "limit-no-bound", "warning", "Limit Without Bounds",
        "A limit has neither a minimum nor a maximum.",
        "Nothing is limited.",
        "Switch a bound on, or remove the limit.",
        "remove-limit",
    ),
    Rule(
        "limit-one-sided", "warning", "One Bound Missing",
        "A limit that Godot reads as that of a hinge or slider has only a minimum or only a maximum.",
        "Godot's hinges and sliders break down: the bodies end at no place at all.",
        "Switch the other bound on, with a number that is out of reach.",
        "add-bound",
    ),
    Rule(
        "limit-min-above-max", "error", "Minimum Above Maximum",
        "The minimum of a limit is above its maximum.",
        "Some engines take it for free, some for locked, some become unstable.",
        "Swap the two.",
        "swap-bounds",
    ),
    Rule(
        "limit-several-axes", "warning", "One Range on Several Axes",
        "A limit with a range covers several axes.",
        "Some engines read a range for each axis, some one distance or cone for all of them.",
        "Split it into one limit an axis, or make it radial.",
        "split-limit",
    ),
    Rule(
        "limit-split", "info", "Limit Is Split",
        "A limit covers several axes and is written as several limits.",
        "The meaning stays the same. Blender's Y axis points the other way in the file, so the range is turned around.",
        "Nothing needs to be done; splitting it here makes it visible.",
        "split-limit",
    ),
    Rule(
        "limit-radial", "warning", "Radial Limit",
        "Several axes share one distance or angle.",
        "Godot reads the range for each axis by itself, so with a minimum of 0 only one direction stays free.",
        "Use one limit an axis, if the scene is for Godot.",
    ),
    Rule(
        "limit-radial-negative", "warning", "Radial Limit Below 0",
        "The minimum of a radial limit is below 0, but a distance never is.",
        "Readers take the range for one on each axis.",
        "Set the minimum to 0, or switch Radial off.",
        "radial-from-zero",
    ),
    Rule(
        "limit-stiffness-zero", "warning", "Limit Without Stiffness",
        "A soft limit has a stiffness of 0.",
        "Nothing pushes back, so nothing is limited.",
        "Set a stiffness, or make the limit hard.",
        "harden-limit",
    ),
    Rule(
        "limit-overlap", "warning", "Two Limits on One Axis",
        "Two limits of a joint are about the same axis.",
        "Engines keep the last and ignore the others.",
        "Keep one limit an axis.",
        "drop-overlap",
    ),
    Rule(
        "drive-no-effect", "warning", "Drive Without Effect",
        "A drive has no target, no strength for its target, no force, or drives an axis that is locked.",
        "A position needs stiffness, a velocity damping. Some engines do nothing, some make an endless motor of it.",
        "Set a target and the stiffness or damping that belongs to it.",
        "wake-drive",
    ),
    Rule(
        "drive-overlap", "warning", "Two Drives on One Axis",
        "Two drives of a joint are about the same axis.",
        "Engines keep the last and ignore the others.",
        "Put both targets into one drive.",
        "drop-overlap",
    ),
    Rule(
        "drive-acceleration", "warning", "Drive in Acceleration Mode",
        "A drive gives an acceleration instead of a force.",
        "Godot takes the numbers for forces, so a body of 10 kg is driven ten times too weakly.",
        "Use the force mode, with numbers multiplied by the mass.",
        "use-force",
    ),
)  # fmt: skip
