// A copy of the process knows that it is one, and the original notices that it made one.
#include "runtime/fork_guard.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::native {
namespace {

TEST(ForkGuard, TellsACopyFromTheOriginal) {
  install_fork_guard();
  EXPECT_FALSE(is_copy());
  EXPECT_FALSE(has_new_children());
  const pid_t copy = ::fork();
  ASSERT_GE(copy, 0);
  if (copy == 0) ::_exit(is_copy() ? 7 : 0);
  EXPECT_TRUE(has_new_children()) << "alive or not, until it is waited for";
  int status = 0;
  ASSERT_EQ(::waitpid(copy, &status, 0), copy);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_FALSE(is_copy());
  EXPECT_FALSE(has_new_children());
}

}  // namespace
}  // namespace heddle::native
