#!/bin/bash
# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#SBATCH --job-name=omi-physics-report
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
#SBATCH --time=00:15:00
#
# Joins the reports of the parts. Ends with 1 when a file failed or a part left no report, which is named; with STRICT=1 also when
# the checks found a warning or an error.
set -u
folder=$OMI_OUTPUT/omi_physics-reports
parts=() missing=0
for ((k = 1; k <= OMI_SHARDS; k++)); do
    part=$folder/$k-of-$OMI_SHARDS.json
    if [ -s "$part" ]; then
        parts+=("$part")
    else
        echo "part $k of $OMI_SHARDS left no report; see $folder/$k-of-$OMI_SHARDS.log" >&2
        missing=1
    fi
done
if [ ${#parts[@]} -eq 0 ]; then
    exit 1
fi
strict=()
if [ "${STRICT:-0}" = 1 ]; then
    strict=(--strict)
fi
"${BLENDER:-blender}" --command omi_physics merge-reports "${parts[@]}" ${strict[@]+"${strict[@]}"} \
    --report "$folder/report.json" --html "$folder/report.html" || exit
exit "$missing"
