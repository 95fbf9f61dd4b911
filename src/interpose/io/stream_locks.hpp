// Provides the lock of each C library stream.  The C library's own lock would block the process if
// a paused thread held it.  This can happen through flockfile, or in a program function that a
// stream of fopencookie calls.  So the runtime gives each stream a recursive mutex, which flockfile
// and all functions that use the stream take.  The C library's lock is then always free.  In
// programs that name none of these functions, only calls on pipes and sockets take it, which may
// wait; a call on another stream is one step.
#pragma once

#include <pthread.h>
#include <stdio.h>

#include <cstdint>

#include "core/ids.hpp"
#include "interpose/memory/library_access.hpp"
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

// Uses a stream during a call; `others` are the call's arguments.  The call is a scheduling point
// with the stream as its object, or holds the stream's lock.  A call that may write to the stream's
// file has a scheduling point for that before it.  Printing to the terminal is none: no thread can
// read the output back.
class StreamUse {
 public:
  StreamUse(FILE* stream, Site site, ObjectId others);
  ~StreamUse();
  StreamUse(const StreamUse&) = delete;
  StreamUse& operator=(const StreamUse&) = delete;

  // Makes the accesses that `look` lists to memory of the caller, in the step of the call.
  // REQUIRES: called before the C library's function.
  template <typename Look>
  [[gnu::always_inline]] void access(Look look) {
    if (!has_buffers_) return;
    if (!has_paused_) return access_together(look, site_, others_);
    const auto list = look();
    for (const PlainAccess& access : list) access_in_step(access, site_);
  }
  // Does the same for an access whose extent is known after the C library's function.
  void accessed(const PlainAccess& access) {
    if (has_buffers_) access_in_step(access, site_);
  }

  // Keeps the result of the call, which becomes part of the operation at which the thread pauses
  // afterwards.
  template <typename Result>
  Result keep(Result result) {
    if (lock_ != nullptr) result_ = arguments(number_of(result));
    return result;
  }

 private:
  pthread_mutex_t* lock_ = nullptr;
  ObjectId stream_ = kNoObject;
  Site site_;
  ObjectId others_;
  ObjectId result_ = kNoObject;
  bool has_buffers_ = false;  // of the program's own code
  bool has_paused_ = false;
};

}  // namespace heddle::native
