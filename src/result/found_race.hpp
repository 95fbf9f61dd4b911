// A data race as a worker tells it to its watcher, which knows what addresses mean in the source.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heddle::result {

// A return address in a file that is loaded.
struct CodePlace {
  std::string module;  // path; empty when it is in none
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
  CodePlace variable;      // where the memory is, if it is in a file that is loaded
  std::string memory;      // what it is otherwise: "a block of 24 bytes on the heap"

  friend bool operator==(const FoundRace&, const FoundRace&) = default;
};

nlohmann::json to_json(const CodePlace& place);
nlohmann::json to_json(const FoundRace& race);
// A field that is missing or of a wrong type has its default.
CodePlace code_place_from_json(const nlohmann::json& json);
FoundRace found_race_from_json(const nlohmann::json& json);

}  // namespace heddle::result
