// A parsed compiler command line, as far as it matters for adding Heddle's flags.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace heddle::cli {

struct CompilerCall {
  // The user's arguments, in order.  Some are removed: -fsanitize=thread, because Heddle
  // instruments the code itself, and -static-libstdc++ and -static-libgcc, so that no code is
  // unseen.
  std::vector<std::string> arguments;
  std::size_t first_library = 0;  // its index there; without any, their number
  bool has_input = false;         // without any, the call only queries the compiler
  bool links = false;             // makes a program or a library
  bool shared = false;            // ... a shared library
  bool relocatable = false;       // ... an object (-r)
  bool needs_symbols = false;     // undefined symbols are not allowed in a shared library
  bool optimises_link = false;    // -flto
  bool instruments = true;        // false after the user's own -fno-sanitize=thread
};

// Parses the arguments; refuses those that cannot work under Heddle.
Result<CompilerCall> understand(const std::vector<std::string>& arguments);

}  // namespace heddle::cli
