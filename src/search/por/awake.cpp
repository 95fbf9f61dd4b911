#include "search/por/awake.hpp"

namespace heddle::search {

void Awake::expand(const Path& path, std::vector<Choice>& into) {
  const VisitedAsleep::Opening& opening = visited_.opening();
  sleep_sets_->keep(opening.asleep);
  for (const ThreadView& thread : path.view().threads) {
    const SleepSet self = bit_of(thread.id);
    const bool moves = opening.is_new ? (opening.asleep & self) == 0 : (opening.woken & self) != 0;
    if (!moves) continue;
    for (std::uint16_t alternative = 0; alternative < thread.alternatives; ++alternative) {
      into.push_back({path.depth(), {thread.id, alternative}});
    }
  }
}

}  // namespace heddle::search
