#include "study/runner.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "fleet/member.hpp"
#include "fleet/worker_process.hpp"
#include "study/child.hpp"
#include "study/file_name.hpp"
#include "study/option_words.hpp"
#include "study/outcome.hpp"
#include "study/resume.hpp"
#include "study/time_left.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kResult = "result.json";
constexpr const char* kPrinted = "printed.txt";
// The estimate walks through all cells.
constexpr auto kEstimateInterval = std::chrono::seconds(1);

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Job {
  std::size_t cell = 0;
  std::uint64_t seed = 0;
};

struct Flight {
  Job job;
  std::string folder;
  std::string trace;  // empty: not kept
  std::unique_ptr<Child> child;
  Clock::time_point start;
};

class Runner {
 public:
  Runner(const Plan& plan, Database& database, std::vector<CellProgress> progress,
         const RunnerSetting& setting)
      : plan_(plan),
        database_(database),
        progress_(std::move(progress)),
        setting_(setting),
        time_left_(plan.cells.size(), static_cast<double>(setting.jobs)),
        start_(Clock::now()) {
    for (const CellProgress& cell : progress_) shown_.made += cell.made();
    shown_.cells = plan.cells.size();
  }
  ~Runner() {
    flights_.clear();
    std::error_code error;
    fs::remove_all(setting_.scratch, error);
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Result<StudyOutcome> run(const StudyTick& tick);

 private:
  const std::string& subject_name(const Job& job) const {
    return plan_.subjects[plan_.cells[job.cell].subject].name;
  }
  const std::string& configuration_name(const Job& job) const {
    return plan_.configurations[plan_.cells[job.cell].configuration].name;
  }
  std::optional<Job> next_job();
  Status fill();
  Status start(const Job& job);
  std::vector<std::string> command_of(const Job& job, const std::string& trace) const;
  std::string trace_of(const Job& job) const;
  Status land_ended();
  Status land(Flight flight);
  void note_failure(const Run& run);
  Status close_cell(std::size_t cell);
  const StudyProgress& show();

  const Plan& plan_;
  Database& database_;
  std::vector<CellProgress> progress_;
  const RunnerSetting& setting_;
  std::vector<Flight> flights_;
  std::uint64_t started_ = 0;
  std::size_t first_open_ = 0;  // all cells before are finished
  StudyOutcome outcome_;
  TimeLeft time_left_;
  StudyProgress shown_;
  Clock::time_point start_;
  Clock::time_point estimated_;
};

// First what is needed in any case; then, rather than leave a core idle, what may be needed.
std::optional<Job> Runner::next_job() {
  while (first_open_ < progress_.size() && progress_[first_open_].finished()) ++first_open_;
  for (const bool eager : {false, true}) {
    for (std::size_t cell = first_open_; cell < progress_.size(); ++cell) {
      if (const auto seed = progress_[cell].next(eager)) return Job{cell, *seed};
    }
  }
  return std::nullopt;
}

Status Runner::fill() {
  while (flights_.size() < setting_.jobs) {
    const std::optional<Job> job = next_job();
    if (!job) break;
    if (Status status = start(*job); !status) return status;
  }
  return Done{};
}

std::string Runner::trace_of(const Job& job) const {
  if (setting_.traces.empty()) return {};
  const std::string name =
      fmt::format("{}-{}-{}.trace", subject_name(job), configuration_name(job), job.seed);
  return (fs::path(setting_.traces) / file_name(name)).string();
}

std::vector<std::string> Runner::command_of(const Job& job, const std::string& trace) const {
  const PlannedCell& cell = plan_.cells[job.cell];
  config::RunOptions options = cell.options;
  options.seed = job.seed;
  options.quiet = true;
  options.json = kResult;
  if (!trace.empty()) options.trace = trace;
  // Concurrent runs share the memory limit of a single run.
  if (options.max_memory.kind == config::MemoryLimit::Kind::auto_ && setting_.jobs > 1) {
    options.max_memory = {config::MemoryLimit::Kind::bytes,
                          fleet::memory_limit(options) / setting_.jobs};
  }
  std::vector<std::string> command = {setting_.heddle, "run"};
  const std::vector<std::string> arguments = arguments_of(options);
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Subject& subject = plan_.subjects[cell.subject];
  command.insert(command.end(), {"--", subject.program});
  command.insert(command.end(), subject.arguments.begin(), subject.arguments.end());
  return command;
}

Status Runner::start(const Job& job) {
  Flight flight;
  flight.job = job;
  flight.folder =
      (fs::path(setting_.scratch) / fmt::format("{}-{}", ::getpid(), ++started_)).string();
  std::error_code error;
  fs::create_directories(flight.folder, error);
  if (error) {
    return Error{fmt::format(
        "Cannot create the folder '{}' ({}); free disk space or change its permissions.",
        flight.folder, error.message())};
  }
  flight.trace = trace_of(job);
  auto child = Child::start(command_of(job, flight.trace), flight.folder, kPrinted);
  if (!child) return child.error();
  flight.child = std::move(*child);
  flight.start = Clock::now();
  flights_.push_back(std::move(flight));
  progress_[job.cell].start(job.seed);
  shown_.subject = subject_name(job);
  shown_.configuration = configuration_name(job);
  return Done{};
}

Status Runner::land(Flight flight) {
  const PlannedCell& cell = plan_.cells[flight.job.cell];
  Run run;
  run.subject = subject_name(flight.job);
  run.configuration = configuration_name(flight.job);
  run.seed = flight.job.seed;
  run.options = option_text(cell);
  run.build_id = plan_.subjects[cell.subject].build_id;
  const fs::path folder = flight.folder;
  Result<Run> made = outcome_of(std::move(run), flight.child->status(),
                                content_of(folder / kResult), content_of(folder / kPrinted));
  std::error_code error;
  fs::remove_all(folder, error);
  if (!made) return made.error();
  if (made->found && fs::exists(flight.trace, error)) made->trace = flight.trace;
  if (Status status = database_.record(*made); !status) return status;
  ++outcome_.made;
  ++shown_.made;
  if (made->verdict == "failed") note_failure(*made);
  time_left_.add(flight.job.cell, seconds_since(flight.start));
  progress_[flight.job.cell].record(made->seed, made->found);
  if (!progress_[flight.job.cell].finished()) return Done{};
  return close_cell(flight.job.cell);
}

void Runner::note_failure(const Run& run) {
  ++outcome_.failed;
  if (!outcome_.first_failure.empty()) return;
  outcome_.first_failure =
      fmt::format("{}, {}, seed {}: {}", run.subject, run.configuration, run.seed, run.message);
}

// Drops the runs in progress for the cell, which can no longer count.
Status Runner::close_cell(std::size_t cell) {
  flights_.erase(std::remove_if(flights_.begin(), flights_.end(),
                                [&](const Flight& flight) { return flight.job.cell == cell; }),
                 flights_.end());
  const Job any{cell, 0};
  return database_.settle(subject_name(any), configuration_name(any), progress_[cell].counted());
}

Status Runner::land_ended() {
  while (true) {
    const auto ended = std::find_if(flights_.begin(), flights_.end(),
                                    [](Flight& flight) { return flight.child->has_ended(); });
    if (ended == flights_.end()) return Done{};
    Flight flight = std::move(*ended);
    flights_.erase(ended);
    if (Status status = land(std::move(flight)); !status) return status;
  }
}

const StudyProgress& Runner::show() {
  shown_.seconds = seconds_since(start_);
  if (Clock::now() - estimated_ < kEstimateInterval) return shown_;
  estimated_ = Clock::now();
  shown_.seconds_left = time_left_.estimate(progress_);
  shown_.runs_left = 0;
  shown_.cells_finished = 0;
  for (const CellProgress& cell : progress_) {
    const bool finished = cell.finished();
    if (!finished) shown_.runs_left += cell.expected_left();
    shown_.cells_finished += finished ? 1U : 0U;
  }
  return shown_;
}

Result<StudyOutcome> Runner::run(const StudyTick& tick) {
  std::error_code error;
  fs::remove_all(setting_.scratch, error);  // of a study that was killed
  while (true) {
    if (!tick(show())) {
      outcome_.interrupted = true;
      return outcome_;
    }
    if (Status status = fill(); !status) return status.error();
    if (flights_.empty()) return outcome_;
    std::vector<int> handles;
    for (const Flight& flight : flights_) handles.push_back(flight.child->handle());
    fleet::wait_for_any(handles);
    if (Status status = land_ended(); !status) return status.error();
  }
}

}  // namespace

Result<StudyOutcome> run_study(const Plan& plan, Database& database,
                               std::vector<CellProgress> progress, const RunnerSetting& setting,
                               const StudyTick& tick) {
  Runner runner(plan, database, std::move(progress), setting);
  return runner.run(tick);
}

}  // namespace heddle::study
