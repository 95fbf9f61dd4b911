// Small random programs that spin: loops that read until they see what they wait for, locks made of
// exchanges and compare-exchanges, tickets.
#pragma once

#include "core/random.hpp"
#include "model/program.hpp"

namespace heddle::model {

// 2 or 3 threads over 3 cells, of which the last is a lock.  No loop changes anything when it goes
// round.  Programs may go round for ever, deadlock or fail an assertion.
Program random_spins(Random& random);

}  // namespace heddle::model
