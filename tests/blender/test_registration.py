# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Enabling adds the extension; disabling leaves nothing of it behind."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import bpy
import pytest

from .support import ADDON, addon_module


def enable() -> None:
    bpy.ops.preferences.addon_enable(module=ADDON)
    assert ADDON in bpy.context.preferences.addons


def disable() -> None:
    bpy.ops.preferences.addon_disable(module=ADDON)
    assert ADDON not in bpy.context.preferences.addons


@pytest.fixture
def disabled() -> Iterator[None]:
    """The add-on is off while the test runs, unless the test enables it."""
    disable()
    yield
    if ADDON not in bpy.context.preferences.addons:
        enable()


def extras_black_list() -> list[str]:
    return addon_module("io_hooks.compat").extras_black_list()


@contextmanager
def recorded_commands() -> Iterator[list[str]]:
    """The ids of the commands that are registered now, kept up to date: Blender itself lists them nowhere."""
    active: list[str] = []
    original = (bpy.utils.register_cli_command, bpy.utils.unregister_cli_command)

    def register(name: str, execute: Any) -> Any:
        active.append(name)
        return name, original[0](name, execute)

    def unregister(handle: Any) -> None:
        active.remove(handle[0])
        original[1](handle[1])

    bpy.utils.register_cli_command, bpy.utils.unregister_cli_command = register, unregister
    try:
        yield active
    finally:
        bpy.utils.register_cli_command, bpy.utils.unregister_cli_command = original


def snapshot() -> dict[str, Any]:
    """Everything of Blender that an add-on may add to."""
    gltf: ModuleType = sys.modules["io_scene_gltf2"]
    owners = ("Object", "Scene", "WindowManager", "Mesh", "Collection", "World", "Material", "Screen", "Preferences")
    menus = {}
    for name in dir(bpy.types):
        functions = getattr(getattr(getattr(bpy.types, name), "draw", None), "_draw_funcs", None)
        if functions is not None and len(functions) > 1:
            menus[name] = [f"{f.__module__}.{f.__qualname__}" for f in functions]
    handlers = {n: list(v) for n in dir(bpy.app.handlers) if isinstance(v := getattr(bpy.app.handlers, n), list)}
    return {
        "types": set(dir(bpy.types)),
        "operators": set(dir(bpy.ops.omi_physics)),
        "pointers": {owner: set(getattr(bpy.types, owner).bl_rna.properties.keys()) for owner in owners},
        "handlers": {name: [f"{f.__module__}.{f.__qualname__}" for f in found] for name, found in handlers.items()},
        "menus": menus,
        "export dialog": set(gltf.exporter_extension_layout_draw),
        "import dialog": set(gltf.importer_extension_layout_draw),
        "extras": list(extras_black_list()),
        "presets": set(bpy.utils.preset_paths("")),
    }


def has_no_trace(found: dict[str, Any]) -> bool:
    text = repr(found).lower()
    return "omi_p" not in text and ADDON not in text


def test_enabling_three_times_leaves_nothing_behind(disabled: None) -> None:
    with recorded_commands() as commands:
        before = snapshot()
        assert has_no_trace(before)
        enabled = []
        for _ in range(3):
            enable()
            bpy.ops.wm.read_homefile(use_empty=True)
            enabled.append((snapshot(), list(commands)))
            disable()
            assert snapshot() == before
            assert commands == []
        assert enabled[0] == enabled[1] == enabled[2]
        while_enabled, registered = enabled[0]
        assert len(registered) == len(set(registered))
        assert while_enabled["types"] - before["types"]
        assert while_enabled["pointers"]["Object"] - before["pointers"]["Object"] == {"omi_physics"}
        assert while_enabled["export dialog"] - before["export dialog"] == {ADDON}
        assert all(while_enabled["menus"][name] for name in before["menus"])


