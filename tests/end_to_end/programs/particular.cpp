// Correct only with the right arguments and environment.  Prints them, and its status is that of
// the first argument.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

int main(int argc, char** argv) {
  const char* const colour = std::getenv("PARTICULAR_COLOUR");
  std::printf("colour %s\n", colour != nullptr ? colour : "missing");
  for (int i = 1; i < argc; ++i) std::printf("argument %d: %s\n", i, argv[i]);
  std::mutex mutex;
  int sum = 0;
  const auto add = [&] {
    const std::lock_guard lock(mutex);
    ++sum;
  };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  std::printf("sum %d\n", sum);
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
