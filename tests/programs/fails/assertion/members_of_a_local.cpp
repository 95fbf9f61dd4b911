// Bug: two threads change an element and a member of the main thread's local variables.
#include <cassert>
#include <thread>

struct Counts {
  char first = 0;
  long all = 0;
};

int main() {
  int list[4] = {};
  Counts counts;
  std::thread other([&] {
    list[2] += 1;
    counts.first += 1;
    counts.all += 1;
  });
  list[2] += 2;
  counts.first += 2;
  counts.all += 2;
  other.join();
  assert(list[2] == 3 || counts.first == 3 || counts.all == 3);
}
