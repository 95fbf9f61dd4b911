// One thread takes away what another is about to use.
#include <atomic>
#include <thread>

struct Node {
  int value = 3;
};

std::atomic<Node*> head{new Node};
int plain = 0;

int load_twice() {
  int found = 0;
  for (int i = 0; i < 2; ++i) found += head.load() != nullptr ? 1 : 0;
  return found;
}

void use() {
  if (head.load() != nullptr) {
    Node* node = head.load();
    node->value = 4;
  }
}

int main(int argc, char** argv) {
  if (argc > 1 && argv[1][0] == 'n') load_twice();
  std::thread other([] {
    head.store(nullptr);
    plain = 1;
  });
  use();
  other.join();
}
