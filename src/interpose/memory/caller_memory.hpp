// Announces memory of the caller that an interposed call reads or writes.  If the caller is not the
// program's own code, its memory is not observed, see program_code.hpp.
#pragma once

#include <cerrno>
#include <cstddef>

#include "interpose/memory/library_access.hpp"
#include "runtime/program_code.hpp"

namespace heddle::native {

inline bool observes_caller(Site site) { return controlled_quietly() && is_program_code(site); }

// Returns an access to memory that a caller may leave out.
inline PlainAccess optional(PlainAccess access) {
  if (access.address == 0) access.size = 0;
  return access;
}

// The call is about to read or to fill memory, all in one step: it must use none of it later than
// its step says.  It pauses for no other reason.  `others`: its arguments, as in Operation::second.
template <typename... Accesses>
[[gnu::always_inline]] inline void use_memory(ObjectId others, Site site, Accesses... accesses) {
  if (!observes_caller(site)) return;
  access_together([&] { return list_of(optional(accesses)...); }, site, others);
}

// The call has read or filled memory in a step that began with its scheduling point.
inline void used_memory(const PlainAccess& access, Site site) {
  if (access.address == 0 || !observes_caller(site)) return;
  const int error = errno;
  access_in_step(access, site);
  errno = error;
}

}  // namespace heddle::native
