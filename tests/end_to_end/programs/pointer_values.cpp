// Pointers to objects that no step accesses, and an object that has a name only later.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Node {
  int value;
  Node* next;
};

struct Config {
  Config() { timeout = 0; }
  std::atomic<int> timeout;
};

Node fixed{4, nullptr};
std::atomic<Node*> head = nullptr;
std::atomic<Config*> config = nullptr;
std::atomic<long> number = 0;

}  // namespace

int main() {
  Node first{1, nullptr};
  Node second{2, nullptr};
  std::thread other([] {
    number = 70'000;
    Config* const made = new Config;
    config = made;
    made->timeout = 30;
  });
  head = &first;
  head = &second;
  head = new Node{3, nullptr};
  head = &fixed;
  while (config == nullptr) {
  }
  assert(config.load()->timeout == 30);
  other.join();
}
