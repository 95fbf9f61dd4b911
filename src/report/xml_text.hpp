// Text inside XML.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

// Escape a text for an element, and for a quoted attribute.  Invalid UTF-8 and characters that
// XML 1.0 cannot contain become U+FFFD.
std::string xml_text(std::string_view text);
std::string xml_attribute(std::string_view text);

}  // namespace heddle::report
