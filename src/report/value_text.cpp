#include "report/value_text.hpp"

#include <fmt/format.h>

#include <bit>

namespace heddle::report {
namespace {

// Counters and sizes stay below, addresses of 64-bit programs and most bit patterns above.
constexpr std::uint64_t kLarge = std::uint64_t{1} << 31;
// Error codes and differences stay above.
constexpr std::int64_t kSmallestNegative = -100'000;

std::string unsigned_text(std::uint64_t bits, std::int64_t as_signed, unsigned size) {
  const bool underflowed = as_signed < 0 && as_signed >= kSmallestNegative && size >= 4;
  if (!underflowed) return fmt::format("{}", bits);
  return fmt::format("{} (2^{} - {})", bits, 8 * size, -as_signed);
}

std::string character_text(std::uint64_t bits) {
  if (bits < ' ' || bits > '~') return fmt::format("{}", bits);
  return fmt::format("'{}{}'", bits == '\'' || bits == '\\' ? "\\" : "", static_cast<char>(bits));
}

std::string floating_text(std::uint64_t bits, unsigned size) {
  if (size == 4) return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return fmt::format("{}", std::bit_cast<double>(bits));
}

std::string pointer_text(std::uint64_t bits, const std::map<std::uint64_t, std::string>& known) {
  if (bits == 0) return "nullptr";
  const auto found = known.find(bits);
  return found == known.end() ? fmt::format("{:#x}", bits) : found->second;
}

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

std::string value_text(std::uint64_t value, unsigned size, const symbolize::ValueType& type,
                       const std::map<std::uint64_t, std::string>& pointers) {
  using Kind = symbolize::ValueType::Kind;
  if (type.size != size) return value_text(value, size);  // several cells, or a part of one
  const unsigned spare = 64 - 8 * size;
  const std::uint64_t bits = value << spare >> spare;
  const std::int64_t as_signed = static_cast<std::int64_t>(value << spare) >> spare;
  switch (type.kind) {
    case Kind::boolean:
      return bits > 1 ? fmt::format("{}", bits) : bits == 1 ? "true" : "false";
    case Kind::character:
      return character_text(bits);
    case Kind::signed_number:
      return fmt::format("{}", as_signed);
    case Kind::unsigned_number:
      return unsigned_text(bits, as_signed, size);
    case Kind::floating:
      if (size == 4 || size == 8) return floating_text(bits, size);
      break;
    case Kind::pointer:
      return pointer_text(bits, pointers);
    case Kind::enumeration:
      for (const auto& [number, name] : type.names) {
        if (number << spare >> spare == bits) return name;
      }
      break;
    case Kind::unknown:
      break;
  }
  return value_text(value, size);
}

}  // namespace heddle::report
