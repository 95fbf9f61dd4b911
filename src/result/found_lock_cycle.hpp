// A potential deadlock of a result: threads acquire the same locks in different orders.  A worker
// knows the places in the code; the command adds the names in the source.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "result/code_excerpt.hpp"
#include "result/code_place.hpp"

namespace heddle::result {

struct FoundLock {
  CodePlace variable = {};  // where the lock is, if it is in a loaded file
  std::string memory = {};  // otherwise, the memory that contains it
  CodeStack stack = {};     // of the acquisition
  std::uint64_t address = 0;
  std::vector<CodeExcerpt> around = {};  // the memory around the lock, if it was looked at

  // Filled where the source is known.
  std::string name = {};      // "accounts", "account->m", "lock 1, in the stack of main"
  std::string location = {};  // of the acquisition: "bank.cpp:41 in transfer"

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

// Returns whether all locks of the cycle have names.
bool is_named(const FoundLockCycle& cycle);

// For users: with names in the source.
nlohmann::ordered_json to_json(const FoundLockCycle& cycle);
// For the process that watches a worker: with places in the code.
nlohmann::json found_json(const FoundLockCycle& cycle);
// Parse each form; a field that is missing or has a wrong type keeps its default.
FoundLockCycle lock_cycle_from_json(const nlohmann::ordered_json& json);
FoundLockCycle found_lock_cycle_from_json(const nlohmann::json& json);

}  // namespace heddle::result
