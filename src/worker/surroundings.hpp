// Reads the memory around objects that no symbol names, in an execution that is repeated for that
// purpose.
#pragma once

#include <vector>

#include "core/ids.hpp"
#include "core/memory_excerpt.hpp"
#include "core/schedule.hpp"
#include "monitors/memory_excerpts.hpp"
#include "native/native_system.hpp"
#include "result/code_excerpt.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

// A recorded execution is slower, and reading the memory takes time.
inline constexpr std::size_t kMostSurroundings = 32;
// An execution is continued for at most so many steps if its schedule does not reach its end.
inline constexpr std::size_t kFurtherSteps = 10'000;

// Executes a schedule from the start, as far as it goes.
void execute(native::NativeSystem& system, const Schedule& schedule);

// Records the schedule, and reads the memory around the objects before its last step, when all
// threads are paused.  Returns an excerpt for each object; none if the program does not repeat
// itself.
std::vector<MemoryExcerpt> read_before_last_step(native::NativeSystem& system,
                                                 native::MemoryExcerpts& excerpts,
                                                 const Schedule& schedule,
                                                 const std::vector<ObjectId>& objects);

// Returns the excerpt with places that mean the same in every process.
result::CodeExcerpt excerpt_of(const MemoryExcerpt& memory, const Recording& recording);

}  // namespace heddle::worker
