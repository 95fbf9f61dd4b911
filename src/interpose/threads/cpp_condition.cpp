// Interposes the constructor of std::condition_variable.  It is code of libstdc++.so, whose writes
// are not instrumented.  The destructor and the other members call pthread_cond_*.
#include <condition_variable>
#include <cstring>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"

namespace heddle::native {

static_assert(sizeof(std::condition_variable) == sizeof(pthread_cond_t));

// The complete and the base object constructor: the names follow the C++ ABI.  A new condition
// variable is zero.
HEDDLE_INTERPOSE void construct_condition(pthread_cond_t* condition) asm(
    "_ZNSt18condition_variableC1Ev");
HEDDLE_INTERPOSE void construct_base_condition(pthread_cond_t* condition) asm(
    "_ZNSt18condition_variableC2Ev");

HEDDLE_INTERPOSE void construct_condition(pthread_cond_t* condition) {
  if (!controlled()) {
    std::memset(condition, 0, sizeof *condition);
    return;
  }
  make_condition(condition, CLOCK_REALTIME, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void construct_base_condition(pthread_cond_t* condition) {
  if (!controlled()) {
    std::memset(condition, 0, sizeof *condition);
    return;
  }
  make_condition(condition, CLOCK_REALTIME, HEDDLE_CALLER);
}

}  // namespace heddle::native
