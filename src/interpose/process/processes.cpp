// Refuses to start other programs: they would run beside Heddle, once per explored execution, and
// their effects could not be rolled back.
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "interpose/interpose.hpp"
#include "interpose/process/processes.hpp"
#include "runtime/child_processes.hpp"
#include "runtime/process_end.hpp"

namespace heddle::native {

void refuse_clone() {
  scheduler().refuse(
      "the program calls clone: Heddle controls only threads started by pthread_create, "
      "std::thread or thrd_create; use one of these");
}

#define HEDDLE_REFUSE_PROCESS(type, name, parameters, ...)                       \
  HEDDLE_INTERPOSE type name parameters {                                        \
    if (!controlled()) return call_real<type>(#name __VA_OPT__(, ) __VA_ARGS__); \
    scheduler().refuse("the program calls " #name                                \
                       ": processes would be started again in every execution; " \
                       "run this part without Heddle");                          \
  }

using Words = char* const*;

HEDDLE_REFUSE_PROCESS(int, system, (const char* command), command)
HEDDLE_REFUSE_PROCESS(FILE*, popen, (const char* command, const char* mode), command, mode)
HEDDLE_REFUSE_PROCESS(int, posix_spawn,
                      (pid_t * process, const char* path, const posix_spawn_file_actions_t* actions,
                       const posix_spawnattr_t* attributes, Words argv, Words environment),
                      process, path, actions, attributes, argv, environment)
HEDDLE_REFUSE_PROCESS(int, posix_spawnp,
                      (pid_t * process, const char* file, const posix_spawn_file_actions_t* actions,
                       const posix_spawnattr_t* attributes, Words argv, Words environment),
                      process, file, actions, attributes, argv, environment)
HEDDLE_REFUSE_PROCESS(int, pidfd_spawn,
                      (int* process, const char* path, const posix_spawn_file_actions_t* actions,
                       const posix_spawnattr_t* attributes, Words argv, Words environment),
                      process, path, actions, attributes, argv, environment)
HEDDLE_REFUSE_PROCESS(int, pidfd_spawnp,
                      (int* process, const char* file, const posix_spawn_file_actions_t* actions,
                       const posix_spawnattr_t* attributes, Words argv, Words environment),
                      process, file, actions, attributes, argv, environment)
HEDDLE_REFUSE_PROCESS(pid_t, forkpty,
                      (int* terminal, char* name, const void* settings, const void* window),
                      terminal, name, settings, window)
HEDDLE_REFUSE_PROCESS(int, daemon, (int keep_folder, int keep_output), keep_folder, keep_output)

#undef HEDDLE_REFUSE_PROCESS

// Another program in the place of this one.  In a process that fork has made, it is no part of what
// is explored.
#define HEDDLE_STARTS_PROGRAM(name, parameters, found, ...)                                   \
  HEDDLE_INTERPOSE int name parameters noexcept {                                             \
    if (!controlled()) return call_real<int>(#name, __VA_ARGS__);                             \
    if (!is_child_process()) {                                                                \
      scheduler().refuse("the program calls " #name                                           \
                         ": it would end the exploration too; run this part without Heddle"); \
    }                                                                                         \
    if (found) leave_process(HEDDLE_CALLER);                                                  \
    return -1;                                                                                \
  }

namespace {

bool is_program(const char* path, int folder = AT_FDCWD, int flags = 0) {
  const EngineScope engine;
  return ::faccessat(folder, path, X_OK, flags) == 0;
}

// Looks where execvp looks.
bool is_program_in_path(const char* file) {
  if (std::strchr(file, '/') != nullptr) return is_program(file);
  const EngineScope engine;
  const char* const variable = ::getenv("PATH");
  for (const char* folder = variable != nullptr ? variable : "/bin:/usr/bin"; *folder != '\0';) {
    const std::size_t size = ::strcspn(folder, ":");
    char path[4096];
    std::snprintf(path, sizeof path, "%.*s%s%s", static_cast<int>(size), folder,
                  size == 0 ? "" : "/", file);
    if (is_program(path)) return true;
    folder += size + (folder[size] == ':' ? 1 : 0);
  }
  errno = ENOENT;
  return false;
}

}  // namespace

HEDDLE_STARTS_PROGRAM(execve, (const char* path, Words argv, Words environment), is_program(path),
                      path, argv, environment)
HEDDLE_STARTS_PROGRAM(execv, (const char* path, Words argv), is_program(path), path, argv)
HEDDLE_STARTS_PROGRAM(execvp, (const char* file, Words argv), is_program_in_path(file), file, argv)
HEDDLE_STARTS_PROGRAM(execvpe, (const char* file, Words argv, Words environment),
                      is_program_in_path(file), file, argv, environment)
HEDDLE_STARTS_PROGRAM(execveat,
                      (int folder, const char* path, Words argv, Words environment, int flags),
                      is_program(path, folder, flags), folder, path, argv, environment, flags)
HEDDLE_STARTS_PROGRAM(fexecve, (int file, Words argv, Words environment), true, file, argv,
                      environment)

#undef HEDDLE_STARTS_PROGRAM

namespace {

// The words of a variadic exec call, the first being given; also reads the null after them.
template <std::size_t kMost>
void collect(char* (&words)[kMost], const char* first, va_list list) {
  std::size_t count = 0;
  words[count++] = const_cast<char*>(first);
  while (words[count - 1] != nullptr && count < kMost) words[count++] = va_arg(list, char*);
  words[kMost - 1] = nullptr;
}

}  // namespace

HEDDLE_INTERPOSE int execl(const char* path, const char* first, ...) noexcept {
  char* words[256];
  va_list list;
  va_start(list, first);
  collect(words, first, list);
  va_end(list);
  return ::execv(path, words);
}

HEDDLE_INTERPOSE int execlp(const char* file, const char* first, ...) noexcept {
  char* words[256];
  va_list list;
  va_start(list, first);
  collect(words, first, list);
  va_end(list);
  return ::execvp(file, words);
}

HEDDLE_INTERPOSE int execle(const char* path, const char* first, ...) noexcept {
  char* words[256];
  va_list list;
  va_start(list, first);
  collect(words, first, list);
  char** const environment = va_arg(list, char**);
  va_end(list);
  return ::execve(path, words, environment);
}

// Threads and processes of a program's own making.
HEDDLE_INTERPOSE int clone(int (*function)(void*), void* stack, int flags, void* argument,
                           ...) noexcept {
  if (controlled()) refuse_clone();
  va_list list;
  va_start(list, argument);
  void* const parent = va_arg(list, void*);
  void* const storage = va_arg(list, void*);
  void* const child = va_arg(list, void*);
  va_end(list);
  return call_real<int>("clone", function, stack, flags, argument, parent, storage, child);
}

}  // namespace heddle::native
