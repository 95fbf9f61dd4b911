// Every alternative of every thread that may move, by ascending thread and alternative.
#pragma once

#include "search/engine/expansion.hpp"

namespace heddle::search {

class AllEnabled final : public Expansion {
 public:
  void expand(const Path& path, std::vector<Choice>& into) override;
  std::string_view name() const override { return "all enabled"; }
};

}  // namespace heddle::search
