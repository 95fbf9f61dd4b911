// heddle: --points sync
// Two threads append to a string under a mutex.
#include <mutex>
#include <string>
#include <thread>

int main() {
  std::mutex mutex;
  std::string text;
  const auto append = [&](char letter, int times) {
    for (int i = 0; i < times; ++i) {
      std::lock_guard lock(mutex);
      text += letter;
    }
  };
  std::thread first(append, 'a', 4);
  std::thread second(append, 'b', 4);
  first.join();
  second.join();
  return text.size() == 8 ? 0 : 1;
}
