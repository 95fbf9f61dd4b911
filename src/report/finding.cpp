#include "report/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/check.hpp"
#include "report/code_frames.hpp"
#include "report/endless_loop.hpp"
#include "report/explanation.hpp"
#include "report/step_text.hpp"
#include "symbolize/names.hpp"
#include "trace/objects.hpp"

namespace heddle::report {
namespace {

// Viewers of SARIF limit the size of a code flow.  The end of a schedule explains the most.
constexpr std::size_t kFirstFlowSteps = 500;
constexpr std::size_t kLastFlowSteps = 4'500;

SourceLine line_in(const SymbolizedTrace& symbols, const std::vector<trace::Place>& stack) {
  return source_line(expand(symbols, stack));
}

// Collects the steps of each thread, threads in order of appearance.
class ScheduleMaker {
 public:
  explicit ScheduleMaker(const trace::Trace& trace) : trace_(trace) {}

  void add(ThreadId thread, FlowStep step) {
    const auto [found, is_new] = positions_.try_emplace(thread, threads_.size());
    if (is_new) threads_.push_back({thread_name(trace_, thread), {}});
    threads_[found->second].steps.push_back(std::move(step));
  }

  std::vector<ThreadSteps> take() { return std::move(threads_); }

 private:
  const trace::Trace& trace_;
  std::map<ThreadId, std::size_t> positions_;
  std::vector<ThreadSteps> threads_;
};

void add_schedule(const trace::Trace& trace, const SymbolizedTrace& symbols,
                  const trace::ObjectNames& names, Finding& into) {
  ScheduleMaker maker(trace);
  const std::size_t count = depth(trace);
  const bool is_long = count > kFirstFlowSteps + kLastFlowSteps;
  std::size_t number = 0;
  for (const trace::Step& step : trace.steps) {
    if (!step.is_step) continue;
    ++number;
    if (is_long && number > kFirstFlowSteps && number <= count - kLastFlowSteps) continue;
    maker.add(step.thread,
              {number, step_text(trace, names, step), line_in(symbols, step.stack), false});
  }
  if (is_long) into.omitted_steps = count - kFirstFlowSteps - kLastFlowSteps;
  if (trace.failure->thread != kNoThread) {
    maker.add(trace.failure->thread, {number + 1, headline(trace), into.at, true});
  }
  for (const trace::Blocked& blocked : trace.blocked) {
    maker.add(blocked.thread, {number + 1, blocked_text(trace, names, blocked),
                               line_in(symbols, blocked.stack), true});
  }
  into.schedule = maker.take();
}

std::string access_message(const result::RacingAccess& access) {
  return access.thread + " " + result::access_phrase(access);
}

Finding race_finding(const result::FoundRace& race, symbolize::Symbolizer& symbolizer) {
  Finding finding;
  finding.rule = key(FailureKind::race);
  finding.message = fmt::format("data race on {}: {} at {}, {} at {}; {}",
                                race.variable.empty() ? "unnamed memory" : race.variable,
                                access_message(race.earlier), race.earlier.location,
                                access_message(race.later), race.later.location, race.missing);
  finding.at = source_line(frames_of(race.later.stack, symbolizer));
  finding.related = {
      {access_message(race.earlier), source_line(frames_of(race.earlier.stack, symbolizer))},
      {access_message(race.later), finding.at}};
  return finding;
}

Finding lock_order_finding(const result::FoundLockCycle& cycle, symbolize::Symbolizer& symbolizer) {
  Finding finding;
  finding.rule = "lock-order";
  finding.message = "potential deadlock: locks are acquired in inconsistent order";
  for (const result::FoundLockStep& step : cycle) {
    const std::string text =
        fmt::format("{} holds {} and acquires {}", step.thread, step.held.name, step.wanted.name);
    finding.message += "; " + text + " at " + step.wanted.location;
    finding.related.push_back({text, source_line(frames_of(step.wanted.stack, symbolizer))});
  }
  if (!finding.related.empty()) finding.at = finding.related.front().at;
  return finding;
}

// With --races error, the data race that ended the search is also among the races.
bool is_the_error(const result::FoundRace& race, const result::RunResult& result) {
  const auto is_it = [&race](const result::FoundError& error) {
    return error.kind == FailureKind::race &&
           (error.location == race.later.location || error.location == race.earlier.location);
  };
  return (result.error && is_it(*result.error)) ||
         std::any_of(result.further_errors.begin(), result.further_errors.end(), is_it);
}

}  // namespace

SourceLine source_line(const std::vector<symbolize::Frame>& stack) {
  const symbolize::Frame* frame = symbolize::user_frame(stack);
  if (frame == nullptr && !stack.empty()) frame = &stack.front();
  if (frame == nullptr) return {};
  return {frame->file, frame->line, symbolize::short_name(frame->function)};
}

Finding error_finding(const trace::Trace& trace, const SymbolizedTrace& symbols) {
  HEDDLE_CHECK(trace.failure.has_value(), "only a failing trace has an error");
  const trace::TraceFailure& failure = *trace.failure;
  const trace::ObjectNames names = names_of(trace, symbols);
  Finding finding;
  finding.rule = key(failure.kind);
  finding.fails_run = true;
  finding.message = headline(trace);
  const std::string reasons = explanation(trace, symbols, names);
  if (!reasons.empty()) finding.message += "\n" + reasons;
  while (finding.message.ends_with('\n')) finding.message.pop_back();
  finding.at = line_in(symbols, failure.stack);
  // A deadlock happens in several places at once.  A thread that only waits for the end of others
  // is the least of them.
  const bool is_unknown = finding.at.function.empty() && finding.at.file.empty();
  if (is_unknown && !trace.blocked.empty()) {
    const auto first = std::find_if(
        trace.blocked.begin(), trace.blocked.end(),
        [](const trace::Blocked& one) { return one.operation.kind != OpKind::thread_join; });
    finding.at =
        line_in(symbols, (first == trace.blocked.end() ? trace.blocked.begin() : first)->stack);
  }
  if (const auto loop = endless_loop(trace)) {
    finding.at = line_in(symbols, trace.steps[loop->position].stack);
  }
  for (const trace::Blocked& blocked : trace.blocked) {
    finding.related.push_back(
        {thread_name(trace, blocked.thread) + " " + blocked_text(trace, names, blocked),
         line_in(symbols, blocked.stack)});
  }
  for (const trace::TraceAccount& account : failure.accounts) {
    finding.related.push_back(
        {account.what + " " + thread_name(trace, account.thread), line_in(symbols, account.stack)});
  }
  add_schedule(trace, symbols, names, finding);
  return finding;
}

Finding error_finding(const result::FoundError& error) {
  Finding finding;
  finding.rule = key(error.kind);
  finding.fails_run = true;
  finding.message = failure_line(error.kind, error.message);
  if (!error.location.empty()) finding.message += ", at " + error.location;
  return finding;
}

std::vector<Finding> warning_findings(const result::RunResult& result, bool races_fail,
                                      symbolize::Symbolizer& symbolizer) {
  std::vector<Finding> findings;
  for (const result::FoundRace& race : result.races) {
    if (is_the_error(race, result)) continue;
    findings.push_back(race_finding(race, symbolizer));
    findings.back().fails_run = races_fail;
  }
  for (const result::FoundLockCycle& cycle : result.lock_order) {
    findings.push_back(lock_order_finding(cycle, symbolizer));
  }
  return findings;
}

}  // namespace heddle::report
