// Threads leave results behind; who joins them reads and changes these, also through another one.
#include <thread>

struct Results {
  int first = 0;
  int second = 0;
};

int main() {
  Results results;
  std::thread outer([&] {
    std::thread inner([&] { results.first = 1; });
    results.second = 2;
    inner.join();
    results.first += 2;
  });
  outer.join();
  results.second += results.first;
  return results.second == 5 ? 0 : 1;
}
