// Interposes calls that return information about files.  The kernel fails on write-protected pages
// instead of faulting, so the memory that it writes is touched first.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdarg>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "interpose/memory/caller_memory.hpp"
#include "interpose/memory/string_sizes.hpp"
#include "runtime/number_of.hpp"
#include "runtime/stack_capture.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {

#define HEDDLE_FILLS(type, name, parameters, into, size, filled, ...)         \
  HEDDLE_INTERPOSE type name parameters {                                     \
    if (controlled()) {                                                       \
      if (!is_ours(HEDDLE_CALLER)) {                                          \
        use_files(FileUse::reads, arguments(number_of(into)), HEDDLE_CALLER); \
      }                                                                       \
      dirty_pages().touch(into, size);                                        \
    }                                                                         \
    const type result = call_real<type>(#name, __VA_ARGS__);                  \
    if (result >= 0) used_memory(writing(into, filled), HEDDLE_CALLER);       \
    return result;                                                            \
  }

// Whether a file is there shows which of two threads came first.
#define HEDDLE_LOOKS(name, parameters, into, size, others, ...)       \
  HEDDLE_INTERPOSE int name parameters noexcept {                     \
    if (controlled()) {                                               \
      use_files(FileUse::reads, arguments others, HEDDLE_CALLER);     \
      dirty_pages().touch(into, size);                                \
    }                                                                 \
    const int result = call_real<int>(#name, __VA_ARGS__);            \
    if (result == 0) used_memory(writing(into, size), HEDDLE_CALLER); \
    return result;                                                    \
  }

#define HEDDLE_STAT(suffix, stat_type)                                                            \
  HEDDLE_LOOKS(stat##suffix, (const char* path, stat_type* into), into, sizeof *into,             \
               (number_of(path), number_of(into)), path, into)                                    \
  HEDDLE_LOOKS(lstat##suffix, (const char* path, stat_type* into), into, sizeof *into,            \
               (number_of(path), number_of(into)), path, into)                                    \
  HEDDLE_LOOKS(fstatat##suffix, (int folder, const char* path, stat_type* into, int flags), into, \
               sizeof *into, (number_of(folder), number_of(path), number_of(into)), folder, path, \
               into, flags)                                                                       \
  HEDDLE_FILLS(int, fstat##suffix, (int file, stat_type* into) noexcept, into, sizeof *into,      \
               sizeof *into, file, into)

HEDDLE_STAT(, struct stat)
HEDDLE_STAT(64, struct stat64)

HEDDLE_LOOKS(statx, (int folder, const char* path, int flags, unsigned mask, struct statx* into),
             into, sizeof *into, (number_of(folder), number_of(path), number_of(into)), folder,
             path, flags, mask, into)
HEDDLE_LOOKS(access, (const char* path, int mode), nullptr, 0, (number_of(path), number_of(mode)),
             path, mode)
HEDDLE_LOOKS(faccessat, (int folder, const char* path, int mode, int flags), nullptr, 0,
             (number_of(folder), number_of(path), number_of(mode)), folder, path, mode, flags)
HEDDLE_FILLS(int, statfs, (const char* path, struct statfs* into) noexcept, into, sizeof *into,
             sizeof *into, path, into)
HEDDLE_FILLS(int, fstatfs, (int file, struct statfs* into) noexcept, into, sizeof *into,
             sizeof *into, file, into)
HEDDLE_FILLS(int, statfs64, (const char* path, struct statfs64* into) noexcept, into, sizeof *into,
             sizeof *into, path, into)
HEDDLE_FILLS(int, fstatfs64, (int file, struct statfs64* into) noexcept, into, sizeof *into,
             sizeof *into, file, into)
HEDDLE_FILLS(ssize_t, readlink, (const char* path, char* into, std::size_t size) noexcept, into,
             size, static_cast<std::size_t>(result), path, into, size)
HEDDLE_FILLS(ssize_t, readlinkat,
             (int folder, const char* path, char* into, std::size_t size) noexcept, into, size,
             static_cast<std::size_t>(result), folder, path, into, size)
HEDDLE_FILLS(ssize_t, getxattr,
             (const char* path, const char* name, void* into, std::size_t size) noexcept, into,
             size, static_cast<std::size_t>(result), path, name, into, size)
HEDDLE_FILLS(ssize_t, fgetxattr,
             (int file, const char* name, void* into, std::size_t size) noexcept, into, size,
             static_cast<std::size_t>(result), file, name, into, size)
HEDDLE_FILLS(ssize_t, listxattr, (const char* path, char* into, std::size_t size) noexcept, into,
             size, static_cast<std::size_t>(result), path, into, size)

// Without a buffer it makes one of the program's.
HEDDLE_INTERPOSE char* getcwd(char* into, std::size_t size) noexcept {
  if (controlled()) {
    use_files(FileUse::reads, arguments(number_of(into), size), HEDDLE_CALLER);
    if (into != nullptr) dirty_pages().touch(into, size);
  }
  char* const path = call_real<char*>("getcwd", into, size);
  if (path != nullptr) used_memory(writing(path, whole_string(path)), HEDDLE_CALLER);
  return path;
}

HEDDLE_INTERPOSE ssize_t preadv(int file, const iovec* parts, int count, off_t offset) {
  if (controlled()) {
    use_files(FileUse::reads,
              arguments(number_of(file), number_of(parts), number_of(count), number_of(offset)),
              HEDDLE_CALLER);
  }
  for (int i = 0; controlled() && i < count; ++i) {
    dirty_pages().touch(parts[i].iov_base, parts[i].iov_len);
  }
  return call_real<ssize_t>("preadv", file, parts, count, offset);
}

HEDDLE_INTERPOSE ssize_t preadv64(int file, const iovec* parts, int count, off64_t offset) {
  return ::preadv(file, parts, count, offset);
}

// The request says how much is written; the oldest ones do not, and write little.
HEDDLE_INTERPOSE int ioctl(int file, unsigned long request, ...) noexcept {
  va_list list;
  va_start(list, request);
  void* const argument = va_arg(list, void*);
  va_end(list);
  if (controlled()) {
    constexpr std::size_t kUnsaid = 8;
    const std::size_t size = _IOC_SIZE(request);
    dirty_pages().touch(argument, size > 0 ? size : kUnsaid);
  }
  return call_real<int>("ioctl", file, request, argument);
}

#undef HEDDLE_STAT
#undef HEDDLE_LOOKS
#undef HEDDLE_FILLS

}  // namespace heddle::native
