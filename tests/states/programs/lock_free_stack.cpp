// heddle: --points sync
// Pushes to a lock-free stack by compare-and-exchange.
#include <atomic>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

std::atomic<Node*> top;

void push(int value) {
  Node* const node = new Node{value, nullptr};
  node->next = top.load();
  while (!top.compare_exchange_weak(node->next, node)) {
  }
}

void work(int value) {
  push(value);
  push(value + 1);
}

int main() {
  std::thread first(work, 1);
  std::thread second(work, 10);
  first.join();
  second.join();
  int sum = 0;
  for (Node* node = top.exchange(nullptr); node != nullptr;) {
    sum += node->value;
    Node* const next = node->next;
    delete node;
    node = next;
  }
  return sum == 24 ? 0 : 1;
}
