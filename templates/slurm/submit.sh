#!/bin/bash
# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Exports the .blend files of a folder as a job array on Slurm, and joins the reports when all parts have ended.
#
#     templates/slurm/submit.sh SOURCES OUTPUT [SHARDS] [option of sbatch]...
#
# Settings, all optional, come from the environment: BLENDER (program, blender), FORMAT (glb or gltf), STRICT (1: warnings and errors
# of the checks make the last job fail), TIMEOUT (seconds a file, 600), REPORT_OPTIONS (options of sbatch for the last job).
# Options of sbatch go to the array: submit.sh /project/levels /project/out 16 --partition=cpu --cpus-per-task=8
# Prints the number of the last job: its end is the end of all.
set -eu
if [ $# -lt 2 ]; then
    sed -n '5,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sources=$(realpath "$1")
mkdir -p "$2/omi_physics-reports"
output=$(realpath "$2")
shards=${3:-4}
case $shards in '' | 0* | *[!0-9]*) echo "submit.sh: SHARDS is a whole number from 1, not $shards" >&2 && exit 2 ;; esac
shift "$(($# < 3 ? $# : 3))"

# What an earlier job said must not pass for this one's.
rm -f -- "$output"/omi_physics-reports/*-of-*.json
# By the environment: an argument of a name with a comma would be cut apart by --export=NAME=VALUE.
export OMI_SOURCES=$sources OMI_OUTPUT=$output OMI_SHARDS=$shards
array=$(sbatch --parsable --array="1-$shards" --output="$output/omi_physics-reports/%a-of-$shards.log" "$@" "$here/export.sh")
array=${array%%;*}
# afterany: the reports are joined whatever became of the parts. What is missing is named.
sbatch --parsable --dependency="afterany:$array" --output="$output/omi_physics-reports/report.log" ${REPORT_OPTIONS-} \
    "$here/report.sh"
