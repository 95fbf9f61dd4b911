// Failure records of the program under test.  A failure is a search result, not an error of Heddle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.hpp"
#include "core/order_constraint.hpp"

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
template <typename Place>
struct AccountAt {
  std::string what;  // "heap block freed by", before the name of the thread
  ThreadId thread = kNoThread;
  std::vector<Place> stack;  // innermost first

  friend bool operator==(const AccountAt&, const AccountAt&) = default;
};

// A failure, with places of the code as a process has them (Site) or as a file stores them.
template <typename Place>
struct FailureAt {
  FailureKind kind = FailureKind::assertion;
  std::string message;
  ThreadId thread = kNoThread;  // whose step failed; kNoThread for a deadlock
  std::vector<Place> stack;     // where, innermost first; may be empty
  std::uint64_t address = 0;    // for a crash or a memory error
  // For a livelock: the step at which the loop begins.  It is the rest of the schedule.
  std::optional<std::uint64_t> cycle_begin = std::nullopt;
  bool is_partial = false;                      // for a deadlock: other threads were enabled
  std::vector<AccountAt<Place>> accounts = {};  // for a memory error, once it was recorded
  OrderConstraints orders = {};                 // without which it does not happen, if looked for
  bool is_simplification_cut = false;           // by time: a simpler schedule may exist
  std::uint64_t identity = 0;                   // see core/error_identity.hpp; 0: not known

  friend bool operator==(const FailureAt&, const FailureAt&) = default;
};

using Account = AccountAt<Site>;
using Failure = FailureAt<Site>;

}  // namespace heddle
