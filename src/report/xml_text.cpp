#include "report/xml_text.hpp"

#include <cstddef>
#include <cstdint>

namespace heddle::report {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// A decoded code point; `size` is 0 for invalid UTF-8.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t size = 0;
};

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

// The production Char of XML 1.0; U+007F to U+009F are permitted but discouraged.
bool is_permitted(std::uint32_t value) {
  if (value < 0x20) return value == '\t' || value == '\n' || value == '\r';
  if (value >= 0x7f && value < 0xa0) return false;
  if (value >= 0xd800 && value < 0xe000) return false;
  return value != 0xfffe && value != 0xffff && value <= 0x10ffff;
}

// A parser replaces bare line ends and tabs in attributes by blanks, and carriage returns
// everywhere.
std::string_view escape_of(std::uint32_t value, bool is_attribute) {
  switch (value) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\r':
      return "&#13;";
    case '\t':
      return is_attribute ? "&#9;" : "";
    case '\n':
      return is_attribute ? "&#10;" : "";
    default:
      return "";
  }
}

std::string escaped_xml(std::string_view text, bool is_attribute) {
  std::string result;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::size_t size = point.size == 0 ? 1 : point.size;
    const std::string_view escape = escape_of(point.value, is_attribute);
    if (point.size == 0 || !is_permitted(point.value)) {
      result += kReplacement;
    } else if (!escape.empty()) {
      result += escape;
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return result;
}

}  // namespace

std::string xml_text(std::string_view text) { return escaped_xml(text, false); }

std::string xml_attribute(std::string_view text) { return escaped_xml(text, true); }

}  // namespace heddle::report
