#include "worker/adopted_points.hpp"

#include "monitors/private_memory.hpp"
#include "monitors/shared_memory.hpp"
#include "runtime/root.hpp"

namespace heddle::worker {

native::PlainPoints points_of(config::Points points, native::PlainPoints by_default) {
  switch (points) {
    case config::Points::auto_:
      break;
    case config::Points::sync:
      return native::PlainPoints::none;
    case config::Points::racing:
      return native::PlainPoints::racing;
    case config::Points::shared:
      return native::PlainPoints::shared;
    case config::Points::all:
      return native::PlainPoints::all;
  }
  return by_default;
}

bool adopt_what_is_shared() {
  switch (native::flags().plain_points) {
    case native::PlainPoints::none:
      break;
    case native::PlainPoints::shared:
      return native::shared_memory().adopt();
    case native::PlainPoints::all:
      return native::private_memory().adopt();
    case native::PlainPoints::racing:
      return native::racing_memory().adopt();
  }
  return false;
}

std::uint64_t adoptions() {
  switch (native::flags().plain_points) {
    case native::PlainPoints::none:
      break;
    case native::PlainPoints::shared:
      return native::shared_memory().adoptions();
    case native::PlainPoints::all:
      return native::private_memory().adoptions();
    case native::PlainPoints::racing:
      return native::racing_memory().adoptions();
  }
  return 0;
}

std::vector<std::string> adopted_cells() {
  switch (native::flags().plain_points) {
    case native::PlainPoints::shared:
      return native::shared_memory().ranges();
    case native::PlainPoints::racing:
      return native::racing_memory().ranges();
    case native::PlainPoints::none:
    case native::PlainPoints::all:
      break;
  }
  return native::private_memory().shared_cells();
}

void adopt_only(const std::vector<std::string>& cells) {
  switch (native::flags().plain_points) {
    case native::PlainPoints::shared:
      return native::shared_memory().adopt_only(cells);
    case native::PlainPoints::racing:
      return native::racing_memory().adopt_only(cells);
    case native::PlainPoints::none:
    case native::PlainPoints::all:
      break;
  }
  native::private_memory().adopt_only(cells);
}

}  // namespace heddle::worker
