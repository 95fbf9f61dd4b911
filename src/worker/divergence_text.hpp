// What differed when a program did not repeat itself, as a sentence for its author.
#pragma once

#include <string>

#include "system/divergence.hpp"
#include "system/interruption.hpp"

namespace heddle::worker {

std::string describe(const Divergence& divergence);
// How far a run came that ended in the middle of a step.
std::string describe(const Interruption& interruption);

}  // namespace heddle::worker
