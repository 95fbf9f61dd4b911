#include "runtime/robust_mutexes.hpp"

#include <pthread.h>

#include <algorithm>

#include "runtime/embedded_objects.hpp"
#include "runtime/library_state.hpp"
#include "runtime/scheduling_point.hpp"

namespace heddle::native {
namespace {

// By thread, then in the order of locking.
RobustHolds& robust_holds() { return library_state().robust_holds; }

void remove(RobustHold* hold) {
  RobustHold* const end = robust_holds().begin() + robust_holds().count;
  std::move(hold + 1, end, hold);
  end[-1] = {};
  --robust_holds().count;
}

RobustHold* end_of_holds(std::uint32_t thread) {
  return std::find_if(robust_holds().begin(), robust_holds().end(),
                      [&](const RobustHold& hold) { return hold.thread > thread; });
}

// The mutex that the current thread took last.  One whose memory was given up is forgotten.
ObjectId last_taken() {
  const std::uint32_t self = index(world().current);
  while (true) {
    RobustHold* const end = end_of_holds(self);
    if (end == robust_holds().begin() || end[-1].thread != self) return kNoObject;
    const ObjectId mutex = end[-1].mutex;
    if (static_cast<const sync::Mutex*>(address_of(mutex))->held_by(world().current)) return mutex;
    remove(end - 1);
  }
}

}  // namespace

void note_robust_taken(ObjectId mutex) {
  if (robust_holds().count == RobustHolds::kMost) {
    scheduler().refuse(
        "the program holds more than 64 robust mutexes at once: Heddle has no room for more; hold "
        "fewer of them");
  }
  const std::uint32_t self = index(world().current);
  RobustHold* const place = end_of_holds(self);
  std::move_backward(place, robust_holds().end(), robust_holds().end() + 1);
  *place = {mutex, self};
  ++robust_holds().count;
}

void note_robust_released(ObjectId mutex) {
  RobustHold* const hold = std::find_if(robust_holds().begin(), robust_holds().end(),
                                        [&](const RobustHold& one) { return one.mutex == mutex; });
  if (hold != robust_holds().end()) remove(hold);
}

void abandon_robust_mutexes() {
  if (world().library == nullptr || robust_holds().count == 0) return;
  for (ObjectId mutex = last_taken(); mutex != kNoObject; mutex = last_taken()) {
    Thread& self = scheduling_point(
        {.kind = OpKind::mutex_unlock, .size = sizeof(pthread_mutex_t), .object = mutex});
    // Another thread may have made a new mutex of it since.
    if (!mutex_at(mutex).held_by(self.id)) continue;
    sync::abandon(mutex_at(mutex));
    note_robust_released(mutex);
    runtime().events.mutex_abandoned(self, mutex);
  }
}

}  // namespace heddle::native
