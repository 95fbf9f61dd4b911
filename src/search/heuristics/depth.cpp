#include "search/heuristics/depth.hpp"

namespace heddle::search {

Cost Depth::cost(const Path&, const Choice& choice) { return Cost{choice.depth} + 1; }

}  // namespace heddle::search
