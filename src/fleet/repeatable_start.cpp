#include "fleet/repeatable_start.hpp"

#include <sys/personality.h>

#include <cstdlib>
#include <cstring>

namespace heddle::fleet {
namespace {

constexpr const char* kSettled = "HEDDLE_SETTLED";  // "unset" or "keep": what to do with kBinding
constexpr const char* kBinding = "LD_BIND_NOW";

}  // namespace

void prepare_repeatable_start() {
  const int now = ::personality(0xffffffff);
  if (now >= 0) ::personality(static_cast<unsigned>(now) | ADDR_NO_RANDOMIZE);
  ::setenv(kSettled, std::getenv(kBinding) != nullptr ? "keep" : "unset", 1);
  ::setenv(kBinding, "1", 1);
}

bool finish_repeatable_start() {
  const char* const how = std::getenv(kSettled);
  if (how == nullptr) return false;
  if (std::strcmp(how, "unset") == 0) ::unsetenv(kBinding);
  ::unsetenv(kSettled);
  return true;
}

}  // namespace heddle::fleet
