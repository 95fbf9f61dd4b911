// Stateless search: every state is new.
#pragma once

#include "search/state/visited_store.hpp"

namespace heddle::search {

class RememberNothing final : public VisitedStore {
 public:
  Visit insert(const Fingerprint&, const Arrival&) override { return Visit::fresh; }
  bool remembers() const override { return false; }
  void clear() override {}
  std::string_view name() const override { return "none"; }
};

}  // namespace heddle::search
