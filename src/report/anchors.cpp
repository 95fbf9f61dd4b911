#include "report/anchors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

// Operations that replace each other when a program is repaired: a lock becomes an attempt, a plain
// access an atomic one.
enum class Family : std::uint8_t { none, lock, unlock, semaphore, reads, writes, updates };

Family family(OpKind kind) {
  switch (kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::mutex_timedlock:
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_timedrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_timedwrlock:
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
      return Family::lock;
    case OpKind::mutex_unlock:
    case OpKind::rwlock_unlock:
    case OpKind::spin_unlock:
      return Family::unlock;
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_timedwait:
      return Family::semaphore;
    case OpKind::read:
    case OpKind::atomic_load:
      return Family::reads;
    case OpKind::write:
    case OpKind::atomic_store:
      return Family::writes;
    case OpKind::atomic_exchange:
    case OpKind::atomic_update:
    case OpKind::atomic_compare_exchange:
      return Family::updates;
    default:
      return Family::none;
  }
}

// An atomic update replaces a read and a write.
bool replaces(OpKind now, OpKind then) {
  if (now == then) return true;
  const Family before = family(then);
  if (before == Family::none) return false;
  const bool is_access = before == Family::reads || before == Family::writes;
  return family(now) == before || (is_access && family(now) == Family::updates);
}

// Returns whether the operation can wait for a step of another thread, other than its end.
bool may_wait(OpKind kind) {
  return family(kind) == Family::lock || family(kind) == Family::semaphore || is_wake_up(kind) ||
         kind == OpKind::once_begin;
}

// The name of an object on a stack or on the heap depends on the variable through which it was
// reached first: only its last part is the same in every execution.
std::string last_part(const std::string& name) {
  const std::size_t arrow = name.rfind("->");
  const std::size_t dot = name.rfind('.');
  std::size_t begin = 0;
  if (arrow != std::string::npos) begin = arrow + 2;
  if (dot != std::string::npos) begin = std::max(begin, dot + 1);
  return name.substr(begin);
}

// Different objects of one name are numbered by their first use, which depends on the schedule.
std::string without_number(const std::string& name) { return name.substr(0, name.find(" #")); }

// The numbers of lambdas in one function are known only where they are functions of their own:
// "lambda 2 in main" is "lambda in main" where it is inlined.
std::string function_name(const symbolize::Frame& frame) {
  constexpr std::string_view kLambda = "lambda ";
  std::string name = symbolize::short_name(frame.function);
  for (std::size_t at = name.find(kLambda); at != std::string::npos; at = name.find(kLambda, at)) {
    at += kLambda.size();
    const std::size_t end = name.find_first_not_of("0123456789", at);
    if (end != std::string::npos && name[end] == ' ' && end > at) name.erase(at, end + 1 - at);
  }
  return name;
}

}  // namespace

NamedSteps::NamedSteps(const trace::Trace& trace, const SymbolizedTrace& symbols) {
  for (const trace::Object& object : trace.objects) {
    if (object.place.module != trace::kNoModule) global_.insert(object.id);
  }
  std::map<ThreadId, std::string> outermost;
  const auto note_thread = [&](ThreadId thread, const std::vector<trace::Place>& stack) {
    for (const symbolize::Frame& frame : expand(symbols, stack)) {
      if (symbolize::is_library_frame(frame)) continue;
      functions_.insert(function_name(frame));
    }
    if (!outermost[thread].empty()) return;
    const std::vector<symbolize::Frame> frames = expand(symbols, stack);
    for (const symbolize::Frame& frame : frames) {
      const bool is_own = !symbolize::is_library_frame(frame) && !frame.file.empty();
      if (is_own) outermost[thread] = function_name(frame);
    }
  };
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const trace::Step& step = trace.steps[i];
    if (!step.is_step) continue;
    Named one = named(symbols, step.operation, step.stack);
    one.alternative = step.alternative;
    one.position = i;
    threads_[step.thread].steps.push_back(std::move(one));
    note_thread(step.thread, step.stack);
  }
  for (const trace::Blocked& blocked : trace.blocked) {
    threads_[blocked.thread].steps.push_back(named(symbols, blocked.operation, blocked.stack));
    note_thread(blocked.thread, blocked.stack);
  }
  name_threads(trace, std::move(outermost));
}

void NamedSteps::name_threads(const trace::Trace& trace,
                              std::map<ThreadId, std::string> outermost) {
  std::vector<const trace::Thread*> threads;
  for (const trace::Thread& thread : trace.threads) threads.push_back(&thread);
  // The order of creation does not depend on the schedule; ids may.
  std::sort(threads.begin(), threads.end(), [](const trace::Thread* a, const trace::Thread* b) {
    return std::pair(a->path.size(), a->path) < std::pair(b->path.size(), b->path);
  });
  std::map<std::string, int> uses;
  for (const trace::Thread* const thread : threads) {
    std::string name = outermost[thread->id];
    if (name.empty()) name = "thread " + thread->path;
    const int number = ++uses[name];
    threads_[thread->id].name = number == 1 ? name : fmt::format("{} #{}", name, number);
  }
}

NamedSteps::Named NamedSteps::named(const SymbolizedTrace& symbols, const Operation& operation,
                                    const std::vector<trace::Place>& stack) const {
  Named step;
  step.operation = operation.kind;
  const std::vector<symbolize::Frame> frames = expand(symbols, stack);
  const symbolize::Frame* frame = symbolize::user_frame(frames);
  if (frame == nullptr && !frames.empty()) frame = &frames.front();
  step.function = frame == nullptr ? "?" : function_name(*frame);
  const auto variable = symbols.variables.find(operation.object);
  if (variable != symbols.variables.end()) {
    const std::string name = without_number(variable->second);
    step.object = global_.contains(operation.object) ? name : last_part(name);
  }
  return step;
}

