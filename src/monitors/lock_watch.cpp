#include "monitors/lock_watch.hpp"

#include "runtime/engine_thread.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/stack_capture.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kLockFrames = 32;
// Walking the stack at each lock is slow, and the orders of a program's locks soon repeat.  No
// execution begins to be watched after so many of them, or after so many walks.
constexpr std::uint64_t kMostExecutions = 200;
constexpr std::uint64_t kMostWalks = 100'000;

}  // namespace

struct LockWatch {
  races::LockOrder order;
  std::vector<NotedLockCycle> noted;
  std::uint64_t executions = 0;
  std::uint64_t walks = 0;
  bool is_on = false;
};

namespace {

LockWatch& watch() { return allocated_part(runtime().lock_watch); }

// Notes the cycles that the present step closed.
void note_cycles() {
  const std::vector<races::LockCycle>& cycles = watch().order.cycles();
  for (std::size_t i = watch().noted.size(); i < cycles.size(); ++i) {
    NotedLockCycle& noted = watch().noted.emplace_back();
    noted.steps = cycles[i];
    noted.schedule = scheduler().schedule();
    for (const races::LockStep& step : cycles[i]) {
      noted.memory.push_back(unnamed_memory(static_cast<std::uintptr_t>(step.held.lock)));
    }
  }
}

}  // namespace

namespace lock_watch {

void taken(ObjectId lock, LockAttempt attempt, LockUse use) {
  const EngineThread engine;
  if (!watch().is_on) return;
  ++watch().walks;
  Site frames[kLockFrames];
  const std::size_t count = capture_stack(frames);
  watch().order.taken(
      world().current,
      {lock, attempt == LockAttempt::waits, use == LockUse::reading, {frames, frames + count}});
  note_cycles();
}

void released(ObjectId lock) {
  const EngineThread engine;
  if (watch().is_on) watch().order.released(world().current, lock);
}

}  // namespace lock_watch

void begin_lock_watch() {
  watch().is_on = ++watch().executions <= kMostExecutions && watch().walks < kMostWalks;
  watch().order.reset();
}

const races::LockOrder::Execution& watched_locks() { return watch().order.execution(); }

void restore_lock_watch(const races::LockOrder::Execution& locks) {
  begin_lock_watch();
  watch().order.return_to(locks);
}

void note_lock_threads(ThreadId creator, ThreadId child) {
  if (watch().is_on) watch().order.created(creator, child);
}

void note_lock_join(ThreadId thread, ThreadId ended) {
  if (watch().is_on) watch().order.joined(thread, ended);
}

void forget_locks(std::uintptr_t address, std::size_t size) {
  if (watch().is_on) watch().order.forget(ObjectId{address}, ObjectId{address + size});
}

std::vector<NotedLockCycle>& noted_lock_cycles() { return watch().noted; }

}  // namespace heddle::native
