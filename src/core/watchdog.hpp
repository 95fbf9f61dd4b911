// The orders that a watching process gives to a worker, as the value of the watchdog signal.
#pragma once

namespace heddle {

enum class WatchdogOrder : int {
  prove = 1,  // fail the step in progress if its state repeats
  fail = 2,   // fail the step in progress: it is taken for non-terminating
  stop = 3,   // leave the execution in progress; the run is over
};

}  // namespace heddle
