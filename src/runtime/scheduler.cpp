#include "runtime/scheduler.hpp"

#include <locale.h>

#include <boost/context/detail/fcontext.hpp>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/check.hpp"
#include "runtime/child_place.hpp"
#include "runtime/debugger_interface.hpp"
#include "runtime/endless_step.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/exit_handlers.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/fiber/thread_pointer.hpp"
#include "runtime/process_end.hpp"
#include "runtime/requeue.hpp"
#include "runtime/scheduling_point.hpp"
#include "runtime/scope.hpp"
#include "runtime/stack_capture.hpp"
#include "runtime/step_accesses.hpp"
#include "runtime/virtual_time.hpp"

namespace heddle::native {

namespace ctx = boost::context::detail;

namespace {

// Stack that the engine may use before it switches from a different address.
constexpr std::uintptr_t kEngineReach = std::uintptr_t{64} << 10;
constexpr std::uintptr_t kEngineStep = 1024;

// Makes the failure of the current thread a step of its own, so that the other threads may observe
// the step that led to it.  Their steps show the races of that step, and further failures.
void pause_before_end(std::uint64_t reason = 0) {
  const Thread& self = current_thread();
  if (world().living == 1 || self.pending.kind == OpKind::program_end) return;
  scheduling_point({.kind = OpKind::program_end,
                    .object = end_of(self.id),
                    .value = reason,
                    .site = reason == kInterrupted ? self.pending.site : kNoSite});
}

}  // namespace

void Scheduler::prepare(Body body, SharedSchedule shared) {
  body_ = body;
  shared_ = shared;
  control_blocks_.adopt_main();
  initial_floating_point_ = floating_point();
  engine_pointer_ = control_blocks_.engine_block();
  set_thread_pointer(engine_pointer_);
  // The engine's locale is independent of the program's: numbers in results have decimal points.
  ::uselocale(::newlocale(LC_ALL_MASK, "C", nullptr));
}

Schedule Scheduler::schedule() const {
  Schedule schedule;
  for (std::size_t i = 0; i < depth_; ++i) schedule.push_back(script_[i].decision);
  return schedule;
}

void Scheduler::start(std::size_t to_depth, bool stops_at_base) {
  stops_at_base_ = stops_at_base;
  is_at_base_ = false;
  depth_ = 0;
  limit_ = to_depth;
  ended_ = Verdict::running;
  mismatch_.found = false;
  reported_count_ = 0;
  if (shared_.length != nullptr) shared_.length->store(0, std::memory_order_relaxed);

  World& world = native::world();
  world.intact = WorldHead::kIntact;
  world.threads_seen = 1;
  world.living = 1;
  world.unjoined = 0;
  Thread& main = writable_thread(kMainThread);
  main = Thread{};
  main.id = kMainThread;
  main.life = Life::running;
  // A fiber inherits the floating-point environment in which it is made.
  set_floating_point(initial_floating_point_, floating_point(), floating_point_room_);
  make_fiber(main);
  world.current = kMainThread;
  run_fiber();
  stops_at_base_ = false;
}

void Scheduler::resume(std::size_t to_depth) {
  HEDDLE_CHECK(ended_ == Verdict::running && depth_ < to_depth && to_depth <= script_.size(),
               "nothing to resume");
  limit_ = to_depth;
  if (next_context(nullptr) != engine_context_) run_fiber();
}

void Scheduler::put_back(std::size_t depth, std::size_t same) {
  depth_ = depth;
  ended_ = Verdict::running;
  mismatch_.found = false;
  if (shared_.length == nullptr) return;
  for (std::size_t i = same; i < depth && i < shared_.capacity; ++i) {
    shared_.decisions[i] = script_[i].decision;
  }
  const std::size_t length = depth < shared_.capacity ? depth : shared_.capacity;
  shared_.length->store(static_cast<std::uint32_t>(length), std::memory_order_relaxed);
}

// Switches from the engine to the current thread; returns when a thread switches back.
//
// Threads receive the engine's context and leave that address in dead slots of their stacks.  It
// must not distinguish equal states.  So the engine always switches from the same address of its
// stack, below everything that it has called so far.
void Scheduler::run_fiber() {
  begin_watched_step();
  // The present step may have the same number as one that was undone.
  plain_spin().reset();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (here - kEngineStep < departure_ || departure_ == 0) {
    departure_ = (here - kEngineReach) & ~(kEngineStep - 1);
  }
  void* const gap = __builtin_alloca(here - departure_);
  asm volatile("" : : "r"(gap) : "memory");
  flags().in_engine = false;
  leave(engine_context_, context_of(current_thread()), floating_point());
  flags().in_engine = true;
  set_thread_pointer(engine_pointer_);
  set_floating_point(kDefaultFloatingPoint, present_floating_point_, floating_point_room_);
}

// Switches to `to`; returns when another fiber or the engine resumes the context that is saved in
// `context`.
void Scheduler::leave(void*& context, void* to, FloatingPoint present) {
  present_floating_point_ = present;
  save_context_ = &context;
  const ctx::transfer_t back = ctx::jump_fcontext(to, nullptr);
  // Save the context that switched here.
  *save_context_ = back.fctx;
}

// Does the same, from a thread.
void Scheduler::leave_thread(Thread& self, void* to) {
  self.floating_point = floating_point();
  leave(self.context, to, self.floating_point);
  set_floating_point(self.floating_point, present_floating_point_, floating_point_room_);
}

// Makes a thread the current one: the caller then switches to the returned context.
void* Scheduler::context_of(const Thread& next) {
  if (flags().has_announced_mutexes) runtime().events.thread_left(world().current);
  note_stack_use(next.id);
  world().current = next.id;
  // Not every switch begins a step: a new thread runs to its first operation in its creator's.
  step_accesses().forget_all();
  set_thread_pointer(control_blocks_.pointer(next.id));
  return next.context;
}

void Scheduler::note_mismatch(const ScriptStep& step, const Thread& next) {
  mismatch_ = {true, depth_, step.decision.thread, step.expected,
               next.life == Life::announced ? next.pending : Operation{}};
  ended_ = Verdict::failed;
}

// Takes the next step of the script and returns the context to switch to, or null for `self`.
// Returns the engine's context when there is no step, or when the step cannot be taken.
void* Scheduler::next_context(const Thread* self) {
  World& world = native::world();
  if (depth_ >= limit_) return engine_context_;
  const ScriptStep& step = script_[depth_];
  Thread& next = writable_thread(step.decision.thread);
  refresh_requeue(next);
  if (next.life != Life::announced || !same_announcement(next.pending, step.expected)) {
    note_mismatch(step, next);
    return engine_context_;
  }
  if (depth_ < shared_.capacity) {
    shared_.decisions[depth_] = step.decision;
    shared_.length->store(static_cast<std::uint32_t>(depth_ + 1), std::memory_order_relaxed);
  }
  ++depth_;
  reported_count_ = 0;
  world.straight_steps = 0;
  goes_straight_ = false;
  ++world.steps;
  world.last = next.id;
  next.alternative = step.decision.alternative;
  next.life = Life::running;
  if (&next != self) return context_of(next);
  step_accesses().forget_all();
  return nullptr;
}

// Returns the context to switch to after `self` paused, or ended if it is null: that of a thread
// that continues without a choice, or of the script's next step.  Null means `self`.
void* Scheduler::context_after(Thread* self) {
  Thread* const next = flags().has_scope ? next_straight(self) : nullptr;
  if (next == nullptr) [[likely]]
    return next_context(self);
  World& world = native::world();
  goes_straight_ = true;
  ++world.steps;
  world.last = next->id;
  next->alternative = 0;
  next->life = Life::running;
  if (next != self) return context_of(*next);
  step_accesses().forget_all();
  return nullptr;
}

// Pauses the current thread.  This is the only way to pause, so that a thread's frames look the
// same however it got there.
void Scheduler::announce_pending() {
  World& world = native::world();
  Thread& self = current_thread();
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (!is_on_stack(self.id, frame)) [[unlikely]]
    leave_foreign_stack(frame);
  const OpKind kind = self.pending.kind;
  self.announced = __builtin_return_address(0);
  // These fields have no meaning while the thread is paused; stale values would distinguish equal
  // states.
  self.alternative = 0;
  self.last_was_idle = false;
  self.last_value = 0;
  self.last_step = 0;
  if (!is_memory_access(kind) || kind == OpKind::write) self.idle_changes = 0;
  note_cell(self);
  if (!may_wait_for_time(self)) self.clock_reads = 0;
  world.steps_alone = 0;
  if (StepObserver* const observer = runtime().observer) observer->announced(self);
  const bool starting = self.life == Life::starting;
  self.life = Life::announced;
  if (flags().has_scope) [[unlikely]]
    judge_scope(self);
  void* const to = starting ? context_of(thread(self.creator)) : context_after(&self);
  if (to != nullptr) leave_thread(self, to);
  self.yields = false;
  if (StepObserver* const observer = runtime().observer) {
    if (goes_straight_) {
      observer->passed();
    } else if (!resumed_by_exit_) {
      observer->chosen(self);
    }
  }
  resumed_by_exit_ = goes_straight_ = false;
}

// The main thread creates its first thread.  Whether the execution stops here, or begins here,
// makes no difference to what follows.
void Scheduler::pass_base(Thread& self) {
  plain_spin().reset();
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (!stops_at_base_ || !is_on_stack(self.id, frame)) return;
  is_at_base_ = true;
  self.life = Life::announced;
  leave_thread(self, engine_context_);
}

void Scheduler::leave_base() {
  HEDDLE_CHECK(current_thread().id == kMainThread && depth_ == 0, "not at the base");
  writable_thread(kMainThread).life = Life::running;
  is_at_base_ = false;
  limit_ = 0;
  reported_count_ = 0;
  run_fiber();
}

void Scheduler::create(pthread_t* handle, void* (*routine)(void*), void* argument, bool detached,
                       std::size_t stack) {
  World& world = native::world();
  Thread& self = current_thread();
  if (world.threads_seen == 1) [[unlikely]]
    pass_base(self);
  const auto [id, ordinal] = place_of_child(self);
  enlarge_stack(id, stack);
  if (!control_blocks_.has(id)) {
    // The C library must see the real main thread requesting the new block.
    EngineScope engine;
    void* const mine = thread_pointer();
    set_thread_pointer(control_blocks_.block(kMainThread));
    control_blocks_.block(id);
    set_thread_pointer(mine);
  }
  control_blocks_.restore_variables(id);

  Thread& child = writable_thread(id);
  const std::uint16_t children = child.life == Life::exited ? child.children : std::uint16_t{0};
  child = Thread{};
  child.id = id;
  child.children = children;
  child.creator = self.id;
  child.ordinal = ordinal;
  child.handle = detached ? Handle::detached : Handle::joinable;
  child.blocked_signals = self.blocked_signals;
  child.routine = routine;
  child.argument = argument;
  child.life = Life::starting;
  if (world.threads_seen <= index(id)) world.threads_seen = index(id) + 1U;
  ++world.living;
  make_fiber(child);
  if (StepObserver* const observer = runtime().observer) observer->created(self, child);
  runtime().events.thread_created(self, child);
  *handle = control_blocks_.handle(id);
  leave_thread(self, context_of(child));
}

// The first frame of every fiber.  It has no caller, and its unwind information declares that to
// unwinders and debuggers.  So an uncaught exception finds no frame above, and the C++ runtime
// calls std::terminate, as on a real thread.
struct FiberEntry {
  static void run(ctx::transfer_t from) {
#if defined(__aarch64__)
    asm volatile(".cfi_undefined x30");
#else
    asm volatile(".cfi_undefined rip");
#endif
    Scheduler& scheduler = native::scheduler();
    *scheduler.save_context_ = from.fctx;
    Thread& self = current_thread();
    if (self.id != kMainThread) {
      void* (*const routine)(void*) = std::exchange(self.routine, nullptr);
      void* const result = routine(std::exchange(self.argument, nullptr));
      run_thread_exit_handlers();
      end_thread(result);
    }
    scheduler.body_.function(scheduler.body_.argument);
    scheduler.finish();
  }
};

void Scheduler::make_fiber(Thread& thread) {
  // Values with padding carry bytes that the program never wrote: remains of an earlier execution
  // would be visible in atomic operations.
  clean_stack(thread.id, reinterpret_cast<std::uintptr_t>(fiber_stack_top(thread.id)));
  thread.context =
      ctx::make_fcontext(fiber_stack_top(thread.id), stack_size(thread.id), FiberEntry::run);
}

Thread* Scheduler::joiner_of(ThreadId exited) {
  World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& other = world.threads[i];
    if (other.life == Life::announced && other.pending.kind == OpKind::thread_join &&
        other.pending.object == end_of(exited)) {
      return &writable_thread(other.id);
    }
  }
  return nullptr;
}

