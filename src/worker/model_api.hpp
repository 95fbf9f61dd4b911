// State that the interface for models shares with the start of the process.
#pragma once

#include <string>

#include "fleet/channel.hpp"

namespace heddle::worker {

// Returns whether the program declares a model: its main is not explored.
bool program_has_model();

// Makes the model wait for the program to explore it.  A program that ends before is refused.
void prepare_model(fleet::Channel channel, const std::string& channel_text);

}  // namespace heddle::worker
