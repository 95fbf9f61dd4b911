// heddle: --points sync
// Threads copy and drop a shared pointer; whoever is last destroys the object.
#include <memory>
#include <thread>
#include <utility>

void use(std::shared_ptr<const int> mine) {
  const std::shared_ptr<const int> copy = mine;
  mine.reset();
  const std::shared_ptr<const int> another = copy;
}

int main() {
  auto shared = std::make_shared<const int>(7);
  std::thread first([copy = shared]() mutable { use(std::move(copy)); });
  std::thread second([copy = shared]() mutable { use(std::move(copy)); });
  shared.reset();
  first.join();
  second.join();
}
