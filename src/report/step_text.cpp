#include "report/step_text.hpp"

#include <fmt/format.h>

#include <array>

#include "core/file_object.hpp"
#include "report/lock_effect.hpp"

namespace heddle::report {
namespace {

using trace::Blocked;
using trace::ObjectNames;
using trace::Step;
using trace::Trace;

std::string order_text(const Operation& operation) {
  constexpr std::array<std::string_view, 5> kOrders = {"relaxed", "consume", "acquire", "release",
                                                       "acq_rel"};
  if (operation.memory_order >= kOrders.size()) return "";  // sequentially consistent: the usual
  return fmt::format(" ({})", kOrders[operation.memory_order]);
}

std::string memory_text(const ObjectNames& names, const Step& step, const std::string& what) {
  const Operation& operation = step.operation;
  if (operation.object == kFiles) {
    return (operation.kind == OpKind::atomic_load ? "inspect " : "use ") + what;
  }
  if (operation.object == kKernel) return "use " + what;
  if (operation.object == kClock) return "read " + what;
  std::string text = fmt::format("{} {}", name(operation.kind), what);
  const bool is_atomic = operation.kind != OpKind::read && operation.kind != OpKind::write &&
                         operation.kind != OpKind::await;
  if (operation.size >= 1 && operation.size <= 8) {
    const std::string before = names.value(operation.object, step.before, operation.size);
    const std::string after = names.value(operation.object, step.after, operation.size);
    const bool reads = operation.kind == OpKind::read || operation.kind == OpKind::atomic_load ||
                       operation.kind == OpKind::await || step.outcome == Outcome::refused;
    text += reads ? " = " + before : fmt::format(" {} -> {}", before, after);
  }
  if (step.outcome == Outcome::refused) text += ": fails";
  return is_atomic ? text + order_text(operation) : text;
}

std::string mutex_text(const Step& step, const std::string& what) {
  std::string text = fmt::format("{} {}", name(step.operation.kind), what);
  if (step.outcome == Outcome::refused) return text + ": already locked";
  if (step.outcome == Outcome::timed_out) return text + ": times out";
  return text;
}

std::string condition_text(const Trace& trace, const ObjectNames& names, const Step& step,
                           const std::string& what) {
  const std::string mutex = names(step.operation.second);
  switch (step.operation.kind) {
    case OpKind::cond_wait:
      return mutex.empty() ? "wait on " + what : fmt::format("wait on {}, unlock {}", what, mutex);
    case OpKind::cond_wake: {
      const std::string_view how = step.outcome == Outcome::timed_out  ? "time out of"
                                   : step.outcome == Outcome::spurious ? "wake spuriously from"
                                   : step.outcome == Outcome::cancelled
                                       ? "is cancelled in the wait on"
                                       : "wake from";
      return mutex.empty() ? fmt::format("{} {}", how, what)
                           : fmt::format("{} {}, lock {}", how, what, mutex);
    }
    case OpKind::cond_signal:
      if (step.other == kNoThread) return fmt::format("notify_one {}: no waiting thread", what);
      return fmt::format("notify_one {}: wakes {}", what, thread_name(trace, step.other));
    default:
      return fmt::format("{} {}", name(step.operation.kind), what);
  }
}

std::string thread_text(const Trace& trace, const Step& step) {
  const std::string other = step.other == kNoThread ? "a thread" : thread_name(trace, step.other);
  switch (step.operation.kind) {
    case OpKind::thread_create:
      return "creates " + other;
    case OpKind::thread_start:
      return "starts";
    case OpKind::thread_exit:
      return "ends";
    case OpKind::program_end:
      return is_interruption(step.operation) ? "repeats one state without end" : "ends the program";
    case OpKind::thread_cancel:
      return "cancel " + other;
    default:
      return "join " + other + (step.outcome == Outcome::cancelled ? ": is cancelled" : "");
  }
}

// The value of an action that makes a choice is one more than the chosen number.
std::string action_text(const Trace& trace, const Step& step) {
  const std::string action = site_name(trace, step.operation.site);
  if (step.operation.value == 0) return printable(action);
  return fmt::format("{} (choice {})", printable(action), step.operation.value - 1);
}

// A wait begins only if the value is the expected one; often that is the error.
std::string futex_text(const ObjectNames& names, const Step& step, const std::string& what) {
  const auto value = [&](std::uint64_t number) {
    return names.value(step.operation.object, number, step.operation.size);
  };
  const std::string expected = value(step.operation.value);
  if (step.outcome == Outcome::refused) {
    return fmt::format("futex wait {}: expects {}, the value is {}", what, expected,
                       value(step.before));
  }
  return fmt::format("futex wait {}: the value is {}, as expected", what, expected);
}

std::string other_text(const ObjectNames& names, const Step& step, const std::string& what) {
  const std::string_view verb =
      step.operation.object == kKernel ? "use" : name(step.operation.kind);
  switch (step.operation.kind) {
    case OpKind::choose:
      return fmt::format("choose {} of 0..{}", step.alternative,
                         step.alternatives == 0 ? 0 : step.alternatives - 1);
    case OpKind::process_fork:
      return step.alternative == 0 ? "fork: goes on as the parent process"
                                   : "fork: goes on as the child process, without other threads";
    case OpKind::futex_wait:
      return futex_text(names, step, what);
    case OpKind::sem_trywait:
      return fmt::format("{} {}{}", verb, what,
                         step.outcome == Outcome::refused ? ": not available" : "");
    default:
      break;
  }
  std::string text(verb);
  if (!what.empty()) text += " " + what;
  if (step.outcome == Outcome::timed_out) text += ": times out";
  if (step.outcome == Outcome::spurious) text += ": spurious wake-up";
  if (step.outcome == Outcome::cancelled) text += ": is cancelled";
  return text;
}

// The value at which a futex wait began, and the present one if it has changed since.
std::string waited_value(const Trace& trace, const ObjectNames& names, const Operation& waits) {
  const auto value = [&](std::uint64_t number) {
    return names.value(waits.object, number, waits.size);
  };
  if (waits.size == 0) return "";
  std::uint64_t now = waits.value;
  for (const Step& step : trace.steps) {
    if (!is_memory_access(step.operation.kind) || step.operation.size != waits.size) continue;
    if (step.operation.object == waits.object) now = step.after;
  }
  if (now == waits.value) return fmt::format(", whose value is {}", value(now));
  return fmt::format(", whose value was {} and is {} now", value(waits.value), value(now));
}

std::string what_it_needs(const Trace& trace, const ObjectNames& names, const Blocked& blocked) {
  const std::string what = names(blocked.operation.object);
  switch (blocked.operation.kind) {
    case OpKind::cond_wait:
    case OpKind::cond_wake:
      return "waits for a notification of " + what;
    case OpKind::barrier_wait:
    case OpKind::barrier_wake:
      return "waits for other threads at " + what;
    case OpKind::sem_wait:
    case OpKind::sem_timedwait:
      return "waits for a post to " + what;
    case OpKind::futex_wait:
    case OpKind::futex_wake_up:
      // The waiters of a latch or an atomic have a word of the library's.
      if (what.starts_with("std::__")) return "waits for a wake-up in the C++ library";
      return "waits for a wake-up on " + what + waited_value(trace, names, blocked.operation);
    default:
      return what.empty() ? "waits" : "waits for " + what;
  }
}

}  // namespace

std::string step_text(const Trace& trace, const ObjectNames& names, const Step& step) {
  if (step.operation.kind == OpKind::action) return action_text(trace, step);
  const std::string what = names(step.operation.object);
  if (step.is_unfinished) {
    return fmt::format("{}{}{}: the process ended during this step", name(step.operation.kind),
                       what.empty() ? "" : " ", what);
  }
  if (is_lock(step.operation.kind) || is_unlock(step.operation.kind)) return mutex_text(step, what);
  switch (step.operation.kind) {
    case OpKind::thread_create:
    case OpKind::thread_start:
    case OpKind::thread_exit:
    case OpKind::program_end:
    case OpKind::thread_join:
    case OpKind::thread_cancel:
      return thread_text(trace, step);
    case OpKind::cond_wait:
    case OpKind::cond_wake:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
      return condition_text(trace, names, step, what);
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_exchange:
    case OpKind::atomic_update:
    case OpKind::atomic_compare_exchange:
    case OpKind::read:
    case OpKind::write:
    case OpKind::await:
      return memory_text(names, step, what);
    default:
      return other_text(names, step, what);
  }
}

std::string blocked_text(const Trace& trace, const ObjectNames& names, const Blocked& blocked) {
  if (blocked.operation.kind == OpKind::thread_join) {
    return fmt::format("waits for {} to end", thread_name(trace, blocked.held_by));
  }
  if (blocked.operation.kind == OpKind::action) {
    return fmt::format("waits for the guard of \"{}\"",
                       printable(site_name(trace, blocked.operation.site)));
  }
  std::string text = what_it_needs(trace, names, blocked);
  if (blocked.held_by == kNoThread) return text;
  const bool own = blocked.held_by == blocked.thread;
  text += ", held by " + (own ? "itself" : thread_name(trace, blocked.held_by));
  const std::size_t since = held_since(trace, blocked.held_by, blocked.operation.object);
  return since == 0 ? text : fmt::format("{} since step {}", text, since);
}

std::size_t held_since(const Trace& trace, ThreadId thread, ObjectId object) {
  if (object == kNoObject) return 0;
  std::size_t number = 0;
  std::size_t since = 0;
  for (const Step& step : trace.steps) {
    if (step.is_step) ++number;
    if (step.thread == thread && lock_effect(step).acquired == object) since = number;
  }
  return since;
}

std::string printable(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t') {
      safe += ' ';
    } else if (byte < 0x20 || byte == 0x7f) {
      safe += fmt::format("\\x{:02x}", byte);
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace heddle::report
