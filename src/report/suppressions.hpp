// Suppressed findings: a file of lines such as "race:PATTERN" and "deadlock:PATTERN", in
// ThreadSanitizer's format.
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

  // Starts with the built-in suppressions: harmless findings in the C++ library.
  Suppressions();

  // Adds the suppressions of a file; `name` appears in the error message about a bad line.
  Status add(std::string_view text, std::string_view name);

  // Returns whether a pattern matches a function or a file of the stack.
  bool cover(Of kind, std::span<const symbolize::Frame> stack) const;
  // Returns whether a pattern matches the name of a variable.
  bool cover(Of kind, std::string_view name) const;

 private:
  // The part of a finding that a pattern must match.
  enum class Part : std::uint8_t { any, top_function, library };
  struct Rule {
    Of kind = Of::race;
    Part part = Part::any;
    std::string pattern;
  };
  static bool matches(const Rule& rule, std::span<const symbolize::Frame> stack);

  std::vector<Rule> rules_;
};

// Returns whether the pattern matches a part of the text.  "*" matches anything, a leading "^"
// anchors at the beginning, a trailing "$" at the end.
bool fits(std::string_view pattern, std::string_view text);

}  // namespace heddle::report
