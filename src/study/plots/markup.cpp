#include "study/plots/markup.hpp"

#include <cstdint>

namespace heddle::study {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// The length of the character at the start of `text`; 0 for bytes that are no UTF-8 and for
// characters that XML forbids.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3fU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool forbidden = code == 0xfffe || code == 0xffff || code > 0x10ffff;
  return overlong || surrogate || forbidden ? 0 : length;
}

}  // namespace

std::string markup_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) {
      result += kReplacement;
      text.remove_prefix(1);
      continue;
    }
    switch (text.front()) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace heddle::study
