// Priorities in order of importance: ties of the first are decided by the second, and so on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "search/heuristics/priority.hpp"

namespace heddle::search {

class Hierarchy {
 public:
  // REQUIRES: their bits are 64 at most.
  explicit Hierarchy(std::vector<std::unique_ptr<Priority>> parts);

  void arrived(const Path& path, std::span<const Choice> choices);
  void ended(std::uint32_t first_new);
  Cost cost(const Choice& choice);

  // "mdpor,pb".
  const std::string& name() const { return name_; }

 private:
  std::vector<std::unique_ptr<Priority>> parts_;
  std::string name_;
};

}  // namespace heddle::search
