// A data race of a result.  A worker knows its places in the code; the command adds the source
// locations.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/file_object.hpp"
#include "result/code_excerpt.hpp"
#include "result/code_place.hpp"

namespace heddle::result {

struct RacingAccess {
  std::string thread;  // "main", "thread 2"
  std::uint64_t size = 0;
  bool writes = false;
  bool is_atomic = false;
  bool frees = false;
  CodeStack stack = {};
  CodePlace place = {};                            // of the access itself
  DescriptorUse descriptor = DescriptorUse::none;  // set: no access to memory, and `size` is 0

  // Filled where the source is known.
  std::string location = {};  // "queue.cpp:41 in pop"
  std::vector<std::string> calls =
      {};  // the same for each call in the user's code, innermost first

  friend bool operator==(const RacingAccess&, const RacingAccess&) = default;
};

struct FoundRace {
  RacingAccess earlier;
  RacingAccess later;
  bool had_heard = false;  // the later thread had synchronised with the earlier one before
  CodePlace place;         // where the memory is, if it is in a loaded file
  std::string memory;  // otherwise, a description of the memory: "a block of 24 bytes on the heap"
  std::uint64_t address = 0;
  std::vector<CodeExcerpt> around = {};  // the memory around the address, if it was looked at

  // Filled where the source is known.
  // "counter", "account->balance", "a block of 24 bytes on the heap"; empty when unknown.
  std::string variable;
  std::string missing;  // the happens-before edge that is

  friend bool operator==(const FoundRace&, const FoundRace&) = default;
};

// Returns "read", "write" or "free"; for descriptors "use", "replace", "open" or "close".
std::string access_word(const RacingAccess& access);
// Returns the access as a predicate: "writes 4 bytes", "closes it".
std::string access_phrase(const RacingAccess& access);

// For users: with source locations.
nlohmann::ordered_json to_json(const FoundRace& race);
// For the process that watches a worker: with places in the code.
nlohmann::json found_json(const FoundRace& race);
// Parse each form; a field that is missing or has a wrong type keeps its default.
FoundRace race_from_json(const nlohmann::ordered_json& json);
FoundRace found_race_from_json(const nlohmann::json& json);

}  // namespace heddle::result
