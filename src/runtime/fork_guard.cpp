#include "runtime/fork_guard.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "core/check.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {
namespace {

bool has_children() {
  siginfo_t found{};
  const long failure = raw_syscall(SYS_waitid, P_ALL, 0, reinterpret_cast<long>(&found),
                                   WEXITED | WNOHANG | WNOWAIT | __WALL);
  return failure != -ECHILD;
}

}  // namespace

void install_fork_guard() {
  if (runtime().process_mark != &kOriginalProcess) return;
  const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const page =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  HEDDLE_CHECK(page != MAP_FAILED, "no memory for the mark of the original process");
  auto* const mark = static_cast<std::uint64_t*>(page);
  *mark = kOriginalProcess;
  // Kernels and emulators without MADV_WIPEONFORK keep the mark in copies: forked processes are
  // not detected then.
  raw_syscall(SYS_madvise, reinterpret_cast<long>(page), static_cast<long>(size), MADV_WIPEONFORK);
  runtime().process_mark = mark;
  runtime().had_children = has_children();
}

bool has_new_children() { return !runtime().had_children && has_children(); }

}  // namespace heddle::native
