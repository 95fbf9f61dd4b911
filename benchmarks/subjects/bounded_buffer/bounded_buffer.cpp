// A bounded buffer whose producers and consumers wait on one monitor:
// `bounded_buffer [--fixed] [SIZE [PRODUCERS [CONSUMERS [ITEMS]]]]`, ITEMS for each producer.  It
// wakes one waiter only, which may be of the caller's own kind and waits again: in the end all
// wait.
#include <cstddef>
#include <vector>

#include "../common/arguments.hpp"
#include "../common/monitor.hpp"
#include "../common/threads.hpp"

namespace {

class BoundedBuffer {
 public:
  BoundedBuffer(int size, bool wakes_all)
      : slots_(static_cast<std::size_t>(size)), wakes_all_(wakes_all) {}

  void put(int item) {
    auto inside = monitor_.enter();
    while (count_ == slots_.size()) monitor_.wait(inside);
    slots_[in_] = item;
    ++count_;
    in_ = (in_ + 1) % slots_.size();
    wake();
  }

  int get() {
    auto inside = monitor_.enter();
    while (count_ == 0) monitor_.wait(inside);
    const int item = slots_[out_];
    --count_;
    out_ = (out_ + 1) % slots_.size();
    wake();
    return item;
  }

 private:
  void wake() {
    if (wakes_all_) {
      monitor_.notify_all();
    } else {
      monitor_.notify();
    }
  }

  subjects::Monitor monitor_;
  std::vector<int> slots_;
  std::size_t in_ = 0;
  std::size_t out_ = 0;
  std::size_t count_ = 0;
  const bool wakes_all_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[SIZE [PRODUCERS [CONSUMERS [ITEMS]]]]");
  const int size = arguments.number(3, 1);
  const int producers = arguments.number(6);
  const int consumers = arguments.number(6, 1);
  const int items = arguments.number(1);
  arguments.end();
  BoundedBuffer buffer(size, arguments.fixed());
  subjects::Threads threads;
  threads.start(producers, [&](int) {
    for (int i = 0; i < items; ++i) buffer.put(i);
  });
  // What is put is got: the first consumers take what does not divide evenly.
  const int all = producers * items;
  threads.start(consumers, [&](int consumer) {
    const int share = all / consumers + (consumer < all % consumers ? 1 : 0);
    for (int i = 0; i < share; ++i) buffer.get();
  });
}
