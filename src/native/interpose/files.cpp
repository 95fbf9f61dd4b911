// Files: opening, making and removing them.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdarg>
#include <cstring>

#include "native/interpose/interpose.hpp"
#include "native/interpose/stream_locks.hpp"
#include "native/interpose/stream_state.hpp"
#include "native/kernel_state.hpp"
#include "native/snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

bool is_random(const char* path) {
  return std::strcmp(path, "/dev/urandom") == 0 || std::strcmp(path, "/dev/random") == 0;
}

// A file of bytes that look random and are always the same, as a path under which each opening
// begins anew.
const char* random_file() {
  static char path[32];
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

// What is about to be opened, and what must be remembered of it.
const char* prepare(const char* path, int flags) {
  note_kernel_call(path, static_cast<std::uint64_t>(flags));
  if (is_random(path)) return random_file();
  return path;
}

int flags_of(const char* mode) {
  const bool updates = std::strchr(mode, '+') != nullptr;
  const int access = updates ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  const int made = mode[0] == 'r' ? 0 : mode[0] == 'w' ? O_CREAT | O_TRUNC : O_CREAT | O_APPEND;
  return access | made | (std::strchr(mode, 'x') != nullptr ? O_EXCL : 0);
}

// Without a path a stream that is open gets another mode.
const char* prepare_stream(const char* path, const char* mode) {
  roll_back_streams();
  if (path != nullptr) return prepare(path, flags_of(mode));
  note_kernel_call("freopen");
  return nullptr;
}

int open_with(const char* name, const char* path, int flags, unsigned mode) {
  if (controlled()) path = prepare(path, flags);
  return call_real<int>(name, path, flags, mode);
}

int open_in(const char* name, int folder, const char* path, int flags, unsigned mode) {
  if (controlled()) path = prepare(path, flags);
  return call_real<int>(name, folder, path, flags, mode);
}

}  // namespace

#define HEDDLE_MODE(last)                   \
  va_list list;                             \
  va_start(list, last);                     \
  const auto mode = va_arg(list, unsigned); \
  va_end(list)

HEDDLE_INTERPOSE int open(const char* path, int flags, ...) {
  HEDDLE_MODE(flags);
  return open_with("open", path, flags, mode);
}

HEDDLE_INTERPOSE int open64(const char* path, int flags, ...) {
  HEDDLE_MODE(flags);
  return open_with("open64", path, flags, mode);
}

HEDDLE_INTERPOSE int openat(int folder, const char* path, int flags, ...) {
  HEDDLE_MODE(flags);
  return open_in("openat", folder, path, flags, mode);
}

HEDDLE_INTERPOSE int openat64(int folder, const char* path, int flags, ...) {
  HEDDLE_MODE(flags);
  return open_in("openat64", folder, path, flags, mode);
}

HEDDLE_INTERPOSE int creat(const char* path, mode_t mode) {
  return open_with("open", path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

HEDDLE_INTERPOSE FILE* fopen(const char* path, const char* mode) {
  if (controlled()) path = prepare_stream(path, mode);
  FILE* const opened = call_real<FILE*>("fopen", path, mode);
  note_stream(opened);
  return opened;
}

HEDDLE_INTERPOSE FILE* fopen64(const char* path, const char* mode) {
  if (controlled()) path = prepare_stream(path, mode);
  FILE* const opened = call_real<FILE*>("fopen64", path, mode);
  note_stream(opened);
  return opened;
}

HEDDLE_INTERPOSE FILE* freopen(const char* path, const char* mode, FILE* stream) {
  StreamUse use(stream, HEDDLE_CALLER, arguments(number_of(path), number_of(mode)));
  if (controlled()) path = prepare_stream(path, mode);
  return use.keep(call_real<FILE*>("freopen", path, mode, stream));
}

HEDDLE_INTERPOSE FILE* freopen64(const char* path, const char* mode, FILE* stream) {
  StreamUse use(stream, HEDDLE_CALLER, arguments(number_of(path), number_of(mode)));
  if (controlled()) path = prepare_stream(path, mode);
  return use.keep(call_real<FILE*>("freopen64", path, mode, stream));
}

HEDDLE_INTERPOSE DIR* opendir(const char* path) {
  if (controlled()) note_kernel_call("opendir");
  return call_real<DIR*>("opendir", path);
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

HEDDLE_INTERPOSE int unlink(const char* path) noexcept {
  if (controlled()) {
    note_kernel_call(path, 1);
  }
  return call_real<int>("unlink", path);
}

HEDDLE_INTERPOSE int remove(const char* path) noexcept {
  if (controlled()) {
    note_kernel_call(path, 2);
  }
  return call_real<int>("remove", path);
}

HEDDLE_INTERPOSE int rename(const char* from, const char* to) noexcept {
  if (controlled()) {
    note_kernel_call(from, 3);
    note_kernel_call(to, 3);
  }
  return call_real<int>("rename", from, to);
}

HEDDLE_INTERPOSE int mkdir(const char* path, mode_t mode) noexcept {
  if (controlled()) {
    note_kernel_call(path, 4);
  }
  return call_real<int>("mkdir", path, mode);
}

HEDDLE_INTERPOSE int chdir(const char* path) noexcept {
  if (controlled()) note_kernel_call(path, 5);
  return call_real<int>("chdir", path);
}

HEDDLE_INTERPOSE mode_t umask(mode_t mask) noexcept {
  if (controlled()) note_kernel_call("umask", mask);
  return call_real<mode_t>("umask", mask);
}

}  // namespace heddle::native
