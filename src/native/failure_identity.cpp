// Gives failures their identity (core/error_identity.hpp).
#include "core/error_identity.hpp"
#include "native/native_system.hpp"
#include "runtime/endless_step.hpp"
#include "runtime/readiness.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

ErrorWait NativeSystem::wait_of(ThreadId thread) const {
  const Operation& pending = native::thread(thread).pending;
  ErrorWait wait;
  wait.operation = pending.kind;
  wait.object = places_.object(pending.object);
  for (const std::uintptr_t call : call_stacks_.of(thread)) {
    wait.stack.push_back(places_.place(Site{call}));
  }
  return wait;
}

// The cycle is the deadlock, and other threads only wait for its end.  Without one, all blocked
// threads count, except those that wait for the end of another.
std::vector<ErrorWait> NativeSystem::waits_of_deadlock(std::span<const ThreadId> cycle) const {
  std::vector<ErrorWait> waits;
  for (const ThreadId thread : cycle) waits.push_back(wait_of(thread));
  if (!waits.empty()) return waits;
  const World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (!is_waiting(thread) || alternatives(thread) > 0) continue;
    if (thread.pending.kind != OpKind::thread_join) waits.push_back(wait_of(thread.id));
  }
  return waits;
}

void NativeSystem::identify(Failure& failure, const std::vector<ErrorWait>& waits) const {
  ErrorFacts facts;
  facts.kind = failure.kind;
  facts.message = failure.message;
  if (failure.message == kEndlessStep) {
    // The thread was interrupted at any place of its loop.  The operation before the loop is known.
    facts.stack.push_back(places_.place(native::thread(failure.thread).pending.site));
  } else {
    for (const Site site : failure.stack) facts.stack.push_back(places_.place(site));
  }
  if (failure.kind == FailureKind::race) facts.object = places_.object(ObjectId{failure.address});
  facts.waits = waits;
  failure.identity = error_identity(facts);
}

}  // namespace heddle::native
