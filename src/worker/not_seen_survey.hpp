// Collects the parts of the program that the search did not cover: uninstrumented code and weak
// memory orders.
#pragma once

#include "result/not_seen.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

result::NotSeen not_seen(const Recording& recording);

}  // namespace heddle::worker
