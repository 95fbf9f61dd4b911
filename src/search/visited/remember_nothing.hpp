// Stateless search: every state is new.
#pragma once

#include "search/visited/visited_store.hpp"

namespace heddle::search {

class RememberNothing final : public VisitedStore {
 public:
  bool insert(const System&) override { return true; }
  std::string_view name() const override { return "none"; }
};

}  // namespace heddle::search
