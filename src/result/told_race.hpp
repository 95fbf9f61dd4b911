// A data race in the words of the source: what users read and what the JSON holds.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heddle::fleet {

struct ToldAccess {
  std::string thread;  // "main", "thread 2"
  std::string access;  // "read", "write", "free"
  std::uint64_t size = 0;
  bool is_atomic = false;
  std::string location;            // "queue.cpp:41 in pop"
  std::vector<std::string> stack;  // the same for each call in the user's code, innermost first

  friend bool operator==(const ToldAccess&, const ToldAccess&) = default;
};

struct ToldRace {
  std::string variable;  // "counter", "a block of 24 bytes on the heap"; empty when unknown
  ToldAccess earlier;
  ToldAccess later;
  std::string missing;  // the order that is

  friend bool operator==(const ToldRace&, const ToldRace&) = default;
};

nlohmann::ordered_json to_json(const ToldRace& race);
// A field that is missing or of a wrong type has its default.
ToldRace told_race_from_json(const nlohmann::ordered_json& json);

}  // namespace heddle::fleet
