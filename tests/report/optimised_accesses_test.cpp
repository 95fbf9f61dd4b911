// The flags of a compilation tell whether it kept the accesses of the source.
#include "report/optimised_accesses.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(OptimisedAccesses, UnitsWithoutInstrumentationAreForeign) {
  EXPECT_EQ(accesses_of(""), Accesses::foreign);
  EXPECT_EQ(accesses_of("GNU C++17 12.2.0 -mtune=generic -O2"), Accesses::foreign);
}

TEST(OptimisedAccesses, UnoptimisedUnitsKeepAll) {
  EXPECT_EQ(accesses_of("GNU C++17 12.2.0 -g -fsanitize=thread"), Accesses::written);
  EXPECT_EQ(accesses_of("GNU C++17 12.2.0 -g -O0 -fsanitize=thread"), Accesses::written);
  EXPECT_EQ(accesses_of("clang version 14 -Xclang -fsanitize=thread -O2 -O0"), Accesses::written);
}

TEST(OptimisedAccesses, CompilersKeepAllWithTheFlag) {
  EXPECT_EQ(accesses_of("GNU C++17 12.2.0 -O2 -fno-tree-dce -fsanitize=thread"), Accesses::written);
  EXPECT_EQ(accesses_of("clang version 14 -Xclang -fsanitize=thread -Xclang -O0 -O2"),
            Accesses::written);
}

TEST(OptimisedAccesses, OtherOptimisersRemoveSome) {
  for (const char* level : {"-O", "-O1", "-O2", "-O3", "-Os", "-Og", "-Oz", "-Ofast", "-O0 -O2"}) {
    EXPECT_EQ(accesses_of(std::string("GNU C++17 -fsanitize=thread ") + level), Accesses::compiled)
        << level;
  }
  EXPECT_EQ(accesses_of("clang version 14 -fsanitize=thread -Output"), Accesses::written);
}

}  // namespace
}  // namespace heddle::report
