#!/usr/bin/env bash
# Installs the Debian packages that building and testing need.  Uses neither the network nor root rights if all are installed.
set -euo pipefail

packages=(
  g++ clang clang-format clang-tidy clang-tools cmake ninja-build make git python3
  libboost-context-dev libfmt-dev libcli11-dev nlohmann-json3-dev libdw-dev libelf-dev
  libxxhash-dev libsparsehash-dev libgtest-dev libgmock-dev libbenchmark-dev gdb catch2 doctest-dev
  libsqlite3-dev libtomlplusplus-dev libabsl-dev pkg-config libcapstone-dev libpugixml-dev libtbb-dev libspdlog-dev
  libopenmpi-dev openmpi-bin libomp-dev
)

if ! command -v dpkg-query >/dev/null; then
  echo "dependencies are checked on Debian only; on this system install: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null || true)
  [[ $status == "install ok installed" ]] || missing+=("$package")
done
((${#missing[@]} == 0)) && exit 0

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "packages are missing and this user may not install them; as root run:" \
      "apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

export DEBIAN_FRONTEND=noninteractive
install=("${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}")
echo "installing: ${missing[*]}"
# The package lists may be absent or old: refresh them only when the first attempt fails.
"${install[@]}" >/dev/null 2>&1 || { "${as_root[@]}" apt-get update -qq && "${install[@]}"; }
