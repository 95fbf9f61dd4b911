// A certificate file holds each state once, in order, or it is refused.
#include "result/certificate.hpp"

#include <gtest/gtest.h>

namespace heddle::result {
namespace {

TEST(Certificate, IsReadAsItWasWritten) {
  const std::string visited = visited_text({{3, 1}, {1, 2}, {2, 1}});
  EXPECT_EQ(count_visited(visited), 3U);
  EXPECT_EQ(visited.substr(0, 33), "00000000000000010000000000000002\n");
  const Result<Certificate> read = parse_certificate(certificate_file(visited));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->visited, visited);
  EXPECT_EQ(read->count, 3U);
}

TEST(Certificate, WithoutStatesIsEmpty) {
  EXPECT_EQ(parse_certificate(certificate_file(visited_text({})))->count, 0U);
}

TEST(Certificate, ARepeatedTornOrUnsortedStateIsRefused) {
  const std::string one = visited_text({{1, 1}});
  const std::string two = visited_text({{2, 2}});
  EXPECT_TRUE(parse_certificate(certificate_file(one + two)).ok());
  for (const std::string& bad :
       {one + one, two + one, one + "12\n", one.substr(0, 32), std::string(32, 'g') + "\n"}) {
    EXPECT_FALSE(parse_certificate(certificate_file(bad)).ok()) << bad;
  }
  EXPECT_FALSE(parse_certificate(one).ok());
  EXPECT_FALSE(parse_certificate("").ok());
}

TEST(Certificate, TheHashDependsOnEveryByte) {
  EXPECT_EQ(hash_text("a").size(), 32U);
  EXPECT_NE(hash_text("a"), hash_text("b"));
}

}  // namespace
}  // namespace heddle::result
