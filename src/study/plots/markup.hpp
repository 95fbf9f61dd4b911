// Text inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace heddle::study {

// The text such that any reader of XML takes it: markup is escaped, characters that XML forbids and
// bytes that are not UTF-8 become U+FFFD.
std::string markup_text(std::string_view text);

}  // namespace heddle::study
