#include "interpose/io/stream_locks.hpp"

#include <sys/stat.h>

#include <new>

#include "core/file_object.hpp"
#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/io/stream_state.hpp"
#include "monitors/events.hpp"
#include "runtime/library_state.hpp"
#include "runtime/program_code.hpp"
#include "runtime/program_uses.hpp"

namespace heddle::native {
namespace {

pthread_mutex_t* made_recursive(pthread_mutex_t& mutex) {
  word_of(object_of(&mutex), kMutexTypeWord) = PTHREAD_MUTEX_RECURSIVE;
  return &mutex;
}

// The calls of all threads on a stream are ordered, as if each held the stream's lock.
void use_stream(ObjectId stream, ObjectId others, Site site) {
  scheduling_point(
      {.kind = OpKind::atomic_update, .object = stream, .second = others, .site = site});
  note_atomic_change(MemoryChange::some);
  events::ordered_after(stream);
}

// Returns whether a call on the stream may wait for another thread, and holds the lock meanwhile.
bool may_wait(const FILE* stream) {
  const EngineScope engine;
  struct stat facts {};
  const int file = ::fileno(const_cast<FILE*>(stream));
  if (file < 0 || ::fstat(file, &facts) != 0) return false;
  return !S_ISREG(facts.st_mode) && !S_ISCHR(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

bool takes_locks(const FILE* stream) {
  return stream_locks_matter() || (!is_captured(stream) && may_wait(stream));
}

// Where the list points to the stream's lock, or ends.
StreamLock** find(const FILE* stream) {
  StreamLock** at = &library_state().stream_locks;
  while (*at != nullptr && (*at)->stream != stream) at = &(*at)->next;
  return at;
}

}  // namespace

bool stream_locks_matter() { return program_uses(ProgramUse::stream_locks); }

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
  if (stream != nullptr && controlled() && takes_locks(stream)) stream_lock(stream);
}

void forget_stream(const FILE* stream) {
  if (!controlled()) return;
  StreamLock** const at = find(stream);
  if (*at == nullptr) return;
  StreamLock* const old = *at;
  *at = old->next;
  heap().free(old);
}

StreamUse::StreamUse(FILE* stream, Site site, ObjectId others)
    : site_(site), others_(arguments(static_cast<std::uint64_t>(others), number_of(stream))) {
  if (!controlled()) return;
  has_buffers_ = is_program_code(site);
  if (stream == nullptr) return;
  has_paused_ = may_write_out(stream);
  if (has_paused_) before_writing_out(stream, others, site);
  if (takes_locks(stream)) {
    lock_ = stream_lock(stream);
    lock_mutex(lock_, site, others);
    has_paused_ = true;
  } else if (is_captured(stream)) {
    note_printing(stream);
  } else {
    stream_ = object_of(stream);
    use_stream(stream_, others, site);
    has_paused_ = true;
    // Calls of other threads during the pause may have filled the buffer.
    if (may_write_out(stream)) events::object_written(kFiles);
  }
}

StreamUse::~StreamUse() {
  if (lock_ != nullptr) unlock_mutex(lock_, site_, result_);
  if (stream_ != kNoObject) events::ordered_before(stream_);
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
