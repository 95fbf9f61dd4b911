// A plain int that is an atomic only while threads share it.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int counter = 0;
  {
    std::atomic_ref<int> shared(counter);
    std::thread other([&] { shared.fetch_add(1); });
    shared.fetch_add(2);
    other.join();
  }
  assert(counter == 3);
}
