#include "core/failure.hpp"

#include <array>

namespace heddle {
namespace {

constexpr std::array<std::string_view, 10> kKeys = {"deadlock",  "livelock",  "assertion", "exit",
                                                    "exception", "crash",     "race",      "memory",
                                                    "misuse",    "divergence"};

}  // namespace

std::string_view key(FailureKind kind) { return kKeys[static_cast<std::size_t>(kind)]; }

bool failure_kind(std::string_view key, FailureKind& into) {
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    if (kKeys[i] == key) {
      into = static_cast<FailureKind>(i);
      return true;
    }
  }
  return false;
}

}  // namespace heddle
