#!/bin/sh
# Explores a program of some fifteen million states to the end; shows the result, the time and the
# peak memory.  It takes minutes.
#
# Usage: ten_million_states.sh [BUILD [SEATS [MEALS [OPTION...]]]]
# With three meals, each seat more makes eleven times as many states.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/../build}
seats=${2:-7}
meals=${3:-3}
if [ $# -gt 3 ]; then shift 3; else shift $#; fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$build/bin/heddle" c++ -std=c++20 -O2 "$here/states/philosophers.cpp" -o "$folder/philosophers"
"$build/bin/heddle" run --search dfs --states memory --points sync --time none --quiet \
  --json "$folder/result.json" "$@" -- "$folder/philosophers" "$seats" "$meals"
python3 - "$folder/result.json" <<'SUMMARY'
import json
import sys

result = json.load(open(sys.argv[1]))
seconds = result["seconds"]
print(f"{result['verdict']}: {result['states']:,} states and {result['transitions']:,} transitions"
      f" in {seconds:.1f} s,")
print(f"{result['states'] / seconds:,.0f} states/s, {result['transitions'] / seconds:,.0f}"
      f" transitions/s, peak memory {result['peak_rss'] / 2**20:,.0f} MiB,"
      f" {result['peak_rss'] / result['states']:.1f} bytes a state in all")
SUMMARY
