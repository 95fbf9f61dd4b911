// Converts the shape of a search to data of a result.
#pragma once

#include "result/explored_tree.hpp"
#include "search/engine/depth_profile.hpp"

namespace heddle::worker {

// Leaves out levels below the deepest one that was reached.
result::ExploredTree explored_tree(const search::DepthProfile& depths);

}  // namespace heddle::worker
