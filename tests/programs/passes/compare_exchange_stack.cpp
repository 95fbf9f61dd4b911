// A lock-free stack with compare-exchange pushes; popped after the threads have ended.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

int main() {
  std::atomic<Node*> head{nullptr};
  auto push = [&](int value) {
    Node* node = new Node{value, head.load()};
    while (!head.compare_exchange_weak(node->next, node)) {
    }
  };
  std::thread first(push, 1);
  std::thread second(push, 2);
  first.join();
  second.join();
  int sum = 0;
  for (Node* node = head; node != nullptr;) {
    sum += node->value;
    Node* next = node->next;
    delete node;
    node = next;
  }
  assert(sum == 3);
}
