// What the user is told when something is wrong: one sentence on stderr.
#pragma once

#include <string>
#include <string_view>

namespace heddle::cli {

// A sentence may quote what the user typed or a file held: control characters are spelled out, so
// that it stays one line and the terminal is left alone.
std::string on_one_line(std::string_view sentence);

// Prints "heddle: sentence" and returns kExitUsage.
int complain(std::string_view sentence);

}  // namespace heddle::cli
