// Makes plain accesses in one thread while another one is alive: the cost of a callback that is no
// scheduling point.  The first argument selects the memory, the second the number of accesses.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kInts = 1 << 16;
constexpr std::size_t kNodes = 1 << 12;

std::atomic<int> finished;
int global[16];

struct Node {
  Node* next = nullptr;
  long value = 0;
};

void sweep(std::vector<int>& array, long count) {
  for (long i = 0; i < count; i += 2) ++array[static_cast<std::size_t>(i / 2) % kInts];
}

void stride(std::vector<int>& array, long count) {
  for (long i = 0; i < count; i += 2) ++array[static_cast<std::size_t>(i * 7919) % kInts];
}

void walk(Node* node, long count) {
  for (long i = 0; i < count; i += 3) {
    ++node->value;
    node = node->next;
  }
}

// Each element once: no access is repeated.
void touch_once(long count) {
  std::vector<int> array(static_cast<std::size_t>(count / 2));
  for (int& element : array) ++element;
}

void repeat(volatile int* few, long count) {
  for (long i = 0; i < count; i += 2) few[i % 16] = few[i % 16] + 1;
}

}  // namespace

int main(int argc, char** argv) {
  const char* const memory = argc > 1 ? argv[1] : "sweep";
  const long count = argc > 2 ? std::atol(argv[2]) : 6'000'000;
  std::vector<int> array(kInts);
  std::vector<std::unique_ptr<Node>> nodes;
  for (std::size_t i = 0; i < kNodes; ++i) nodes.push_back(std::make_unique<Node>());
  for (std::size_t i = 0; i < kNodes; ++i) nodes[i]->next = nodes[(i * 1237 + 1) % kNodes].get();
  int local[16] = {};
  std::thread other([] { finished.fetch_add(1); });
  if (std::strcmp(memory, "sweep") == 0) sweep(array, count);
  if (std::strcmp(memory, "stride") == 0) stride(array, count);
  if (std::strcmp(memory, "once") == 0) touch_once(count);
  if (std::strcmp(memory, "list") == 0) walk(nodes[0].get(), count);
  if (std::strcmp(memory, "global") == 0) repeat(global, count);
  if (std::strcmp(memory, "local") == 0) repeat(local, count);
  other.join();
}
