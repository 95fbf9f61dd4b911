// heddle study run: makes the runs that a study file asks for.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/program_file.hpp"
#include "cli/status_line.hpp"
#include "cli/study_arguments.hpp"
#include "cli/study_command.hpp"
#include "cli/study_progress.hpp"
#include "cli/terminal.hpp"
#include "config/option_table.hpp"
#include "core/number_text.hpp"
#include "fleet/member.hpp"
#include "study/programs.hpp"
#include "study/resume.hpp"
#include "study/runner.hpp"
#include "study/study_file.hpp"
#include "study/study_lock.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStudyRunOptions =
    "  Executes the runs of a study file.  An interrupted or killed study is resumed by the same\n"
    "  command.\n"
    "  --database DB    store the runs here (default: the file's name with .db, in this folder)\n"
    "  --quick          run the small version described by [quick] in the file\n"
    "  --size NAME      run the version described by [size.NAME] in the file\n"
    "  --jobs N|auto    execute N runs in parallel (default auto: one per core)\n"
    "  --traces FOLDER  store the traces of errors here\n"
    "  --quiet          show no progress\n"
    "  Exit codes: 0 all runs are done; 2 the file, a program or the database is invalid; 3 some\n"
    "  runs are missing.\n";

struct StudyRunRequest {
  std::string file;
  std::string database;
  std::string jobs = "auto";
  std::string traces;
  std::string size;  // of the study; empty: the full one
  bool quiet = false;
};

Result<StudyRunRequest> read_run_request(const Arguments& arguments) {
  Result<StudyArguments> parsed =
      parse_study_arguments(arguments, {"database", "jobs", "size", "traces"}, {"quick", "quiet"});
  if (!parsed.ok()) return parsed.error();
  if (parsed->rest.size() != 1) return Error{"Name one study file: heddle study run FILE."};
  StudyRunRequest request;
  request.file = parsed->rest.front();
  request.database = parsed->values["database"];
  request.traces = parsed->values["traces"];
  if (!parsed->values["jobs"].empty()) request.jobs = parsed->values["jobs"];
  request.size = parsed->values["size"];
  if (parsed->flags["quick"]) {
    if (!request.size.empty()) return Error{"--quick cannot be combined with --size: choose one."};
    request.size = "quick";
  }
  request.quiet = parsed->flags["quiet"];
  if (request.database.empty()) {
    request.database = fs::path(request.file).stem().string() +
                       (request.size.empty() ? ".db" : fmt::format("-{}.db", request.size));
  }
  return request;
}

Result<std::uint64_t> jobs_of(const StudyRunRequest& request) {
  config::RunOptions options;
  if (Status status = config::set(options, "jobs", request.jobs); !status) return status.error();
  return fleet::job_count(options);
}

Result<study::RunnerSetting> setting_of(const StudyRunRequest& request) {
  study::RunnerSetting setting;
  const Result<std::uint64_t> jobs = jobs_of(request);
  if (!jobs.ok()) return jobs.error();
  setting.jobs = *jobs;
  std::error_code error;
  setting.heddle = fs::read_symlink("/proc/self/exe", error).string();
  if (error)
    return Error{"The heddle command cannot find its own path; mount /proc and try again."};
  setting.scratch = fs::absolute(request.database + ".scratch").string();
  if (request.traces.empty()) return setting;
  fs::create_directories(request.traces, error);
  if (!fs::is_directory(request.traces, error)) {
    return Error{fmt::format("Cannot create the folder '{}'; name another one.", request.traces)};
  }
  setting.traces = fs::absolute(request.traces).string();
  return setting;
}

Result<study::FoundProgram> find(const std::string& path) {
  const Result<ProgramFile> program = find_program(path);
  if (!program.ok()) return program.error();
  return study::FoundProgram{program->path, program->build_id};
}

Result<study::StudyOutcome> make_runs(const StudyRunRequest& request, const study::Plan& plan,
                                      study::Database& database,
                                      const study::RunnerSetting& setting) {
  auto progress = study::resume(
      plan, database, {{"toml", plan.text}, {"measure", plan.measure}, {"heddle", HEDDLE_VERSION}});
  if (!progress.ok()) return progress.error();
  StatusLine status(stderr, terminal_of(STDERR_FILENO, config::Colour::auto_), request.quiet);
  const InterruptGuard interrupt;
  return study::run_study(plan, database, std::move(*progress), setting,
                          [&](const study::StudyProgress& now) {
                            status.show(study_progress_text(now), now.seconds);
                            return !interrupt.interrupted();
                          });
}

std::string command_again(const StudyRunRequest& request) {
  const std::string size = request.size.empty() ? "" : fmt::format("--size {} ", request.size);
  return fmt::format("heddle study run {}--database {} {}", size, request.database, request.file);
}

// Reports the outcome; `known` is the number of runs that counted before.  Runs beyond a stop rule,
// made while its last runs were in progress, depend on the machine.  So they are not reported.
int print_study(const StudyRunRequest& request, study::Database& database,
                const study::StudyOutcome& outcome, std::size_t known) {
  if (outcome.interrupted) {
    fmt::print(stderr, "heddle: interrupted after {} runs; to resume: {}\n", grouped(outcome.made),
               command_again(request));
    return kExitIncomplete;
  }
  if (outcome.failed > 0) {
    fmt::print(stderr, "heddle: {} runs failed ({}); to repeat them: {}\n", grouped(outcome.failed),
               on_one_line(outcome.first_failure), command_again(request));
    return kExitIncomplete;
  }
  const auto runs = database.runs();
  if (!runs.ok()) return complain(runs.sentence());
  fmt::print("{}\n", study_result_text(*runs, runs->size() - std::min(known, runs->size()),
                                       request.database));
  return kExitOk;
}

int study_run(const Arguments& arguments) {
  const Result<StudyRunRequest> request = read_run_request(arguments);
  if (!request.ok()) return complain(request.sentence());
  const Result<study::RunnerSetting> setting = setting_of(*request);
  if (!setting.ok()) return complain(setting.sentence());
  Result<study::Plan> plan = study::read_study(request->file, request->size);
  if (!plan.ok()) return complain(plan.sentence());
  const Result<study::StudyLock> lock = study::StudyLock::take(request->database);
  if (!lock.ok()) return complain(lock.sentence());
  Result<study::Database> database = study::Database::create(request->database);
  if (!database.ok()) return complain(database.sentence());
  const Status programs =
      study::prepare_programs(*plan, setting->heddle, request->database + ".programs", find);
  if (!programs.ok()) return complain(programs.sentence());
  const auto known = database->runs();
  if (!known.ok()) return complain(known.sentence());
  const auto outcome = make_runs(*request, *plan, *database, *setting);
  if (!outcome.ok()) return complain(outcome.sentence());
  return print_study(*request, *database, *outcome, known->size());
}

}  // namespace

const StudyVerb kStudyRun{"run", "heddle study run [OPTIONS] FILE", kStudyRunOptions, study_run};

}  // namespace heddle::cli
