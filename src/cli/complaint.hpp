// What the user is told when something is wrong: one sentence on stderr.
#pragma once

#include <string_view>

namespace heddle::cli {

// Prints "heddle: sentence" and returns kExitUsage.
int complain(std::string_view sentence);

}  // namespace heddle::cli
