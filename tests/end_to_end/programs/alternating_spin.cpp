// A reader tries again while a writer is at work: its loop alternates between two variables, writes
// what is there already, and hints at nothing.
#include <atomic>
#include <thread>

std::atomic<bool> changing{false};
std::atomic<bool> changed{false};
std::atomic<int> value{0};

bool try_read(int& into) {
  changed = false;
  if (changing) return false;
  into = value;
  return !changed;
}

int main() {
  std::thread writer([] {
    changing = true;
    changed = true;
    value = 1;
    changing = false;
  });
  std::thread reader([] {
    int read = 0;
    while (!try_read(read)) {
    }
  });
  writer.join();
  reader.join();
}
