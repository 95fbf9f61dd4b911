#include "report/value_text.hpp"

#include <fmt/format.h>

namespace heddle::report {
namespace {

// Counters and sizes stay below, addresses of 64-bit programs and most bit patterns above.
constexpr std::uint64_t kLarge = std::uint64_t{1} << 31;
// Error codes and differences stay above.
constexpr std::int64_t kSmallestNegative = -100'000;

}  // namespace

std::string value_text(std::uint64_t value, unsigned size) {
  const unsigned spare = 64 - 8 * size;
  const std::uint64_t bits = value << spare >> spare;
  const std::int64_t as_signed = static_cast<std::int64_t>(value << spare) >> spare;
  // A byte is more often a character or a flag than a negative number.
  const bool negative = as_signed < 0 && as_signed >= kSmallestNegative;
  if (negative && (size > 1 || as_signed == -1)) return fmt::format("{}", as_signed);
  return bits < kLarge ? fmt::format("{}", bits) : fmt::format("{:#x}", bits);
}

}  // namespace heddle::report
