#!/usr/bin/env bash
# Makes the logs in this folder again, with the tools that are installed.  Needs g++, clang++ and
# valgrind.  A deadlock may happen while a log is made: start the script again.
set -uo pipefail
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
flags=(-g -O0 -std=c++17 -pthread -ffile-prefix-map="$PWD"=/src/reports)
export TSAN_OPTIONS=second_deadlock_stack=1:history_size=7:halt_on_error=0

sanitize() {  # COMPILER SUFFIX PROGRAM...
  local compiler=$1 suffix=$2 program
  for program in "${@:3}"; do
    "$compiler" "${flags[@]}" -fsanitize=thread -w "$PWD/$program.cpp" -o "$scratch/$program"
    "$scratch/$program" 2>&1 | sed "s|$scratch|/build|g" >"$program.$suffix.log"
  done
}

valgrind_log() {  # TOOL PROGRAM...
  local tool=$1 program paths
  for program in "${@:2}"; do
    g++ "${flags[@]}" "$PWD/$program.cpp" -o "$scratch/$program"
    # Helgrind's text has the base names of files, as is the default; that of DRD has full paths.
    [[ $tool == drd ]] && paths=(--fullpath-after=) || paths=()
    valgrind --tool="$tool" --log-file="$scratch/text" "${paths[@]}" "$scratch/$program"
    sed "s|$scratch|/build|g" "$scratch/text" >"$program.$tool.log"
    valgrind --tool="$tool" --xml=yes --xml-file="$scratch/xml" "$scratch/$program"
    sed "s|$scratch|/build|g" "$scratch/xml" >"$program.$tool.xml"
  done
}

sanitize g++ tsan_gcc counter fences transfer phases dining freed late swap
sanitize clang++ tsan_clang counter transfer gate freed shelves twist

# The lock of this one is in a file without instrumentation.
clang++ "${flags[@]}" -c "$PWD/ledger_lock.cpp" -o "$scratch/ledger_lock.o"
clang++ "${flags[@]}" -fsanitize=thread "$PWD/ledger.cpp" "$scratch/ledger_lock.o" -o "$scratch/ledger"
"$scratch/ledger" 2>&1 | sed "s|$scratch|/build|g" >ledger.tsan_clang.log

valgrind_log helgrind counter handoff transfer gate late twist
valgrind_log drd counter handoff
valgrind_log memcheck freed

clang++ -std=c++17 -Wthread-safety -fsyntax-only annotated.cpp 2>annotated.clang.log
clang++ -std=c++17 --analyze -Xclang -analyzer-output=sarif \
  stale.cpp -o stale.analyzer.sarif
sed -i "s|file://$PWD|file:///src/reports|g" stale.analyzer.sarif
