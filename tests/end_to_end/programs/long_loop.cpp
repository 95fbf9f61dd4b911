// Long executions that end, and one that does not, as the argument names them.
#include <atomic>
#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>

std::mutex mutex;
long count = 0;
std::atomic<double> sum{0};
std::atomic<bool> stop{false};
std::atomic<bool> begun{false};

void lock_often(long times) {
  for (long i = 0; i < times; ++i) {
    std::lock_guard guard(mutex);
    ++count;
  }
}

void add_up() {
  for (int i = 1; i <= 6'000; ++i) {
    double before = sum;
    while (!sum.compare_exchange_weak(before, before + 1.0 / i)) {
    }
  }
}

int main(int argc, char** argv) {
  const char* const how = argc == 2 ? argv[1] : "";
  if (std::strcmp(how, "alone") == 0) {
    std::thread(lock_often, 15'000).join();
  } else if (std::strcmp(how, "often") == 0) {
    std::thread(lock_often, 100'000).join();
  } else if (std::strcmp(how, "numbers") == 0) {
    std::thread first(add_up), second(add_up);
    first.join();
    second.join();
  } else if (std::strcmp(how, "wrong-at-the-end") == 0) {
    std::thread(lock_often, 15'000).join();
    assert(count == 0);
  } else if (std::strcmp(how, "fifty-updates") == 0) {
    std::atomic<int> updates{0};
    std::thread other([&] {
      for (int i = 0; i < 50; ++i) ++updates;
    });
    for (int i = 0; i < 50; ++i) updates = updates + 1;
    other.join();
    assert(updates == 100);
  } else if (std::strcmp(how, "for-ever") == 0) {
    std::thread working([] {
      while (!stop) lock_often(1);
    });
    working.join();
  } else if (std::strcmp(how, "for-ever-if-it-has-begun") == 0) {
    std::thread working([] {
      begun = true;
      while (!stop) lock_often(1);
    });
    if (!begun) stop = true;
    working.join();
  } else if (std::strcmp(how, "a-million-times") == 0) {
    std::thread first(lock_often, 1'000'000), second(lock_often, 1'000'000);
    first.join();
    second.join();
  }
}
