#include "cli/campaign_run.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "campaign/file_names.hpp"
#include "cli/input_file.hpp"
#include "cli/installation.hpp"
#include "config/options_text.hpp"
#include "fleet/member.hpp"
#include "fleet/recorded_traces.hpp"
#include "report/explanation.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

using campaign::CampaignIdentity;
using campaign::CampaignStatus;
using config::RunOptions;

constexpr double kStatusInterval = 1;  // second
// A worker that is killed so often without a new checkpoint would be killed again.
constexpr int kMostLosses = 5;

std::string input_hash() {
  struct stat facts {};
  const bool is_file = ::fstat(STDIN_FILENO, &facts) == 0 && S_ISREG(facts.st_mode);
  return is_file && facts.st_size > 0 ? content_hash("/proc/self/fd/0") : "";
}

std::string command_text(const CampaignIdentity& identity) {
  std::string text = identity.program;
  for (const std::string& word : identity.arguments) text += ' ' + word;
  return text;
}

std::string shown_options(const std::string& options) {
  return options.empty() ? "the default options" : "the options " + options;
}

// Returns why a campaign cannot continue with `now`; empty: it can.
std::string difference(const CampaignIdentity& then, const CampaignIdentity& now,
                       const std::string& folder) {
  if (then.version != now.version || then.engine != now.engine) {
    return fmt::format(
        "The campaign in '{}' was begun by another version of Heddle ({}); use that one, or begin "
        "another campaign in a new folder.",
        folder, then.version);
  }
  if (then.program != now.program || then.arguments != now.arguments) {
    return fmt::format(
        "The campaign in '{}' explores another program: {}; name a new folder for this one.",
        folder, command_text(then));
  }
  if (then.options != now.options) {
    return fmt::format(
        "The campaign in '{}' was begun with {}; leave out the options to continue it, or name a "
        "new folder.",
        folder, shown_options(then.options));
  }
  if (then.input != now.input) {
    return fmt::format(
        "The campaign in '{}' was begun with another standard input; use that one to continue it.",
        folder);
  }
  return "";
}

}  // namespace

Result<CampaignRun> CampaignRun::open(const RunOptions& options, const Arguments& words) {
  // The default of some searches.
  if (fleet::job_count(options) > 1) {
    return Error{
        "--campaign cannot be combined with several processes: it saves one process; use --jobs "
        "1."};
  }
  Result<campaign::Folder> folder = campaign::Folder::open(options.campaign);
  if (!folder.ok()) return folder.error();
  CampaignRun run(std::move(*folder), options);
  if (Status status = run.identify(words); !status.ok()) return status.error();
  return run;
}

CampaignRun::~CampaignRun() {
  if (is_kept_ || folder_.descriptor() < 0) return;
  const auto saved = folder_.checkpoint(identity_);
  if (saved.ok() && !*saved) folder_.abandon();
}

Status CampaignRun::identify(const Arguments& words) {
  const Result<std::optional<CampaignIdentity>> known = folder_.identity();
  if (!known.ok()) return known.error();
  if (words.empty() && !*known) {
    return Error{fmt::format(
        "There is no campaign in '{}' yet; name the program to explore: heddle run --campaign {} "
        "PROG ARGS.",
        folder_.path(), folder_.path())};
  }
  CampaignIdentity now;
  now.version = HEDDLE_VERSION;
  now.options = config::to_text(campaign::search_part(options_));
  now.input = input_hash();
  if (*known && words.empty()) {
    now.program = (*known)->program;
    now.arguments = (*known)->arguments;
    // Without options, those of the campaign.
    if (now.options.empty()) now.options = (*known)->options;
  } else {
    now.arguments.assign(words.begin() + 1, words.end());
  }
  Result<ProgramFile> program = find_program(words.empty() ? now.program : words.front());
  if (!program.ok()) return program.error();
  program_ = std::move(*program);
  now.program = program_.path;
  now.program_hash = content_hash(program_.path);
  if (const Result<Installation> here = find_installation(); here.ok()) {
    now.engine = content_hash(here->library);
  }
  if (!*known) return begin(now);
  identity_ = **known;
  return continue_with(now);
}

Status CampaignRun::begin(const CampaignIdentity& now) {
  if (options_.rebuilt) {
    return Error{
        fmt::format("There is no campaign in '{}' yet; leave out --rebuilt.", folder_.path())};
  }
  identity_ = now;
  is_kept_ = false;
  status_.runs = 1;
  options_ = campaign::with_search_of(campaign::search_part(options_), options_);
  if (Status written = folder_.write_identity(identity_); !written.ok()) return written;
  return write_status();
}

Status CampaignRun::continue_with(const CampaignIdentity& now) {
  if (const std::string sentence = difference(identity_, now, folder_.path()); !sentence.empty()) {
    return Error{sentence};
  }
  const Result<RunOptions> search = config::parse_options(identity_.options + ":campaign=.");
  if (!search.ok()) return search.error();
  options_ = campaign::with_search_of(*search, options_);
  if (const std::optional<std::string> text = folder_.read(campaign::kStatusName)) {
    const std::optional<CampaignStatus> status = campaign::status_from_file(*text);
    if (!status) {
      return Error{
          fmt::format("The campaign in '{}' is damaged ({}); restore the folder from a "
                      "copy, or begin another campaign in a new folder.",
                      folder_.path(), campaign::kStatusName)};
    }
    status_ = *status;
  }
  const bool is_rebuilt = identity_.program_hash != now.program_hash;
  if (is_rebuilt != options_.rebuilt) {
    return Error{is_rebuilt
                     ? fmt::format("'{}' was built again since the campaign in '{}' began; add "
                                   "--rebuilt to try its errors first and begin anew.",
                                   program_.path, folder_.path())
                     : fmt::format("'{}' was not built again since the campaign in '{}' began; "
                                   "leave out --rebuilt.",
                                   program_.path, folder_.path())};
  }
  const Result<std::optional<campaign::CheckpointFacts>> saved = folder_.checkpoint(identity_);
  if (!saved.ok()) return saved.error();
  if (!*saved && status_.checkpoints > 0) {
    return Error{
        fmt::format("The campaign in '{}' is damaged ({} is missing); restore the folder "
                    "from a copy, or begin another campaign in a new folder.",
                    folder_.path(), campaign::kCheckpointName)};
  }
  if (is_rebuilt) return begin_anew(now);
  continues_ = saved->has_value();
  if (*saved) status_.checkpoints = (*saved)->number;
  ++status_.runs;
  seconds_before_ = status_.seconds;
  return write_status();
}

