// One run of a campaign: opens its folder, decides what is explored, and keeps the folder's status
// up to date.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "campaign/folder.hpp"
#include "campaign/status.hpp"
#include "cli/command.hpp"
#include "cli/program_file.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "fleet/portfolio.hpp"
#include "fleet/worker_process.hpp"
#include "trace/trace.hpp"

namespace heddle::cli {

class CampaignRun {
 public:
  // Opens the campaign of `options`, or begins it.  `words` are the program and its arguments; they
  // may be left out for a campaign that exists, and so may its options.  Refuses what differs from
  // the campaign.
  static Result<CampaignRun> open(const config::RunOptions& options, const Arguments& words);

  CampaignRun(CampaignRun&&) = default;
  CampaignRun& operator=(CampaignRun&&) = delete;
  // A campaign that was refused leaves nothing behind.
  ~CampaignRun();

  const config::RunOptions& options() const { return options_; }
  const ProgramFile& program() const { return program_; }
  const Arguments& arguments() const { return identity_.arguments; }
  // Returns the traces of the errors that an earlier build of the program had; empty unless it was
  // built again.
  const std::vector<trace::Trace>& regressions() const { return regressions_; }
  // Returns the seconds of earlier runs.
  double seconds_before() const { return seconds_before_; }

  // Returns the part of a worker in the campaign.
  fleet::CampaignPart part() const;
  // Prepares another worker after one was killed: it continues from the last checkpoint, if there
  // is one.  Returns false if that happens again and again without a new checkpoint.
  bool continue_after_loss();

  // Writes the status if some time has passed since the last one.
  void update(const fleet::Progress& progress);
  // Writes the status at the end of the run, and the traces of the errors.
  Status end(const result::RunResult& result, const fleet::WorkerOutcome& outcome);

  // Returns the line that says how to go on; empty when there is nothing left to do.
  std::string how_to_go_on() const;

 private:
  CampaignRun(campaign::Folder folder, config::RunOptions options)
      : folder_(std::move(folder)), options_(std::move(options)), is_kept_(!folder_.is_made()) {}

  Status identify(const Arguments& words);
  Status begin(const campaign::CampaignIdentity& now);
  Status continue_with(const campaign::CampaignIdentity& now);
  Status begin_anew(const campaign::CampaignIdentity& now);
  Status write_status() const;

  campaign::Folder folder_;
  config::RunOptions options_;
  ProgramFile program_;
  campaign::CampaignIdentity identity_;
  std::vector<trace::Trace> regressions_;
  bool is_kept_;  // the folder, also if this run ends with an Error
  bool continues_ = false;
  campaign::CampaignStatus status_;
  double seconds_before_ = 0;
  double last_update_ = 0;  // seconds of this run
  double last_phase_ = 0;
  int losses_ = 0;  // since the last checkpoint
  std::uint64_t checkpoints_at_loss_ = 0;
};

}  // namespace heddle::cli
