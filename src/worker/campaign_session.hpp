// The part of this worker in a campaign: saves the search now and then, and continues one that was
// saved.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "checkpoint/process_checkpoint.hpp"
#include "config/run_options.hpp"
#include "fleet/channel.hpp"

namespace heddle::worker {

class CampaignSession {
 public:
  // Returns nothing if the run is not part of a campaign.
  static std::unique_ptr<CampaignSession> join(fleet::Channel& channel,
                                               const config::RunOptions& options);
  CampaignSession(const CampaignSession&) = delete;
  CampaignSession& operator=(const CampaignSession&) = delete;

  // Continues the search that was saved, or saves this one before it begins.  Returns a sentence
  // that says why neither is possible.  In a process that continues, a call of `look` returns
  // instead.
  std::string begin();

  // Saves the search if it is time to do so, or if the run is about to end.  Returns whether the
  // process continues a saved search from here on: the end of the run is another one then.
  // `execution_is_over`: the next step of the search restores an earlier state.
  bool look(bool execution_is_over);

 private:
  using Clock = std::chrono::steady_clock;

  CampaignSession(fleet::Channel& channel, const config::RunOptions& options);

  bool is_due(Clock::time_point now) const;
  // Returns whether the kernel's state is that of a process which has just started.
  static bool is_kernel_initial(bool execution_is_over);
  // Returns whether this is another process that continues here.
  bool save();
  // Replaces the last checkpoint by a new one.
  bool publish(int file) const;
  // Writes the errors found so far, for a program that is built again.
  void publish_errors() const;
  void keep_channel();
  void restore_channel();

  fleet::Channel& channel_;
  checkpoint::ProcessCheckpoint process_;
  std::chrono::nanoseconds interval_;
  bool is_adaptive_;  // the interval follows the cost of a checkpoint
  Clock::time_point next_;
  bool saves_at_end_ = true;  // not yet saved because of the coming end of the run
  bool can_save_ = true;
  // The shared memory and the traces, which are not part of the process.
  std::vector<std::byte> memory_;
  std::string traces_;
};

}  // namespace heddle::worker
