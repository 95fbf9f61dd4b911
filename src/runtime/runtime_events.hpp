// Events that the runtime raises for the rooms above it, which it does not include.  Interposed
// calls raise all other events: see monitors/events.hpp.
#pragma once

#include <cstddef>

#include "core/event.hpp"
#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle::native {

struct Thread;

// Functions that monitors and snapshots set once, before the exploration begins.  Until then an
// event has no effect.  All are called on a fiber unless stated otherwise.
struct RuntimeEvents {
  // The creator has made the child, which has not run yet.
  void (*thread_created)(const Thread& creator, const Thread& child) = [](const Thread&,
                                                                          const Thread&) {};
  // The current thread is about to end; its record is still complete.
  void (*thread_ends)(const Thread& thread) = [](const Thread&) {};
  // The current thread ends while it holds a robust mutex, and has given it up.
  void (*mutex_abandoned)(Thread& thread, ObjectId mutex) = [](Thread&, ObjectId) {};
  // Another thread runs next.  Raised only while the program has announced mutexes.
  void (*thread_left)(ThreadId thread) = [](ThreadId) {};
  // The current thread is about to perform an operation on an object that may no longer exist.
  void (*object_used)(const Operation& operation) = [](const Operation&) {};
  // The current thread has come to an operation on a synchronisation object in the program's
  // memory; later, it is about to perform the operation.
  void (*object_reached)(const Operation& operation) = [](const Operation&) {};
  void (*object_accessed)(const Operation& operation) = [](const Operation&) {};
  // The current thread is ordered after, or before, the other users of an object.
  void (*ordered_after)(ObjectId object) = [](ObjectId) {};
  void (*ordered_before)(ObjectId object) = [](ObjectId) {};
  // The current thread has let time pass.
  void (*time_passed)(const Thread& thread) = [](const Thread&) {};
  // The destructor of a static object has returned.
  void (*static_destroyed)(const void* object) = [](const void*) {};
  // The program uses the kernel for the first time: from now on, system calls write into its
  // memory.  Also called by the engine.
  void (*kernel_first_used)() = [] {};
};

// Follows one execution in detail.  Called on a fiber, so it must not allocate.
class StepObserver {
 public:
  virtual void announced(const Thread& thread) = 0;
  virtual void chosen(const Thread& thread) = 0;
  virtual void created(const Thread& creator, const Thread& child) = 0;
  virtual void exited(const Thread& thread) = 0;
  virtual void joined(const Thread& joiner, const Thread& exited) = 0;
  // The outcome of the operation that is being performed.
  virtual void outcome(Outcome outcome, ThreadId other) = 0;
  // The current thread continues to an operation that is not a scheduling point: later outcomes do
  // not belong to the step's operation.
  virtual void passed() = 0;
  // Called in the function that allocates or frees the heap block.
  virtual void allocated(const void* block, ThreadId thread) = 0;
  virtual void freed(const void* block, ThreadId thread) = 0;

 protected:
  ~StepObserver() = default;
};

}  // namespace heddle::native
