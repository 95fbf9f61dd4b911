#include "runtime/plain_spin.hpp"

#include <algorithm>
#include <cstring>

#include "core/xxh3.hpp"

namespace heddle::native {
namespace {

// Only the first bytes of a longer write are compared.
constexpr std::size_t kMostBytes = 64;

}  // namespace

void PlainSpin::note_write(std::uintptr_t address, std::size_t size) {
  const auto end = written_.begin() + written_count_;
  const auto found = std::find_if(written_.begin(), end, [&](const Written& written) {
    return written.address == address && written.size == size;
  });
  if (found != end) {
    if (!found->is_done) has_anchor_ = false;
    found->is_done = true;
    return;
  }
  if (written_count_ == written_.size()) return go_on();
  written_[written_count_++] = {address, static_cast<std::uint32_t>(size), false};
}

// Compares the contents with an earlier read.  They may repeat after any number of reads: a loop
// may read several times per iteration, or alternate between two values.
bool PlainSpin::look_again(std::size_t size) {
  if (looks_ == free_looks_ && is_patience_over(size)) {
    reset();
    lost_patience_ = true;
    return true;
  }
  const std::uint64_t now = contents();
  if (!has_anchor_) {
    anchor_ = now;
    has_anchor_ = true;
    return false;
  }
  const std::uint32_t watched = looks_ - free_looks_;
  if (watched >= kFewLooks && now == anchor_) {
    reset();
    return true;
  }
  if (watched >= 2 * kFewLooks) go_on();
  return false;
}

// Counts the reads of the cell since it had another value.  REQUIRES: the program is about to read
// it.
bool PlainSpin::is_patience_over(std::size_t size) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(cell_), std::min(size, sizeof value));
  same_looks_ = value == value_ ? same_looks_ + looks_ : 0;
  value_ = value;
  return same_looks_ >= kPatience;
}

std::uint64_t PlainSpin::contents() const {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < written_count_; ++i) {
    if (!written_[i].is_done) continue;
    const std::size_t size = std::min<std::size_t>(written_[i].size, kMostBytes);
    sum = XXH3_64bits_withSeed(reinterpret_cast<const void*>(written_[i].address), size, sum);
  }
  return sum;
}

// Treats the loop as one that makes progress.
void PlainSpin::go_on() {
  free_looks_ = std::min(2 * free_looks_, kManyLooks);
  choose(cell_);
}

}  // namespace heddle::native
