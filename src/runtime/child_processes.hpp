// The meaning of fork for the explored program.  Processes share no memory, so the steps of one do
// not matter to another: an execution follows one of the two, and a search follows both, one after
// the other.  Communication between them is refused, or ends the execution.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace heddle::native {

// The process that an execution follows, and the children that it has started.  Numbers of
// processes are added to the id of the real one.
struct ProcessFamily {
  static constexpr std::uint64_t kMost = 64;  // children of one process
  std::uint64_t number = 0;                   // 0: the original one
  std::uint64_t parent = 0;
  std::uint64_t started = 0;
  std::uint64_t unwaited = 0;  // a bit for each child
  std::uint64_t is_left = 0;   // a boolean: the execution ends before the process does
};

// The functions of pthread_atfork.
struct ForkHandler {
  void (*prepare)() = nullptr;
  void (*parent)() = nullptr;
  void (*child)() = nullptr;
  ForkHandler* next = nullptr;  // an older one
};
void at_fork(const ForkHandler& handler);
void run_before_fork();  // the newest first
void run_in_parent();    // the oldest first
void run_in_child();

bool is_child_process();
// Returns whether the execution has left the process before its end.
bool is_left_process();
pid_t process_id();
pid_t parent_process_id();

// Returns a sentence that refuses to fork in the current state; null: nothing is against it.
const char* reason_against_fork();

// Note a fork from which the execution goes on as the parent or as the child.  The former returns
// the id of the child.  In the latter the other threads are gone, and hold what they held.
pid_t go_on_as_parent();
void go_on_as_child();

// Returns the id of a child that the process has not waited for: `wanted`, or any if that is
// negative or zero.  0: there is none.
pid_t child_to_wait_for(pid_t wanted);
void note_waited_for(pid_t child);

}  // namespace heddle::native
