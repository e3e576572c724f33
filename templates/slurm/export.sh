#!/bin/bash
# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#SBATCH --job-name=omi-physics
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --time=04:00:00
#SBATCH --signal=B:TERM@60
#
# One part of the array that submit.sh starts. Ends with 0 when its report tells of every file, also of files that failed: report.sh
# gives the verdict, and no part is queued again for broken files.
set -u
shard=$SLURM_ARRAY_TASK_ID
report=$OMI_OUTPUT/omi_physics-reports/$shard-of-$OMI_SHARDS.json
rm -f -- "$report"
"${BLENDER:-blender}" --command omi_physics export --output-dir "$OMI_OUTPUT" --format "${FORMAT:-glb}" \
    --shard "$shard/$OMI_SHARDS" --jobs "${SLURM_CPUS_PER_TASK:-1}" --timeout "${TIMEOUT:-600}" --quiet \
    --report "$report" "$OMI_SOURCES" &
# Before the job's time is over, or when it is cancelled: the command ends its Blenders and keeps what is done.
is_stopped=
trap 'is_stopped=1; kill -TERM $!' TERM INT
wait $!
code=$?
if [ -n "$is_stopped" ]; then
    wait $!
    exit 130
fi
if [ "$code" -eq 1 ] && [ -s "$report" ]; then
    exit 0
fi
exit "$code"
