// A timer may expire before another thread disarms it.
#include <sys/timerfd.h>
#include <unistd.h>

#include <cassert>
#include <chrono>
#include <cstdint>
#include <thread>

int main() {
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  const itimerspec soon{{}, {0, 5'000'000}};
  timerfd_settime(timer, 0, &soon, nullptr);
  bool expired = false;
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::uint64_t count = 0;
    expired = read(timer, &count, sizeof count) > 0;
  });
  const itimerspec never{};
  timerfd_settime(timer, 0, &never, nullptr);
  reader.join();
  assert(!expired);
}
