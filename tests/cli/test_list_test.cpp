// Lists of tests in the formats of the frameworks, and the arguments that select one test.
#include "cli/test_list.hpp"

#include <gtest/gtest.h>

#include <string>

#include "cli/test_framework.hpp"
#include "core/random.hpp"

namespace heddle::cli {
namespace {

std::vector<std::string> names_of(const std::vector<ListedTest>& tests) {
  std::vector<std::string> names;
  for (const ListedTest& test : tests) names.push_back(test.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(TestList, GoogleTestWithTypesParametersAndNoise) {
  const std::vector<ListedTest> tests = parse_test_list(
      Framework::google_test,
      "Running main() from ./googletest/src/gtest_main.cc\n  noise\nQueue.\n  Pops\n"
      "  DISABLED_Later\nTyped/1.  # TypeParam = std::pair<int, long>\n  Works\n"
      "Some/P.\n  Adds/0  # GetParam() = \"a  # b\\n  c\"\n  Adds/1  # GetParam() = 2\n"
      "DISABLED_Suite.\n  Never\nInst/DISABLED_P.\n  Never/0  # GetParam() = 1\r\n");
  EXPECT_EQ(names_of(tests),
            (Names{"Queue.Pops", "Queue.DISABLED_Later", "Typed/1.Works", "Some/P.Adds/0",
                   "Some/P.Adds/1", "DISABLED_Suite.Never", "Inst/DISABLED_P.Never/0"}));
  std::vector<bool> disabled;
  for (const ListedTest& test : tests) disabled.push_back(test.is_disabled);
  EXPECT_EQ(disabled, (std::vector<bool>{false, true, false, false, false, true, true}));
  EXPECT_EQ(tests[2].suite, "Typed/1");
}

TEST(TestList, NamesOfCatch2Version2) {
  EXPECT_EQ(names_of(parse_test_list(Framework::catch2_v2,
                                     "plain\nloses, an [update] \"q\" *\n\"#hash\"\n\"quoted\"\n"
                                     "\ntmpl - std::pair<int,long>")),
            (Names{"plain", "loses, an [update] \"q\" *", "#hash", "\"quoted\"",
                   "tmpl - std::pair<int,long>"}));
}

TEST(TestList, XmlOfCatch2Version3) {
  const std::vector<ListedTest> tests = parse_test_list(
      Framework::catch2_v3,
      "noise <b>\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<MatchingTests>\n  <TestCase>\n"
      "    <Name>loses, &lt;an> [update] \"q\" &amp; *</Name>\n    <ClassName>Fixture</ClassName>\n"
      "    <Tags>[queue]</Tags>\n    <SourceInfo>\n      <File>c3.cpp</File>\n"
      "      <Line>6</Line>\n    </SourceInfo>\n  </TestCase>\n  <TestCase>\n"
      "    <Name>two\nlines</Name>\n    <ClassName/>\n    <Tags/>\n  </TestCase>\n"
      "</MatchingTests>\n more & noise");
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_EQ(tests[0].name, "loses, <an> [update] \"q\" & *");
  EXPECT_EQ(tests[0].suite, "Fixture");
  EXPECT_EQ(tests[0].file, "c3.cpp");
  EXPECT_EQ(tests[0].line, 6U);
  EXPECT_EQ(tests[1].name, "two\nlines");
  EXPECT_TRUE(
      parse_test_list(Framework::catch2_v3, "<?xml version=\"1.0\"?>\n<MatchingTests/>\n").empty());
}

TEST(TestList, XmlOfDoctest) {
  const std::vector<ListedTest> tests = parse_test_list(
      Framework::doctest,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<doctest binary=\"./d\" version=\"2.4.9\">\n"
      "  <Options order_by=\"file\" rand_seed=\"0\"/>\n"
      "  <TestCase name=\"same\" testsuite=\"suite, one\" filename=\"d.cpp\" line=\"5\" "
      "skipped=\"false\"/>\n"
      "  <TestCase name=\"loses, &lt;&quot;q&quot;> &amp; \\*\" filename=\"d.cpp\" line=\"7\" "
      "skipped=\"true\"/>\n  <OverallResultsTestCases unskipped=\"1\"/>\n</doctest>\n");
  ASSERT_EQ(tests.size(), 2U);
  EXPECT_EQ(tests[0], (ListedTest{"suite, one", "same", "d.cpp", 5, false}));
  EXPECT_EQ(tests[1], (ListedTest{"", "loses, <\"q\"> & \\*", "d.cpp", 7, true}));
}

TEST(TestList, NoListIsRefusedByACrash) {
  Random random(1);
  const std::string pieces[] = {"<?xml", "<TestCase", " name=\"", "\">", "</doctest>", "\n", "  ",
                                ".",     "# ",        "<Name>",   "&",   "\xff",       "\"#"};
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::uint64_t n = random.below(30); n > 0; --n) {
      text += random.below(5) == 0 ? std::string(1, static_cast<char>(random.below(256)))
                                   : pieces[random.below(std::size(pieces))];
    }
    for (const Framework framework :
         {Framework::google_test, Framework::catch2_v2, Framework::catch2_v3, Framework::doctest}) {
      for (const ListedTest& test : parse_test_list(framework, text)) {
        EXPECT_LE(test.name.size(), text.size() + 1) << text;
      }
    }
  }
}

TEST(TestFramework, FiltersEscapeTheirSyntax) {
  const auto selected = [](Framework framework, const std::string& name) {
    return select_arguments(framework, {"", name, "", 0, false}).front();
  };
  EXPECT_EQ(selected(Framework::google_test, "Some/P.Adds/0"), "--gtest_filter=Some/P.Adds/0");
  EXPECT_EQ(selected(Framework::google_test, "Typed/std::string-x.Works"),
            "--gtest_filter=Typed/std??string?x.Works");
  EXPECT_EQ(selected(Framework::catch2_v2, "loses, an [update] \"q\" \\"),
            "loses\\, an \\[update\\] \\\"q\\\" \\\\");
  EXPECT_EQ(selected(Framework::catch2_v3, "~tilde"), "\\~tilde");
  EXPECT_EQ(selected(Framework::catch2_v3, "-dash"), "\\-dash");
  EXPECT_EQ(selected(Framework::doctest, "a, b\\"), "--test-case=a\\, b\\\\");
}

TEST(TestFramework, DoctestSelectsTheSuite) {
  EXPECT_EQ(select_arguments(Framework::doctest, {"suite, one", "same", "", 0, false}),
            (Arguments{"--test-case=same", "--case-sensitive=true", "--test-suite=suite\\, one"}));
}

TEST(TestFramework, StringsOfAProgramNameItsFramework) {
  const auto found = [](std::string_view content) { return frameworks_in(content); };
  using Frameworks = std::vector<Framework>;
  EXPECT_EQ(found("..--gtest_list_tests.."), Frameworks{Framework::google_test});
  EXPECT_EQ(found("_ZN7testing8internal23MakeAndRegisterTestInfoE"),
            Frameworks{Framework::google_test});
  EXPECT_EQ(found("Catch2 --list-tests --list-test-names-only"), Frameworks{Framework::catch2_v2});
  EXPECT_EQ(found("Catch2 --list-tests"), Frameworks{Framework::catch2_v3});
  EXPECT_EQ(found("dt-list-test-cases"), Frameworks{Framework::doctest});
  EXPECT_TRUE(found("--list-tests").empty());
  EXPECT_TRUE(found("").empty());
}

}  // namespace
}  // namespace heddle::cli
