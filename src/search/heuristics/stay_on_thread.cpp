#include "search/heuristics/stay_on_thread.hpp"

namespace heddle::search {

Cost StayOnThread::cost(const Path& path, const Choice& choice) {
  return choice.decision.thread == path.last() ? 0 : 1;
}

}  // namespace heddle::search