void Scheduler::exit_thread(void* result) {
  World& world = native::world();
  Thread& self = current_thread();
  runtime().events.thread_ends(self);
  const bool starting = self.life == Life::starting;
  // The record keeps nothing of the thread's last operation.
  const ThreadState before = self;
  self = Thread{};
  self.id = before.id;
  self.creator = before.creator;
  self.ordinal = before.ordinal;
  self.handle = before.handle;
  self.children = before.children;
  self.recent = before.recent;  // until the step is over, see block_races.hpp
  std::memcpy(self.name, before.name, sizeof self.name);
  self.result = result;
  self.life = Life::exited;
  --world.living;
  ++world.unjoined;
  StepObserver* const observer = runtime().observer;
  if (observer != nullptr) observer->exited(self);
  void* to = nullptr;
  if (starting) {
    to = context_of(thread(self.creator));
  } else if (Thread* joiner = joiner_of(self.id)) {
    // A join conflicts only with this exit: the joiner resumes at once, within the same step.
    joiner->life = Life::running;
    resumed_by_exit_ = true;
    if (observer != nullptr) observer->joined(*joiner, self);
    to = context_of(*joiner);
  } else {
    to = context_after(nullptr);
  }
  leave(abandoned_, to, floating_point());
  HEDDLE_CHECK(false, "a thread went on after its end");
  __builtin_unreachable();
}

