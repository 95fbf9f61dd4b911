#include "search/heuristics/thread_orders.hpp"

#include <algorithm>

namespace heddle::search {

Cost ThreadIndex::cost(const Path&, const Choice& choice) {
  return (Cost{index(choice.decision.thread)} << 16) | choice.decision.alternative;
}

Cost StayOnThread::cost(const Path& path, const Choice& choice) {
  return choice.decision.thread == path.last() ? 0 : 1;
}

Cost SwitchThread::cost(const Path& path, const Choice& choice) {
  return choice.decision.thread == path.last() ? 1 : 0;
}

Cost ThreadPreference::cost(const Path&, const Choice& choice) {
  const bool is_preferred =
      std::find(preferred_.begin(), preferred_.end(), choice.decision.thread) != preferred_.end();
  return is_preferred ? 0 : 1;
}

Cost YieldersLast::cost(const Path& path, const Choice& choice) {
  const ThreadView* thread = path.view().find(choice.decision.thread);
  return thread != nullptr && thread->yielding ? 1 : 0;
}

Cost Shuffle::cost(const Path&, const Choice&) { return random_.next(); }

}  // namespace heddle::search
