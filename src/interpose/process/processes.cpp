// Refuses to start other processes: they would run beside Heddle, once per explored execution, and
// their effects could not be rolled back.
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstddef>

#include "interpose/interpose.hpp"
#include "interpose/process/processes.hpp"

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

HEDDLE_REFUSE_PROCESS(pid_t, fork, ())
HEDDLE_REFUSE_PROCESS(pid_t, _Fork, ())
HEDDLE_REFUSE_PROCESS(int, system, (const char* command), command)
HEDDLE_REFUSE_PROCESS(FILE*, popen, (const char* command, const char* mode), command, mode)
HEDDLE_REFUSE_PROCESS(int, execve, (const char* path, Words argv, Words environment), path, argv,
                      environment)
HEDDLE_REFUSE_PROCESS(int, execv, (const char* path, Words argv), path, argv)
HEDDLE_REFUSE_PROCESS(int, execvp, (const char* file, Words argv), file, argv)
HEDDLE_REFUSE_PROCESS(int, execvpe, (const char* file, Words argv, Words environment), file, argv,
                      environment)
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
HEDDLE_REFUSE_PROCESS(int, execveat,
                      (int folder, const char* path, Words argv, Words environment, int flags),
                      folder, path, argv, environment, flags)
HEDDLE_REFUSE_PROCESS(int, fexecve, (int file, Words argv, Words environment), file, argv,
                      environment)
HEDDLE_REFUSE_PROCESS(pid_t, forkpty,
                      (int* terminal, char* name, const void* settings, const void* window),
                      terminal, name, settings, window)
HEDDLE_REFUSE_PROCESS(int, daemon, (int keep_folder, int keep_output), keep_folder, keep_output)

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

// Under no control it must not be called through a frame of ours, which its child would return
// from: fork does the same, more slowly.
HEDDLE_INTERPOSE pid_t vfork() { return ::fork(); }

}  // namespace heddle::native
