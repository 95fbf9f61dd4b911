#include "search/heuristics/switch_thread.hpp"

namespace heddle::search {

Cost SwitchThread::cost(const Path& path, const Choice& choice) {
  return choice.decision.thread == path.last() ? 1 : 0;
}

}  // namespace heddle::search
