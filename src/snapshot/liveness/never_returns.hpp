// Functions that throw, or end the process or the thread: what stands behind a call of one belongs
// to something else.
#pragma once

#include <cstdint>

namespace heddle::native {

// Whether a call of the function at the address never returns, as far as is known by its name.  The
// address may be that of a stub that goes to a function of another library.  REQUIRES: called by
// the engine.
bool never_returns(std::uintptr_t callee);

}  // namespace heddle::native
