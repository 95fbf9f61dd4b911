#include "runtime/program_uses.hpp"

#include <array>
#include <cstddef>

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

bool names_functions_of(ProgramUse use) {
  const EngineScope engine;
  switch (use) {
    case ProgramUse::stream_locks:
      return program_names("flockfile") || program_names("ftrylockfile") ||
             program_names("fopencookie");
    case ProgramUse::key_deletions:
      return program_names("pthread_key_delete") || program_names("tss_delete");
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
