// Describes a divergence (a program that did not repeat itself) in a sentence for its author.
#pragma once

#include <string>

#include "system/divergence.hpp"
#include "system/interruption.hpp"

namespace heddle::worker {

std::string describe(const Divergence& divergence);
// Describes the progress of a run that ended in the middle of a step.
std::string describe(const Interruption& interruption);

}  // namespace heddle::worker
