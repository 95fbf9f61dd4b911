#include "search/heuristics/shuffle.hpp"

namespace heddle::search {

Cost Shuffle::cost(const Path&, const Choice&) { return random_.next(); }

}  // namespace heddle::search
