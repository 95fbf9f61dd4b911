// A data race with source locations, as the report and the JSON show it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heddle::result {

struct ReportedAccess {
  std::string thread;  // "main", "thread 2"
  std::string access;  // "read", "write", "free"
  std::uint64_t size = 0;
  bool is_atomic = false;
  std::string location;            // "queue.cpp:41 in pop"
  std::vector<std::string> stack;  // the same for each call in the user's code, innermost first

  friend bool operator==(const ReportedAccess&, const ReportedAccess&) = default;
};

struct ReportedRace {
  std::string variable;  // "counter", "a block of 24 bytes on the heap"; empty when unknown
  ReportedAccess earlier;
  ReportedAccess later;
  std::string missing;  // the order that is

  friend bool operator==(const ReportedRace&, const ReportedRace&) = default;
};

nlohmann::ordered_json to_json(const ReportedRace& race);
// A field that is missing or of a wrong type has its default.
ReportedRace reported_race_from_json(const nlohmann::ordered_json& json);

}  // namespace heddle::result
