#include "report/utf8.hpp"

namespace heddle::report {

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return {};
  std::uint32_t value = lead & (0xffU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    value = value << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  return value < kLeast[size] ? CodePoint{} : CodePoint{value, size};
}

bool is_scalar(CodePoint point) {
  const bool is_surrogate = point.value >= 0xd800 && point.value <= 0xdfff;
  return point.size > 0 && !is_surrogate && point.value <= 0x10ffff;
}

}  // namespace heddle::report
