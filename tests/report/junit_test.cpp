// JUnit XML: well-formed for every name and text, and each status in its element.
#include "report/junit.hpp"

#include <gtest/gtest.h>

#include <pugixml.hpp>

#include <string>

#include "report/xml_text.hpp"

namespace heddle::report {
namespace {

using result::TestStatus;

result::TestResult test_with(TestStatus status) {
  result::TestResult test;
  test.suite = "Queue";
  test.name = "Queue.Pops";
  test.status = status;
  return test;
}

// Returns the only test case.  The document lives as long as `document`.
pugi::xml_node parsed(const result::TestResult& test, pugi::xml_document& document) {
  result::TestReport report;
  report.program = "/somewhere/queue_test";
  report.tests = {test};
  const std::string text = junit_xml(report);
  EXPECT_TRUE(is_junit_xml(text));
  const pugi::xml_parse_result loaded = document.load_string(text.c_str());
  EXPECT_TRUE(loaded) << loaded.description() << "\n" << text;
  return document.child("testsuites").child("testsuite").child("testcase");
}

TEST(XmlText, SpecialCharactersAreEscaped) {
  EXPECT_EQ(xml_text("a<b> & \"c\"\n\t"), "a&lt;b&gt; &amp; &quot;c&quot;\n\t");
  EXPECT_EQ(xml_attribute("a\n\tb\r"), "a&#10;&#9;b&#13;");
  EXPECT_EQ(xml_text("]]>"), "]]&gt;");
  EXPECT_EQ(xml_text("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
}

TEST(XmlText, ForbiddenCharactersAreReplaced) {
  const std::string mark = "\xef\xbf\xbd";
  EXPECT_EQ(xml_text(std::string("a\0b", 3)), "a" + mark + "b");
  EXPECT_EQ(xml_text("\x01\x1b[31m\x7f"), mark + mark + "[31m" + mark);
  EXPECT_EQ(xml_text("\xff\xfe"), mark + mark);
  EXPECT_EQ(xml_text("\xc3"), mark);              // cut
  EXPECT_EQ(xml_text("\xc0\xaf"), mark + mark);   // overlong
  EXPECT_EQ(xml_text("\xed\xa0\x80"), mark);      // a surrogate
  EXPECT_EQ(xml_text("\xef\xbf\xbe"), mark);      // U+FFFE
  EXPECT_EQ(xml_text("\xf4\x90\x80\x80"), mark);  // beyond U+10FFFF
}

TEST(Junit, AnErrorIsAFailureWithTheTrace) {
  result::TestResult test = test_with(TestStatus::failed);
  test.message = "a.cpp:3: Failure\n<1> & \"2\"";
  test.report = "the schedule";
  test.run.error = result::FoundError{};
  test.run.error->kind = FailureKind::exit;
  test.run.trace = "heddle-queue_test-Queue.Pops.trace";
  pugi::xml_document document;
  const pugi::xml_node node = parsed(test, document);
  EXPECT_STREQ(node.attribute("name").value(), "Pops");
  EXPECT_STREQ(node.attribute("classname").value(), "Queue");
  EXPECT_STREQ(node.child("failure").attribute("type").value(), "exit");
  EXPECT_STREQ(node.child("failure").attribute("message").value(), test.message.c_str());
  const std::string text = node.child_value("failure");
  EXPECT_NE(text.find(test.message), std::string::npos);
  EXPECT_NE(text.find("the schedule"), std::string::npos);
  EXPECT_NE(text.find(test.run.trace), std::string::npos);
  EXPECT_EQ(node.child("properties").child("property").attribute("value").value(), test.run.trace);
  EXPECT_STREQ(document.child("testsuites").attribute("failures").value(), "1");
}

TEST(Junit, EachStatusHasItsElement) {
  using enum TestStatus;
  const auto element = [](TestStatus status) {
    pugi::xml_document own;
    return std::string(parsed(test_with(status), own).first_child().name());
  };
  EXPECT_EQ(element(complete), "system-out");
  EXPECT_EQ(element(unfinished), "skipped");  // no execution ended
  result::TestResult sampled = test_with(unfinished);
  sampled.run.executions = 5;
  pugi::xml_document document;
  EXPECT_STREQ(parsed(sampled, document).first_child().name(), "system-out");
  EXPECT_EQ(element(failed), "failure");
  EXPECT_EQ(element(nondeterministic), "error");
  EXPECT_EQ(element(internal_error), "error");
  for (const TestStatus status : {too_long, not_explored, not_reached, skipped}) {
    EXPECT_EQ(element(status), "skipped");
  }
}

TEST(Junit, HostileNamesStayWellFormed) {
  result::TestResult test = test_with(TestStatus::failed);
  for (int code = 0; code < 256; ++code) test.name += static_cast<char>(code);
  test.suite = test.name;
  test.file = test.name;
  test.message = test.name;
  test.report = test.name;
  test.run.trace = test.name;
  pugi::xml_document document;
  const pugi::xml_node node = parsed(test, document);
  EXPECT_TRUE(node.child("failure"));
  EXPECT_NE(std::string(node.attribute("name").value()).find("!\"#$%&'()"), std::string::npos);
}

}  // namespace
}  // namespace heddle::report