void Scheduler::end(Verdict verdict) {
  ended_ = verdict;
  leave(abandoned_, engine_context_, floating_point());
  HEDDLE_CHECK(false, "a thread went on after the end of its execution");
  __builtin_unreachable();
}

void Scheduler::finish(Site site) {
  has_last_frames_ = site != kNoSite;
  Thread& self = current_thread();
  const ThreadState before = self;
  self = Thread{};
  self.id = before.id;
  self.specific = before.specific;
  self.recent = before.recent;
  self.life = Life::exited;
  end(Verdict::finished);
}

void Scheduler::note_failure(FailureRecord& into, FailureKind kind, const char* message,
                             std::uint64_t address) {
  into.kind = kind;
  into.thread = world().current;
  into.address = address;
  if (kind != FailureKind::exception) into.exception_type = nullptr;
  std::snprintf(into.text, sizeof into.text, "%s", message);
}

bool Scheduler::is_wanted(const char* message) const {
  return wanted_ != nullptr && depth_ == wanted_depth_ && std::strcmp(message, wanted_) == 0;
}

void Scheduler::fail(FailureKind kind, const char* message, std::uint64_t address) {
  const bool is_shown = goes_on_ && !refused_ && !is_wanted(message);
  if (is_shown && kind != FailureKind::race) pause_before_end();
  note_failure(failure_record_, kind, message, address);
  failure_record_.frames = capture_stack(failure_record_.stack);
  tell_debugger_failure();
  end(Verdict::failed);
}

