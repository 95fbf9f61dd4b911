// Explores all states of the program, reports their number and the words that distinguish them, and
// compares two of them.
//
// The request takes the place of a trace to replay: the line "heddle-states FILE" or "heddle-states
// FILE FIRST SECOND".
// FILE is the number of an open file that receives the report as JSON. FIRST and SECOND are the
// states to compare, numbered from 0 in order of discovery.
// docs/states_command.md describes the report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "config/run_options.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "result/run_result.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

struct StatesRequest {
  int file = -1;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> compared;
};

// Parses a request; returns nothing when the text is not one.
std::optional<StatesRequest> states_request(std::string_view text);

// Explores and writes the report to the file of the request.  THROWS: Divergence.
result::RunResult explore_states(native::NativeSystem& system, const Recording& recording,
                                 fleet::ChannelMemory& memory, const config::RunOptions& options,
                                 const StatesRequest& request);

}  // namespace heddle::worker
