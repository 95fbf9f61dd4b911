// A periodic timer on virtual time, read through epoll by one thread and set by another.
// heddle: --early-timeouts 0
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <thread>

int main() {
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  std::uint64_t expirations = 0;
  assert(read(timer, &expirations, sizeof expirations) < 0 && errno == EAGAIN);

  std::atomic<int> ticks{0};
  std::thread reader([&] {
    const int set = epoll_create1(0);
    epoll_event event{.events = EPOLLIN, .data = {}};
    assert(epoll_ctl(set, EPOLL_CTL_ADD, timer, &event) == 0);
    while (ticks < 3) {
      assert(epoll_wait(set, &event, 1, -1) == 1);
      std::uint64_t count = 0;
      assert(read(timer, &count, sizeof count) == sizeof count);
      ticks += static_cast<int>(count);
    }
    close(set);
  });
  const itimerspec every_ten{{0, 10'000'000}, {0, 10'000'000}};
  assert(timerfd_settime(timer, 0, &every_ten, nullptr) == 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  assert(ticks == 2);
  reader.join();

  itimerspec old{};
  const itimerspec never{};
  assert(timerfd_settime(timer, 0, &never, &old) == 0);
  assert(old.it_interval.tv_nsec == 10'000'000 && old.it_value.tv_nsec > 0);
  assert(timerfd_gettime(timer, &old) == 0 && old.it_value.tv_nsec == 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  assert(read(timer, &expirations, sizeof expirations) < 0);
  close(timer);
  assert(timerfd_settime(timer, 0, &every_ten, nullptr) < 0);
}
