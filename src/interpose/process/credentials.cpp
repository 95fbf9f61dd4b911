// Refuses changes of the process's user and groups, which Heddle cannot undo.  The C library would
// also send a signal to every thread, and the threads that lend their control blocks are parked.
#include <unistd.h>

#include "interpose/interpose.hpp"

namespace heddle::native {
namespace {

constexpr auto kKept = static_cast<unsigned>(-1);

bool keeps(unsigned wanted, unsigned is) { return wanted == kKept || wanted == is; }

struct Ids {
  unsigned real = 0;
  unsigned effective = 0;
  unsigned saved = 0;

  bool are_kept_by(unsigned new_real, unsigned new_effective, unsigned new_saved) const {
    return keeps(new_real, real) && keeps(new_effective, effective) && keeps(new_saved, saved);
  }
};

Ids users() {
  Ids ids;
  ::getresuid(&ids.real, &ids.effective, &ids.saved);
  return ids;
}

Ids groups() {
  Ids ids;
  ::getresgid(&ids.real, &ids.effective, &ids.saved);
  return ids;
}

[[noreturn]] void refuse_change(const char* sentence) { scheduler().refuse(sentence); }

}  // namespace

// `name` is the call, and `is_kept` says whether it changes nothing.
#define HEDDLE_CREDENTIALS(name, parameters, is_kept, ...)                       \
  HEDDLE_INTERPOSE int name parameters noexcept(false) {                         \
    if (!controlled()) return call_real<int>(#name, __VA_ARGS__);                \
    if (is_kept) return 0;                                                       \
    refuse_change("the program calls " #name                                     \
                  ": Heddle cannot undo a change of the user "                   \
                  "or the groups of the process; run this part without Heddle"); \
  }

HEDDLE_CREDENTIALS(setuid, (unsigned id), users().are_kept_by(id, id, id), id)
HEDDLE_CREDENTIALS(setgid, (unsigned id), groups().are_kept_by(id, id, id), id)
HEDDLE_CREDENTIALS(seteuid, (unsigned id), users().are_kept_by(kKept, id, kKept), id)
HEDDLE_CREDENTIALS(setegid, (unsigned id), groups().are_kept_by(kKept, id, kKept), id)
HEDDLE_CREDENTIALS(setreuid, (unsigned real, unsigned effective),
                   users().are_kept_by(real, effective, effective), real, effective)
HEDDLE_CREDENTIALS(setregid, (unsigned real, unsigned effective),
                   groups().are_kept_by(real, effective, effective), real, effective)
HEDDLE_CREDENTIALS(setresuid, (unsigned real, unsigned effective, unsigned saved),
                   users().are_kept_by(real, effective, saved), real, effective, saved)
HEDDLE_CREDENTIALS(setresgid, (unsigned real, unsigned effective, unsigned saved),
                   groups().are_kept_by(real, effective, saved), real, effective, saved)
HEDDLE_CREDENTIALS(setgroups, (std::size_t count, const unsigned* list), false, count, list)
HEDDLE_CREDENTIALS(initgroups, (const char* user, unsigned group), false, user, group)

}  // namespace heddle::native
