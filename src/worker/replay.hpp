// A worker that runs one recorded schedule instead of searching.
#pragma once

#include <string>

#include "config/run_options.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "result/run_result.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

// Follows the trace in the channel's replay file, comparing each step's operation and place with
// the recorded ones.  THROWS: Divergence at the first difference.
result::RunResult replay(native::NativeSystem& system, Recording& recording,
                         fleet::Channel& channel, const config::RunOptions& options);

// Returns the result of the one execution that was just recorded.
result::RunResult result_of_one_execution(const native::NativeSystem& system,
                                          const std::string& scope);

}  // namespace heddle::worker