void Scheduler::report(FailureKind kind, const char* message, std::uint64_t address) {
  if (!goes_on_ || is_wanted(message) || reported_count_ == kMostReported)
    fail(kind, message, address);
  FailureRecord& failure_record = reported_[reported_count_++];
  note_failure(failure_record, kind, message, address);
  failure_record.frames = capture_stack(failure_record.stack);
}

void Scheduler::fail_at(Site interrupted, FailureKind kind, const char* message,
                        std::uint64_t address) {
  note_failure(failure_record_, kind, message, address);
  failure_record_.frames = capture_stack_from(interrupted, failure_record_.stack);
  tell_debugger_failure();
  end(Verdict::failed);
}

void Scheduler::end_endless_step(EndlessLoop loop) {
  if (!is_wanted(kEndlessStep)) pause_before_end(kInterrupted);
  if (!ignores_endless_steps_ && loop == EndlessLoop::seen)
    fail(FailureKind::livelock, kEndlessStep);
  has_last_frames_ = true;  // what they refer to is no leak
  end(Verdict::finished);
}

void Scheduler::interrupt() { end(Verdict::cut); }

void Scheduler::fail_with_exception(const char* mangled_type, const char* what) {
  if (goes_on_) pause_before_end();  // meanwhile another thread may fail
  failure_record_.exception_type = mangled_type;
  fail(FailureKind::exception, what);
}

void Scheduler::leave_foreign_stack(std::uintptr_t frame) {
  if (is_on_any_stack(frame)) {
    fail(FailureKind::misuse,
         "a thread runs on the stack of another one: it called longjmp with a buffer that the "
         "other one filled");
  }
  refuse(
      "the program switches to its own stacks (makecontext, Boost.Context): Heddle does not "
      "support user-level context switches; use C++20 coroutines");
}

void Scheduler::refuse(const char* sentence) {
  refused_ = true;
  fail(FailureKind::misuse, sentence);
}

ThreadPaths& thread_paths() { return static_part(runtime().thread_paths); }

}  // namespace heddle::native
