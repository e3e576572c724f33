# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/checks.md, the page about every code of the checks: `python tools/checks_page.py [--check]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support import package

package.register()

from omi_physics.core.issues.catalog import CATALOG, SUBJECTS, Rule

PAGE = ROOT / "docs" / "checks.md"

_TOP = """# Checks

What the Checks panel, the export and the `validate` command say about a scene. Each finding has a code that stays
the same from version to version. This page is written by `python tools/checks_page.py` from the rules themselves.

- **Error**: the value is invalid or lost in the file.
- **Warning**: an engine will very likely not do what Blender shows.
- **Info**: ordinary, worth knowing.

A fix is a button beside the finding in the panel; Fix All presses those of all errors and warnings, and leaves what is
only worth knowing.
"""


def page() -> str:
    """The text of the page."""
    parts = [_TOP]
    for subject, rules in SUBJECTS.items():
        parts.append(f"## {subject}\n\n{_table(rules)}")
        parts.extend(_section(rule) for rule in rules)
    return "\n".join(parts)


def _table(rules: tuple[Rule, ...]) -> str:
    rows = [f"| [`{rule.code}`](#{rule.code}) | {rule.severity} | {rule.title} |" for rule in rules]
    return "\n".join(["| Code | Severity | Finding |", "|---|---|---|", *rows, ""])


def _section(rule: Rule) -> str:
    fix = f" Button: **{rule.fix_label}**." if rule.fix_label else ""
    lines = [
        f"### {rule.code}",
        f"**{rule.title}** ({rule.severity}). {rule.meaning}",
        f"- Engines: {rule.engines}",
        f"- What to do: {rule.remedy}{fix}",
    ]
    return "\n\n".join(lines[:2]) + "\n\n" + "\n".join(lines[2:]) + "\n"


def main(argv: list[str]) -> int:
    """Writes the page; with --check only tells whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where the page is out of date")
    text = page()
    if parser.parse_args(argv).check:
        is_current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text
        print(f"{PAGE.name}: {'up to date' if is_current else 'out of date, run tools/checks_page.py'}")
        return 0 if is_current else 1
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, encoding="utf-8", newline="\n")
    print(f"{PAGE.name}: {len(CATALOG)} codes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
