// Stateless search: every state is new.
#pragma once

#include "search/state/visited_store.hpp"

namespace heddle::search {

class RememberNothing final : public VisitedStore {
 public:
  bool insert(const Fingerprint&, std::uint64_t) override { return true; }
  bool remembers() const override { return false; }
  void clear() override {}
  std::string_view name() const override { return "none"; }
};

}  // namespace heddle::search
