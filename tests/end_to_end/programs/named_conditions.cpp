// Each thread waits for a notification that never comes.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Box {
  std::mutex m;
  std::condition_variable ready;
  std::condition_variable taken;
};

Box shared;

void wait(Box& box, std::condition_variable& condition) {
  std::unique_lock lock(box.m);
  condition.wait(lock);
}

}  // namespace

int main() {
  const auto box = std::make_unique<Box>();
  std::condition_variable local;
  std::thread first([&] { wait(*box, box->ready); });
  std::thread second([&] { wait(shared, local); });
  wait(shared, shared.taken);
  first.join();
  second.join();
}
