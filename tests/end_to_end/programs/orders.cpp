// Errors that need known orders of steps; the argument selects one.
#include <atomic>
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::atomic<int> counter{0};
std::mutex first;
std::mutex second;

void add() {
  const int seen = counter.load();
  counter.store(seen + 1);
}

int plain = 0;
int get() {
  const std::lock_guard lock(first);
  return plain;
}
void set(int value) {
  const std::lock_guard lock(first);
  plain = value;
}
void add_locked() { set(get() + 1); }

void lock_both(std::mutex& one, std::mutex& other) {
  const std::lock_guard outer(one);
  const std::lock_guard inner(other);
}

int main(int, char** arguments) {
  const std::string kind = arguments[1];
  if (kind == "update") {
    std::thread a(add);
    std::thread b(add);
    a.join();
    b.join();
    assert(counter == 2);
  } else if (kind == "locked update") {
    std::thread a(add_locked);
    std::thread b(add_locked);
    a.join();
    b.join();
    assert(plain == 2);
  } else if (kind == "deadlock") {
    std::thread a([] { lock_both(first, second); });
    std::thread b([] { lock_both(second, first); });
    a.join();
    b.join();
  } else {
    std::thread a(add);
    a.join();
    assert(counter == 2);
  }
}
