# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The process that splits parts of a mesh: run by itself with a folder as its argument, imported by nobody.

The folder holds `job.json` ({"paths": places of packages, "parts": a list of CoACD's settings}) and `part_N.npz` with
points and triangles of each part. For each part it writes `hulls_N.npz`, complete from the moment that it is there;
CoACD tells on standard output how far it is. When standard input ends, so has Blender, and so does this.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path


def _end_with_blender() -> None:
    # Not by Python's file: its lock, held by a thread, would turn every error into another one at the end.
    while os.read(0, 1024):
        pass
    os._exit(3)


def main(folder: Path) -> None:
    """Splits all parts in order."""
    threading.Thread(target=_end_with_blender, daemon=True).start()
    job = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    # The packages' places come last: this Python may have its own.
    sys.path += [path for path in job["paths"] if path not in sys.path]
    import coacd  # type: ignore[import-not-found]
    import numpy as np

    coacd.set_log_level("info")
    for number, settings in enumerate(job["parts"]):
        with np.load(folder / f"part_{number}.npz") as part:
            mesh = coacd.Mesh(part["points"], part["triangles"])
        hulls = [points for points, _ in coacd.run_coacd(mesh, **settings)]
        target = folder / f"hulls_{number}.npz"
        np.savez(folder / "unfinished.npz", *hulls)
        (folder / "unfinished.npz").replace(target)


if __name__ == "__main__":
    main(Path(sys.argv[-1]))
    sys.stdout.flush()
    # Without Python's teardown, which would wait for the thread.
    os._exit(0)
