// Functions whose calls never return.
#include "snapshot/liveness/callees.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>

namespace heddle::native {
namespace {

template <typename Function>
std::uintptr_t function_address(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

TEST(NeverReturns, KnowsThemByTheirNames) {
  EXPECT_TRUE(never_returns(function_address(&std::abort)));
  EXPECT_TRUE(never_returns(function_address(&std::terminate)));
  EXPECT_FALSE(never_returns(function_address(&std::getenv)));
  EXPECT_FALSE(never_returns(function_address(&never_returns)));
}

TEST(NeverReturns, NotWhatIsNoCode) {
  int variable = 0;
  EXPECT_FALSE(never_returns(reinterpret_cast<std::uintptr_t>(&variable)));
  EXPECT_FALSE(never_returns(0));
  EXPECT_FALSE(never_returns(0xfff0));
}

}  // namespace
}  // namespace heddle::native
