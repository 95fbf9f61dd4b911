// A flag of one bit is set with one instruction (`orb`), or with a load and a store (`ldrh`).  Both
// write the neighbour as it was.  The object is reached by a pointer, on the heap.
// heddle: --points all --races ignore
#include <cassert>
#include <memory>
#include <thread>

struct Task {
  long number = 0;
  bool is_ready : 1 = false;
  bool is_done : 1 = false;
};

struct Owner {
  Task* task;
  void set_ready() { task->is_ready = true; }
};

int main() {
  const auto task = std::make_unique<Task>();
  Owner owner{task.get()};
  std::thread other([&] { task->is_done = true; });
  owner.set_ready();
  other.join();
  assert(task->is_ready && task->is_done);
}
