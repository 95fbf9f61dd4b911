#include "monitors/event_sources.hpp"

#include "monitors/destroyed_statics.hpp"
#include "monitors/events.hpp"

namespace heddle::native {
namespace {

void thread_created(const Thread& creator, const Thread& child) {
  if (flags().race_watch != RaceWatch::off) race_watch::created(creator.id, child.id);
  if (flags().reorders) side_effect_log().created(child.id);
}

void thread_ends(const Thread& thread) {
  // POSIX leaves them locked permanently.
  if (thread.held_count > 0) report_held_mutexes(thread);
  note_stack_end();
}

void thread_left(ThreadId thread) {
  if (watches_races()) look_at_mutexes(thread);
}

}  // namespace

void listen_to_runtime() {
  RuntimeEvents& events = runtime().events;
  events.thread_created = thread_created;
  events.thread_ends = thread_ends;
  events.thread_left = thread_left;
  events.object_used = check_object;
  events.ordered_after = events::ordered_after;
  events.ordered_before = events::ordered_before;
  events.static_destroyed = note_destroyed_static;
}

}  // namespace heddle::native
