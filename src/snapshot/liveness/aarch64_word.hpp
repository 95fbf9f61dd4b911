// An instruction of aarch64 as the word that encodes it.
#pragma once

#include <cstdint>

namespace heddle::native {

class Aarch64Word {
 public:
  explicit Aarch64Word(std::uint32_t word) : word_(word) {}

  // Bits `low` to `high`, both included.
  std::uint32_t bits(unsigned high, unsigned low) const {
    return static_cast<std::uint32_t>(word_ >> low & ((std::uint64_t{2} << (high - low)) - 1));
  }
  bool bit(unsigned at) const { return (word_ >> at & 1) != 0; }
  std::int64_t signed_bits(unsigned high, unsigned low) const {
    return static_cast<std::int64_t>(std::uint64_t{word_} << (63 - high)) >> (63 - high + low);
  }
  // The number of the register that a field of five bits names.
  std::uint32_t register_at(unsigned low) const { return bits(low + 4, low); }

 private:
  std::uint32_t word_;
};

// The fields of registers in most instructions.
inline constexpr unsigned kFirst = 0;    // Rd or Rt: the target, or what is stored
inline constexpr unsigned kSecond = 5;   // Rn
inline constexpr unsigned kThird = 10;   // Ra or Rt2
inline constexpr unsigned kFourth = 16;  // Rm or Rs

}  // namespace heddle::native
