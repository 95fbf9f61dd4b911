// Properties of called functions, judged by their names.  Some throw, or end the process or the
// thread: the code behind a call of one belongs to something else.  Others return again later, or
// keep no address.
#pragma once

#include <cstdint>

namespace heddle::native {

// Returns whether a call of the function at the address never returns, judged by its name.  The
// address may be that of a stub for a function of another library.  REQUIRES: called by the
// engine.
bool never_returns(std::uintptr_t callee);

// Returns whether a call may return several times, as one of setjmp does.  `callee` is 0 if it is
// not known.  REQUIRES: as above.
bool returns_twice(std::uintptr_t callee);

// Returns whether the function only announces an access to the address that is its first argument.
// REQUIRES: as above.
bool announces_access(std::uintptr_t callee);

}  // namespace heddle::native
