// Generates small random programs that spin: loops that read until a cell has an awaited value,
// locks made of exchanges and compare-exchanges, tickets.
#pragma once

#include "core/random.hpp"
#include "model/program.hpp"

namespace heddle::model {

// Generates 2 or 3 threads over 3 cells, of which the last is a lock.  No iteration of a loop
// changes anything.  Programs may livelock, deadlock or fail an assertion.
Program random_spins(Random& random);

}  // namespace heddle::model
