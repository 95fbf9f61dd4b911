#include "search/engine/expansion.hpp"

namespace heddle::search {

void AllEnabled::expand(const Path& path, std::vector<Choice>& into) {
  const std::uint32_t depth = path.depth();
  for (const ThreadView& thread : path.view().threads) {
    for (std::uint16_t alternative = 0; alternative < thread.alternatives; ++alternative) {
      into.push_back({depth, {thread.id, alternative}});
    }
  }
}

}  // namespace heddle::search
