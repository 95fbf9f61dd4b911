// Interposes libomp's entry points of parallel regions, which clang's code calls.  Their first
// arguments are the source line and the number of the thread, which the runtime knows itself.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "interpose/interpose.hpp"
#include "interpose/memory/clean_return.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/team.hpp"

namespace heddle::native::openmp {
namespace {

// The function of a region.  Its first arguments are addresses of the thread's number.
using Microtask = void (*)(int*, int*, ...);

// A region's function and its arguments, in a block of the program's heap.
struct Fork {
  Microtask function = nullptr;
  std::uint64_t count = 0;  // of arguments
  void* arguments[1];       // in fact at least `count`
};

// Calls a function with one of these numbers of arguments.  More than it has are harmless, and
// zero, so that they do not distinguish states.
constexpr std::size_t kFewArguments = 6;
constexpr std::size_t kManyArguments = 24;
constexpr std::size_t kMostArguments = 256;
constexpr const char* kTooManyVariables =
    "the program has an OpenMP region that uses more than 256 variables: Heddle does not support "
    "it; put some of them into a structure";

template <std::size_t... I>
void call_with(const Fork& fork, int* thread, int* bound, std::index_sequence<I...>) {
  using Function = void (*)(int*, int*, decltype(I, static_cast<void*>(nullptr))...);
  reinterpret_cast<Function>(fork.function)(thread, bound, fork.arguments[I]...);
}

void run_microtask(void* data) {
  const Fork& fork = *static_cast<const Fork*>(data);
  int thread = static_cast<int>(place()->number);
  int bound = thread;
  if (fork.count <= kFewArguments) {
    call_with(fork, &thread, &bound, std::make_index_sequence<kFewArguments>());
  } else if (fork.count <= kManyArguments) {
    call_with(fork, &thread, &bound, std::make_index_sequence<kManyArguments>());
  } else {
    call_with(fork, &thread, &bound, std::make_index_sequence<kMostArguments>());
  }
}

// The clause of the next region, which is used up; 0 without one.
std::uint64_t take_asked_threads() {
  return place() == nullptr ? 0 : std::exchange(place()->asked, 0);
}

Fork* make_fork(int count, Microtask function) {
  const auto needed = static_cast<std::size_t>(count);
  if (needed > kMostArguments) {
    if (controlled()) scheduler().refuse(kTooManyVariables);
    std::fprintf(stderr, "heddle: %s.\n", kTooManyVariables);
    std::_Exit(2);
  }
  const std::size_t room = needed <= kFewArguments    ? kFewArguments
                           : needed <= kManyArguments ? kManyArguments
                                                      : kMostArguments;
  auto* const fork = static_cast<Fork*>(allocate(sizeof(Fork) + room * sizeof(void*)));
  fork->function = function;
  fork->count = needed;
  return fork;
}

[[gnu::noinline]] void run_fork(Fork* fork, Site site) {
  run_parallel(run_microtask, fork, take_asked_threads(), inside(fork->function), site);
  release(fork);
}

template <std::size_t... I>
void fork_in_library(void* where, const Fork& fork, std::index_sequence<I...>) {
  using Function = void (*)(void*, int, Microtask, ...);
  reinterpret_cast<Function>(find_in_library("__kmpc_fork_call"))(
      where, static_cast<int>(fork.count), fork.function, fork.arguments[I]...);
}

// libomp reads `count` arguments.
[[gnu::noinline]] void pass_fork(void* where, Fork* fork) {
  if (fork->count <= kFewArguments) {
    fork_in_library(where, *fork, std::make_index_sequence<kFewArguments>());
  } else if (fork->count <= kManyArguments) {
    fork_in_library(where, *fork, std::make_index_sequence<kManyArguments>());
  } else {
    fork_in_library(where, *fork, std::make_index_sequence<kMostArguments>());
  }
  release(fork);
}

}  // namespace

// The arguments of a region that arrive in registers have parameters of their own.  A list of
// unnamed arguments would keep the registers in this frame, with whatever they hold beyond the last
// argument.  The frame lies between frames of the program while the region runs.
#if defined(__aarch64__)
#define HEDDLE_FORK_PARAMETERS void *a, void *b, void *c, void *d, void *e
#define HEDDLE_FORK_ARGUMENTS a, b, c, d, e
#define HEDDLE_FORK_LAST e
#else
#define HEDDLE_FORK_PARAMETERS void *a, void *b, void *c
#define HEDDLE_FORK_ARGUMENTS a, b, c
#define HEDDLE_FORK_LAST c
#endif

HEDDLE_INTERPOSE void __kmpc_fork_call(void* where, int count, Microtask function,
                                       HEDDLE_FORK_PARAMETERS, ...) {
  void* in_registers[] = {HEDDLE_FORK_ARGUMENTS};
  int known = 0;
  for (void*& argument : in_registers) {
    if (known++ >= count) argument = nullptr;
    asm volatile("" : "+r"(argument));  // before any call, which would keep what is dropped
  }
  const bool explored = in_exploration();
  Fork* const fork = make_fork(count, function);
  void** next = fork->arguments;
  for (void* const argument : in_registers) *next++ = argument;
  std::va_list list;
  va_start(list, HEDDLE_FORK_LAST);
  for (; known < count; ++known) *next++ = va_arg(list, void*);
  va_end(list);
  if (!explored) return pass_fork(where, fork);
  run_fork(fork, HEDDLE_CALLER);
}

#undef HEDDLE_FORK_PARAMETERS
#undef HEDDLE_FORK_ARGUMENTS
#undef HEDDLE_FORK_LAST

// A region with an if clause, whose function has one argument or none.
HEDDLE_INTERPOSE void __kmpc_fork_call_if(void* where, int count, Microtask function, int condition,
                                          void* argument) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_fork_call_if", where, count, function, condition, argument);
  }
  Fork* const fork = make_fork(1, function);
  fork->arguments[0] = argument;
  if (condition == 0) member().asked = 1;
  run_fork(fork, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void __kmpc_push_num_threads(void* where, int thread, int threads) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_push_num_threads", where, thread, threads);
  }
  member().asked = threads > 0 ? static_cast<std::uint64_t>(threads) : 0;
  cleanly(0);
}

