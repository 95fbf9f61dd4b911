#include "search/heuristics/delays.hpp"

namespace heddle::search {

Cost Delays::cost(const Path& path, const Choice& choice) {
  return Cost{so_far()} + passed_over(path, choice.decision.thread);
}

void Delays::stepping(const Path& path, Decision decision) {
  counts_.push_back(so_far() + passed_over(path, decision.thread));
}

std::uint64_t Delays::context(const Path& path) const {
  const std::uint64_t count = count_ == Count::is_context ? so_far() : 0;
  return (count << 16) | (path.last() == kNoThread ? 0 : index(path.last()) + 1U);
}

// The threads that can move and come before the chosen one, from the last one on.  One that yields
// comes last.
std::uint32_t Delays::passed_over(const Path& path, ThreadId chosen) {
  const std::uint32_t last = path.last() == kNoThread ? 0 : index(path.last());
  const auto turn = [&](const ThreadView& thread) {
    const std::uint32_t id = index(thread.id);
    const bool yields = id == last && thread.yielding;
    constexpr std::uint32_t kRound = 1U << 16;
    return id > last || (id == last && !yields) ? id : id + kRound;
  };
  const ThreadView* own = path.view().find(chosen);
  std::uint32_t count = 0;
  for (const ThreadView& thread : path.view().threads) {
    if (thread.enabled() && turn(thread) < turn(*own)) ++count;
  }
  return count;
}

}  // namespace heddle::search
