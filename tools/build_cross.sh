#!/usr/bin/env bash
# Cross-compiles libheddle for the architecture that this host is not, aarch64 or x86-64, into build-cross/lib, so
# that the corpus also runs there through an emulator.  Packages of that architecture are unpacked into the build
# folder: nothing foreign but a compiler and an emulator is installed on the host.
#
#   HEDDLE_CXX=aarch64-linux-gnu-g++ HEDDLE_LIBDIR=build-cross/lib build/bin/heddle c++ a.cpp -o a
#   build/bin/heddle run --launcher "qemu-aarch64 -L /usr/aarch64-linux-gnu" a
set -euo pipefail
cd "$(dirname "$0")/.."

case $(uname -m) in
  x86_64) target=aarch64 debian=arm64 compiler=g++-aarch64-linux-gnu ;;
  *) target=x86_64 debian=amd64 compiler=g++-x86-64-linux-gnu ;;
esac

build=$PWD/build-cross
sysroot=$build/sysroot
packages=(libboost-context1.74-dev libboost-context1.74.0 libboost1.74-dev libcapstone-dev libdw-dev libsparsehash-dev libxxhash-dev)

install_cross_compiler() {
  command -v $target-linux-gnu-g++ >/dev/null && command -v qemu-$target >/dev/null && return
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || { echo "as root run: apt-get install $compiler qemu-user" >&2; exit 1; }
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y --no-install-recommends $compiler qemu-user
}

# A private package list for the other architecture; the host's own lists and architectures stay as they are.
unpack_packages() {
  local libraries=$sysroot/usr/lib/$target-linux-gnu
  [[ -e $libraries/libboost_context.a && -e $libraries/libcapstone.a && -e $sysroot/usr/include/dwarf.h &&
    -e $sysroot/usr/include/sparsehash ]] && return
  local apt=$build/apt
  mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$sysroot"
  touch "$apt/status"
  local options=(
    -o APT::Architecture=$debian -o APT::Architectures=$debian -o APT::Sandbox::User="$(id -un)"
    -o Dir::State="$apt/state" -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache"
  )
  apt-get "${options[@]}" update -qq
  (cd "$apt" && apt-get "${options[@]}" download -qq "${packages[@]}")
  for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$sysroot"; done
}

install_cross_compiler
unpack_packages
cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DHEDDLE_RUNTIME_ONLY=ON \
  -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/cross.cmake" -DHEDDLE_TARGET=$target -DHEDDLE_SYSROOT="$sysroot"
ninja -C "$build" libheddle
echo "built $build/lib/libheddle.so for $target"
