// Announces memory of the caller that an interposed call reads or writes.  If the caller is not the
// program's own code, its memory is not observed, see program_code.hpp.
#pragma once

#include <cerrno>
#include <cstddef>

#include "interpose/memory/library_access.hpp"
#include "runtime/program_code.hpp"

namespace heddle::native {

inline bool observes_caller(Site site) { return controlled_quietly() && is_program_code(site); }

// The call is about to read or to fill memory.  It pauses for no other reason.  `others`: its
// arguments, as in Operation::second.
[[gnu::always_inline]] inline void use_memory(const PlainAccess& access, ObjectId others,
                                              Site site) {
  if (access.address == 0 || !observes_caller(site)) return;
  access_together([&] { return AccessList<1>{access}; }, site, others);
}

// The call has read or filled memory in a step that began with its scheduling point.
inline void used_memory(const PlainAccess& access, Site site) {
  if (access.address == 0 || !observes_caller(site)) return;
  const int error = errno;
  access_in_step(access, site);
  errno = error;
}

}  // namespace heddle::native
