// Refuses synchronisation that Heddle does not model yet.  Without control, these functions would
// block the one real thread without end.
#include <pthread.h>
#include <semaphore.h>

#include <cstdarg>

#include "interpose/interpose.hpp"

namespace heddle::native {
#define HEDDLE_REFUSE(name, what, parameters, ...)                              \
  HEDDLE_INTERPOSE int name parameters {                                        \
    if (!controlled()) return call_real<int>(#name __VA_OPT__(, ) __VA_ARGS__); \
    scheduler().refuse("the program calls " #name ": " what                     \
                       " are not supported yet; run this part without Heddle"); \
  }

HEDDLE_REFUSE(sem_unlink, "named semaphores", (const char* name), name)

HEDDLE_INTERPOSE sem_t* sem_open(const char* name, int flags, ...) {
  if (controlled()) {
    scheduler().refuse(
        "the program calls sem_open: named semaphores are shared between processes; use sem_init");
  }
  va_list list;
  va_start(list, flags);
  const auto mode = va_arg(list, unsigned);
  const auto value = va_arg(list, unsigned);
  va_end(list);
  return HEDDLE_ORIGINAL(sem_open)(name, flags, mode, value);
}

}  // namespace heddle::native
