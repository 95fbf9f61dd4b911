// Looks like a GoogleTest program and misbehaves when its tests are listed.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

int main(int argc, char** argv) {
  const char* const mode = std::getenv("FALSE_SUITE");
  const bool lists = argc > 1 && std::strcmp(argv[1], "--gtest_list_tests") == 0;
  if (!lists || mode == nullptr) return 0;
  if (std::strcmp(mode, "crash") == 0) std::raise(SIGSEGV);
  if (std::strcmp(mode, "garbage") == 0) std::printf("%s", "\x01 garbage\n.\n  \xff\n");
  while (std::strcmp(mode, "print") == 0) std::printf("Suite.\n  Test\n");
  while (std::strcmp(mode, "hang") == 0) std::this_thread::sleep_for(std::chrono::hours(1));
  if (std::strcmp(mode, "missing") == 0 && argc == 2) std::printf("Suite.\n  Test\n");
  return 0;
}
