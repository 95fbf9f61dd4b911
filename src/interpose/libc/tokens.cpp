// strtok: where it goes on is the program's, and shared by its threads without protection.
#include <string.h>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "runtime/library_state.hpp"

namespace heddle::native {

HEDDLE_INTERPOSE char* strtok(char* text, const char* between) noexcept {
  if (!controlled()) return call_real<char*>("strtok", text, between);
  char*& place = library_state().token;
  access_memory(
      &place, sizeof place, OpKind::write, HEDDLE_CALLER,
      arguments(reinterpret_cast<std::uintptr_t>(text), reinterpret_cast<std::uintptr_t>(between)));
  return ::strtok_r(text, between, &place);
}

}  // namespace heddle::native
