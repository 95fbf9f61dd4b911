// Files: opening them.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdarg>
#include <cstring>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "interpose/io/stream_locks.hpp"
#include "interpose/io/stream_state.hpp"
#include "monitors/events.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/file_changes.hpp"
#include "runtime/kernel_state.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

bool is_random(const char* path) {
  return std::strcmp(path, "/dev/urandom") == 0 || std::strcmp(path, "/dev/random") == 0;
}

}  // namespace

struct RandomFile {
  char path[32] = {};
};

namespace {

// A file of bytes that look random and are always the same, as a path under which each opening
// begins anew.
const char* random_file() {
  auto& path = static_part(runtime().random_file).path;
  if (path[0] != 0) return path;
  const EngineScope engine;
  const int made = ::memfd_create("heddle-random", MFD_CLOEXEC);
  const int file = ::fcntl(made, F_DUPFD_CLOEXEC, 200);
  ::close(made);
  hide_descriptor(file);
  std::uint64_t state = 1;
  for (int i = 0; i < 8192; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::uint64_t number = (state ^ (state >> 29)) * 0xbf58476d1ce4e5b9ULL;
    (void)!::write(file, &number, sizeof number);
  }
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return path;
}

// Prepares to open a file and returns the path to open.  Records the state that must be restored
// later.
const char* prepare(int folder, const char* path, int flags, ObjectId others, Site site) {
  if (path == nullptr) return path;  // the kernel reports the error
  if (is_random(path)) {
    use_descriptors(path, site, static_cast<std::uint64_t>(flags));
    return random_file();
  }
  // Also for reading: the file takes the number of a descriptor.
  use_files(FileUse::changes, others, site);
  note_kernel_call(path, static_cast<std::uint64_t>(flags));
  before_opening(folder, path, flags);
  return path;
}

int flags_of(const char* mode) {
  const bool updates = std::strchr(mode, '+') != nullptr;
  const int access = updates ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  const int made = mode[0] == 'r' ? 0 : mode[0] == 'w' ? O_CREAT | O_TRUNC : O_CREAT | O_APPEND;
  return access | made | (std::strchr(mode, 'x') != nullptr ? O_EXCL : 0);
}

// Without a path a stream that is open gets another mode.
const char* prepare_stream(const char* path, const char* mode, Site site) {
  roll_back_streams();
  if (path != nullptr) {
    return prepare(AT_FDCWD, path, flags_of(mode), arguments(number_of(path), number_of(mode)),
                   site);
  }
  note_kernel_call("freopen");
  return nullptr;
}

int open_in(const char* name, int folder, const char* path, int flags, unsigned mode, Site site) {
  if (!controlled()) return call_real<int>(name, folder, path, flags, mode);
  path = prepare(folder, path, flags,
                 arguments(number_of(folder), number_of(path), number_of(flags), mode), site);
  const int file = call_real<int>(name, folder, path, flags, mode);
  after_opening(file);
  events::opened_descriptor(file, site);
  return file;
}

FILE* open_stream(const char* name, const char* path, const char* mode, Site site) {
  if (!controlled()) return call_real<FILE*>(name, path, mode);
  path = prepare_stream(path, mode, site);
  FILE* const opened = call_real<FILE*>(name, path, mode);
  if (opened != nullptr) {
    after_opening(::fileno(opened));
    events::opened_descriptor(::fileno(opened), site);
  }
  note_stream(opened);
  return opened;
}

FILE* open_stream_again(const char* name, const char* path, const char* mode, FILE* stream,
                        Site site) {
  StreamUse use(stream, site, arguments(number_of(path), number_of(mode)));
  if (controlled()) path = prepare_stream(path, mode, site);
  FILE* const opened = call_real<FILE*>(name, path, mode, stream);
  if (controlled() && opened != nullptr) after_opening(::fileno(opened));
  note_redirection(stream);
  return use.keep(opened);
}

}  // namespace

// A call that creates no file passes no mode: what is in its place may differ between executions.
#define HEDDLE_MODE(flags)                                                  \
  constexpr int kCreating = O_CREAT | (O_TMPFILE & ~O_DIRECTORY);           \
  va_list list;                                                             \
  va_start(list, flags);                                                    \
  const auto mode = (flags & kCreating) != 0 ? va_arg(list, unsigned) : 0U; \
  va_end(list)

