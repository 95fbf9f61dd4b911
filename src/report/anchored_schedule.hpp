// A schedule that survives edits of the program: orders of steps, each named by its function,
// operation and object instead of its number.  docs/regression_tests.md describes the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/failure.hpp"
#include "core/operation.hpp"
#include "core/result.hpp"

namespace heddle::report {

// A step of a thread, as the source has it.
struct Anchor {
  std::string thread;  // its outermost function, with a number from the second such thread on
  OpKind operation = OpKind::none;
  std::string function;  // innermost function in the user's code; empty: the start of the thread
  std::string object;    // empty: it has no name, and any object matches
  std::uint64_t occurrence = 1;  // among the steps of the thread that match
  bool is_after = false;         // the step that follows the named one

  friend bool operator==(const Anchor&, const Anchor&) = default;
};

struct AnchoredOrder {
  Anchor earlier;
  Anchor later;

  friend bool operator==(const AnchoredOrder&, const AnchoredOrder&) = default;
};

struct AnchoredChoice {
  Anchor step;
  std::uint16_t alternative = 0;

  friend bool operator==(const AnchoredChoice&, const AnchoredChoice&) = default;
};

struct AnchoredSchedule {
  std::string program;  // path
  std::vector<std::string> arguments;
  std::string options;  // as in HEDDLE_OPTIONS
  std::uint64_t explore_call = 0;
  FailureKind kind = FailureKind::assertion;
  std::string message;
  std::vector<AnchoredOrder> orders;
  std::vector<AnchoredChoice> choices;

  friend bool operator==(const AnchoredSchedule&, const AnchoredSchedule&) = default;
};

// Returns "thread 2's lock of first in lock_both" for a sentence.
std::string describe(const Anchor& anchor);

// JSON, for people to read and versions of a program to keep.  `name` is what error sentences call
// the schedule.
std::string to_text(const AnchoredSchedule& schedule);
bool is_anchored_schedule(std::string_view text);
Result<AnchoredSchedule> parse_anchored_schedule(std::string_view text, const std::string& name);

}  // namespace heddle::report
