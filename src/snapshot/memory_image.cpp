#include "snapshot/memory_image.hpp"

#include "runtime/number_of.hpp"
#include "snapshot/block_hash.hpp"

namespace heddle::native {
namespace {

template <typename T>
const std::byte* bytes_of(const T& object) {
  return reinterpret_cast<const std::byte*>(&object);
}

}  // namespace

// While a thread has a deadline, it matters which other threads are spinning: see is_quiescent.
std::uint64_t MemoryImage::hash_of_spin_histories() {
  const World& world = native::world();
  bool is_timed = false;
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    is_timed |= world.threads[i].deadline != kNever;
  }
  if (!is_timed) [[likely]]
    return 0;
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    const std::uint64_t own = std::uint64_t{thread.idle_changes} << 48 |
                              std::uint64_t{thread.idle_repeats} << 32 |
                              std::uint64_t{thread.stray_hints} << 8 | (thread.yields ? 1U : 0U);
    hash = (hash ^ own) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

Fingerprint MemoryImage::fingerprint() {
  const HashedWorld hashed{world(), hash_of_spin_histories()};
  // It rarely differs from the last one.
  if (!world_is_hashed_ || !is_none(native::difference(bytes_of(hashed), bytes_of(hashed_),
                                                       sizeof hashed))) [[unlikely]] {
    hashed_ = hashed;
    world_hash_ = hash_of(&hashed_, sizeof hashed_, 0);
    world_is_hashed_ = true;
  }
  Fingerprint sum = hash_;
  add(sum, world_hash_);
  return sum;
}

void MemoryImage::set_wide(bool wide) {
  flags().wide_hashes = wide;
  world_is_hashed_ = false;
}

}  // namespace heddle::native
