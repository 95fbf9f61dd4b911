// Calls that change files and folders by their names.  Each is written down before it is made, see
// file_changes.hpp.
#include "runtime/file_changes.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "monitors/events.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/number_of.hpp"

namespace heddle::native {

// `before` is what must be done before the call, which has the given arguments.
#define HEDDLE_CHANGES(name, parameters, before, others, ...)       \
  HEDDLE_INTERPOSE int name parameters {                            \
    if (controlled()) {                                             \
      use_files(FileUse::changes, arguments others, HEDDLE_CALLER); \
      note_kernel_call(#name);                                      \
      before;                                                       \
    }                                                               \
    return call_real<int>(#name, __VA_ARGS__);                      \
  }

HEDDLE_CHANGES(unlink, (const char* path) noexcept, before_removing(AT_FDCWD, path),
               (number_of(path)), path)
HEDDLE_CHANGES(unlinkat, (int folder, const char* path, int flags) noexcept,
               before_removing(folder, path), (number_of(folder), number_of(path)), folder, path,
               flags)
HEDDLE_CHANGES(remove, (const char* path) noexcept, before_removing(AT_FDCWD, path),
               (number_of(path)), path)
HEDDLE_CHANGES(rmdir, (const char* path) noexcept, before_removing(AT_FDCWD, path),
               (number_of(path)), path)
HEDDLE_CHANGES(rename, (const char* from, const char* to) noexcept,
               before_renaming(AT_FDCWD, from, AT_FDCWD, to), (number_of(from), number_of(to)),
               from, to)
HEDDLE_CHANGES(renameat,
               (int from_folder, const char* from, int to_folder, const char* to) noexcept,
               before_renaming(from_folder, from, to_folder, to),
               (number_of(from_folder), number_of(from), number_of(to_folder), number_of(to)),
               from_folder, from, to_folder, to)
HEDDLE_CHANGES(mkdir, (const char* path, mode_t mode) noexcept, before_making(AT_FDCWD, path),
               (number_of(path), mode), path, mode)
HEDDLE_CHANGES(mkdirat, (int folder, const char* path, mode_t mode) noexcept,
               before_making(folder, path), (number_of(folder), number_of(path), mode), folder,
               path, mode)
HEDDLE_CHANGES(mkfifo, (const char* path, mode_t mode) noexcept, before_making(AT_FDCWD, path),
               (number_of(path), mode), path, mode)
HEDDLE_CHANGES(symlink, (const char* target, const char* path) noexcept,
               before_making(AT_FDCWD, path), (number_of(target), number_of(path)), target, path)
HEDDLE_CHANGES(symlinkat, (const char* target, int folder, const char* path) noexcept,
               before_making(folder, path), (number_of(target), number_of(folder), number_of(path)),
               target, folder, path)
HEDDLE_CHANGES(link, (const char* from, const char* to) noexcept, before_making(AT_FDCWD, to),
               (number_of(from), number_of(to)), from, to)
HEDDLE_CHANGES(linkat,
               (int from_folder, const char* from, int to_folder, const char* to,
                int flags) noexcept,
               before_making(to_folder, to),
               (number_of(from_folder), number_of(from), number_of(to_folder), number_of(to)),
               from_folder, from, to_folder, to, flags)
HEDDLE_CHANGES(truncate, (const char* path, off_t size) noexcept, before_writing(AT_FDCWD, path),
               (number_of(path), number_of(size)), path, size)
HEDDLE_CHANGES(ftruncate, (int file, off_t size) noexcept, before_writing(file),
               (number_of(file), number_of(size)), file, size)
HEDDLE_CHANGES(chmod, (const char* path, mode_t mode) noexcept,
               before_changing_mode(AT_FDCWD, path), (number_of(path), mode), path, mode)
HEDDLE_CHANGES(fchmodat, (int folder, const char* path, mode_t mode, int flags) noexcept,
               before_changing_mode(folder, path), (number_of(folder), number_of(path), mode),
               folder, path, mode, flags)
HEDDLE_CHANGES(fchmod, (int file, mode_t mode) noexcept, before_changing_mode(file),
               (number_of(file), mode), file, mode)
// The time of the last change is restored with the content.
HEDDLE_CHANGES(utimensat, (int folder, const char* path, const timespec* times, int flags) noexcept,
               before_writing(folder, path), (number_of(folder), number_of(path)), folder, path,
               times, flags)
HEDDLE_CHANGES(futimens, (int file, const timespec* times) noexcept, before_writing(file),
               (number_of(file)), file, times)

#undef HEDDLE_CHANGES

HEDDLE_INTERPOSE int truncate64(const char* path, off64_t size) noexcept {
  return ::truncate(path, size);
}

HEDDLE_INTERPOSE int ftruncate64(int file, off64_t size) noexcept {
  return ::ftruncate(file, size);
}

HEDDLE_INTERPOSE int renameat2(int from_folder, const char* from, int to_folder, const char* to,
                               unsigned flags) noexcept {
  if (controlled()) {
    if ((flags & ~static_cast<unsigned>(RENAME_NOREPLACE)) != 0) {
      scheduler().refuse(
          "the program exchanges files (renameat2): Heddle cannot undo that; use rename");
    }
    use_files(FileUse::changes,
              arguments(number_of(from_folder), number_of(from), number_of(to_folder),
                        number_of(to), flags),
              HEDDLE_CALLER);
    note_kernel_call("renameat2", flags);
    const bool would_fail =
        (flags & RENAME_NOREPLACE) != 0 && call_real<int>("faccessat", to_folder, to, F_OK, 0) == 0;
    if (!would_fail) before_renaming(from_folder, from, to_folder, to);
  }
  return call_real<int>("renameat2", from_folder, from, to_folder, to, flags);
}

// Memory under a name is a file.
HEDDLE_INTERPOSE int shm_open(const char* name, int flags, mode_t mode) {
  if (!controlled()) return call_real<int>("shm_open", name, flags, mode);
  use_files(FileUse::changes, arguments(number_of(name), number_of(flags), mode), HEDDLE_CALLER);
  note_kernel_call("shm_open", static_cast<std::uint64_t>(flags));
  char path[512];
  ::snprintf(path, sizeof path, "/dev/shm/%s", name[0] == '/' ? name + 1 : name);
  before_opening(AT_FDCWD, path, flags);
  const int file = call_real<int>("shm_open", name, flags, mode);
  after_opening(file);
  events::opened_descriptor(file, HEDDLE_CALLER);
  return file;
}

HEDDLE_INTERPOSE int shm_unlink(const char* name) {
  if (controlled()) {
    use_files(FileUse::changes, arguments(number_of(name)), HEDDLE_CALLER);
    note_kernel_call("shm_unlink");
    char path[512];
    ::snprintf(path, sizeof path, "/dev/shm/%s", name[0] == '/' ? name + 1 : name);
    before_removing(AT_FDCWD, path);
  }
  return call_real<int>("shm_unlink", name);
}

}  // namespace heddle::native
