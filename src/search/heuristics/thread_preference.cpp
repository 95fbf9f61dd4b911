#include "search/heuristics/thread_preference.hpp"

namespace heddle::search {

Cost ThreadPreference::cost(const Path&, const Choice& choice) {
  return choice.decision.thread == preferred_ ? 0 : 1;
}

}  // namespace heddle::search
