# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A layout that records what a panel draws, and refuses what Blender would not draw."""

from __future__ import annotations

from types import FunctionType, SimpleNamespace
from typing import Any

import bpy


class Recorder:
    """Stands in for `UILayout`. Every call is checked against Blender's own signature and kept in `calls`."""

    def __init__(self, calls: list[tuple[str, dict[str, Any]]] | None = None) -> None:
        self.__dict__["calls"] = [] if calls is None else calls
        self.__dict__["state"] = {}

    def __setattr__(self, name: str, value: Any) -> None:
        assert name in bpy.types.UILayout.bl_rna.properties, f"layouts have no {name}"
        self.state[name] = value

    def __getattr__(self, name: str) -> Any:
        if name in bpy.types.UILayout.bl_rna.properties:
            return self.state.get(name, True)
        function = bpy.types.UILayout.bl_rna.functions.get(name)
        if function is None:
            raise AttributeError(f"layouts have no {name}")
        return lambda *args, **kwargs: self._call(name, function, args, kwargs)

    def _call(self, name: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        names = [p.identifier for p in function.parameters if not p.is_output]
        values = {**dict(zip(names, args, strict=False)), **kwargs}
        known = {*names, *(p.identifier for p in function.parameters)}
        # Functions such as `prop` take these in C without an RNA parameter of the name.
        assert set(values) <= known | {"text_ctxt", "translate", "icon_value"}, f"{name} has no {set(values) - known}"
        self.calls.append((name, values))
        if "icon" in values:
            icons = bpy.types.UILayout.bl_rna.functions["label"].parameters["icon"].enum_items
            assert values["icon"] in icons, f"no icon {values['icon']}"
        check = getattr(self, f"_check_{name}", None)
        if check is not None:
            found = check(values)
            if found is not None:
                return found
        if name == "icon":
            return 1
        if name == "panel":
            return Recorder(self.calls), Recorder(self.calls)
        return Recorder(self.calls)

    def _check_prop(self, values: dict[str, Any]) -> None:
        data, name = values["data"], values["property"]
        assert name in data.bl_rna.properties, f"{data.bl_rna.identifier} has no {name}"

    def _check_template_list(self, values: dict[str, Any]) -> None:
        assert hasattr(bpy.types, values["listtype_name"]), f"no list {values['listtype_name']}"
        assert values["propname"] in values["dataptr"].bl_rna.properties
        assert values["active_propname"] in values["active_dataptr"].bl_rna.properties
        kind = getattr(bpy.types, values["listtype_name"])
        collection = getattr(values["dataptr"], values["propname"])
        this = _List()
        if "filter_items" in kind.__dict__:
            flags, order = kind.filter_items(this, bpy.context, values["dataptr"], values["propname"])
            assert len(flags) == len(collection) and not order
            shown = [item for item, flag in zip(collection, flags, strict=True) if flag]
        else:
            shown = list(collection)
        for item in shown:
            kind.draw_row(this, bpy.context, Recorder(self.calls), item)

    def _check_operator(self, values: dict[str, Any]) -> Any:
        return _operator_properties(values["operator"])

    def _check_operator_menu_enum(self, values: dict[str, Any]) -> Any:
        found = _operator_properties(values["operator"])
        assert values["property"] in found.properties, f"{values['operator']} has no {values['property']}"
        return found

    def _check_menu(self, values: dict[str, Any]) -> None:
        assert hasattr(bpy.types, values["menu"]), f"no menu {values['menu']}"

    def _check_popover(self, values: dict[str, Any]) -> None:
        assert hasattr(bpy.types, values["panel"]), f"no panel {values['panel']}"


class _List:
    """Stands in for a list on the screen."""

    bitflag_filter_item = 1 << 30
    filter_name = ""


class _OperatorProperties:
    """Takes only values that the operator's properties can have."""

    def __init__(self, properties: Any) -> None:
        self.__dict__["properties"] = properties

    def __setattr__(self, name: str, value: Any) -> None:
        assert name in self.properties, f"the operator has no {name}"
        prop = self.properties[name]
        if prop.type == "ENUM" and prop.enum_items:
            assert value in prop.enum_items, f"{name} cannot be {value}"


def _operator_properties(idname: str) -> _OperatorProperties:
    module, name = idname.split(".")
    operator = getattr(getattr(bpy.ops, module), name)
    return _OperatorProperties(operator.get_rna_type().properties)


def draw(panel: Any, context: Any = None) -> list[tuple[str, dict[str, Any]]] | None:
    """What a panel draws, header included; None where its poll says no."""
    context = context or bpy.context
    poll = getattr(panel, "poll", None)
    if poll is not None and not poll(context):
        return None
    layout = Recorder()
    this = SimpleNamespace(layout=layout)
    for name in ("draw_header", "draw_header_preset", "draw"):
        function = getattr(panel, name, None)
        if isinstance(function, FunctionType):
            function(this, context)
    return layout.calls


def texts(calls: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """All texts of labels and buttons, in order."""
    return [values["text"] for _, values in calls if values.get("text")]
