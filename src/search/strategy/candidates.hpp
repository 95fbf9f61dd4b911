// The threads among which a sampler draws.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "search/engine/choice.hpp"

namespace heddle::search {

// The threads that the choices belong to, each once, in the order of the choices.
void list_threads(std::span<const Choice> choices, std::vector<ThreadId>& into);

// The place of one of the thread's choices, all equally likely: which way it goes is no matter of
// scheduling.  REQUIRES: there is one.
std::size_t draw_alternative(ThreadId thread, std::span<const Choice> choices, Random& random);

}  // namespace heddle::search
