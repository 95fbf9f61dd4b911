#include "search/heuristics/thread_index.hpp"

namespace heddle::search {

Cost ThreadIndex::cost(const Path&, const Choice& choice) {
  return (Cost{index(choice.decision.thread)} << 16) | choice.decision.alternative;
}

}  // namespace heddle::search
