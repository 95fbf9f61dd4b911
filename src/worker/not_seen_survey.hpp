// What the search could not see of the program: code without instrumentation, and memory orders.
#pragma once

#include "result/not_seen.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

result::NotSeen not_seen(const Recording& recording);

}  // namespace heddle::worker
