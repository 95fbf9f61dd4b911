// Failure records of the program under test.  A failure is a search result, not an error of Heddle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.hpp"

namespace heddle {

enum class FailureKind : std::uint8_t {
  deadlock,
  livelock,
  assertion,
  exit,
  exception,
  crash,
  race,
  memory,
  misuse,
  divergence,
};

// The stable spelling in JSON and trace files.  `failure_kind` is its inverse.
std::string_view key(FailureKind kind);
bool failure_kind(std::string_view key, FailureKind& into);

// An earlier action that explains a failure: its thread and location.
struct Account {
  std::string what;  // "heap block freed by", before the name of the thread
  ThreadId thread = kNoThread;
  std::vector<Site> stack;  // innermost first

  friend bool operator==(const Account&, const Account&) = default;
};

struct Failure {
  FailureKind kind = FailureKind::assertion;
  std::string message;
  ThreadId thread = kNoThread;  // whose step failed; kNoThread for a deadlock
  std::vector<Site> stack;      // where, innermost first; may be empty
  std::uint64_t address = 0;    // for a crash or a memory error
  // For a livelock: the step at which the loop begins.  It is the rest of the schedule.
  std::optional<std::uint64_t> cycle_begin = std::nullopt;
  bool is_partial = false;             // for a deadlock: other threads could go on
  std::vector<Account> accounts = {};  // for a memory error, once it was recorded
};

}  // namespace heddle
