#include "cli/schedule_replay.hpp"

#include <fmt/core.h>

#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/followed_schedule.hpp"
#include "cli/nearby_search.hpp"
#include "cli/option_parser.hpp"
#include "cli/program_file.hpp"
#include "core/number_text.hpp"

namespace heddle::cli {
namespace {

using End = FollowedSchedule::End;

Result<config::RunOptions> all_options(const report::AnchoredSchedule& schedule,
                                       const ScheduleReplay& request) {
  Result<config::RunOptions> options = options_to_follow(schedule, request.file);
  if (!options.ok()) return options;
  const Result<config::RunOptions> own = options_from_environment();
  if (!own.ok()) return own;
  options->launcher = own->launcher;
  Result<ParsedOptions> parsed = parse_run_options(request.overrides, *options);
  if (!parsed.ok()) return parsed.error();
  if (!parsed->rest.empty()) {
    return Error{fmt::format("'{}' is not an option; only options of `heddle run` may follow --.",
                             parsed->rest.front())};
  }
  return parsed->options;
}

bool has_passed(const FollowedSchedule& followed) {
  return followed.end == End::passed || followed.end == End::prevented;
}

int print(const FollowedSchedule& followed) {
  const std::string sentence = on_one_line(followed.sentence);
  switch (followed.end) {
    case End::failed:
      fmt::print("The schedule still leads to an error: {}\n", sentence);
      return kExitErrorFound;
    case End::passed:
      fmt::print("The schedule was followed without an error.\n");
      return kExitOk;
    case End::prevented:
      fmt::print("The schedule is no longer possible: {}.\n", sentence);
      return kExitOk;
    case End::not_applicable:
      fmt::print("The schedule no longer applies: {}; export a test from a new trace.\n", sentence);
      return kExitNotApplicable;
    case End::diverged:
      fmt::print("The program does not repeat itself: {}\n", sentence);
      return kExitDivergence;
    case End::internal_error:
      break;
  }
  fmt::print(stderr, "heddle: internal error: {}\n", sentence);
  return kExitInternalError;
}

// Prints what is known beyond a schedule that leads to no error.
int print(const FollowedSchedule& followed, const NearbySearch& search) {
  if (search.outcome.end == End::failed) {
    fmt::print("The schedule leads to no error any more, but a search found one: {}\n",
               on_one_line(search.outcome.sentence));
    return kExitErrorFound;
  }
  if (search.outcome.end != End::passed) return print(search.outcome);
  const int code = print(followed);
  if (search.is_complete) {
    fmt::print("A search came to its end without an error.\n");
  } else {
    fmt::print("A search of {} found no error, but did not finish.\n",
               counted(search.executions, "execution"));
  }
  return code;
}

}  // namespace

int replay_schedule(const std::string& text, const ScheduleReplay& request) {
  const Result<report::AnchoredSchedule> schedule =
      report::parse_anchored_schedule(text, request.file);
  if (!schedule.ok()) return complain(schedule.sentence());
  const Result<config::RunOptions> options = all_options(*schedule, request);
  if (!options.ok()) return complain(options.sentence());
  const Result<ProgramFile> program =
      find_program(request.program.empty() ? schedule->program : request.program);
  if (!program.ok()) return complain(program.sentence());
  const Result<FollowedSchedule> followed = follow_schedule(*schedule, *program, *options);
  if (!followed.ok()) return complain(followed.sentence());
  // A program that calls heddle::explore may call it again, for other code.
  if (!has_passed(*followed) || schedule->explore_call != 0) return print(*followed);
  const Result<NearbySearch> search = search_nearby(*schedule, *program, *options);
  return search.ok() ? print(*followed, *search) : complain(search.sentence());
}

}  // namespace heddle::cli
