// Prints error messages: one sentence on stderr.
#pragma once

#include <string>
#include <string_view>

namespace heddle::cli {

// Escapes control characters, since a sentence may quote user input or file content.  It stays one
// line and does not affect the terminal.
std::string on_one_line(std::string_view sentence);

// Prints "heddle: Sentence" and returns kExitUsage.
int complain(std::string_view sentence);

}  // namespace heddle::cli
