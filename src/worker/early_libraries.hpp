// Libraries that the program loads while it is explored, loaded before the exploration.
#pragma once

#include <string>

#include "fleet/channel.hpp"

namespace heddle::worker {

// As the process was started.
void note_arguments(char** argv);

// Loads those for which the process began anew, as the constructor of a static object would.
void load_early_libraries();

// Begins the process anew, with one more library.  Returns when that cannot be done.
// REQUIRES: the program is in its initial state.
void begin_with_library(const fleet::Channel& channel, const std::string& file);

}  // namespace heddle::worker
