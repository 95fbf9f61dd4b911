// Two threads that wake each other by events, in turns:
// `manual_reset_event [--fixed | --bug lost_set|unlocked_notify] [ROUNDS]`.  A set that comes while
// the other one goes to sleep is lost, and both sleep for ever.
#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "event.hpp"

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[ROUNDS]", {"lost_set", "unlocked_notify"});
  const int rounds = arguments.number(2);
  arguments.end();
  const Bug bug = arguments.has_bug("lost_set")          ? Bug::lost_set
                  : arguments.has_bug("unlocked_notify") ? Bug::unlocked_notify
                                                         : Bug::none;
  ManualResetEvent ping(bug);
  ManualResetEvent pong(bug);
  subjects::Threads threads;
  threads.start([&] {
    for (int i = 0; i < rounds; ++i) {
      ping.set();
      pong.wait();
      pong.reset();
    }
  });
  threads.start([&] {
    for (int i = 0; i < rounds; ++i) {
      ping.wait();
      ping.reset();
      pong.set();
    }
  });
}
