// Explores all states of the program, tells how many there are and what tells them apart, and
// compares two of them.
//
// The request comes in the place of a trace to replay: the line "heddle-states FILE" or
// "heddle-states FILE FIRST SECOND", where FILE is the number of an open file to which the report
// is written as JSON, and FIRST and SECOND are states to be compared, numbered from 0 in the order
// of their discovery.  docs/states_command.md describes the report.
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

// Nothing when the text is no such request.
std::optional<StatesRequest> states_request(std::string_view text);

// Writes the report to the file of the request.  THROWS: Divergence.
result::RunResult explore_states(native::NativeSystem& system, const Recording& recording,
                                 fleet::ChannelMemory& memory, const config::RunOptions& options,
                                 const StatesRequest& request);

}  // namespace heddle::worker
