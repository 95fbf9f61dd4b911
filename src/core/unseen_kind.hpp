// The kinds of code that access memory without instrumentation.
#pragma once

#include <cstdint>

namespace heddle {

enum class UnseenKind : std::uint8_t {
  function,   // accesses memory beyond its stack and calls no instrumentation
  assembly,   // an instruction that no compiler writes into an instrumented function
  framework,  // a function of a test framework's own library
  library,    // a whole shared library
  system,     // a whole shared library of the system
  source,     // an instruction that reads a clock or a random number of the processor
};

}  // namespace heddle
