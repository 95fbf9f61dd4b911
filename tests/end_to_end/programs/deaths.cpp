// Bug: in one order of the threads, and only there, the process ends in the way that the argument
// names.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "behind_the_back.hpp"

std::atomic<int> started{0};
std::atomic<int> finished{0};

__attribute__((noinline)) unsigned dive(unsigned depth) {
  volatile char room[1024];
  room[depth % sizeof room] = 1;
  if (depth == ~0U) return 0;
  return dive(depth + 1) + room[0];
}

__attribute__((noinline)) void trap() {
#if defined(__x86_64__)
  // Both unknown: of 1 / zero a compiler makes comparisons, which do not trap.  On other machines a
  // division by zero gives 0.
  volatile int number = 7;
  volatile int zero = 0;
  volatile int quotient = number / zero;
  (void)quotient;
#else
  __builtin_trap();
#endif
}

// No memory has such an address, and the kernel of x86-64 does not say which it was.
void write_to_a_wild_pointer() { *reinterpret_cast<volatile int*>(0x4141414141414141) = 1; }

void execute_a_privileged_instruction() {
#if defined(__x86_64__)
  asm volatile("hlt");
#else
  asm volatile("msr daifset, #2");
#endif
}

// Other machines read what is not aligned.
void read_a_misaligned_vector() {
#if defined(__x86_64__)
  alignas(16) static char bytes[32];
  asm volatile("movaps %0, %%xmm0" : : "m"(bytes[1]) : "xmm0");
#else
  std::abort();
#endif
}

void abort_without_exceptions() noexcept { std::abort(); }

void throw_out() { throw std::runtime_error("thrown where nothing may be thrown"); }
void throw_without_exceptions() noexcept { throw_out(); }

void die(const char* how) {
  void (*volatile nothing)() = nullptr;
  if (std::strcmp(how, "kill") == 0) behind_the_back(SYS_kill, getpid(), SIGKILL);
  if (std::strcmp(how, "terminate") == 0) behind_the_back(SYS_kill, getpid(), SIGTERM);
  if (std::strcmp(how, "exit_group") == 0) behind_the_back(SYS_exit_group, 0);
  // Where Heddle keeps what it knows about the threads.
  if (std::strcmp(how, "overwrite") == 0)
    std::memset(reinterpret_cast<void*>(0x200000000000), 65, 4096);
  if (std::strcmp(how, "overflow") == 0) finished = static_cast<int>(dive(0));
  if (std::strcmp(how, "null_call") == 0) nothing();
  if (std::strcmp(how, "wild") == 0) write_to_a_wild_pointer();
  if (std::strcmp(how, "privileged") == 0) execute_a_privileged_instruction();
  if (std::strcmp(how, "misaligned") == 0) read_a_misaligned_vector();
  if (std::strcmp(how, "trap") == 0) trap();
  if (std::strcmp(how, "abort") == 0) abort_without_exceptions();
  if (std::strcmp(how, "throw") == 0) throw_without_exceptions();
}

int main(int argc, char** argv) {
  const char* const how = argc == 2 ? argv[1] : "";
  std::thread worker([] {
    started.store(1);
    finished.store(1);
  });
  std::thread witness([how] {
    if (started.load() == 1 && finished.load() == 0) die(how);
  });
  worker.join();
  witness.join();
}
