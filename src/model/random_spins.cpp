#include "model/random_spins.hpp"

#include "model/code_writer.hpp"

namespace heddle::model {
namespace {

constexpr std::uint16_t kLock = 2;

class SpinGenerator : CodeWriter {
 public:
  explicit SpinGenerator(Random& random) : CodeWriter(random) {}

  Program program() {
    Program result;
    const std::uint64_t threads = 2 + below(2);
    for (std::uint64_t i = 0; i < threads; ++i) {
      begin_thread(result);
      for (std::uint64_t parts = 1 + below(threads == 2 ? 3 : 2); parts > 0; --parts) {
        add_some();
      }
    }
    return result;
  }

 private:
  void add_memory() {
    const std::uint16_t cell = pick(2);
    switch (below(4)) {
      case 0:
        return add_read(cell);
      case 1:
        add(model::add(cell));
        return;
      case 2:
        add(compare_exchange(cell, pick(2), 1U + pick(2)));
        return;
      default:
        add(write(cell, pick(3)));
        return;
    }
  }

  // Goes round while what it reads, or the last of two things, is that value.
  void add_loop() {
    const std::uint16_t cell = pick(2);
    switch (below(4)) {
      case 0:
        add(read(cell));
        add(skip_if(1U + pick(2), 2));
        add(read(static_cast<std::uint16_t>(1 - cell)));
        add(jump_back_if(pick(2), 3));
        return;
      case 1:
        add(compare_exchange(cell, 1, pick(3)));
        add(jump_back_if(0, 1));
        return;
      case 2:
        add(exchange(cell, 1));
        add(jump_back_if(1, 1));
        return;
      default:
        add(read(cell));
        add(jump_back_if(pick(3), 1));
        return;
    }
  }

  void add_locked() {
    add(coin(2) ? exchange(kLock, 1) : compare_exchange(kLock, 0, 1));
    add(jump_back_if(1, 1));
    add(coin(2) ? model::add(pick(2)) : read(pick(2)));
    if (!coin(8)) add(write(kLock, 0));
  }

  void add_some() {
    switch (below(4)) {
      case 0:
        return add_loop();
      case 1:
        return add_locked();
      default:
        return add_memory();
    }
  }
};

}  // namespace

Program random_spins(Random& random) { return SpinGenerator(random).program(); }

}  // namespace heddle::model
