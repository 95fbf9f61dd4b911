// Findings that the user does not want to hear of: a file of lines "race:PATTERN" and
// "deadlock:PATTERN", as ThreadSanitizer has it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

class Suppressions {
 public:
  enum class Of : std::uint8_t { race, deadlock };

  // Those that everybody has: what is wrong in the C++ library and does no harm.
  Suppressions();

  // Adds those of a file; `name` is for the complaint about a bad line.
  Status add(std::string_view text, std::string_view name);

  // Whether one of the patterns fits a function or a file of the stack.
  bool cover(Of kind, std::span<const symbolize::Frame> stack) const;
  // Or the name of a variable.
  bool cover(Of kind, std::string_view name) const;

 private:
  struct Rule {
    Of kind = Of::race;
    std::string pattern;
  };
  std::vector<Rule> rules_;
};

// Whether the pattern fits some part of the text; "*" is anything, a "^" in front means the begin,
// a "$" behind the end.
bool fits(std::string_view pattern, std::string_view text);

}  // namespace heddle::report
