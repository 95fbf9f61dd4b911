// Readers and writers: `rw_no_deadlock_check [--fixed] [READERS [WRITERS [CALLS]]]`, CALLS by each
// thread.  A reader counts itself in after it has left the monitor in which it found no writer, so
// a writer comes in while it reads; and counts of readers get lost.
#include <cassert>
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/field.hpp"
#include "../common/monitor.hpp"
#include "../common/threads.hpp"

namespace {

class ReadersAndWriters {
 public:
  explicit ReadersAndWriters(bool fixed) : fixed_(fixed) {}

  void read() {
    before_read();
    {
      auto inside = monitor_.enter();
      reading_.add(1);
    }
    use_data();
    {
      auto inside = monitor_.enter();
      reading_.add(-1);
    }
    auto inside = monitor_.enter();
    active_readers_.add(-1);
    monitor_.notify_all();
  }

  void write() {
    before_write();
    assert(reading_.get() == 0);
    if (data_.get() > 0) data_.add(-1);
    auto inside = monitor_.enter();
    --active_writers_;
    monitor_.notify_all();
  }

 private:
  void before_read() {
    {
      auto inside = monitor_.enter();
      while (!(waiting_writers_ == 0 && active_writers_ == 0)) monitor_.wait(inside);
      if (fixed_) active_readers_.add(1);
    }
    if (!fixed_) active_readers_.add(1);
  }

  void before_write() {
    auto inside = monitor_.enter();
    ++waiting_writers_;
    while (!(active_readers_.get() == 0 && active_writers_ == 0)) monitor_.wait(inside);
    --waiting_writers_;
    ++active_writers_;
  }

  void use_data() {
    std::unique_lock<std::mutex> lock;
    if (fixed_) lock = std::unique_lock(data_lock_);
    if (data_.get() < 10) data_.add(1);
  }

  subjects::Monitor monitor_;
  subjects::Field<int> active_readers_;
  int active_writers_ = 0;
  int waiting_writers_ = 0;
  subjects::Field<int> reading_;
  subjects::Field<int> data_;
  std::mutex data_lock_;
  const bool fixed_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[READERS [WRITERS [CALLS]]]");
  const int readers = arguments.number(2);
  const int writers = arguments.number(2);
  const int calls = arguments.number(100);
  arguments.end();
  ReadersAndWriters shared(arguments.fixed());
  subjects::Threads threads;
  threads.start(readers, [&](int) {
    for (int i = 0; i < calls; ++i) shared.read();
  });
  threads.start(writers, [&](int) {
    for (int i = 0; i < calls; ++i) shared.write();
  });
}
