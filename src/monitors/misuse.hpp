// The program broke a rule of a synchronisation object: fails with a sentence about it.  The report
// adds the object's name and where its holder took it.
#pragma once

#include "core/ids.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// "main", "thread 3".
struct ThreadWord {
  explicit ThreadWord(ThreadId thread);
  char text[24];
};

// Ends the execution: no standard defines how it would continue.  The sentence has a %s for the
// current thread, and may have a second one for `other`.
[[noreturn]] void fail_for_misuse(ObjectId object, const char* sentence,
                                  ThreadId other = kNoThread);
// Same as fail_for_misuse, where the rest of the execution is meaningful: returns if the execution
// continues.
void report_misuse(ObjectId object, const char* sentence, ThreadId other = kNoThread);

// A thread's mutexes, for the check at its end.
void note_taken(Thread& thread, ObjectId mutex);
void note_released(Thread& thread, ObjectId mutex);
// REQUIRES: the current thread, which holds at least one.
void report_held_mutexes(const Thread& thread);

}  // namespace heddle::native
