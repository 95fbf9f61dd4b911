// What differed when a program did not repeat itself, as a sentence for its author.
#pragma once

#include <string>

#include "system/divergence.hpp"

namespace heddle::worker {

std::string describe(const Divergence& divergence);

}  // namespace heddle::worker
