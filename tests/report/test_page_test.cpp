// The page of several tests lists each, links to its own page, and escapes names.
#include "report/test_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/page/page.hpp"

namespace heddle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(TestPage, ListsTestsWithLinks) {
  result::TestReport report;
  report.program = "/home/me/queue_test";
  result::TestResult test;
  test.suite = "Queue";
  test.name = "</script><b>";
  test.status = result::TestStatus::failed;
  test.run.executions = 1'234;
  report.tests = {test, test};
  const std::string page = test_page(report, {"all-1.html\"onclick=\"", ""});
  EXPECT_TRUE(is_page(page)) << "so that it may be overwritten";
  EXPECT_THAT(page, HasSubstr("<title>Heddle: tests of queue_test</title>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"all-1.html&quot;onclick=&quot;\">"));
  EXPECT_THAT(page, HasSubstr("&lt;/script&gt;&lt;b&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("</script>")));
  EXPECT_THAT(page, HasSubstr("1,234"));
  EXPECT_THAT(page, HasSubstr("class=\"failed\""));
}

}  // namespace
}  // namespace heddle::report
