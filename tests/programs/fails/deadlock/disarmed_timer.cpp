// A read waits for a timer that another thread disarms.
// heddle: --early-timeouts 0
#include <sys/timerfd.h>
#include <unistd.h>

#include <cstdint>
#include <thread>

int main() {
  const int timer = timerfd_create(CLOCK_REALTIME, 0);
  const itimerspec soon{{}, {1, 0}};
  timerfd_settime(timer, 0, &soon, nullptr);
  std::thread reader([&] {
    std::uint64_t count = 0;
    (void)!read(timer, &count, sizeof count);
  });
  const itimerspec never{};
  timerfd_settime(timer, 0, &never, nullptr);
  reader.join();
}
