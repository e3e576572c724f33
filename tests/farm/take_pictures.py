# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the pictures of a report's page: `python -m tests.farm.take_pictures docs/images` in the farm's environment."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support import package

package.register()

from tests.farm.browser import chromium, environment, some_report, written  # noqa: E402  needs the package


def main(folder: Path) -> int:
    """Writes report-light.png and report-dark.png; 1 without a browser."""
    program = chromium()
    if program is None:
        print("There is no Chromium on PATH, and CHROMIUM names none.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as work, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"], env=environment(program))
        view = browser.new_page(viewport={"width": 1160, "height": 860})
        view.goto(written(Path(work), some_report(320)))
        for scheme in ("light", "dark"):
            view.emulate_media(color_scheme=scheme)
            if scheme == "dark":
                view.click("#severities [data-value=warning]")
                view.click("#issues summary")
            view.screenshot(path=folder / f"report-{scheme}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
