#include "model/footprint.hpp"

#include <algorithm>

namespace heddle::model {
namespace {

constinit Footprint* g_recording = nullptr;

}  // namespace

Footprint::Recording::Recording(Footprint& footprint, const void* state) {
  footprint.begin_ = reinterpret_cast<std::uintptr_t>(state);
  g_recording = &footprint;
}

Footprint::Recording::~Recording() { g_recording = nullptr; }

std::uint64_t Footprint::cells_of(std::size_t first, std::size_t count) const {
  if (count == 0) return 0;
  const std::size_t begin = first / width_;
  const std::size_t end = (first + count - 1) / width_ + 1;
  return ((std::uint64_t{1} << end) - 1) & ~((std::uint64_t{1} << begin) - 1);
}

std::uint64_t Footprint::difference(const std::byte* a, const std::byte* b) const {
  std::uint64_t cells = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    if (a[i] != b[i]) cells |= cells_of(i, 1);
  }
  return cells;
}

void Footprint::note(std::uintptr_t address, std::size_t size, bool writes) {
  const std::uintptr_t begin = std::max(address, begin_);
  const std::uintptr_t end = std::min(address + size, begin_ + size_);
  if (begin >= end) return;
  const std::uint64_t cells = cells_of(begin - begin_, end - begin);
  (writes ? cells_.written : cells_.read) |= cells;
}

void note_access(const void* address, std::size_t size, bool writes) {
  if (g_recording == nullptr) return;
  g_recording->note(reinterpret_cast<std::uintptr_t>(address), size, writes);
}

}  // namespace heddle::model
