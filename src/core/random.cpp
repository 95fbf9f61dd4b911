#include "core/random.hpp"

#include "core/check.hpp"
#include "core/splitmix.hpp"

namespace heddle {
namespace {

constexpr std::uint64_t rotate_left(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

}  // namespace

Random::Random(std::uint64_t seed) : seed_(seed) {
  for (std::uint64_t& word : state_) word = splitmix(seed);
}

std::uint64_t Random::next() {
  const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t n) {
  HEDDLE_CHECK(n > 0, "a choice among nothing");
  // Values under 2^64 mod n would favour small results: draw again.
  const std::uint64_t unfair = (0 - n) % n;
  std::uint64_t draw = next();
  while (draw < unfair) draw = next();
  return draw % n;
}

double Random::unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

Random Random::split(std::uint64_t stream) const {
  std::uint64_t mix = seed_ ^ (stream + 1) * 0xd1342543de82ef95ULL;
  return Random(splitmix(mix));
}

}  // namespace heddle