Status CampaignRun::begin_anew(const CampaignIdentity& now) {
  if (const auto text = folder_.read(campaign::kFoundName)) {
    regressions_ = fleet::split_traces(*text);
  }
  const std::uint64_t builds = identity_.builds + 1;
  identity_ = now;
  identity_.builds = builds;
  status_ = {};
  status_.runs = 1;
  // A kill in between leaves a new campaign without a checkpoint.
  if (Status removed = folder_.remove_checkpoint(); !removed.ok()) return removed;
  if (Status written = write_status(); !written.ok()) return written;
  return folder_.write_identity(identity_);
}

fleet::CampaignPart CampaignRun::part() const {
  return {folder_.descriptor(), campaign::number_of(identity_), continues_, losses_ < kMostLosses};
}

bool CampaignRun::continue_after_loss() {
  const Result<std::optional<campaign::CheckpointFacts>> saved = folder_.checkpoint(identity_);
  if (!saved.ok()) return false;
  const std::uint64_t number = *saved ? (*saved)->number : 0;
  losses_ = number == checkpoints_at_loss_ ? losses_ + 1 : 1;
  checkpoints_at_loss_ = number;
  continues_ = saved->has_value();
  return losses_ <= kMostLosses;
}

void CampaignRun::update(const fleet::Progress& progress) {
  status_.spend(progress.phase, progress.seconds - last_phase_);
  last_phase_ = progress.seconds;
  // Until a worker has restored its checkpoint, its counts are those of its start.
  if (progress.checkpoints == 0) return;
  const double elapsed = progress.seconds - last_update_;
  if (elapsed < kStatusInterval) return;
  const auto rate = [&](std::uint64_t now, std::uint64_t before) {
    return now < before ? 0 : static_cast<double>(now - before) / elapsed;
  };
  status_.rate = rate(progress.executions, status_.executions);
  status_.state_rate = rate(progress.states, status_.states);
  last_update_ = progress.seconds;
  status_.seconds = seconds_before_ + progress.seconds;
  status_.executions = progress.executions;
  status_.states = progress.states;
  status_.transitions = progress.transitions;
  status_.max_depth = progress.max_depth;
  status_.errors = progress.errors;
  status_.races = progress.races;
  status_.memory = progress.memory;
  status_.checkpoints = progress.checkpoints;
  status_.phase = progress.phase;
  status_.estimate = progress.estimate;
  // The next one may succeed.
  (void)write_status().ok();
}

Status CampaignRun::end(const result::RunResult& result, const fleet::WorkerOutcome& outcome) {
  is_kept_ = true;
  if (const auto saved = folder_.checkpoint(identity_); saved.ok() && *saved) {
    status_.checkpoints = (*saved)->number;
  }
  status_.seconds = result.seconds;
  status_.executions = result.executions;
  status_.states = result.states;
  status_.transitions = result.transitions;
  status_.max_depth = result.max_depth;
  status_.races = result.races.size();
  status_.errors = (result.error ? 1U : 0U) + result.further_errors.size();
  if (result.estimate) status_.estimate = result.estimate;
  status_.phase.clear();
  status_.verdict = key(result.verdict);
  status_.coverage = result::coverage_text(result.coverage);
  const auto is_interrupted = [](const result::PhaseCoverage& phase) {
    return phase.search.end == SearchEnd::interrupted || phase.search.end == SearchEnd::time_limit;
  };
  status_.can_continue =
      result.verdict == result::RunVerdict::incomplete &&
      (!result.coverage.stopped.empty() ||
       std::any_of(result.coverage.phases.begin(), result.coverage.phases.end(), is_interrupted));
  status_.found.clear();
  std::string traces;
  const auto add = [&](const result::FoundError& error, const std::optional<trace::Trace>& trace) {
    status_.found.push_back(report::failure_line(error.kind, error.message));
    if (trace) traces += trace::to_text(*trace);
  };
  if (result.error) add(*result.error, outcome.trace);
  for (std::size_t i = 0; i < result.further_errors.size(); ++i) {
    add(result.further_errors[i],
        i < outcome.further_traces.size() ? outcome.further_traces[i] : std::nullopt);
  }
  if (!traces.empty()) {
    if (Status written = folder_.write(campaign::kFoundName, traces); !written.ok()) return written;
  }
  return write_status();
}

Status CampaignRun::write_status() const {
  return folder_.write(campaign::kStatusName, campaign::to_file(status_));
}

std::string CampaignRun::how_to_go_on() const {
  if (!status_.can_continue) return "";
  return fmt::format("the search is saved; go on with: heddle run --campaign {}\n", folder_.path());
}

}  // namespace heddle::cli
