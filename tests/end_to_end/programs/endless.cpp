// Bug: never ends, in the way that the argument names.
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

std::atomic<bool> stop{false};
std::atomic<int> other{0};

int main(int argc, char** argv) {
  const char* const how = argc == 2 ? argv[1] : "";
  if (std::strcmp(how, "alone") == 0) {
    while (!stop.load()) {
    }
  } else if (std::strcmp(how, "beside") == 0) {
    std::thread waiting([] {
      while (!stop.load()) {
      }
    });
    for (int i = 0; i < 3; ++i) other.fetch_add(1);
    waiting.join();
  } else if (std::strcmp(how, "both-if-one-has-begun") == 0) {
    std::thread working([] {
      while (!stop.load()) other.fetch_add(1);
    });
    if (other.load() == 0) stop.store(true);
    while (!stop.load()) other.fetch_add(2);
    working.join();
  } else if (std::strcmp(how, "counting-until") == 0) {  // not endless: until the other one moves
    std::thread setting([] { stop.store(true); });
    while (!stop.load()) other.fetch_add(1);
    setting.join();
  } else if (std::strcmp(how, "counting-asleep") == 0) {  // nor this
    std::thread setting([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      stop.store(true);
    });
    while (!stop.load()) other.fetch_add(1);
    setting.join();
  } else if (std::strcmp(how, "unseen") == 0) {
    for (;;) asm volatile("");
  } else if (std::strcmp(how, "numbers") == 0) {  // in a register that no integer shows
    double number = 0;
    while (number >= 0) number += 1;
    stop.store(number < 0);
  } else if (std::strcmp(how, "counting") == 0) {
    static volatile long counted = 0;
    std::thread counting([] {
      for (;;) counted = counted + 1;
    });
    counting.join();
  }
}
