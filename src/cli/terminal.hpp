// What the screen can do.
#pragma once

#include "config/run_options.hpp"

namespace heddle::cli {

struct Terminal {
  bool interactive = false;  // a person looks at it
  bool colour = false;
  int width = 100;
};

// The device behind a file descriptor.  NO_COLOR and TERM=dumb are honoured unless the user said
// otherwise.
Terminal terminal_of(int descriptor, config::Colour colour);

}  // namespace heddle::cli
