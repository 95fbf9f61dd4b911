// Decodes UTF-8 that may be invalid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::report {

// Stands for bytes that are not UTF-8: U+FFFD.
inline constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// A decoded code point; `size` is 0 for invalid UTF-8.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t size = 0;
};

// Refuses long forms.  REQUIRES: the text is not empty.
CodePoint first_code_point(std::string_view text);

// Returns whether the code point is valid: no surrogate, and not beyond U+10FFFF.
bool is_scalar(CodePoint point);

}  // namespace heddle::report
