#include "snapshot/liveness/jump_table.hpp"

#include <cstring>

namespace heddle::native {

std::optional<std::vector<std::uintptr_t>> table_targets(std::uintptr_t table, std::uintptr_t base,
                                                         std::uint64_t count,
                                                         const FunctionPart& part) {
  constexpr std::uint64_t kMostEntries = 1024;
  if (count > kMostEntries) return std::nullopt;
  std::vector<std::uintptr_t> targets;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::int32_t entry = 0;
    std::memcpy(&entry, reinterpret_cast<const void*>(table + i * sizeof entry), sizeof entry);
    const std::uintptr_t target = base + static_cast<std::uintptr_t>(std::intptr_t{entry});
    if (!part.holds(target)) return std::nullopt;
    targets.push_back(target);
  }
  return targets;
}

}  // namespace heddle::native
