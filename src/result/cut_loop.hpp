// The loop in which an execution was cut at the step limit: what to look at, and what to raise.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "result/code_place.hpp"

namespace heddle::result {

struct CutThread {
  std::string thread;    // "main", "thread 2"
  std::string location;  // "queue.cpp:41 in pop"; filled where the source is known
  CodeStack stack;       // as a worker reports it; not in the JSON

  friend bool operator==(const CutThread&, const CutThread&) = default;
};

struct CutLoop {
  std::uint64_t ends_after = 0;  // so many steps under a fair scheduler; 0: not known
  std::vector<CutThread> threads;
  std::uint64_t tried = 0;  // steps after which it had not ended, under a fair scheduler

  friend bool operator==(const CutLoop&, const CutLoop&) = default;
};

// For users.
nlohmann::ordered_json to_json(const CutLoop& loop);
// For the process that watches a worker: with stacks.
nlohmann::json found_json(const CutLoop& loop);
// Reads both.  A field that is missing or of a wrong type has its default.
CutLoop cut_loop_from_json(const nlohmann::json& json);

}  // namespace heddle::result
