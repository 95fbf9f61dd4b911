// A program graph as one binary text, for the cache.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "guidance/program_graph.hpp"

namespace heddle::guidance {

std::string encode(const ProgramGraph& graph);

// Refuses everything that `encode` does not write.
Result<ProgramGraph> decode_graph(std::string_view text);

}  // namespace heddle::guidance
