// A data race as a worker reports it to its watcher.  The watcher maps addresses to source
// locations.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heddle::result {

// A return address in a loaded file.
struct CodePlace {
  std::string module;  // path; empty when the address is in no loaded file
  std::uint64_t offset = 0;

  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

struct RacingAccess {
  std::string thread;  // "main", "thread 2"
  std::uint64_t size = 0;
  bool writes = false;
  bool is_atomic = false;
  bool frees = false;
  std::vector<CodePlace> stack;  // innermost first
  CodePlace place = {};          // of the access itself

  friend bool operator==(const RacingAccess&, const RacingAccess&) = default;
};

struct FoundRace {
  RacingAccess earlier;
  RacingAccess later;
  bool had_heard = false;  // the later thread had synchronised with the earlier one before
  CodePlace variable;      // where the memory is, if it is in a loaded file
  std::string memory;  // otherwise, a description of the memory: "a block of 24 bytes on the heap"

  friend bool operator==(const FoundRace&, const FoundRace&) = default;
};

nlohmann::json to_json(const CodePlace& place);
nlohmann::json to_json(const FoundRace& race);
// Parse JSON; a field that is missing or has a wrong type keeps its default.
CodePlace code_place_from_json(const nlohmann::json& json);
FoundRace found_race_from_json(const nlohmann::json& json);

}  // namespace heddle::result
