#include "interpose/io/stream_locks.hpp"

#include <new>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/io/stream_state.hpp"
#include "runtime/library_state.hpp"
#include "runtime/memory_regions.hpp"

namespace heddle::native {
namespace {

pthread_mutex_t* made_recursive(pthread_mutex_t& mutex) {
  word_of(object_of(&mutex), kMutexTypeWord) = PTHREAD_MUTEX_RECURSIVE;
  return &mutex;
}

// Where the list points to the stream's lock, or ends.
StreamLock** find(const FILE* stream) {
  StreamLock** at = &library_state().stream_locks;
  while (*at != nullptr && (*at)->stream != stream) at = &(*at)->next;
  return at;
}

}  // namespace

struct StreamLockUse {
  bool is_known = false;
  bool do_matter = false;
};

bool stream_locks_matter() {
  auto& [is_known, do_matter] = static_part(runtime().stream_lock_use);
  if (!is_known) {
    const EngineScope engine;
    do_matter =
        program_names("flockfile") || program_names("ftrylockfile") || program_names("fopencookie");
    is_known = true;
  }
  return do_matter;
}

pthread_mutex_t* stream_lock(const FILE* stream) {
  auto& standard = library_state().standard_streams;
  if (stream == stdin) return made_recursive(standard[0]);
  if (stream == stdout) return made_recursive(standard[1]);
  if (stream == stderr) return made_recursive(standard[2]);
  StreamLock** const at = find(stream);
  if (*at != nullptr) return &(*at)->mutex;
  void* const block = heap().allocate(world().current, sizeof(StreamLock), alignof(StreamLock));
  if (block == nullptr) scheduler().refuse("out of memory for the lock of a stream");
  auto* const made = new (block) StreamLock;
  made->stream = stream;
  *at = made;
  return made_recursive(made->mutex);
}

void note_stream(const FILE* stream) {
  if (stream != nullptr && controlled() && stream_locks_matter()) stream_lock(stream);
}

void forget_stream(const FILE* stream) {
  if (!controlled() || !stream_locks_matter()) return;
  StreamLock** const at = find(stream);
  if (*at == nullptr) return;
  StreamLock* const old = *at;
  *at = old->next;
  heap().free(old);
}

StreamUse::StreamUse(FILE* stream, Site site, ObjectId others) : site_(site) {
  if (may_write_out(stream)) before_writing_out(stream, others, site);
  if (stream == nullptr || !controlled() || !stream_locks_matter()) return;
  lock_ = stream_lock(stream);
  lock_mutex(lock_, site, others);
}

StreamUse::~StreamUse() {
  if (lock_ != nullptr) unlock_mutex(lock_, site_, result_);
}

HEDDLE_INTERPOSE void flockfile(FILE* stream) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(flockfile)(stream);
  lock_mutex(stream_lock(stream), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int ftrylockfile(FILE* stream) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(ftrylockfile)(stream);
  return try_lock_mutex(stream_lock(stream), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void funlockfile(FILE* stream) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(funlockfile)(stream);
  unlock_mutex(stream_lock(stream), HEDDLE_CALLER);
}

}  // namespace heddle::native
