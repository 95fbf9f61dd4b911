#include "search/strategy/candidates.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace heddle::search {

void list_threads(std::span<const Choice> choices, std::vector<ThreadId>& into) {
  into.clear();
  for (const Choice& choice : choices) {
    const ThreadId thread = choice.decision.thread;
    if (std::find(into.begin(), into.end(), thread) == into.end()) into.push_back(thread);
  }
}

std::size_t draw_alternative(ThreadId thread, std::span<const Choice> choices, Random& random) {
  const auto is_its_own = [thread](const Choice& choice) {
    return choice.decision.thread == thread;
  };
  const auto count =
      static_cast<std::uint64_t>(std::count_if(choices.begin(), choices.end(), is_its_own));
  HEDDLE_CHECK(count > 0, "a thread without a choice was drawn");
  std::uint64_t left = count == 1 ? 0 : random.below(count);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (is_its_own(choices[i]) && left-- == 0) return i;
  }
  return 0;
}

}  // namespace heddle::search
