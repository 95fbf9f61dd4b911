#include "search/por/object_table.hpp"

#include <algorithm>

namespace heddle::search {

std::uint32_t ObjectTable::number(const Access& access) {
  const auto next = static_cast<std::uint32_t>(objects_.size());
  const auto [found, is_new] = numbers_.try_emplace(access.object, next);
  if (is_new) objects_.push_back({access.object, 0, {}});
  if (access.size > objects_[found->second].size) widen(found->second, access.size);
  return found->second;
}

// Looks at every address from which an object could reach into this one, or which it reaches.
void ObjectTable::widen(std::uint32_t number, std::uint8_t size) {
  objects_[number].size = size;
  widest_ = std::max(widest_, size);
  const auto begin = static_cast<std::uint64_t>(objects_[number].id);
  const Access own{objects_[number].id, size, AccessMode::write};
  for (std::uint64_t at = begin - widest_ + 1; at != begin + size; ++at) {
    const auto other = numbers_.find(ObjectId{at});
    if (other == numbers_.end() || other->second == number) continue;
    const Object& object = objects_[other->second];
    if (overlap(own, {object.id, object.size, AccessMode::write})) link(number, other->second);
  }
}

void ObjectTable::link(std::uint32_t a, std::uint32_t b) {
  std::vector<std::uint32_t>& known = objects_[a].overlapping;
  if (std::find(known.begin(), known.end(), b) != known.end()) return;
  known.push_back(b);
  objects_[b].overlapping.push_back(a);
}

}  // namespace heddle::search
