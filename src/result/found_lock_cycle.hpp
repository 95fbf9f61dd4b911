// A deadlock that could happen, as a worker tells it to its watcher: threads that take the same
// locks in different orders.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "result/found_race.hpp"

namespace heddle::result {

struct FoundLock {
  CodePlace variable;            // where the lock is, if it is in a file that is loaded
  std::string memory;            // what it is in otherwise
  std::vector<CodePlace> stack;  // of who took it, innermost first

  friend bool operator==(const FoundLock&, const FoundLock&) = default;
};

// A thread that held one lock when it took another.
struct FoundLockStep {
  std::string thread;
  FoundLock held;
  FoundLock wanted;

  friend bool operator==(const FoundLockStep&, const FoundLockStep&) = default;
};

using FoundLockCycle = std::vector<FoundLockStep>;

nlohmann::json to_json(const FoundLockCycle& cycle);
// A field that is missing or of a wrong type has its default.
FoundLockCycle found_lock_cycle_from_json(const nlohmann::json& json);

// The same in the words of the source.
struct ReportedLockStep {
  std::string thread;
  std::string holds;  // "accounts", "a block of 40 bytes on the heap"
  std::string held_at;
  std::string wants;
  std::string wanted_at;

  friend bool operator==(const ReportedLockStep&, const ReportedLockStep&) = default;
};

using ReportedLockCycle = std::vector<ReportedLockStep>;

nlohmann::ordered_json reported_json(const ReportedLockCycle& cycle);
ReportedLockCycle reported_lock_cycle_from_json(const nlohmann::ordered_json& json);

}  // namespace heddle::result
