#include "monitors/event_sources.hpp"

#include <unistd.h>

#include <algorithm>

#include "core/file_object.hpp"
#include "monitors/destroyed_statics.hpp"
#include "monitors/events.hpp"
#include "runtime/kernel_state.hpp"

namespace heddle::native {
namespace {

void thread_created(const Thread& creator, const Thread& child) {
  if (flags().race_watch != RaceWatch::off) race_watch::created(creator.id, child.id);
  if (flags().reorders) side_effect_log().created(child.id);
}

void thread_ends(const Thread& thread) {
  // POSIX leaves them locked permanently.
  if (thread.held_count > 0) report_held_mutexes(thread);
  if (is_ignoring()) report_misuse(kNoObject, "%s exits while it ignores memory accesses");
  note_stack_end();
}

void time_passed(const Thread& thread) {
  if (is_alone()) return;
  const auto clock = static_cast<std::uintptr_t>(kClock);
  if (flags().plain_points == PlainPoints::shared) {
    shared_memory().touch(thread, clock, kClockBytes, true);
  }
  if (watches_races()) race_watch::access(clock, kClockBytes, true, thread.pending.site);
}

void thread_left(ThreadId thread) {
  if (watches_races()) look_at_mutexes(thread);
}

}  // namespace

namespace events {

namespace {

// The operation reads the object's memory; destroying the object writes it.
void accesses_object(const Operation& operation) {
  const auto at = static_cast<std::uintptr_t>(operation.object);
  const bool destroys = operation.kind == OpKind::destroy;
  const std::size_t size = destroys ? operation.size : std::min(operation.size, kObjectBytes);
  const Thread& self = current_thread();
  // Operations are always scheduling points: only plain accesses to the object make it shared.
  if (flags().plain_points == PlainPoints::shared) shared_memory().touch(self, at, size, false);
  if (flags().plain_points == PlainPoints::all) private_memory().owns(self.id, at, size);
  if (watches_races()) {
    destroys ? race_watch::access(at, size, true, operation.site)
             : race_watch::object_operation(at, size, operation.site);
  }
  note_block_access(at, size, destroys, !destroys);
}

}  // namespace

void operates_on(const Operation& operation) {
  if (is_alone()) return;
  // The thread that woke all waiters may have destroyed the object, before they run.
  if (!is_wake_up(operation.kind)) accesses_object(operation);
  // A wait releases the mutex, or takes it again.
  const bool has_mutex = operation.kind == OpKind::cond_wait || operation.kind == OpKind::cond_wake;
  if (has_mutex && watches_races()) {
    race_watch::object_operation(static_cast<std::uintptr_t>(operation.second), kObjectBytes,
                                 operation.site);
  }
}

namespace {

bool is_watched_descriptor(int descriptor) {
  // Threads share the standard streams by design, and no thread of the program opened the others.
  return descriptor > STDERR_FILENO && !is_alone() && !is_hidden(descriptor);
}

void access_descriptor(int descriptor, DescriptorUse use, Site site) {
  const std::uintptr_t cell = cell_of_descriptor(descriptor);
  if (watches_races()) race_watch::access(cell, size_of_use(use), writes(use), site);
  note_block_access(cell, size_of_use(use), writes(use), false);
}

}  // namespace

// The access comes before the scheduling point of the call, and before its happens-before edges:
// those that the call itself creates do not order it.
void uses_descriptor(int descriptor, DescriptorUse use, Site site) {
  if (!is_watched_descriptor(descriptor)) return;
  if (watches_races()) race_watch::find_reopened(descriptor);
  access_descriptor(descriptor, use, site);
}

// The kernel orders this call after the one that closed the number.
void opened_descriptor(int descriptor, Site site) {
  if (!is_watched_descriptor(descriptor)) return;
  if (watches_races()) race_watch::forget_descriptor(descriptor);
  access_descriptor(descriptor, DescriptorUse::open, site);
}

void closed_descriptor(int descriptor) {
  if (!is_watched_descriptor(descriptor)) return;
  if (watches_races()) race_watch::note_closed(descriptor);
}

}  // namespace events

void listen_to_runtime() {
  RuntimeEvents& events = runtime().events;
  events.thread_created = thread_created;
  events.thread_ends = thread_ends;
  events.mutex_abandoned = events::mutex_released;
  events.thread_left = thread_left;
  events.object_used = check_object;
  events.object_reached = [](const Operation& operation) { note_arrival(operation.object); };
  events.object_accessed = events::operates_on;
  events.ordered_after = events::ordered_after;
  events.ordered_before = events::ordered_before;
  events.time_passed = time_passed;
  events.static_destroyed = note_destroyed_static;
}

}  // namespace heddle::native
