#include "report/xml_text.hpp"

#include <cstddef>
#include <cstdint>

#include "report/utf8.hpp"

namespace heddle::report {
namespace {

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
