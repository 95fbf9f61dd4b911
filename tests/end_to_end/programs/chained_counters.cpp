// Each pair of threads shares one counter; the last step of a thread also frees what it was started
// with.
#include <atomic>
#include <thread>

std::atomic<int> a{0};
std::atomic<int> b{0};
std::atomic<int> c{0};

int main() {
  std::thread first([] {
    ++a;
    ++b;
    ++a;
  });
  std::thread second([] {
    ++b;
    ++c;
  });
  std::thread third([] {
    ++c;
    ++a;
    ++c;
  });
  first.join();
  second.join();
  third.join();
}