HEDDLE_INTERPOSE int open(const char* path, int flags, ...) {
  HEDDLE_MODE(flags);
  return open_in("openat", AT_FDCWD, path, flags, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int open64(const char* path, int flags, ...) {
  HEDDLE_MODE(flags);
  return open_in("openat64", AT_FDCWD, path, flags, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int openat(int folder, const char* path, int flags, ...) {
  HEDDLE_MODE(flags);
  return open_in("openat", folder, path, flags, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int openat64(int folder, const char* path, int flags, ...) {
  HEDDLE_MODE(flags);
  return open_in("openat64", folder, path, flags, mode, HEDDLE_CALLER);
}

// As programs open that are compiled with -D_FORTIFY_SOURCE.
HEDDLE_INTERPOSE int __open_2(const char* path, int flags) {
  return open_in("openat", AT_FDCWD, path, flags, 0, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __open64_2(const char* path, int flags) {
  return open_in("openat64", AT_FDCWD, path, flags, 0, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __openat_2(int folder, const char* path, int flags) {
  return open_in("openat", folder, path, flags, 0, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __openat64_2(int folder, const char* path, int flags) {
  return open_in("openat64", folder, path, flags, 0, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int creat(const char* path, mode_t mode) {
  return open_in("openat", AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int creat64(const char* path, mode_t mode) {
  return open_in("openat64", AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE FILE* fopen(const char* path, const char* mode) {
  return open_stream("fopen", path, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE FILE* fopen64(const char* path, const char* mode) {
  return open_stream("fopen64", path, mode, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE FILE* freopen(const char* path, const char* mode, FILE* stream) {
  return open_stream_again("freopen", path, mode, stream, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE FILE* freopen64(const char* path, const char* mode, FILE* stream) {
  return open_stream_again("freopen64", path, mode, stream, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE DIR* opendir(const char* path) {
  if (controlled()) {
    use_files(FileUse::changes, arguments(number_of(path)), HEDDLE_CALLER);
    note_kernel_call("opendir");
  }
  DIR* const opened = call_real<DIR*>("opendir", path);
  if (opened != nullptr && controlled()) {
    events::opened_descriptor(::dirfd(opened), HEDDLE_CALLER);
  }
  return opened;
}

HEDDLE_INTERPOSE int closedir(DIR* folder) {
  if (!controlled()) return call_real<int>("closedir", folder);
  const int descriptor = ::dirfd(folder);
  events::uses_descriptor(descriptor, DescriptorUse::close, HEDDLE_CALLER);
  use_descriptors("closedir", HEDDLE_CALLER, number_of(folder));
  const int result = call_real<int>("closedir", folder);
  if (result == 0) events::closed_descriptor(descriptor);
  return result;
}

// The kernel writes into the open folder's block.
HEDDLE_INTERPOSE dirent* readdir(DIR* folder) {
  if (controlled()) dirty_pages().touch(folder, heap().size_of(folder));
  return call_real<dirent*>("readdir", folder);
}

HEDDLE_INTERPOSE dirent64* readdir64(DIR* folder) {
  if (controlled()) dirty_pages().touch(folder, heap().size_of(folder));
  return call_real<dirent64*>("readdir64", folder);
}

HEDDLE_INTERPOSE int chdir(const char* path) noexcept {
  if (controlled()) {
    use_files(FileUse::changes, arguments(number_of(path)), HEDDLE_CALLER);
    note_kernel_call(path, 5);
  }
  return call_real<int>("chdir", path);
}

HEDDLE_INTERPOSE int fchdir(int folder) noexcept {
  if (controlled()) {
    use_files(FileUse::changes, arguments(number_of(folder)), HEDDLE_CALLER);
    note_kernel_call("fchdir", number_of(folder));
  }
  return call_real<int>("fchdir", folder);
}

HEDDLE_INTERPOSE mode_t umask(mode_t mask) noexcept {
  if (controlled()) {
    use_files(FileUse::changes, arguments(number_of(mask)), HEDDLE_CALLER);
    note_kernel_call("umask", mask);
  }
  return call_real<mode_t>("umask", mask);
}

}  // namespace heddle::native
