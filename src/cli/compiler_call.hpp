// What a compiler's command line asks for, as far as it matters for adding our own flags.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"

namespace heddle::cli {

struct CompilerCall {
  // The user's, in order; only thread sanitizing is taken out, as we do that ourselves.
  std::vector<std::string> arguments;
  bool has_input = false;       // without any, the compiler is merely asked about itself
  bool links = false;           // makes a program or a library
  bool shared = false;          // ... a shared library
  bool relocatable = false;     // ... an object (-r)
  bool needs_symbols = false;   // undefined symbols are not allowed in a shared library
  bool optimises_link = false;  // -flto
  bool instruments = true;      // false after the user's own -fno-sanitize=thread
};

// Refuses what cannot work under Heddle.
Result<CompilerCall> understand(const std::vector<std::string>& arguments);

}  // namespace heddle::cli
