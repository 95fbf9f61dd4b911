#include "core/random.hpp"

#include "core/check.hpp"

namespace heddle {
namespace {

std::uint64_t splitmix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

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