def test_a_worker_has_no_interface(disabled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot()
    monkeypatch.setattr(sys, "argv", ["blender", "--background", "--command", "omi_physics", "_worker"])
    enable()
    found = snapshot()
    disable()
    monkeypatch.undo()
    assert snapshot() == before
    assert found["pointers"]["Object"] - before["pointers"]["Object"] == {"omi_physics"}
    assert found["export dialog"] - before["export dialog"] == {ADDON}
    assert not [name for name in found["types"] - before["types"] if "_PT_" in name]
    assert not found["operators"] - before["operators"]
    assert found["menus"].keys() - before["menus"].keys() <= {"TOPBAR_MT_file_export"}
    registration = addon_module("registration")
    # In the same order: a group comes after the groups it points to.
    assert [name for name in registration.MODULES if name in registration.WORKER_MODULES] == list(
        registration.WORKER_MODULES
    )


def test_the_import_dialog_forgets_the_add_on(disabled: None) -> None:
    gltf = sys.modules["io_scene_gltf2"]
    enable()
    # As the import dialog does when it opens.
    gltf.importer_extension_layout_draw[ADDON] = sys.modules[ADDON].draw_import
    disable()
    assert ADDON not in gltf.importer_extension_layout_draw


def test_a_failure_half_way_leaves_nothing_behind(disabled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot()
    registration = addon_module("registration")
    # A module that does not exist, at the end.
    monkeypatch.setattr(registration, "MODULES", (*registration.MODULES, "no_such_module"))
    with pytest.raises(ModuleNotFoundError):
        registration.register(ADDON)
    assert snapshot() == before
    assert registration.addon_id() == ""


def test_modules_register_what_they_define() -> None:
    # A class that is in no CLASSES would be missing in silence.
    registration = addon_module("registration")
    assert len(set(registration.MODULES)) == len(registration.MODULES)
    missing = []
    for name in registration.MODULES:
        module = importlib.import_module(f"{ADDON}.{name}")
        listed = set(getattr(module, "CLASSES", ()))
        for value in vars(module).values():
            is_own = isinstance(value, type) and value.__module__ == module.__name__
            if is_own and issubclass(value, bpy.types.bpy_struct) and value not in listed:
                missing.append(value.__qualname__)
    assert not missing


def test_the_root_module_gives_the_hooks_by_the_names_that_blender_looks_up(addon: ModuleType) -> None:
    for name in ("glTF2ExportUserExtension", "glTF2ImportUserExtension", "draw_export", "draw_import"):
        assert callable(getattr(addon, name))
    assert not hasattr(addon, "glTF2ExportUserExtensions")
    assert not hasattr(addon, "draw")


def test_the_glTF_add_on_is_found_again_when_it_is_enabled_after_ours() -> None:
    bpy.ops.preferences.addon_disable(module="io_scene_gltf2")
    for name in [n for n in sys.modules if n.split(".")[0] == "io_scene_gltf2"]:
        del sys.modules[name]
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    gltf = sys.modules["io_scene_gltf2"]
    assert ADDON not in gltf.exporter_extension_layout_draw
    # The File > Export menu is drawn before the dialog can open.
    menu = bpy.types.TOPBAR_MT_file_export
    for function in menu.draw._draw_funcs[1:]:
        if function.__module__.startswith(ADDON):
            function(None, bpy.context)
    assert gltf.exporter_extension_layout_draw[ADDON] is addon_module("io_hooks.dialog").draw_export
    assert "omi_physics" in extras_black_list()
    # Opening a file finds it as well.
    gltf.exporter_extension_layout_draw.clear()
    bpy.ops.wm.read_homefile(use_empty=True)
    assert ADDON in gltf.exporter_extension_layout_draw


def test_an_export_by_script_finds_it_too(addon: ModuleType) -> None:
    names = extras_black_list()
    names.remove("omi_physics")
    assert addon.glTF2ExportUserExtension is not None
    assert names.count("omi_physics") == 1
