// That std::terminate was called for a std::thread, and when it was not.
#include "report/joinable_thread.hpp"

#include <gtest/gtest.h>

#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

class JoinableThread : public testing::Test {
 protected:
  std::string message(const std::string& caller) {
    t_.fails(FailureKind::crash, "std::terminate was called", 0,
             {t_.at(1, "abort"), t_.at(2, "std::terminate()+0xf"), t_.at(3, "std::__terminate()"),
              t_.at(5, caller), t_.at(4, "f()")});
    name_joinable_thread(t_.trace(), t_.symbols());
    return t_.trace().failure->message;
  }

  TraceBuilder t_;
};

TEST_F(JoinableThread, IsNamedWhereItsDestructorGivesUp) {
  t_.note(0, OpKind::thread_create, 1, t_.at(7, "g()"));
  EXPECT_EQ(message("std::thread::~thread()"),
            "a std::thread was destroyed while still joinable (thread 1, created at "
            "bank.cpp:7 in g)");
  EXPECT_EQ(t_.trace().failure->kind, FailureKind::misuse);
}

TEST_F(JoinableThread, IsOneOfThoseThatWereNotJoined) {
  for (const int thread : {1, 2, 3}) t_.note(0, OpKind::thread_create, thread, t_.at(7, "g()"));
  t_.note(0, OpKind::thread_join, 2, t_.at(8, "g()"));
  EXPECT_EQ(message("std::thread::operator=(std::thread&&)"),
            "a std::thread was assigned to while still joinable: thread 1, created at "
            "bank.cpp:7 in g; or thread 3, created at bank.cpp:7 in g");
}

TEST_F(JoinableThread, HasNothingToDoWithOtherCallers) {
  EXPECT_EQ(message("std::vector<std::thread>::~vector()"), "std::terminate was called");
  EXPECT_EQ(t_.trace().failure->kind, FailureKind::crash);
}

}  // namespace
}  // namespace heddle::report
