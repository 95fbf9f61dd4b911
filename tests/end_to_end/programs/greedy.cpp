// Correct, but wants much of what the argument names.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

constexpr std::size_t kGibibyte = std::size_t{1} << 30;
std::atomic<int> arrived{0};

void print(std::size_t megabytes) {
  static char line[1'000'001];
  std::memset(line, 'x', sizeof line - 2);
  line[sizeof line - 2] = '\n';
  for (std::size_t i = 0; i < megabytes; ++i) std::fputs(line, stdout);
}

void allocate(bool touch) {
  char* const memory = static_cast<char*>(std::malloc(kGibibyte));
  if (memory == nullptr) std::abort();
  for (std::size_t i = 0; touch && i < kGibibyte; i += 4096) memory[i] = 1;
  if (touch && memory[kGibibyte - 4096] != 1) std::abort();
  std::free(memory);
}

void start(int count) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back([] { arrived.fetch_add(1); });
  for (std::thread& thread : threads) thread.join();
  if (arrived != count) std::abort();
}

int main(int argc, char** argv) {
  const char* const what = argc == 2 ? argv[1] : "";
  if (std::strcmp(what, "print") == 0) print(20);
  if (std::strcmp(what, "allocate") == 0) allocate(false);
  if (std::strcmp(what, "touch") == 0) allocate(true);
  if (std::strcmp(what, "threads") == 0) start(100);
}
