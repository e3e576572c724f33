# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Telling equal plain data, so that what depends on it alone is done once."""

from __future__ import annotations

import marshal

# In later formats of marshal the bytes depend on who else holds the same text.
_WITHOUT_REFERENCES = 2


def fingerprint(data: dict[str, object]) -> bytes:
    """Differs for data that differ, also in the types of numbers; empty where not all of it is plain."""
    try:
        return marshal.dumps(data, _WITHOUT_REFERENCES)
    except ValueError:
        return b""
