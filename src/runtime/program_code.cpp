#include "runtime/program_code.hpp"

#include <array>
#include <cstddef>

#include "runtime/code_around.hpp"
#include "runtime/engine_thread.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

struct ProgramCode {
  std::array<CodeRange, 64> ranges{};
  std::size_t count = 0;
  bool is_known = false;
  bool overflows = false;  // too many libraries: all code counts as the program's
};

namespace {

void find_program_code(ProgramCode& code) {
  const EngineThread engine;
  code.is_known = true;
  for (const LoadedModule& module : loaded_modules()) {
    if (!module.instrumented) continue;
    if (code.count == code.ranges.size()) {
      code.overflows = true;
      return;
    }
    code.ranges[code.count++] = {module.begin, module.end};
  }
}

}  // namespace

bool is_program_code(Site site) {
  ProgramCode& code = static_part(runtime().program_code);
  if (!code.is_known) find_program_code(code);
  const auto address = static_cast<std::uintptr_t>(site);
  for (std::size_t i = 0; i < code.count; ++i) {
    if (code.ranges[i].holds(address)) return true;
  }
  return code.overflows;
}

}  // namespace heddle::native
