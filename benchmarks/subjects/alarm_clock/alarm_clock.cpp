// A clock that wakes its clients: `alarm_clock [--fixed] [LAST [CLIENTS [INTERVAL]]]`; the clock
// stops at time LAST, every client sleeps for INTERVAL.  A client looks for its wake-up without the
// clock's monitor, misses it when the clock removes another one meanwhile, and returns too early.
#include <cassert>

#include "../common/arguments.hpp"
#include "../common/monitor.hpp"
#include "../common/threads.hpp"
#include "wake_ups.hpp"

namespace {

class AlarmClock {
 public:
  AlarmClock(int last, int clients) : last_(last), wake_ups_(clients) {}

  void run() {
    for (int i = 0; i < last_; ++i) tick();
  }

  // Returns when `interval` has passed, or at once if the clock will have stopped by then.
  void sleep(int interval) {
    WakeUp* own = nullptr;
    const int time = order(interval, own);
    if (time > last_) return;
    WakeUp* found = wake_ups_.find(time);
    if (found != nullptr) {
      auto inside = found->monitor.enter();
      if (wake_ups_.find(time) != nullptr) found->monitor.wait(inside);
    }
    check(time);
  }

  // The same, waiting for what it ordered instead of looking for it.
  void sleep_on_own(int interval) {
    WakeUp* own = nullptr;
    const int time = order(interval, own);
    if (time > last_) return;
    {
      auto inside = own->monitor.enter();
      while (!own->rung) own->monitor.wait(inside);
    }
    check(time);
  }

 private:
  void tick() {
    auto inside = monitor_.enter();
    ++now_;
    WakeUp* first = wake_ups_.first();
    if (first == nullptr || first->time != now_) return;
    wake_ups_.remove_first();
    auto inside_first = first->monitor.enter();
    first->rung = true;
    first->monitor.notify_all();
  }

  // Gives the time of the wake-up, and the wake-up unless the clock will have stopped.
  int order(int interval, WakeUp*& own) {
    auto inside = monitor_.enter();
    const int time = now_ + interval;
    if (time > last_) return time;
    own = wake_ups_.find(time);
    if (own == nullptr) own = wake_ups_.insert(time);
    return time;
  }

  void check(int time) {
    auto inside = monitor_.enter();
    assert(now_ >= time);
  }

  subjects::Monitor monitor_;
  int now_ = 0;
  const int last_;
  WakeUps wake_ups_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[LAST [CLIENTS [INTERVAL]]]");
  const int last = arguments.number(5);
  const int clients = arguments.number(2);
  const int interval = arguments.number(2, 1);
  arguments.end();
  AlarmClock clock(last, clients);
  const auto sleep = arguments.fixed() ? &AlarmClock::sleep_on_own : &AlarmClock::sleep;
  subjects::Threads threads;
  threads.start([&] { clock.run(); });
  threads.start(clients, [&](int) { (clock.*sleep)(interval); });
}
