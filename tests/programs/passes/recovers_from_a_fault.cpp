// The program handles its own faults: a handler jumps back to where it is safe.
#include <cassert>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <thread>

namespace {
volatile std::uintptr_t nowhere = 64;
thread_local sigjmp_buf before_the_fault;
thread_local volatile std::sig_atomic_t faults = 0;

void recover(int) {
  faults = faults + 1;
  siglongjmp(before_the_fault, 1);
}

void recover_with_address(int, siginfo_t* info, void* context) {
  assert(context != nullptr);
  if (reinterpret_cast<std::uintptr_t>(info->si_addr) == nowhere) recover(info->si_signo);
}

void load_from_nowhere() {
  const std::uintptr_t address = nowhere;
  if (sigsetjmp(before_the_fault, 1) == 0) (void)*reinterpret_cast<volatile int*>(address);
}
}  // namespace

int main() {
  struct sigaction action {};
  action.sa_handler = recover;
  sigaction(SIGBUS, &action, nullptr);
  action.sa_sigaction = recover_with_address;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
  std::thread other([] {
    load_from_nowhere();
    load_from_nowhere();
    assert(faults == 2);
  });
  load_from_nowhere();
  assert(faults == 1);
  other.join();
}
