// A potential deadlock, as a worker reports it to its watcher: threads acquire the same locks in
// different orders.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "result/code_place.hpp"

namespace heddle::result {

struct FoundLock {
  CodePlace variable;  // where the lock is, if it is in a loaded file
  std::string memory;  // otherwise, the memory that contains it
  CodeStack stack;     // of the acquisition

  friend bool operator==(const FoundLock&, const FoundLock&) = default;
};

// A thread that held one lock when it acquired another.
struct FoundLockStep {
  std::string thread;
  FoundLock held;
  FoundLock wanted;

  friend bool operator==(const FoundLockStep&, const FoundLockStep&) = default;
};

using FoundLockCycle = std::vector<FoundLockStep>;

nlohmann::json to_json(const FoundLockCycle& cycle);
// Parses a cycle; a field that is missing or has a wrong type keeps its default.
FoundLockCycle found_lock_cycle_from_json(const nlohmann::json& json);

// One step of the cycle with source names.
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
