// The failures that a run has found.  Each is outlined in the trace file at once, so that a process
// that dies later still reports it.
#pragma once

#include <vector>

#include "config/run_options.hpp"
#include "core/failure.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

class Findings {
 public:
  // Keeps references to all of them.
  Findings(const native::NativeSystem& system, Recording& recording, fleet::ChannelMemory& memory,
           const config::RunOptions& options)
      : system_(system), recording_(recording), memory_(memory), options_(options) {}

  void note(FailedSchedule found);
  // Notes the failure of an execution whose last step did not end.
  void note_stuck();
  bool is_new(const Failure& failure) const;

  // Returns whether the search continues after the failures so far.
  bool go_on() const;

  bool empty() const { return found_.empty(); }
  FailedSchedule& first() { return found_.front(); }
  const std::vector<FailedSchedule>& all() const { return found_; }

 private:
  const native::NativeSystem& system_;
  Recording& recording_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  std::vector<FailedSchedule> found_;
};

}  // namespace heddle::worker
