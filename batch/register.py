# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""`blender --command omi_physics ...`"""

from __future__ import annotations

from contextlib import ExitStack

import bpy

from ..registration import addon_id, is_worker

COMMAND = "omi_physics"


def _call(argv: list[str]) -> int:
    if addon_id() not in bpy.context.preferences.addons:
        # Loaded by `--addons` it would be registered, but no hook of it would run.
        bpy.ops.preferences.addon_enable(module=addon_id())
    if is_worker():
        from .worker import serve

        return serve()
    # Most sessions never call it.
    from .commands import main

    return main(argv)


def register_extra(undo: ExitStack) -> None:
    """Adds the command."""
    handle = bpy.utils.register_cli_command(COMMAND, _call)
    undo.callback(bpy.utils.unregister_cli_command, handle)