// Places of threads have no effect.
HEDDLE_INTERPOSE void __kmpc_push_proc_bind(void* where, int thread, int binding) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_push_proc_bind", where, thread, binding);
  }
}

// A region with a false if clause.  The program calls its function in between.
HEDDLE_INTERPOSE void __kmpc_serialized_parallel(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_serialized_parallel", where, thread);
  take_asked_threads();
  begin_region_of_one();
  cleanly(0);
}

HEDDLE_INTERPOSE void __kmpc_end_serialized_parallel(void* where, int thread) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_serialized_parallel", where, thread);
  end_region_of_one(HEDDLE_CALLER);
}

#define HEDDLE_CLANG_FACT(name, value)                             \
  HEDDLE_INTERPOSE int name(void* where) {                         \
    if (!in_exploration()) return call_library<int>(#name, where); \
    return cleanly(static_cast<int>(value));                       \
  }

HEDDLE_CLANG_FACT(__kmpc_global_thread_num, place() == nullptr ? 0 : place()->number)
HEDDLE_CLANG_FACT(__kmpc_bound_thread_num, place() == nullptr ? 0 : place()->number)
HEDDLE_CLANG_FACT(__kmpc_global_num_threads, place() == nullptr ? 1 : place()->team->size)
HEDDLE_CLANG_FACT(__kmpc_bound_num_threads, place() == nullptr ? 1 : place()->team->size)
HEDDLE_CLANG_FACT(__kmpc_in_parallel, place() != nullptr && place()->team->active_level > 0)
HEDDLE_CLANG_FACT(__kmpc_ok_to_fork, 1)

#undef HEDDLE_CLANG_FACT

}  // namespace heddle::native::openmp
