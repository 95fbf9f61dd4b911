#!/usr/bin/env bash
# Repeats one study and writes its CSV file, figures and tables to docs/results, and all its tables to the build folder.
# Usage: studies/make_results.sh STUDY [--quick | --size NAME] [--output FOLDER]     (BUILD names the build folder, default build)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$root/build}

study=${1:?name a study: the name of a file in this folder, without .toml}
shift
output=$root/docs/results
size=()
suffix=
while (($#)); do
  case $1 in
    --quick) size=(--quick) suffix=-quick ;;
    --size) size=(--size "${2:?--size needs a name}") suffix=-$2; shift ;;
    --output) output=${2:?--output needs a folder}; shift ;;
    *) echo "unknown option $1" >&2; exit 2 ;;
  esac
  shift
done
[[ -f $root/studies/$study.toml ]] || { echo "there is no study $study" >&2; exit 2; }

ninja -C "$build" heddle libheddle subjects
mkdir -p "$output"
database=$build/$study$suffix.db
"$build/bin/heddle" study run "${size[@]}" --database "$database" "$root/studies/$study.toml"
"$build/bin/heddle" study table --format csv "$database" >"$output/$study$suffix.csv"
"$build/bin/heddle" study table --format markdown "$database" >"$build/$study$suffix-tables.md"
"$build/bin/heddle" study plot --output "$build/$study-figures" "$database"
# The pages show some of the figures: only these are kept.
for figure in "$root/docs/results/$study"-*.svg; do
  name=$(basename "$figure")
  if [[ -e $build/$study-figures/${name#"$study-"} ]]; then cp "$build/$study-figures/${name#"$study-"}" "$output/$name"; fi
done
if [[ $output == "$root/docs/results" ]]; then
  "$root/studies/fill_tables.py" --heddle "$build/bin/heddle" "$study$suffix" "$database"
fi
echo "wrote $output/$study$suffix.csv and figures; the tables for the page are in $build/$study$suffix-tables.md"
