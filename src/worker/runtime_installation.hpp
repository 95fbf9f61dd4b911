// Where things are, seen from inside an explored process.
#pragma once

#include <string>

namespace heddle::worker {

// The file that this process executes.
std::string executable_path();

// The heddle command that belongs to this libheddle: PREFIX/bin/heddle beside
// PREFIX/lib/libheddle.so.
std::string heddle_command();

}  // namespace heddle::worker
