// State that the C library keeps for the program between calls, in memory that is rolled back.  It
// consists of random number generators, the position of strtok, the buffers of functions that
// return one, and the table of hsearch.  It is a block of the program's heap that exists from the
// start.  Its address is constant, and a program that uses none of it pays nothing.  Named
// variables of the C library are rolled back in place, from their first use on.
#pragma once

#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include <array>
#include <cstdint>

#include "core/ids.hpp"
#include "runtime/child_processes.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// Header of a string of the environment, which follows it.
struct EnvironmentText {
  EnvironmentText* next = nullptr;
};

// The lock of a stream that the program opened, see stream_locks.hpp.
struct StreamLock {
  StreamLock* next = nullptr;
  const FILE* stream = nullptr;
  pthread_mutex_t mutex{};
};

// The C library functions that return a buffer: one buffer for each.
enum class AnswerKind : std::uint8_t {
  user_by_id,
  user_by_name,
  user_in_list,
  group_by_id,
  group_by_name,
  group_in_list,
  host,
  service,
  protocol,
  count,
};
struct Answer {
  void* block = nullptr;
  std::size_t room = 0;
};

// The error of the last dlopen, until dlerror returns it.
struct LoaderError {
  std::array<char, 512> text{};
  ThreadId thread = kNoThread;
  bool is_set = false;
};

// A limit that the program has set.
struct ProcessLimit {
  std::uint64_t is_set = 0;  // a boolean
  std::uint64_t now = 0;
  std::uint64_t most = 0;
};

// A thread holds a robust mutex, see robust_mutexes.hpp.
struct RobustHold {
  ObjectId mutex = kNoObject;
  std::uint64_t thread = 0;  // index
};
struct RobustHolds {
  static constexpr std::size_t kMost = 64;
  std::array<RobustHold, kMost + 1> all{};  // the last one stays empty
  std::size_t count = 0;

  RobustHold* begin() { return all.data(); }
  RobustHold* end() { return all.data() + count; }
};

struct LibraryState {
  // State of rand and random; the table is their initial one.
  random_data random{};
  alignas(8) std::array<char, 128> random_table{};
  std::uint64_t random_draws = 0;  // since the last seed
  // drand48 and its family.
  drand48_data counter{};
  std::uint64_t counter_draws = 0;
  char* token = nullptr;  // where strtok continues
  tm time{};              // of localtime and gmtime
  std::array<char, 64> time_text{};
  std::array<char, L_tmpnam> file_name{};  // of tmpnam
  std::array<Answer, static_cast<std::size_t>(AnswerKind::count)> answers{};
  hsearch_data hash_table{};
  std::uint64_t option_calls = 0;  // of getopt
  char** environment = nullptr;    // the list, once it was changed
  EnvironmentText* environment_texts = nullptr;
  std::array<pthread_mutex_t, 3> standard_streams{};  // their locks
  StreamLock* stream_locks = nullptr;                 // of the others
  std::array<std::uint8_t, 65> dispositions{};        // the objects of signals, no values
  std::uint8_t key_table = 0;                         // likewise, of all keys
  std::array<std::uint8_t, kMaxKeys> keys{};          // and of each
  std::array<bool, 3> redirected{};                   // standard streams, by the program
  LoaderError loader_error;
  RobustHolds robust_holds;
  std::array<ProcessLimit, RLIM_NLIMITS> limits{};
  ProcessFamily processes;
  ForkHandler* fork_handlers = nullptr;
  bool shares_memory = false;                   // with processes that fork would make
  std::array<std::uint64_t, 2> openmp_locks{};  // of unnamed `critical`, and of `atomic`
};

// REQUIRES: the heap is not sealed yet.  Idempotent.
void prepare_library_state();
LibraryState& library_state();

}  // namespace heddle::native
