# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small things that the panels share: lines that wrap, lengths in the author's unit, who is the body of an object."""

from __future__ import annotations

from collections.abc import Iterable

import blf
import bpy
from bpy.app.translations import pgettext_iface as iface_

from ..properties.access import physics

# Pixels at a scale of 1: the border of a panel and the tabs beside it, an icon, the inner border of a button.
_MARGIN = 46.0
_ICON = 36.0
_PADDING = 5.0
_NARROWEST = 12


def _room(context: bpy.types.Context) -> float:
    """How wide a panel is inside, in pixels at a scale of 1; 0 where that is unknown."""
    region = context.region
    if region is None or not context.preferences.ui_styles:
        return 0.0
    # Without a window there is no scale.
    return region.width / (context.preferences.system.ui_scale or 1.0) - _MARGIN


def _width(context: bpy.types.Context, text: str) -> float:
    """How wide a text is in the interface's font, in pixels at a scale of 1."""
    blf.size(0, context.preferences.ui_styles[0].widget.points)
    return blf.dimensions(0, text)[0]


def fits(context: bpy.types.Context, texts: Iterable[str], indent: float = 0.0) -> bool:
    """Whether buttons with these texts fit side by side, all of the same width; `indent` in pixels."""
    room = _room(context) - indent
    widest = [_width(context, iface_(text)) + _PADDING for text in texts] if room > 0.0 else []
    return not widest or max(widest) * len(widest) <= room


def wrapped(context: bpy.types.Context, text: str, indent: float = 0.0) -> list[str]:
    """A text in lines that fit the region; `indent` in pixels at a scale of 1."""
    room = _room(context) - indent
    if room <= 0.0:
        return [text]
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and len(longer) > _NARROWEST and _width(context, longer) > room:
            lines.append(word)
        elif lines:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def note(
    layout: bpy.types.UILayout,
    context: bpy.types.Context,
    text: str,
    icon: str = "NONE",
    is_alert: bool = False,
    indent: float = 0.0,
) -> None:
    """A text of one or more lines, none of them cut off; the icon stands before the first.

    `indent` is how many pixels narrower the layout is than a panel.
    """
    column = layout.column(align=True)
    column.use_property_split = False
    column.alert = is_alert
    # Lines of a text belong closer together than fields.
    column.scale_y = 0.8
    for index, line in enumerate(wrapped(context, iface_(text), indent + (_ICON if icon != "NONE" else 0.0))):
        if icon != "NONE":
            column.label(text=line, icon=icon if index == 0 else "BLANK1", translate=False)
        else:
            column.label(text=line, translate=False)


def draw_off(layout: bpy.types.UILayout, context: bpy.types.Context, text: str) -> None:
    """What it means that a role is switched off, in place of its fields."""
    column = layout.column()
    column.active = False
    note(column, context, text)


def body_of(obj: bpy.types.Object) -> bpy.types.Object | None:
    """The nearest object with a motion type at or above an object."""
    above: bpy.types.Object | None = obj
    while above is not None and physics(above).motion.type == "NONE":
        above = above.parent
    return above


def split_layout(layout: bpy.types.UILayout) -> None:
    """Labels on the left, without the dots of animation: physics is not animated."""
    layout.use_property_split = True
    layout.use_property_decorate = False
