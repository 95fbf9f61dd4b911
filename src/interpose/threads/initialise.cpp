// Makes the access that initialising a synchronisation object is: a plain write to all of it.  A
// data race with an operation on the object makes it a scheduling point.
#include <cstdio>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "monitors/misuse.hpp"
#include "runtime/readiness.hpp"

namespace heddle::native {
namespace {

// Returns whether the thread waits until it can take the object.
bool waits_to_take(ObjectId object, const Thread& thread) {
  return thread.life == Life::announced && thread.pending.object == object &&
         is_object_operation(thread.pending.kind) && !is_wake_up(thread.pending.kind) &&
         alternatives(thread) == 0;
}

}  // namespace

void initialise(const void* object, std::size_t size, const char* what, Site site,
                ObjectId others) {
  access_memory(object, size, OpKind::write, site, others);
  const ObjectId id = object_of(object);
  note_initialisation(id);
  char sentence[96];
  std::snprintf(sentence, sizeof sentence, "%%s initialises a %s on which %%s is blocked", what);
  for_each_waiter(id, [&](const Thread& waiter) { fail_for_misuse(id, sentence, waiter.id); });
  // A thread that waits to take the object may as well not have called the function yet.
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Thread& other = world().threads[i];
    if (!waits_to_take(id, other)) continue;
    report_misuse(id, sentence, other.id);
    return;
  }
}

}  // namespace heddle::native
