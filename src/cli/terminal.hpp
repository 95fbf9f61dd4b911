// The capabilities of a terminal.
#pragma once

#include "config/run_options.hpp"

namespace heddle::cli {

struct Terminal {
  bool interactive = false;  // a terminal that is not dumb, no file or pipe
  bool colour = false;
  int width = 100;
};

// Examines the device behind a file descriptor.  NO_COLOR and TERM=dumb are honoured unless the
// user's option overrides them.
Terminal terminal_of(int descriptor, config::Colour colour);

}  // namespace heddle::cli
