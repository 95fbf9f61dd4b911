#include "search/heuristics/unfairness.hpp"

namespace heddle::search {

Cost Unfairness::cost(const Path& path, const Choice& choice) {
  return fairness_->holds_back(path, choice.decision.thread) ? 1 : 0;
}

}  // namespace heddle::search
