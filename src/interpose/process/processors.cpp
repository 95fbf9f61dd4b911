// The number of processors.  Programs start so many threads: a result must not depend on the
// machine.
#include "interpose/process/processors.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cerrno>

#include "interpose/interpose.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
int show_processors(std::size_t size, cpu_set_t* into) {
  if (size < sizeof(unsigned long)) return EINVAL;
  if (controlled()) dirty_pages().touch(into, size);
  CPU_ZERO_S(size, into);
  for (std::size_t i = 0; i < kShownProcessors; ++i) CPU_SET_S(i, size, into);
  return 0;
}

HEDDLE_INTERPOSE long sysconf(int name) noexcept {
  const bool counts = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  return counts && is_of_program() ? long{kShownProcessors} : real().sysconf(name);
}

HEDDLE_INTERPOSE int get_nprocs() noexcept {
  return is_of_program() ? kShownProcessors : call_real<int>("get_nprocs");
}

HEDDLE_INTERPOSE int get_nprocs_conf() noexcept {
  return is_of_program() ? kShownProcessors : call_real<int>("get_nprocs_conf");
}

HEDDLE_INTERPOSE int sched_getaffinity(pid_t thread, std::size_t size, cpu_set_t* into) noexcept {
  if (!is_of_program()) return call_real<int>("sched_getaffinity", thread, size, into);
  const int error = show_processors(size, into);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

HEDDLE_INTERPOSE int pthread_getaffinity_np(pthread_t thread, std::size_t size,
                                            cpu_set_t* into) noexcept {
  if (!is_of_program()) return call_real<int>("pthread_getaffinity_np", thread, size, into);
  return show_processors(size, into);
}

}  // namespace heddle::native
