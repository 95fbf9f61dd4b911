#include "runtime/exit_handlers.hpp"

#include "runtime/robust_mutexes.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

void push(ExitHandler*& list, void (*function)(void*), void* argument) {
  const ThreadId owner = world().current == kNoThread ? kMainThread : world().current;
  auto* exit_handler = static_cast<ExitHandler*>(heap().allocate(owner, sizeof(ExitHandler)));
  *exit_handler = {function, argument, list};
  list = exit_handler;
}

void run(ExitHandler*& list, void (*afterwards)(const void* argument)) {
  while (list != nullptr) {
    const ExitHandler exit_handler = *list;
    heap().free(list);
    list = exit_handler.next;
    exit_handler.function(exit_handler.argument);
    if (exit_handler.argument != nullptr) afterwards(exit_handler.argument);
  }
}

void nothing_more(const void*) {}

struct StatusHandler {
  void (*function)(int, void*) = nullptr;
  void* argument = nullptr;
};

void call_with_status(void* record) {
  const StatusHandler handler = *static_cast<StatusHandler*>(record);
  heap().free(record);
  handler.function(static_cast<int>(world().exit_status), handler.argument);
}

// POSIX: in any order, again while destructors store new values, at most this often.
constexpr int kDestructorRounds = 4;

void run_key_destructors(Thread& self) {
  if (self.specific == nullptr) return;
  for (int round = 0; round < kDestructorRounds; ++round) {
    bool called = false;
    for (std::size_t key = 0; key < kMaxKeys; ++key) {
      void* const value = self.specific[key];
      if (value == nullptr) continue;
      self.specific[key] = nullptr;
      const PthreadKey& entry = world().keys[key];
      if (!entry.used || entry.destructor == nullptr) continue;
      called = true;
      entry.destructor(value);
    }
    if (!called) break;
  }
  heap().free(self.specific);
  self.specific = nullptr;
}

}  // namespace

void at_thread_exit(void (*function)(void*), void* argument) {
  push(current_thread().exit_handlers, function, argument);
}

void at_program_exit(void (*function)(void*), void* argument) {
  push(world().at_exit, function, argument);
}

void at_program_exit_with_status(void (*function)(int, void*), void* argument) {
  const ThreadId owner = world().current == kNoThread ? kMainThread : world().current;
  auto* record = static_cast<StatusHandler*>(heap().allocate(owner, sizeof(StatusHandler)));
  *record = {function, argument};
  push(world().at_exit, call_with_status, record);
}

void note_early_exit_handler(void (*function)(void*), void* argument) {
  map_world();  // libraries register before anything of ours has run
  push(world().at_exit, function, argument);
}

void run_thread_exit_handlers() {
  run_variable_destructors();
  run_key_destructors(current_thread());
  abandon_robust_mutexes();
}

void run_variable_destructors() { run(current_thread().exit_handlers, nothing_more); }

// Handlers that a program registers itself have no argument: one that has is a destructor, which
// the compiler registered with its object.
void run_program_exit_handlers(int status) {
  world().exit_status = static_cast<std::uint64_t>(status);
  run(world().at_exit, runtime().events.static_destroyed);
}

void at_quick_exit(void (*function)(void*)) { push(world().at_quick_exit, function, nullptr); }

void run_quick_exit_handlers() { run(world().at_quick_exit, nothing_more); }

}  // namespace heddle::native
