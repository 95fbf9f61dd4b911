// Small random programs: the food of differential tests.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/random.hpp"
#include "model/program.hpp"

namespace heddle::model {

// Which operations a program is made of.
enum class Family : std::uint8_t {
  read_write,
  lock,
  try_lock,
  semaphore,
  condition,
  rwlock,
  barrier,
  await,
  choose,
  yield,
  exchange,
  mixed,
};

inline constexpr std::array kFamilies = {
    Family::read_write, Family::lock,   Family::try_lock, Family::semaphore,
    Family::condition,  Family::rwlock, Family::barrier,  Family::await,
    Family::choose,     Family::yield,  Family::exchange, Family::mixed,
};

std::string_view name(Family family);

// 2 to 4 threads of 1 to 4 operations each (locks and waits bring their unlocks along); 2 cells, 2
// mutexes, 1 condition, 2 semaphores, 2 read-write locks, 1 barrier for two; now and then an
// instruction that depends on data.  Programs end under every schedule; they may deadlock, or fail
// an assertion.
Program random_program(Family family, Random& random);

}  // namespace heddle::model
