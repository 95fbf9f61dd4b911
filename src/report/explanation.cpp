#include "report/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/file_object.hpp"
#include "core/number_text.hpp"
#include "report/early_timeouts.hpp"
#include "report/endless_loop.hpp"
#include "report/lost_update.hpp"
#include "report/lost_wakeup.hpp"
#include "report/misuse_text.hpp"
#include "report/orders_text.hpp"
#include "report/step_text.hpp"

namespace heddle::report {
namespace {

using trace::Trace;

std::string_view failure_title(FailureKind kind) {
  switch (kind) {
    case FailureKind::deadlock:
      return "deadlock";
    case FailureKind::livelock:
      return "livelock";
    case FailureKind::assertion:
      return "assertion failed";
    case FailureKind::exit:
      return "non-zero exit status";
    case FailureKind::exception:
      return "uncaught exception";
    case FailureKind::crash:
      return "crash";
    case FailureKind::race:
      return "data race";
    case FailureKind::memory:
      return "memory error";
    case FailureKind::misuse:
      return "misuse of a threading function";
    case FailureKind::divergence:
      return "uncontrolled nondeterminism";
  }
  return "failure";
}

std::size_t switches(const Trace& trace) {
  const Schedule decisions = schedule(trace);
  std::size_t count = 0;
  for (std::size_t i = 1; i < decisions.size(); ++i) {
    if (decisions[i].thread != decisions[i - 1].thread) ++count;
  }
  return count;
}

// The number that the report gives to a step.
std::size_t number_of(const Trace& trace, std::size_t position) {
  const auto end = trace.steps.begin() + static_cast<std::ptrdiff_t>(position) + 1;
  return static_cast<std::size_t>(std::count_if(
      trace.steps.begin(), end, [](const trace::Step& step) { return step.is_step; }));
}

// "bank.cpp:13 (`Bank::transfer`)", from "bank.cpp:13 in Bank::transfer".
std::string in_sentence(const std::string& location) {
  const std::size_t in = location.find(" in ");
  if (in == std::string::npos) return location;
  return fmt::format("{} (`{}`)", location.substr(0, in), location.substr(in + 4));
}

std::string where_it_failed(const Trace& trace, const SymbolizedTrace& symbols) {
  const trace::TraceFailure& failure = *trace.failure;
  std::string where;
  if (failure.thread == kMainThread && !is_of_model(trace)) {
    where = " on thread main";
  } else if (failure.thread != kNoThread) {
    where = " on " + thread_name(trace, failure.thread);
  }
  const std::string place = location(symbols, failure.stack);
  if (!place.empty()) where += " at " + in_sentence(place);
  const bool has_memory = failure.address != 0 && !is_descriptor_cell(failure.address);
  if (has_memory && failure.kind != FailureKind::misuse) {
    const auto named = symbols.variables.find(ObjectId{failure.address});
    where += named != symbols.variables.end()
                 ? fmt::format(", accessing {}", printable(named->second))
                 : fmt::format(", accessing address {:#x}", failure.address);
  }
  return fmt::format("{}{} after {} and {}.\n", where.empty() ? "Reached" : "Failed",
                     where.empty() ? "" : where + ",", counted(depth(trace), "step"),
                     counted(switches(trace), "context switch", "context switches"));
}

std::string who_waits(const Trace& trace, const SymbolizedTrace& symbols,
                      const trace::ObjectNames& names) {
  std::string text;
  for (const trace::Blocked& blocked : trace.blocked) {
    const std::string place = location(symbols, blocked.stack);
    text += fmt::format("{}{} {}.\n", thread_name(trace, blocked.thread),
                        place.empty() ? "" : ", at " + in_sentence(place) + ",",
                        blocked_text(trace, names, blocked));
  }
  const std::string cycle = wait_cycle(trace);
  if (!cycle.empty()) text += fmt::format("Wait cycle: {}.\n", cycle);
  return text;
}

std::string where_it_loops(const EndlessLoop& loop) {
  return fmt::format("The cycle starts after {} and is {} long.\n", counted(loop.begin, "step"),
                     counted(loop.length, "step"));
}

// Describes the interleaving; whether it causes the failure is for the reader to judge.
std::string lost_update_text(const Trace& trace, const SymbolizedTrace& symbols,
                             const trace::ObjectNames& names) {
  const std::optional<LostUpdate> update = find_lost_update(trace);
  if (!update) return "";
  const auto step = [&](std::size_t position) {
    const std::string place = location(symbols, trace.steps[position].stack);
    const std::string number = fmt::format("step {}", number_of(trace, position));
    return place.empty() ? number : fmt::format("{} ({})", number, place);
  };
  const trace::Step& read = trace.steps[update->read];
  return fmt::format(
      "Possible lost update of {}: {} read it in {} and wrote it in {}.\nIn between, {} wrote it "
      "in {}; that write was overwritten.\n",
      names(read.operation.object), thread_name(trace, read.thread), step(update->read),
      step(update->overwrite), thread_name(trace, trace.steps[update->lost].thread),
      step(update->lost));
}

// A program that wants arguments often ends like this.
std::string arguments_text(const Trace& trace) {
  const bool has_threads = std::any_of(
      trace.steps.begin(), trace.steps.end(),
      [](const trace::Step& step) { return step.operation.kind == OpKind::thread_create; });
  if (trace.failure->kind != FailureKind::exit || has_threads) return "";
  return "If the program needs arguments, they follow its name: heddle run PROGRAM ARGUMENT ...\n";
}

std::string early_timeouts_text(const Trace& trace, const SymbolizedTrace& symbols) {
  const std::vector<std::size_t> early = find_early_timeouts(trace);
  if (early.empty()) return "";
  const trace::Step& step = trace.steps[early.front()];
  const std::string place = location(symbols, step.stack);
  std::string text =
      fmt::format("Early timeout: in step {}{}, the {} of {} ends although {} could go on.\n",
                  number_of(trace, early.front()), place.empty() ? "" : " (" + place + ")",
                  step.operation.kind == OpKind::sleep ? "sleep" : "wait",
                  thread_name(trace, step.thread), thread_name(trace, step.other));
  if (early.size() > 1) {
    text += fmt::format("The schedule has {} early timeouts.\n", early.size());
  }
  return text +
         "If other threads are never that slow, --early-timeouts 0 leaves such schedules out.\n";
}

std::string lost_wakeups_text(const Trace& trace, const SymbolizedTrace& symbols,
                              const trace::ObjectNames& names) {
  std::string text;
  for (const LostWakeup& lost : find_lost_wakeups(trace)) {
    const trace::Step& notify = trace.steps[lost.notify];
    const std::string place = location(symbols, notify.stack);
    text += fmt::format("Lost wake-up: {} notified {} in step {}{}, before {} waited on it.\n",
                        thread_name(trace, notify.thread), names(notify.operation.object),
                        number_of(trace, lost.notify), place.empty() ? "" : " (" + place + ")",
                        thread_name(trace, lost.waiter));
  }
  return text;
}

}  // namespace

std::string failure_line(FailureKind kind, const std::string& message) {
  const std::string_view title = failure_title(kind);
  if (message.starts_with(title)) return message;
  return message.empty() ? std::string(title) : fmt::format("{}: {}", title, message);
}

std::string headline(const Trace& trace) {
  if (!trace.failure) {
    return fmt::format("no failure: the execution ended after {}", counted(depth(trace), "step"));
  }
  const trace::TraceFailure& failure = *trace.failure;
  if (const auto loop = endless_loop(trace)) {
    const bool is_one = loop->threads.size() == 1;
    return fmt::format("livelock: {} {} in a fair cycle without progress",
                       threads_text(trace, loop->threads), is_one ? "runs" : "run");
  }
  return failure_line(failure.kind, printable(failure.message));
}

std::string short_headline(const Trace& trace) {
  const std::string_view text = trace.failure ? failure_title(trace.failure->kind) : "no failure";
  return std::string(text.substr(0, text.find(':')));
}

bool may_lose_update(const trace::TraceFailure& failure) {
  return failure.kind == FailureKind::assertion || failure.kind == FailureKind::exit ||
         failure.kind == FailureKind::exception || failure.kind == FailureKind::race;
}

std::string explanation(const Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names) {
  if (!trace.failure) return "";
  const auto loop = endless_loop(trace);
  std::string text = loop ? where_it_loops(*loop) : where_it_failed(trace, symbols);
  text += who_waits(trace, symbols, names);
  text += lost_wakeups_text(trace, symbols, names);
  text += early_timeouts_text(trace, symbols);
  text += arguments_text(trace);
  if (trace.failure->kind == FailureKind::misuse) text += misuse_text(trace, symbols, names);
  if (may_lose_update(*trace.failure)) text += lost_update_text(trace, symbols, names);
  text += orders_text(trace, symbols, names);
  if (trace.failure->is_simplification_cut) {
    text +=
        "The simplification of this schedule was cut: it may have needless steps, and orders that "
        "the error needs may be missing. A longer --simplify-time or --time allows more.\n";
  }
  return text;
}

std::string wait_cycle(const Trace& trace) {
  const auto waits_for = [&](ThreadId thread) {
    for (const trace::Blocked& blocked : trace.blocked) {
      if (blocked.thread == thread) return blocked.held_by;
    }
    return kNoThread;
  };
  for (const trace::Blocked& start : trace.blocked) {
    std::vector<ThreadId> path = {start.thread};
    ThreadId next = waits_for(start.thread);
    while (next != kNoThread && std::find(path.begin(), path.end(), next) == path.end()) {
      path.push_back(next);
      next = waits_for(next);
    }
    if (next != start.thread) continue;  // leads nowhere, or into a circle of others
    std::string text;
    for (const ThreadId thread : path) text += thread_name(trace, thread) + " -> ";
    return text + thread_name(trace, start.thread);
  }
  return "";
}

}  // namespace heddle::report
