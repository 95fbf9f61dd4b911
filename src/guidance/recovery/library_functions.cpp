#include "guidance/recovery/library_functions.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace heddle::guidance {
namespace {

using Names = std::string_view;

bool contains_name(std::span<const Names> names, Names name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool begins_with_any(std::span<const Names> prefixes, Names name) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](Names prefix) { return name.starts_with(prefix); });
}

constexpr std::array<Names, 26> kNeverReturn = {"abort",
                                                "exit",
                                                "_exit",
                                                "_Exit",
                                                "quick_exit",
                                                "__cxa_throw",
                                                "__cxa_rethrow",
                                                "_Unwind_Resume",
                                                "__assert_fail",
                                                "__assert",
                                                "__assert_perror_fail",
                                                "__stack_chk_fail",
                                                "__cxa_bad_cast",
                                                "__cxa_bad_typeid",
                                                "__cxa_pure_virtual",
                                                "__cxa_deleted_virtual",
                                                "__cxa_throw_bad_array_new_length",
                                                "__cxa_throw_bad_array_length",
                                                "__cxa_call_unexpected",
                                                "__cxa_call_terminate",
                                                "_ZSt9terminatev",
                                                "pthread_exit",
                                                "longjmp",
                                                "siglongjmp",
                                                "heddle_assert_failed",
                                                "thrd_exit"};

constexpr std::array<Names, 4> kSpawn = {
    "pthread_create", "thrd_create", "clone",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"};

constexpr std::array<Names, 18> kCallBack = {"pthread_once",
                                             "call_once",
                                             "qsort",
                                             "qsort_r",
                                             "bsearch",
                                             "twalk",
                                             "ftw",
                                             "__libc_start_main",
                                             "__kmpc_fork_call",
                                             "GOMP_parallel",
                                             "GOMP_parallel_sections",
                                             "GOMP_parallel_loop_nonmonotonic_dynamic",
                                             "GOMP_parallel_loop_nonmonotonic_guided",
                                             "GOMP_parallel_loop_maybe_nonmonotonic_runtime",
                                             "GOMP_parallel_loop_dynamic",
                                             "GOMP_parallel_loop_guided",
                                             "GOMP_task",
                                             "GOMP_taskloop"};

constexpr std::array<Names, 13> kSynchronisationPrefixes = {"__tsan_atomic",
                                                            "pthread_mutex_",
                                                            "pthread_rwlock_",
                                                            "pthread_spin_",
                                                            "pthread_cond_",
                                                            "pthread_barrier_",
                                                            "sem_",
                                                            "mtx_",
                                                            "cnd_",
                                                            "__cxa_guard_",
                                                            "_ZNSt18condition_variable",
                                                            "_ZNSt28__atomic_futex_unsigned_base",
                                                            "__atomic_"};

constexpr std::array<Names, 20> kSynchronisation = {
    "pthread_join",
    "pthread_create",
    "pthread_once",
    "pthread_cancel",
    "pthread_kill",
    "sched_yield",
    "nanosleep",
    "clock_nanosleep",
    "usleep",
    "sleep",
    "thrd_join",
    "thrd_yield",
    "thrd_sleep",
    "call_once",
    "syscall",
    "heddle_choose",
    "poll",
    "_ZNSt6thread4joinEv",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    "_ZNSt6thread6detachEv"};

// Initialising and destroying an object is no scheduling point.
bool is_quiet(Names name) {
  return name.ends_with("_init") || name.starts_with("pthread_mutexattr") ||
         name.ends_with("C1Ev") || name.ends_with("D1Ev");
}

constexpr std::array<Names, 6> kAccessPrefixes = {
    "__tsan_read", "__tsan_write", "__tsan_unaligned", "__tsan_volatile", "__tsan_vptr", "__wrap_"};

struct Word {
  Names word;
  Wanted kind;
};

// The first word that the name contains decides.
constexpr std::array<Word, 17> kKindWords = {{{"unlock", Wanted::unlock},
                                              {"trylock", Wanted::lock},
                                              {"rdlock", Wanted::lock},
                                              {"wrlock", Wanted::lock},
                                              {"timedlock", Wanted::lock},
                                              {"clocklock", Wanted::lock},
                                              {"_lock", Wanted::lock},
                                              {"wait", Wanted::wait},
                                              {"join", Wanted::wait},
                                              {"signal", Wanted::notify},
                                              {"broadcast", Wanted::notify},
                                              {"notify", Wanted::notify},
                                              {"sem_post", Wanted::notify},
                                              {"load", Wanted::read},
                                              {"store", Wanted::write},
                                              {"exchange", Wanted::update},
                                              {"fetch", Wanted::update}}};

Wanted kind_of(Names name, Visible visible) {
  if (visible == Visible::access) {
    return name.find("write") != Names::npos || name.ends_with("_update") ? Wanted::write
                                                                          : Wanted::read;
  }
  for (const auto& [word, kind] : kKindWords) {
    if (name.find(word) != Names::npos) return kind;
  }
  return Wanted::other;
}

}  // namespace

LibraryFunction library_function(Names name) {
  LibraryFunction found;
  // std::__throw_length_error and its family.
  found.returns = !contains_name(kNeverReturn, name) &&
                  !(name.starts_with("_ZSt") && name.find("__throw_") != Names::npos);
  found.spawns = contains_name(kSpawn, name);
  found.calls_back = contains_name(kCallBack, name);
  if (begins_with_any(kAccessPrefixes, name)) {
    found.visible = Visible::access;
  } else if (contains_name(kSynchronisation, name) ||
             (begins_with_any(kSynchronisationPrefixes, name) && !is_quiet(name))) {
    found.visible = Visible::synchronisation;
  }
  if (found.visible != Visible::none) found.kind = kind_of(name, found.visible);
  return found;
}

bool is_library_name(Names name) {
  constexpr std::array<Names, 6> kPrefixes = {"_ZNSt",         "_ZNKSt",         "_ZSt",
                                              "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "__clang_call_"};
  // Static inline functions of <bits/gthr-default.h> are named as local ones.
  return begins_with_any(kPrefixes, name) ||
         (name.starts_with("_ZL") && name.find("__gthread_") != Names::npos);
}

bool is_thread_run(Names name) {
  return name.starts_with("_ZNSt6thread11_State_implI") && name.ends_with("6_M_runEv");
}

}  // namespace heddle::guidance
