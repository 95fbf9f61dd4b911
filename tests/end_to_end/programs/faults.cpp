// Does what the argument names to the process that Heddle shares with it; then two threads count.
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "behind_the_back.hpp"

namespace {

std::atomic<int> counter{0};
char* volatile kept = nullptr;  // so that no allocation is optimised away

bool is(const char* text, const char* wanted) { return std::strcmp(text, wanted) == 0; }

void close_everything() {
  for (int i = 0; i < 1024; ++i) close(i);
}

// Touches little of it.
void allocate_much() {
  constexpr std::size_t kSize = std::size_t{8} << 30;
  kept = static_cast<char*>(std::malloc(kSize));
  if (kept == nullptr) return;
  for (std::size_t i = 0; i < kSize; i += kSize / 4) kept[i] = 1;
  std::free(kept);
}

// Nobody watches, and no compiler makes a call of memset of it, which would be watched.
__attribute__((no_sanitize("thread"))) void fill_unwatched(char* at, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    at[i] = 65;
    asm volatile("" : : : "memory");
  }
}

void corrupt_heap(std::size_t size) {
  kept = static_cast<char*>(std::malloc(24));
  auto* const other = static_cast<char*>(std::malloc(24));
  fill_unwatched(kept, size);
  std::free(other);
  std::free(kept);
}

// All that libheddle.so may write to.
int overwrite_library(dl_phdr_info* file, std::size_t, void*) {
  if (std::strstr(file->dlpi_name, "libheddle") == nullptr) return 0;
  for (int i = 0; i < file->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = file->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
    // What is relocated is read-only by now.
    const std::size_t kept = part.p_memsz / 2;
    fill_unwatched(reinterpret_cast<char*>(file->dlpi_addr + part.p_vaddr + kept),
                   part.p_memsz - kept);
  }
  return 0;
}

void print_much() {
  static char line[1'000'001];
  std::memset(line, 'x', sizeof line - 2);
  line[sizeof line - 2] = '\n';
  for (int i = 0; i < 100; ++i) std::fputs(line, stdout);
}

void silence_terminal() {
  termios settings{};
  if (tcgetattr(STDIN_FILENO, &settings) != 0) return;
  settings.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

// Both go on as if they were alone.  The copy, which leads no group of processes, makes no further
// ones, lest a search that goes on in both fills the machine.
void fork_behind_the_back() {
  if (getpgrp() != getpid()) return;
  behind_the_back(SYS_clone, SIGCHLD);
}

}  // namespace

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "";
  if (is(what, "close")) close_everything();
  if (is(what, "allocate")) allocate_much();
  if (is(what, "overrun")) corrupt_heap(48);
  if (is(what, "ruin")) corrupt_heap(1 << 20);
  if (is(what, "print")) print_much();
  if (is(what, "shout")) {
    print_much();
    std::abort();
  }
  if (is(what, "terminal")) silence_terminal();
  if (is(what, "system") && std::system("true") == 0) std::abort();
  if (is(what, "clone")) fork_behind_the_back();
  std::thread first([what] {
    ++counter;
    if (is(what, "library")) dl_iterate_phdr(overwrite_library, nullptr);
    ++counter;
  });
  std::thread second([] { ++counter; });
  first.join();
  second.join();
  return counter == 3 ? 0 : 1;
}
