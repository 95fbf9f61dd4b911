#include "model/random_program.hpp"

#include "model/code_writer.hpp"

namespace heddle::model {
namespace {

class Generator : CodeWriter {
 public:
  Generator(Family family, Random& random) : CodeWriter(random), family_(family) {}

  Program program() {
    Program result;
    const std::uint64_t threads = 2 + below(3);
    // Many threads with many operations have too many schedules for brute force.
    const std::uint64_t longest = threads == 2 ? 4 : threads == 3 ? 3 : 2;
    for (std::uint64_t i = 0; i < threads; ++i) {
      begin_thread(result);
      const std::uint64_t operations = 1 + below(longest);
      while (visible() < operations) add_some();
    }
    return result;
  }

 private:
  std::uint64_t visible() const {
    std::uint64_t count = 0;
    for (const Instruction& instruction : code()) count += is_local(instruction.code) ? 0U : 1U;
    return count;
  }

  void add_memory() {
    const std::uint16_t cell = pick(2);
    switch (below(3)) {
      case 0:
        return add_read(cell);
      case 1:
        add(write(cell, 1U + pick(2)));
        return;
      default:
        add(model::add(cell));
        return;
    }
  }

  void add_lock() {
    const std::uint16_t mutex = pick(2);
    add(lock(mutex));
    if (coin(3)) {
      add(lock(static_cast<std::uint16_t>(1 - mutex)));
      add(unlock(static_cast<std::uint16_t>(1 - mutex)));
    } else if (coin(2)) {
      add(model::add(pick(2)));
    }
    add(unlock(mutex));
  }

  void add_try_lock() {
    const std::uint16_t mutex = pick(2);
    add(try_lock(mutex, 2));
    add(coin(2) ? read(pick(2)) : write(pick(2), 1));
    add(unlock(mutex));
  }

  void add_condition() {
    switch (below(3)) {
      case 0:
        add(lock(0));
        add(cond_wait(0, 0));
        add(unlock(0));
        return;
      case 1:
        add(cond_signal(0));
        return;
      default:
        add(cond_broadcast(0));
        return;
    }
  }

  void add_locked(std::uint16_t rwlock, bool writes) {
    if (coin(3)) {
      add(writes ? try_write_lock(rwlock, 2) : try_read_lock(rwlock, 2));
      add(coin(2) ? read(pick(2)) : write(pick(2), 1));
    } else {
      add(writes ? write_lock(rwlock) : read_lock(rwlock));
      if (coin(2)) {
        const auto other = static_cast<std::uint16_t>(1 - rwlock);
        add(coin(2) ? write_lock(other) : read_lock(other));
        add(rw_unlock(other));
      } else if (coin(2)) {
        add(writes ? model::add(pick(2)) : read(pick(2)));
      }
    }
    add(rw_unlock(rwlock));
  }

  // Most of them leave the cell as it is when another one came first.
  void add_exchange() {
    const std::uint16_t cell = pick(2);
    if (!coin(3)) {
      add(compare_exchange(cell, pick(2), 1U + pick(2)));
      if (coin(4)) add(fail_if(2));
    } else {
      add(exchange(cell, 1U + pick(2)));
    }
  }

  void add_choice() {
    add(choose(static_cast<std::uint16_t>(2 + pick(2))));
    if (coin(2)) add(skip_if(pick(2), 1));
    if (coin(2)) add(model::add(pick(2)));
    if (coin(4)) add(fail_if(2));
  }

  void add_some() {
    Family family = family_;
    if (family == Family::mixed) family = kFamilies[below(kFamilies.size() - 1)];
    const bool special = coin(2);
    if (family == Family::lock && special) return add_lock();
    if (family == Family::try_lock && special) return coin(2) ? add_lock() : add_try_lock();
    if (family == Family::semaphore && special) {
      return add(coin(2) ? sem_post(pick(2)) : sem_wait(pick(2)));
    }
    if (family == Family::condition && special) return add_condition();
    if (family == Family::rwlock && special) return add_locked(pick(2), coin(2));
    if (family == Family::barrier && special) return add(barrier_wait(0, 2));
    if (family == Family::await && special) return add(await(pick(2), 1U + pick(2)));
    if (family == Family::choose && special) return add_choice();
    if (family == Family::yield && special) return add(yield());
    if (family == Family::exchange && special) return add_exchange();
    add_memory();
  }

  Family family_;
};

}  // namespace

std::string_view name(Family family) {
  constexpr std::array<std::string_view, kFamilies.size()> kNames = {
      "read_write", "lock",  "try_lock", "semaphore", "condition", "rwlock",
      "barrier",    "await", "choose",   "yield",     "exchange",  "mixed"};
  return kNames[static_cast<std::size_t>(family)];
}

Program random_program(Family family, Random& random) {
  return Generator(family, random).program();
}

}  // namespace heddle::model
