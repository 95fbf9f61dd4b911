#include "report/suppressions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using testing::HasSubstr;
using Of = Suppressions::Of;

TEST(Suppressions, PatternsFitAnywhere) {
  EXPECT_TRUE(fits("push", "Queue::push(int)"));
  EXPECT_TRUE(fits("Queue*int", "Queue::push(int)"));
  EXPECT_TRUE(fits("*", ""));
  EXPECT_TRUE(fits("a*b*c", "xaxbbxcx"));
  EXPECT_FALSE(fits("pop", "Queue::push(int)"));
  EXPECT_FALSE(fits("a*b*c", "xacb"));
}

TEST(Suppressions, PatternsMayBeTiedToTheEnds) {
  EXPECT_TRUE(fits("^Queue", "Queue::push"));
  EXPECT_FALSE(fits("^push", "Queue::push"));
  EXPECT_TRUE(fits("push$", "Queue::push"));
  EXPECT_FALSE(fits("Queue$", "Queue::push"));
  EXPECT_TRUE(fits("^Queue::*sh$", "Queue::push"));
  EXPECT_FALSE(fits("^Queue$", "Queue::push"));
}

TEST(Suppressions, FunctionsFilesAndVariables) {
  Suppressions all;
  ASSERT_TRUE(all.add("# old code\n\nrace:legacy_*\n  deadlock: ^Pool::\r\n", "s.txt").ok());
  const symbolize::Frame frame{"legacy_get(int)", "/src/new.cpp", 3, "/bin/prog"};
  EXPECT_TRUE(all.cover(Of::race, {{frame}}));
  EXPECT_FALSE(all.cover(Of::deadlock, {{frame}}));
  const symbolize::Frame by_file{"get(int)", "/src/legacy_x.cpp", 3, "/bin/prog"};
  EXPECT_TRUE(all.cover(Of::race, {{by_file}}));
  EXPECT_TRUE(all.cover(Of::race, "legacy_counter"));
  EXPECT_FALSE(all.cover(Of::race, "counter"));
  EXPECT_TRUE(all.cover(Of::deadlock, "Pool::take()"));
}

TEST(Suppressions, TopFunctionAndLibrary) {
  Suppressions all;
  ASSERT_TRUE(all.add("race_top:^pop$\ncalled_from_lib:/libold.so$\n", "s.txt").ok());
  const symbolize::Frame pop{"pop", "/src/queue.cpp", 3, "/bin/prog"};
  const symbolize::Frame caller{"main", "/src/main.cpp", 9, "/bin/prog"};
  const symbolize::Frame library{"get", "/src/get.cpp", 9, "/usr/lib/libold.so"};
  EXPECT_TRUE(all.cover(Of::race, {{pop, caller}}));
  EXPECT_FALSE(all.cover(Of::race, {{caller, pop}}));
  EXPECT_FALSE(all.cover(Of::race, "pop"));
  EXPECT_TRUE(all.cover(Of::race, {{caller, library}}));
  EXPECT_FALSE(all.cover(Of::race, "/usr/lib/libold.so"));
}

TEST(Suppressions, KnowTheLibrary) {
  EXPECT_TRUE(Suppressions().cover(Of::race, "std::_Sp_atomic<std::shared_ptr<int> >::load"));
  EXPECT_FALSE(Suppressions().cover(Of::race, "std::shared_ptr<int>::reset"));
}

TEST(Suppressions, BadLinesAreNamed) {
  for (const char* bad : {"push", "race:", "races:push", "race: \t"}) {
    Suppressions all;
    const Status status = all.add("race:fine\n" + std::string(bad) + "\n", "dir/s.txt");
    ASSERT_FALSE(status.ok()) << bad;
    EXPECT_THAT(status.sentence(), HasSubstr("dir/s.txt:2: "));
  }
}

}  // namespace
}  // namespace heddle::report
