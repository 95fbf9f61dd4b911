#include "runtime/child_processes.hpp"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "runtime/embedded_objects.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/library_state.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/signals.hpp"

namespace heddle::native {
namespace {

ProcessFamily& family() { return library_state().processes; }

pid_t real_id() { return static_cast<pid_t>(raw_syscall(SYS_getpid)); }

pid_t id_of(std::uint64_t number) { return real_id() + static_cast<pid_t>(number); }

using ForkFunction = void (*ForkHandler::*)();

void run_oldest_first(const ForkHandler* from, ForkFunction function) {
  if (from == nullptr) return;
  run_oldest_first(from->next, function);
  if (from->*function != nullptr) (from->*function)();
}

// Returns whether the file may connect processes: it is no regular file, folder or device.
bool may_connect(int descriptor) {
  struct stat facts {};
  if (descriptor <= STDERR_FILENO || is_hidden(descriptor)) return false;
  if (::fstat(descriptor, &facts) != 0) return false;
  return !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode) && !S_ISCHR(facts.st_mode);
}

bool has_connections() {
  const EngineScope engine;
  DIR* const folder = ::opendir("/proc/self/fd");
  if (folder == nullptr) return true;
  bool found = false;
  while (const dirent* const entry = ::readdir(folder)) {
    const int descriptor = std::atoi(entry->d_name);
    found |= descriptor != ::dirfd(folder) && may_connect(descriptor);
  }
  ::closedir(folder);
  return found;
}

// The C library makes its locks new in a child, and with them those of the streams.
void free_stream_locks() {
  LibraryState& state = library_state();
  const auto free = [](pthread_mutex_t& mutex) {
    if (!mutex_at(object_of(&mutex)).held_by(world().current)) mutex = {};
  };
  for (pthread_mutex_t& mutex : state.standard_streams) free(mutex);
  for (StreamLock* lock = state.stream_locks; lock != nullptr; lock = lock->next) free(lock->mutex);
}

// The memory of the other threads remains, and what they hold.  Nothing ends their pause.
void leave_other_threads() {
  World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    if (thread_id(i) == world.current || !is_waiting(world.threads[i])) continue;
    Thread& other = writable_thread(thread_id(i));
    other.handle = Handle::left_behind;
    other.pending = {.kind = OpKind::thread_join, .object = end_of(other.id)};
    other.parking = {};
    other.deadline = kNever;
    other.cancellation = 0;
    --world.living;
    ++world.unjoined;  // their steps are not ordered before any that follow
  }
}

}  // namespace

void at_fork(const ForkHandler& handler) {
  map_world();  // libraries register before anything of ours has run
  prepare_library_state();
  const ThreadId owner = world().current == kNoThread ? kMainThread : world().current;
  auto* const made = static_cast<ForkHandler*>(heap().allocate(owner, sizeof(ForkHandler)));
  *made = handler;
  made->next = std::exchange(library_state().fork_handlers, made);
}

void run_before_fork() {
  for (const ForkHandler* at = library_state().fork_handlers; at != nullptr; at = at->next) {
    if (at->prepare != nullptr) at->prepare();
  }
}

void run_in_parent() { run_oldest_first(library_state().fork_handlers, &ForkHandler::parent); }
void run_in_child() { run_oldest_first(library_state().fork_handlers, &ForkHandler::child); }

bool is_child_process() { return family().number != 0; }
bool is_left_process() { return family().is_left != 0; }
pid_t process_id() { return id_of(family().number); }

pid_t parent_process_id() {
  return is_child_process() ? id_of(family().parent) : static_cast<pid_t>(raw_syscall(SYS_getppid));
}

#define HEDDLE_NO_COMMUNICATION                                                                  \
  ": Heddle follows one process at a time and does not explore communication between them; run " \
  "this part without Heddle"

const char* reason_against_fork() {
  if (library_state().shares_memory || runtime().has_lasting_memory) {
    return "the program calls fork while it has memory that processes may "
           "share" HEDDLE_NO_COMMUNICATION;
  }
  if (has_handler(SIGCHLD)) {
    return "the program calls fork and handles the signal of a child's end "
           "(SIGCHLD)" HEDDLE_NO_COMMUNICATION;
  }
  if (has_connections()) {
    return "the program calls fork while it has an open pipe, socket or the "
           "like" HEDDLE_NO_COMMUNICATION;
  }
  if (family().started == ProcessFamily::kMost) {
    return "the program calls fork more than 64 times in one process: Heddle supports at most 64; "
           "start fewer processes";
  }
  return nullptr;
}

#undef HEDDLE_NO_COMMUNICATION

pid_t go_on_as_parent() {
  ProcessFamily& all = family();
  all.unwaited |= std::uint64_t{1} << all.started;
  return id_of(all.number + ++all.started);
}

void go_on_as_child() {
  ProcessFamily& all = family();
  all = {.number = all.number + all.started + 1, .parent = all.number};
  leave_other_threads();
  free_stream_locks();
}

pid_t child_to_wait_for(pid_t wanted) {
  const ProcessFamily& all = family();
  for (std::uint64_t child = 0; child < all.started; ++child) {
    const pid_t id = id_of(all.number + child + 1);
    const bool is_left = ((all.unwaited >> child) & 1U) != 0;
    if (is_left && (wanted <= 0 || wanted == id)) return id;
  }
  return 0;
}

void note_waited_for(pid_t child) {
  ProcessFamily& all = family();
  all.unwaited &= ~(std::uint64_t{1} << static_cast<std::uint64_t>(child - process_id() - 1));
}

}  // namespace heddle::native
