#include "runtime/program_uses.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

#include "runtime/engine_scope.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

struct ProgramUses {
  struct Use {
    bool is_known = false;
    bool is_used = false;
  };
  std::array<Use, static_cast<std::size_t>(ProgramUse::count)> uses{};
};

namespace {

bool names_any_of(std::initializer_list<const char*> functions) {
  return std::any_of(functions.begin(), functions.end(), program_names);
}

bool names_functions_of(ProgramUse use) {
  const EngineScope engine;
  switch (use) {
    case ProgramUse::stream_locks:
      return names_any_of({"flockfile", "ftrylockfile", "fopencookie"});
    case ProgramUse::key_deletions:
      return names_any_of({"pthread_key_delete", "tss_delete"});
    case ProgramUse::initialisations:
      return names_any_of({"sem_init", "pthread_mutex_init", "pthread_rwlock_init",
                           "pthread_spin_init", "pthread_barrier_init", "pthread_cond_init",
                           "mtx_init", "cnd_init", "omp_init_lock", "omp_init_nest_lock"});
    case ProgramUse::locales:
      return program_names("setlocale");
    case ProgramUse::count:
      break;
  }
  return false;
}

}  // namespace

bool program_uses(ProgramUse use) {
  ProgramUses::Use& known = static_part(runtime().program_uses).uses[static_cast<std::size_t>(use)];
  if (!known.is_known) known = {true, names_functions_of(use)};
  return known.is_used;
}

}  // namespace heddle::native
