#include "search/heuristics/dpor_points.hpp"

namespace heddle::search {

Cost DporPoints::cost(const Choice& choice) {
  switch (points_.kind(choice)) {
    case BacktrackPoints::Kind::reversal:
      return 0;
    case BacktrackPoints::Kind::conservative:
      return defers_ == Defers::conservative_ones ? 1 : 0;
    case BacktrackPoints::Kind::none:
      break;
  }
  return rest_ == Rest::is_point ? 0 : 2;
}

}  // namespace heddle::search
