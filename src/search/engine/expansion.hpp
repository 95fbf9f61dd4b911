// Interface of expansions: the choices that a newly reached state opens, there or further up the
// path; and the expansion that opens all of them.
#pragma once

#include <string_view>
#include <vector>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

class Expansion {
 public:
  virtual ~Expansion() = default;

  // Appends the choices that the path's present state opens.  REQUIRES: its verdict is running.
  virtual void expand(const Path& path, std::vector<Choice>& into) = 0;

  // Whether that is every choice which the bounds admit.  If not, the others would only reorder
  // independent steps.
  virtual bool opens_all() const { return true; }

  virtual std::string_view name() const = 0;
};

// Every alternative of every thread that may move, by ascending thread and alternative.
class AllEnabled final : public Expansion {
 public:
  void expand(const Path& path, std::vector<Choice>& into) override;
  std::string_view name() const override { return "all enabled"; }
};

}  // namespace heddle::search
