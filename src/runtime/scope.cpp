#include "runtime/scope.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "runtime/endless_step.hpp"
#include "runtime/readiness.hpp"
#include "runtime/requeue.hpp"
#include "runtime/stack_capture.hpp"

namespace heddle::native {
namespace {

// A thread that runs straight through hands over after so many operations.  Most loops that wait
// for another thread are known to spin long before.
constexpr std::uint32_t kSlice = 1'000;
// The search gets a choice after so many: it detects livelocks and limits the length of executions.
constexpr std::uint32_t kMostStraight = 100'000;

// REQUIRES: set_scope was called.
const Scope& scope() { return *runtime().scope; }

bool is_in_ranges(const std::vector<ScopeRange>& code, std::uintptr_t address) {
  const auto after = std::partition_point(
      code.begin(), code.end(), [&](const ScopeRange& range) { return range.end <= address; });
  return after != code.end() && address >= after->begin;
}

// A return address may be the first one behind the code that called.
bool calls_from(const std::vector<ScopeRange>& code, std::uintptr_t return_address) {
  return is_in_ranges(code, return_address - 1);
}

// Returns whether a pending operation is at the code, or a function that is being called is.
// Uninstrumented code does not report its calls, so they are found by unwinding.
bool is_inside(const std::vector<ScopeRange>& code, const Thread& self) {
  const auto site = static_cast<std::uintptr_t>(self.pending.site);
  if (calls_from(code, site)) return true;
  if (calls_from(scope().instrumented, site)) return false;
  std::array<Site, 64> stack;
  const std::size_t frames = capture_stack(stack);
  return std::any_of(
      stack.begin(), stack.begin() + static_cast<std::ptrdiff_t>(frames),
      [&](Site frame) { return calls_from(code, static_cast<std::uintptr_t>(frame)); });
}

bool is_in_focus(const Thread& self) {
  if (!scope().has_focus || scope_note(self).focus_calls > 0) return true;
  return is_inside(scope().focus, self);
}

void open_window() {
  world().early_timeouts_left = scope().early_timeouts;
  world().spurious_left = scope().spurious_wakeups;
}

// The first operation of the window is counted as well: it begins the window.
std::uint64_t operations_before(const Scope& scope) {
  return scope.skips == 0 ? 0 : scope.skips + 1;
}

bool can_go(const Thread& thread) {
  if (thread.life != Life::announced) return false;
  refresh_requeue(thread);
  return alternatives(thread) > 0;
}

// Returns whether the thread does more than to pass time: it does not spin, and needs no timeout
// and no spurious wake-up.
bool is_busy(const Thread& thread) {
  const OpKind kind = thread.pending.kind;
  if (thread.yields || kind == OpKind::sleep) return false;
  return thread.parking.woken || (thread.deadline == kNever && !is_wake_up(kind));
}

// Returns the next thread after the current one, in the order of their ids, that can go on; the
// current one comes last.  Null: none.
template <typename Wanted>
Thread* next_thread(Wanted wanted) {
  World& world = native::world();
  const std::uint32_t count = world.threads_seen;
  for (std::uint32_t i = 1; i <= count; ++i) {
    const Thread& candidate = world.threads[(index(world.current) + i) % count];
    if (wanted(candidate) && can_go(candidate)) return &writable_thread(candidate.id);
  }
  return nullptr;
}

// Returns the thread that continues by the default schedule; null: none can.
Thread* default_thread(Thread* self, bool ends_slice) {
  if (self != nullptr && !ends_slice && is_busy(*self) && can_go(*self)) return self;
  if (Thread* next = next_thread(is_busy)) return next;
  return next_thread([](const Thread&) { return true; });
}

// Counts an operation in focus: it may begin the window or end it.
void count_operation(OpKind kind) {
  World& world = native::world();
  // Plain accesses are scheduling points in some phases of a search only.
  if (kind == OpKind::read || kind == OpKind::write || awaits_start()) return;
  if (world.before_window != 0) {
    if (--world.before_window != 0) return;
    open_window();
  }
  if (world.window_left == kNever || world.window_left == 0) return;
  if (--world.window_left == 0) world.early_timeouts_left = world.spurious_left = 0;
}

// Zeroes what deeper calls left on the stack: an execution that pauses here cleans it as well.
[[gnu::noinline]] void clean_dead_stack() {
  char space[4096];
  std::memset(space, 0, sizeof space);
  asm volatile("" : : "r"(space) : "memory");
}

}  // namespace

void set_scope(const ScopeOptions& options) {
  Scope& scope = allocated_part(runtime().scope);
  static_cast<ScopeOptions&>(scope) = options;
  flags().has_scope =
      options.has_focus || options.has_start || options.skips > 0 || options.window != kNever;
}

const ScopeOptions& current_scope() { return scope(); }

void begin_scope(std::uint32_t early_timeouts, std::uint32_t spurious_wakeups) {
  World& world = native::world();
  world.early_timeouts_left = early_timeouts;
  world.spurious_left = spurious_wakeups;
  world.before_window = 0;
  world.window_left = kNever;
  if (!flags().has_scope) return;
  Scope& scope = *runtime().scope;
  scope.early_timeouts = early_timeouts;
  scope.spurious_wakeups = spurious_wakeups;
  world.before_window = scope.has_start ? kNever : operations_before(scope);
  // The operation behind the last one closes the window.
  world.window_left = scope.window == kNever ? kNever : scope.window + 1;
  if (is_fixed()) world.early_timeouts_left = world.spurious_left = 0;
}

void judge_scope(Thread& self) {
  if (awaits_start() && !scope().start.empty() && is_inside(scope().start, self)) reach_start();
  ScopeNote note = scope_note(self);
  note.is_straight = is_in_focus(self) ? 0 : 1;
  set_scope_note(self, note);
  if (note.is_straight == 0) count_operation(self.pending.kind);
  if (flags().keeps_stacks_clean) clean_dead_stack();
}

Thread* next_straight(Thread* self) {
  World& world = native::world();
  const bool ends_slice = ++world.straight_steps % kSlice == 0;
  if (ends_slice) forget_watched_states();
  if (is_fixed()) return default_thread(self, ends_slice);
  if (self != nullptr && self->yields) return nullptr;
  const bool goes_on = self != nullptr && !ends_slice && is_busy(*self) && can_go(*self);
  Thread* const next = goes_on ? self : next_thread(is_busy);
  const bool goes = next != nullptr && scope_note(*next).is_straight != 0 &&
                    alternatives(*next) == 1 && world.straight_steps < kMostStraight;
  return goes ? next : nullptr;
}

void enter_function(std::uintptr_t caller, std::uintptr_t function) {
  if (awaits_start() && is_in_ranges(scope().start, function)) reach_start();
  if (!scope().has_focus) return;
  Thread& self = current_thread();
  ScopeNote note = scope_note(self);
  if (note.focus_calls == 0 && !is_in_ranges(scope().focus, function) &&
      !calls_from(scope().focus, caller)) {
    return;
  }
  ++note.focus_calls;
  set_scope_note(self, note);
}

void leave_function() {
  Thread& self = current_thread();
  ScopeNote note = scope_note(self);
  if (note.focus_calls == 0) return;
  --note.focus_calls;
  set_scope_note(self, note);
}

void reach_start() {
  if (!flags().has_scope || !awaits_start()) return;
  world().before_window = operations_before(scope());
  if (!is_fixed()) open_window();
}

}  // namespace heddle::native