bool NamedSteps::matches(const Anchor& anchor, const Named& step) {
  return anchor.function == step.function && replaces(step.operation, anchor.operation) &&
         (anchor.object.empty() || anchor.object == step.object);
}

const NamedSteps::Named* NamedSteps::at(const ThreadStep& step) const {
  const auto thread = threads_.find(step.thread);
  if (thread == threads_.end() || step.number >= thread->second.steps.size()) return nullptr;
  return &thread->second.steps[step.number];
}

Anchor NamedSteps::anchor(const ThreadStep& step) const {
  const auto thread = threads_.find(step.thread);
  Anchor anchor;
  anchor.thread = thread == threads_.end() ? "?" : thread->second.name;
  const Named* named = at(step);
  std::uint64_t number = step.number;
  if (named == nullptr) {
    if (number == 0) return anchor;
    named = at({step.thread, --number});
    anchor.is_after = true;
  }
  if (named == nullptr) return anchor;
  anchor.operation = named->operation;
  anchor.function = named->function;
  anchor.object = named->object;
  anchor.occurrence = 1;
  for (std::uint64_t i = 0; i < number; ++i) {
    if (matches(anchor, thread->second.steps[i])) ++anchor.occurrence;
  }
  return anchor;
}

std::optional<ThreadStep> NamedSteps::find(const Anchor& anchor) const {
  for (const auto& [id, thread] : threads_) {
    if (thread.name != anchor.thread) continue;
    if (anchor.function.empty()) return ThreadStep{id, 0};
    std::uint64_t occurrence = 0;
    for (std::uint64_t i = 0; i < thread.steps.size(); ++i) {
      if (matches(anchor, thread.steps[i]) && ++occurrence == anchor.occurrence) {
        return ThreadStep{id, anchor.is_after ? i + 1 : i};
      }
    }
  }
  return std::nullopt;
}

std::size_t NamedSteps::size(ThreadId thread) const {
  const auto found = threads_.find(thread);
  return found == threads_.end() ? 0 : found->second.steps.size();
}

bool NamedSteps::holds(const OrderConstraint& order) const {
  const Named* const later = at(order.later);
  if (later == nullptr || !later->position) return true;
  const Named* const earlier = at(order.earlier);
  return earlier != nullptr && earlier->position && *earlier->position < *later->position;
}

std::optional<std::uint16_t> NamedSteps::alternative(const ThreadStep& step) const {
  const Named* const named = at(step);
  if (named == nullptr || !named->position) return std::nullopt;
  return named->alternative;
}

bool NamedSteps::is_stable(const ThreadStep& step) const {
  const Named* const named = at(step);
  const bool is_plain =
      named != nullptr && (named->operation == OpKind::read || named->operation == OpKind::write);
  return named != nullptr && (!is_plain || !named->object.empty());
}

bool NamedSteps::waits_beyond(const std::string& thread_name, const ThreadStep& step) const {
  const Named* const other = at(step);
  if (other == nullptr || !other->position) return false;
  for (const auto& [id, thread] : threads_) {
    if (thread.name != thread_name) continue;
    const auto next = std::find_if(thread.steps.begin(), thread.steps.end(), [&](const Named& one) {
      return !one.position || *one.position > *other->position;
    });
    return next != thread.steps.end() && may_wait(next->operation);
  }
  return false;
}

namespace {

// Returns the last step of each turn before the first of the next one: together they are the whole
// schedule.
std::vector<OrderConstraint> context_switches(const trace::Trace& trace, const NamedSteps& names) {
  std::vector<OrderConstraint> orders;
  std::map<ThreadId, std::uint64_t> steps;
  ThreadId last = kNoThread;
  // Moves to the nearest step that every execution names in the same way.
  const auto add = [&](ThreadStep earlier, ThreadStep later) {
    while (!names.is_stable(earlier)) {
      if (earlier.number == 0) return;
      --earlier.number;
    }
    while (!names.is_stable(later)) {
      if (++later.number >= names.size(later.thread)) return;
    }
    orders.push_back({earlier, later});
  };
  for (const trace::Step& step : trace.steps) {
    if (!step.is_step) continue;
    if (last != kNoThread && step.thread != last) {
      add({last, steps[last] - 1}, {step.thread, steps[step.thread]});
    }
    ++steps[step.thread];
    last = step.thread;
  }
  // Blocked threads stay where they are.
  for (const auto& [thread, count] : steps) {
    if (thread != last) add({last, steps[last] - 1}, {thread, count});
  }
  return orders;
}

}  // namespace

AnchoredSchedule anchored(const trace::Trace& trace, const SymbolizedTrace& symbols, bool whole) {
  const NamedSteps names(trace, symbols);
  AnchoredSchedule schedule;
  schedule.program = trace.header.program;
  schedule.arguments = trace.header.arguments;
  schedule.options = trace.header.options;
  schedule.explore_call = trace.header.explore_call;
  schedule.kind = trace.failure->kind;
  schedule.message = trace.failure->message;
  const std::vector<OrderConstraint> orders =
      whole ? context_switches(trace, names) : trace.failure->orders.list;
  for (const OrderConstraint& order : orders) {
    schedule.orders.push_back({names.anchor(order.earlier), names.anchor(order.later)});
  }
  std::map<ThreadId, std::uint64_t> steps;
  for (const trace::Step& step : trace.steps) {
    if (!step.is_step) continue;
    const std::uint64_t number = steps[step.thread]++;
    if (step.alternative == 0) continue;
    schedule.choices.push_back({names.anchor({step.thread, number}), step.alternative});
  }
  return schedule;
}

}  // namespace heddle::report
