// States are equal when the system's fingerprints are: for a native program, when its memory is
// equal.
#pragma once

#include "search/state/state_identity.hpp"

namespace heddle::search {

class SystemState final : public StateIdentity {
 public:
  Fingerprint identify(System& system, const Path&) override { return system.fingerprint(); }
  std::string_view name() const override { return "memory"; }
};

}  // namespace heddle::search
