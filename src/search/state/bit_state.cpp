#include "search/state/bit_state.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/check.hpp"

namespace heddle::search {
namespace {

constexpr int kBitsPerState = 3;
constexpr std::uint64_t kWordBits = 64;

// Spreads a key over all 64 bits (the finaliser of MurmurHash3, public domain).
std::uint64_t spread(std::uint64_t key) {
  key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdULL;
  key = (key ^ (key >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return key ^ (key >> 33);
}

// Maps a hash to [0, n) by its high bits.
std::uint64_t below(std::uint64_t hash, std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((Wide{hash} * n) >> 64);
}

}  // namespace

void BitState::Free::operator()(std::uint64_t* memory) const { std::free(memory); }

Result<std::unique_ptr<BitState>> BitState::make(std::uint64_t bytes) {
  const std::uint64_t words = bytes / sizeof(std::uint64_t);
  HEDDLE_CHECK(words > 0, "bit-state hashing without memory");
  // calloc and not a vector: the system hands out zeroed pages when they are touched.
  Words memory(static_cast<std::uint64_t*>(std::calloc(words, sizeof(std::uint64_t))));
  if (memory == nullptr) {
    return Error{"cannot allocate " + std::to_string(bytes) +
                 " bytes for bit-state hashing; use a smaller table"};
  }
  return std::unique_ptr<BitState>(new BitState(std::move(memory), words));
}

Visit BitState::insert(const Fingerprint& state, const Arrival& arrival) {
  Fingerprint key = state;
  key.add(arrival.spent);
  const std::uint64_t first = spread(key.low);
  const std::uint64_t step = spread(key.high ^ 0x9e3779b97f4a7c15ULL) | 1;
  const auto bits = static_cast<double>(words_ * kWordBits);
  const double fill = static_cast<double>(bits_set_) / bits;
  bool is_new = false;
  for (std::uint64_t i = 0; i < kBitsPerState; ++i) {
    is_new |= set(below(first + i * step, words_ * kWordBits));
  }
  if (!is_new) return Visit::known;
  const double omitted = fill * fill * fill;
  omitted_ += omitted / (1 - omitted);
  ++accepted_;
  return Visit::fresh;
}

// False when it was set already.
bool BitState::set(std::uint64_t bit) {
  std::uint64_t& word = memory_[bit / kWordBits];
  const std::uint64_t mask = std::uint64_t{1} << (bit % kWordBits);
  if ((word & mask) != 0) return false;
  word |= mask;
  ++bits_set_;
  return true;
}

void BitState::clear() {
  std::memset(memory_.get(), 0, words_ * sizeof(std::uint64_t));
  bits_set_ = 0;
  accepted_ = 0;
  omitted_ = 0;
}

double BitState::omission_chance() const { return -std::expm1(-omitted_); }

std::optional<double> BitState::coverage_estimate() const {
  const auto accepted = static_cast<double>(accepted_);
  return accepted_ == 0 ? 1 : accepted / (accepted + omitted_);
}

}  // namespace heddle::search
