// Provides the lock of each C library stream.  The C library's own lock would block the process if
// a paused thread held it.  This can happen through flockfile, or in a program function that a
// stream of fopencookie calls.  So the runtime gives each stream a recursive mutex, which flockfile
// and all functions that use the stream take.  The C library's lock is then always free.  In
// programs that name none of these functions, the locks have no observable effect, and none is
// taken.
#pragma once

#include <pthread.h>
#include <stdio.h>

#include <cstdint>

#include "core/ids.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/number_of.hpp"
#include "runtime/scheduling_point.hpp"

namespace heddle::native {

// Returns whether a thread of the program can be paused while it holds a stream's lock.
bool stream_locks_matter();

// Returns the stream's lock, and creates it if necessary.  REQUIRES: on a fiber.
pthread_mutex_t* stream_lock(const FILE* stream);

// Notes that a stream was opened.  The opening thread creates its lock, so that the address of the
// lock does not depend on which thread uses the stream first.
void note_stream(const FILE* stream);
// Notes that a stream was closed.
void forget_stream(const FILE* stream);

// Holds a stream's lock during a call; `others` are the call's arguments.  A call that may write to
// the stream's file has a scheduling point before it.
class StreamUse {
 public:
  StreamUse(FILE* stream, Site site, ObjectId others);
  ~StreamUse();
  StreamUse(const StreamUse&) = delete;
  StreamUse& operator=(const StreamUse&) = delete;

  // Keeps the result of the call, which becomes part of the operation at which the thread pauses
  // afterwards.
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
