#include "snapshot/world_hash.hpp"

#include "snapshot/block_compare.hpp"
#include "snapshot/block_hash.hpp"

namespace heddle::native {
namespace {

template <typename T>
const std::byte* bytes_of(const T& object) {
  return reinterpret_cast<const std::byte*>(&object);
}

std::uint64_t mixed_history(std::uint64_t value) {
  value *= 0x9e3779b97f4a7c15ULL;
  return value ^ value >> 29;
}

// While a thread has a deadline, it matters which other threads are spinning: see is_quiescent.
std::uint64_t hash_of_spin_histories() {
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
    hash = mixed_history(mixed_history(hash ^ own) ^ thread.looked_at);
  }
  return hash;
}

}  // namespace

const Fingerprint& WorldHash::present() {
  const Hashed hashed{world(), hash_of_spin_histories()};
  // It rarely differs from the last one.
  if (!is_known_ || !is_none(difference(bytes_of(hashed), bytes_of(hashed_), sizeof hashed)))
      [[unlikely]] {
    hashed_ = hashed;
    hash_ = hash_of(&hashed_, sizeof hashed_, 0);
    is_known_ = true;
  }
  return hash_;
}

}  // namespace heddle::native
