// Searches for the errors that the warnings of other tools predict.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/program_file.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "guidance/reports/warning.hpp"
#include "result/run_result.hpp"
#include "trace/trace.hpp"

namespace heddle::cli {

enum class Answer : std::uint8_t { confirmed, refuted, not_confirmed, failed };

// "not confirmed"
std::string_view name(Answer answer);

// One search for a warning.
struct Attempt {
  std::string search;            // "guided"
  std::vector<std::string> via;  // its locations
  std::string coverage;          // one sentence
  std::uint64_t states = 0;
  std::uint64_t executions = 0;
  double seconds = 0;
};

struct Confirmation {
  guidance::Warning warning;
  Answer answer = Answer::not_confirmed;
  bool is_under_sc = false;             // refuted, but the program uses weaker memory orders
  bool is_within_waits = false;         // refuted, but limits on waits left choices out
  std::vector<std::string> notes = {};  // such as a line without code
  std::vector<Attempt> attempts = {};
  std::optional<result::FoundError> error = std::nullopt;      // the predicted one, when confirmed
  std::optional<trace::Trace> trace = std::nullopt;            // of that error
  std::vector<result::FoundError> other_errors = {};           // that the searches found on the way
  std::vector<std::optional<trace::Trace>> other_traces = {};  // one for each
  std::string internal_error = {};                             // not empty: Heddle failed
  std::string divergence = {};  // not empty: uncontrolled nondeterminism
};

struct ConfirmJob {
  ProgramFile program;
  Arguments arguments;  // of the program
  // Budget, seed and the like; the budget is for each warning.  The search is chosen for each.
  config::RunOptions options;
};

// Refuses options that `heddle confirm` sets itself.
Status check_confirm_options(const config::RunOptions& options);

// Called for each warning in order, with the number of the warning.
using OnAnswer = std::function<void(std::size_t, Confirmation)>;

// Searches for the error of each warning.  Guided searches along its location sequences share half
// of the warning's budget.  The rest is for an exhaustive search.
//
// A warning is refuted only by a search that covered all schedules with accesses to shared memory
// as scheduling points.  For a race, it executed a schedule of each equivalence class under the
// race detector.  After an interruption by the user the remaining warnings are not searched.
Status confirm(const ConfirmJob& job, std::vector<guidance::Warning> warnings,
               const OnAnswer& on_answer);

}  // namespace heddle::cli
