// Bug: a capacity check outside the lock lets one element too many in; the guard throws an int.
#include <mutex>
#include <thread>

std::mutex mutex;
int size = 0;

bool has_room() {
  std::lock_guard lock(mutex);
  return size < 1;
}

void insert() {
  std::lock_guard lock(mutex);
  if (size == 1) throw 17;
  ++size;
}

int main() {
  auto add = [] {
    if (has_room()) insert();
  };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
}
