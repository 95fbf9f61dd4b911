#include "worker/unwatched.hpp"

#include "core/file_object.hpp"
#include "monitors/race_watch.hpp"
#include "monitors/shared_memory.hpp"
#include "runtime/root.hpp"
#include "worker/explored_scope.hpp"

namespace heddle::worker {
namespace {

using Sentences = std::vector<std::string>;

void tell_points(const config::RunOptions& options, const Coverage& coverage, Sentences& into) {
  // Samples and guided searches switch at accesses, unless something else is asked for.
  const bool switches_at_accesses =
      (config::is_sampling(options.search) || options.search == config::Search::guided) &&
      options.points == config::Points::auto_;
  if (coverage.shared_is_done || coverage.races_are_done || switches_at_accesses ||
      options.points == config::Points::all || options.points == config::Points::shared) {
    return;
  }
  const bool races_matter =
      options.points == config::Points::auto_ || options.points == config::Points::racing;
  const bool some =
      races_matter && options.races == config::Races::report && !native::noted_races().empty();
  into.push_back("plain memory accesses were " +
                 std::string(some ? "scheduling points only where data races were found"
                                  : "not scheduling points") +
                 std::string(coverage.has_hunted ? ", except in the shared-memory phase" : "") +
                 ": errors that depend on a data race may be missed (use --points shared)");
  if (options.points == config::Points::sync &&
      native::racing_memory().has_learned(static_cast<std::uintptr_t>(kClock))) {
    into.emplace_back(
        "reads of clocks were not scheduling points: errors that depend on when time passes may be "
        "missed (use --points shared)");
  }
}

void tell_races(const Coverage& coverage, Sentences& into) {
  const native::WatchedExecutions& races = coverage.races;
  if (coverage.races_are_known) return;
  if (coverage.races_are_done) {
    into.push_back("data races that only weak memory orders allow were checked in only " +
                   std::to_string(races.watched) + " executions (--races error checks all)");
  } else if (races.passed > 0) {
    into.push_back("data races were checked in only " + std::to_string(races.watched) +
                   " executions, including auxiliary ones (--races error checks all)");
  }
}

// Names the behaviour that the limits on waits left out.
void tell_waits(const result::PhaseCoverage& phase, Sentences& into) {
  if (phase.early_timeouts && excludes_waits(phase.search, kEarlyTimeouts)) {
    const std::uint64_t limit = *phase.early_timeouts;
    into.push_back("executions with more than " + std::to_string(limit) + " early timeout" +
                   (limit == 1 ? "" : "s") +
                   " (a timed wait ends while other threads still compute) were not explored (use "
                   "--early-timeouts " +
                   std::to_string(limit + 2) + ')');
  }
  if (phase.spurious && excludes_waits(phase.search, kSpuriousWakeups)) {
    const std::uint64_t limit = *phase.spurious;
    into.push_back((limit == 0 ? "executions with spurious wake-ups"
                               : "executions with more than " + std::to_string(limit) +
                                     " spurious wake-up" + (limit == 1 ? "" : "s")) +
                   " were not explored (use --spurious " + std::to_string(limit + 1) + ')');
  }
}

}  // namespace

std::vector<std::string> unwatched(const config::RunOptions& options, const Coverage& coverage) {
  Sentences sentences = scope_exceptions(options);
  tell_points(options, coverage, sentences);
  tell_races(coverage, sentences);
  if (coverage.promised != nullptr) tell_waits(*coverage.promised, sentences);
  if (coverage.cut > 0) {
    sentences.push_back((coverage.cut == 1 ? "1 execution was"
                                           : std::to_string(coverage.cut) + " executions were") +
                        " cut at the step limit (--max-steps); the rest was not explored");
  }
  if (coverage.has_broken_step && options.keep_going) {
    sentences.emplace_back(
        "a crash or a step that does not end stopped the other threads, too: their errors after "
        "the "
        "effects of such a step were not explored");
  }
  if (native::flags().has_openmp) {
    sentences.push_back(
        "other numbers of OpenMP threads (set by OMP_NUM_THREADS, 2 by default) and other orders "
        "of "
        "tasks than libgomp's were not explored");
  }
  return sentences;
}

}  // namespace heddle::worker
