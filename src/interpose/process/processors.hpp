// The processors that a program sees.
#pragma once

#include <sched.h>

#include <cstddef>

namespace heddle::native {

inline constexpr int kShownProcessors = 2;

// Fills a set of processors as the kernel does.  Returns an error number.
int show_processors(std::size_t size, cpu_set_t* into);

}  // namespace heddle::native
