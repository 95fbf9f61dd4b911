// Lists of tests: requests are parsed, and no name of a test is interpreted by CMake.
#include "cli/test_listing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using testing::HasSubstr;

TEST(TestListing, TheRequestIsTheFirstArgument) {
  Arguments none = {"--time", "--list"};
  EXPECT_FALSE(take_list_request(none)->wanted);
  EXPECT_EQ(none.size(), 2U);
  Arguments plain = {"--list", "a"};
  EXPECT_TRUE(take_list_request(plain)->wanted);
  EXPECT_EQ(plain, Arguments{"a"});
  Arguments prefixed = {"--list=ctest:some: prefix.", "a"};
  const Result<ListRequest> request = take_list_request(prefixed);
  EXPECT_TRUE(request->for_ctest);
  EXPECT_EQ(request->prefix, "some: prefix.");
  Arguments wrong = {"--list=xml"};
  EXPECT_FALSE(take_list_request(wrong).ok());
  Arguments longer = {"--list=ctests"};
  EXPECT_FALSE(take_list_request(longer).ok());
}

TEST(TestListing, NamesAreQuotedForCmake) {
  FoundTests found;
  found.framework = Framework::doctest;
  found.tests = {{"", "a ${b} ]=] \"c\"; \\", "", 0, false}, {"", "ends with ]=", "", 0, true}};
  const std::string text = list_text({true, true, "h."}, found, {"--time", "3 s"}, "/bin/prog");
  EXPECT_THAT(text, HasSubstr("add_test([==[h.a ${b} ]=] \"c\"; \\]==] "));
  EXPECT_THAT(text, HasSubstr(" test [=[--time]=] [=[3 s]=] [=[/bin/prog]=] "));
  EXPECT_THAT(text, HasSubstr("set_tests_properties([==[h.ends with ]=]==] PROPERTIES LABELS "
                              "heddle DISABLED TRUE)"));
}

TEST(TestListing, AFilterPerLine) {
  FoundTests found;
  found.framework = Framework::google_test;
  found.tests = {{"A", "A.One", "", 0, false}, {"A", "A.Two", "", 0, false}};
  EXPECT_EQ(list_text({true, false, ""}, found, {}, "/bin/prog"), "A.One\nA.Two\n");
}

}  // namespace
}  // namespace heddle::cli
