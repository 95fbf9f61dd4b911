// Recovered graphs, kept between runs of the command.
#pragma once

#include <string>

#include "guidance/program_graph.hpp"
#include "guidance/recovery/elf_image.hpp"

namespace heddle::guidance {

// The folder of the user's cache: $XDG_CACHE_HOME/heddle or ~/.cache/heddle; empty when neither
// variable is set.
std::string cache_folder();

// The graph of a program: from the cache when it holds one with this build id, otherwise recovered
// and put there.  A cache that cannot be read or written costs time, nothing else.  Several
// processes may share it: files appear whole, by rename.
ProgramGraph cached_graph(const ElfImage& image, const std::string& folder);

}  // namespace heddle::guidance
