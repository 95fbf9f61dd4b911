#include "search/heuristics/hierarchy.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace heddle::search {

Hierarchy::Hierarchy(std::vector<std::unique_ptr<Priority>> parts) : parts_(std::move(parts)) {
  unsigned bits = 0;
  for (const auto& part : parts_) {
    bits += part->bits();
    if (!name_.empty()) name_ += ',';
    name_ += part->name();
  }
  HEDDLE_CHECK(bits <= 64, "priorities do not fit into one number");
}

void Hierarchy::arrived(const Path& path, std::span<const Choice> choices) {
  for (const auto& part : parts_) part->arrived(path, choices);
}

void Hierarchy::ended(std::uint32_t first_new) {
  for (const auto& part : parts_) part->ended(first_new);
}

Cost Hierarchy::cost(const Choice& choice) {
  Cost all = 0;
  for (const auto& part : parts_) {
    const Cost most = (Cost{1} << part->bits()) - 1;
    all = (all << part->bits()) | std::min(part->cost(choice), most);
  }
  return all;
}

}  // namespace heddle::search
