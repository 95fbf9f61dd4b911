// Users of something that only PERMITS of them may use at once:
// `slim_semaphore [--fixed | --bug overshoot|lost_release|one_wakeup] [USERS [PERMITS]]`.
// overshoot: too many get in.  lost_release and one_wakeup: a user sleeps though there is a permit.
#include <atomic>
#include <cassert>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "semaphore.hpp"

namespace {

// Only so many may be inside at once; the main thread lets the first ones in.
void share(int users, int permits, Bug bug) {
  SlimSemaphore semaphore(0, bug);
  std::atomic<int> inside{0};
  subjects::Threads threads;
  threads.start(users, [&](int) {
    semaphore.acquire();
    assert(++inside <= permits);
    --inside;
    semaphore.release();
  });
  semaphore.release(permits);
}

// Everybody waits for one start.
void start_together(int users, Bug bug) {
  SlimSemaphore semaphore(0, bug);
  subjects::Threads threads;
  threads.start(users, [&](int) { semaphore.acquire(); });
  semaphore.release(users);
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[USERS [PERMITS]]",
                                {"overshoot", "lost_release", "one_wakeup"});
  const int users = arguments.number(3);
  const int permits = arguments.number(2, 1);
  arguments.end();
  const Bug bug = arguments.has_bug("overshoot")      ? Bug::overshoot
                  : arguments.has_bug("lost_release") ? Bug::lost_release
                  : arguments.has_bug("one_wakeup")   ? Bug::one_wakeup
                                                      : Bug::none;
  if (bug != Bug::one_wakeup) share(users, permits, bug);
  if (bug == Bug::none || bug == Bug::one_wakeup) start_together(users, bug);
}
