// setlocale: the C library's tables are its own; which of them are in use is brought back at the
// end of an execution, like what the kernel keeps.
#include <locale.h>

#include "native/interpose/interpose.hpp"
#include "native/kernel_state.hpp"

namespace heddle::native {

HEDDLE_INTERPOSE char* setlocale(int category, const char* name) noexcept {
  if (!controlled() || name == nullptr) return call_real<char*>("setlocale", category, name);
  note_kernel_call(name, static_cast<std::uint64_t>(category));
  const EngineScope engine;
  return call_real<char*>("setlocale", category, name);
}

}  // namespace heddle::native
