# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The headless commands: planning, workers, reports. Only `launch`, `opening`, `register` and `worker` need Blender."""
