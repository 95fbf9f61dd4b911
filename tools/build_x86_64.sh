#!/usr/bin/env bash
# Cross-compiles libheddle for x86-64 on another host, into build-x86_64/lib, so that the corpus also
# runs there through an emulator.  The amd64 packages are unpacked into the build folder: nothing of a foreign
# architecture is installed on the host.
#
#   HEDDLE_CXX=x86_64-linux-gnu-g++ HEDDLE_LIBDIR=build-x86_64/lib build/bin/heddle c++ a.cpp -o a
#   build/bin/heddle run --launcher "qemu-x86_64 -L /usr/x86_64-linux-gnu" a
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $(uname -m) == x86_64 ]]; then
  echo "this host is x86-64: build/lib/libheddle.so is the library that is wanted"
  exit 0
fi

build=$PWD/build-x86_64
sysroot=$build/sysroot
packages=(libboost-context1.74-dev libboost-context1.74.0 libboost1.74-dev libcapstone-dev libsparsehash-dev libxxhash-dev)

install_cross_compiler() {
  command -v x86_64-linux-gnu-g++ >/dev/null && command -v qemu-x86_64 >/dev/null && return
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      { echo "as root run: apt-get install g++-x86-64-linux-gnu qemu-user" >&2; exit 1; }
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y --no-install-recommends g++-x86-64-linux-gnu qemu-user
}

# A private package list for amd64; the host's own lists and architectures stay as they are.
unpack_packages() {
  local libraries=$sysroot/usr/lib/x86_64-linux-gnu
  [[ -e $libraries/libboost_context.a && -e $libraries/libcapstone.a && -e $sysroot/usr/include/sparsehash ]] && return
  local apt=$build/apt
  mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$sysroot"
  touch "$apt/status"
  local options=(
    -o APT::Architecture=amd64 -o APT::Architectures=amd64 -o APT::Sandbox::User="$(id -un)"
    -o Dir::State="$apt/state" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache"
  )
  apt-get "${options[@]}" update -qq
  (cd "$apt" && apt-get "${options[@]}" download -qq "${packages[@]}")
  for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$sysroot"; done
}

install_cross_compiler
unpack_packages
cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DHEDDLE_RUNTIME_ONLY=ON \
  -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/x86_64.cmake" -DHEDDLE_SYSROOT="$sysroot"
ninja -C "$build" libheddle
echo "built $build/lib/libheddle.so"
