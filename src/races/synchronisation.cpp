#include "races/synchronisation.hpp"

namespace heddle::races {

void Synchronisation::reset() {
  ++execution_;
  for (OfThread& thread : threads_) {
    thread.clock.clear();
    thread.released.clear();
    thread.seen.clear();
  }
  of(kMainThread).clock.tick(kMainThread);
}

Synchronisation::OfThread& Synchronisation::of(ThreadId thread) {
  if (threads_.size() <= index(thread)) threads_.resize(index(thread) + std::size_t{1});
  return threads_[index(thread)];
}

Synchronisation::OfObject& Synchronisation::at(ObjectId object) {
  OfObject& found = objects_[object];
  if (found.execution != execution_) {
    found.execution = execution_;
    found.clock.clear();
    found.readers.clear();
  }
  return found;
}

// The place of a thread that was joined may be another's now: its clock goes on.
void Synchronisation::created(ThreadId creator, ThreadId child) {
  of(child);
  of(creator);  // both are there: no reference moves any more
  OfThread& born = of(child);
  born.clock.join(of(creator).clock);
  born.released.clear();
  born.seen.clear();
  born.clock.tick(child);
  of(creator).clock.tick(creator);
}

void Synchronisation::joined(ThreadId thread, ThreadId ended) {
  of(ended);
  OfThread& joiner = of(thread);
  joiner.clock.join(of(ended).clock);
}

void Synchronisation::acquire(ThreadId thread, ObjectId object) {
  of(thread).clock.join(at(object).clock);
}

void Synchronisation::release(ThreadId thread, ObjectId object) {
  ClockVector& clock = of(thread).clock;
  at(object).clock.join(clock);
  clock.tick(thread);
}

void Synchronisation::acquire_for_writing(ThreadId thread, ObjectId object) {
  const OfObject& lock = at(object);
  ClockVector& clock = of(thread).clock;
  clock.join(lock.clock);
  clock.join(lock.readers);
}

void Synchronisation::release_from_reading(ThreadId thread, ObjectId object) {
  ClockVector& clock = of(thread).clock;
  at(object).readers.join(clock);
  clock.tick(thread);
}

void Synchronisation::load(ThreadId thread, ObjectId cell, std::uint32_t order) {
  OfThread& self = of(thread);
  const OfObject& object = at(cell);
  self.seen.join(object.clock);
  if (acquires(order)) self.clock.join(object.clock);
}

void Synchronisation::store(ThreadId thread, ObjectId cell, std::uint32_t order) {
  OfThread& self = of(thread);
  OfObject& object = at(cell);
  object.clock.clear();
  object.clock.join(releases(order) ? self.clock : self.released);
  if (releases(order)) self.clock.tick(thread);
}

void Synchronisation::update(ThreadId thread, ObjectId cell, std::uint32_t order) {
  load(thread, cell, order);
  OfThread& self = of(thread);
  at(cell).clock.join(releases(order) ? self.clock : self.released);
  if (releases(order)) self.clock.tick(thread);
}

void Synchronisation::fence(ThreadId thread, std::uint32_t order) {
  OfThread& self = of(thread);
  if (acquires(order)) self.clock.join(self.seen);
  if (!releases(order)) return;
  self.released.join(self.clock);
  self.clock.tick(thread);
}

}  // namespace heddle::races
