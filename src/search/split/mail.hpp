// The words in which branches travel between workers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/decision.hpp"

namespace heddle::search {

using Mail = std::vector<std::uint64_t>;

// Branches that need more are not given to another worker.
inline constexpr std::size_t kMostMailWords = std::size_t{1} << 20U;

inline std::uint64_t packed(Decision decision) {
  return std::uint64_t{index(decision.thread)} << 16U | decision.alternative;
}

inline Decision unpacked(std::uint64_t word) {
  return {thread_id(word >> 16U & 0xffffU), static_cast<std::uint16_t>(word)};
}

// Two numbers in one word.
inline std::uint64_t paired(std::uint64_t high, std::uint64_t low) { return high << 32U | low; }
inline std::uint32_t high_half(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> 32U);
}
inline std::uint32_t low_half(std::uint64_t word) { return static_cast<std::uint32_t>(word); }

// Reads words in the order in which they were written.
class MailReader {
 public:
  explicit MailReader(std::span<const std::uint64_t> mail) : rest_(mail) {}

  bool is_at_end() const { return rest_.empty(); }
  // REQUIRES: not at the end.
  std::uint64_t next() {
    const std::uint64_t word = rest_.front();
    rest_ = rest_.subspan(1);
    return word;
  }

 private:
  std::span<const std::uint64_t> rest_;
};

}  // namespace heddle::search
