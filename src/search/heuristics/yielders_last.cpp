#include "search/heuristics/yielders_last.hpp"

namespace heddle::search {

Cost YieldersLast::cost(const Path& path, const Choice& choice) {
  const ThreadView* thread = path.view().find(choice.decision.thread);
  return thread != nullptr && thread->yielding ? 1 : 0;
}

}  // namespace heddle::search
