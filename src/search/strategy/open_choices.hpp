// The open choices of the current path: a stack with the next choice on top.  The depths of their
// states ascend towards the top.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "search/strategy/frontier.hpp"

namespace heddle::search {

class OpenChoices {
 public:
  // Adds choices of the path's states, best first.  Returns whether the present state has several.
  bool add(const Path& path, std::span<const Choice> choices);

  // REQUIRES: no open choice lies deeper.
  void push(const Choice& choice) { open_.push_back(choice); }

  bool empty() const { return open_.empty(); }
  std::size_t size() const { return open_.size(); }
  const Choice& top() const { return open_.back(); }

  // Removes the top and makes it the branch.
  void take(Branch& into);

  // Removes the choices of the deepest state that has any, and returns them, the next one last.
  std::vector<Decision> take_deepest_state();

 private:
  std::vector<Choice> open_;
};

}  // namespace heddle::search
