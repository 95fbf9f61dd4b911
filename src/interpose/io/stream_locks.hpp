// The lock that every stream of the C library has.  The C library's own would block the process
// where a thread is paused that holds it: by flockfile, or in a function of the program's that a
// stream of fopencookie calls.  So a stream has a recursive mutex of ours, which flockfile and all
// functions that use the stream take; the C library's is then always free.
// For programs that name neither of these functions nobody can tell, and none is taken.
#pragma once

#include <pthread.h>
#include <stdio.h>

#include <cstdint>

#include "core/ids.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/number_of.hpp"
#include "runtime/scheduling_point.hpp"

namespace heddle::native {

// Whether a thread of the program could be paused while it holds a stream's lock.
bool stream_locks_matter();

// The stream's lock, made where there is none.  REQUIRES: on a fiber.
pthread_mutex_t* stream_lock(const FILE* stream);

// A stream was opened: its lock is made by whoever opened it, so that its address does not depend
// on who uses it first.
void note_stream(const FILE* stream);
// A stream was closed.
void forget_stream(const FILE* stream);

// Holds a stream's lock during a call; `others` are the call's arguments.  A call that may write to
// the stream's file is a scheduling point before.
class StreamUse {
 public:
  StreamUse(FILE* stream, Site site, ObjectId others);
  ~StreamUse();
  StreamUse(const StreamUse&) = delete;
  StreamUse& operator=(const StreamUse&) = delete;

  // What the call gives back, while it waits to be let go on.
  template <typename Result>
  Result keep(Result result) {
    if (lock_ != nullptr) result_ = arguments(number_of(result));
    return result;
  }

 private:
  pthread_mutex_t* lock_ = nullptr;
  Site site_;
  ObjectId result_ = kNoObject;
};

}  // namespace heddle::native
