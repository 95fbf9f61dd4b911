// The code of patterns is found by function, class, file and expression, inlined copies included;
// a pattern that fits nothing is refused.  The file form is read back, and no other is accepted.
#include "guidance/find_scope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/random.hpp"

namespace heddle::guidance {
namespace {

using testing::HasSubstr;

// The programs that were compiled from a source, by several compilers.
std::vector<std::string> programs_of(const std::string& source) {
  std::vector<std::string> found;
  std::ifstream list(HEDDLE_GRAPH_PROGRAMS);
  for (std::string item; std::getline(list, item);) {
    if (item.ends_with("/" + source)) found.push_back(item.substr(0, item.find('=')));
  }
  return found;
}

std::vector<CodePiece> focus_of(const std::string& program, std::vector<std::string> patterns) {
  const Result<CodeScope> scope = find_scope(program, patterns, "");
  EXPECT_TRUE(scope.ok()) << (scope.ok() ? "" : scope.sentence());
  return scope.ok() ? scope->focus : std::vector<CodePiece>{};
}

std::string refusal(const std::string& program, const std::string& pattern) {
  const Result<CodeScope> scope = find_scope(program, std::vector<std::string>{pattern}, "");
  return scope.ok() ? "accepted" : scope.sentence();
}

bool is_within(const std::vector<CodePiece>& inner, const std::vector<CodePiece>& outer) {
  return std::all_of(inner.begin(), inner.end(), [&](const CodePiece& one) {
    return std::any_of(outer.begin(), outer.end(), [&](const CodePiece& other) {
      return one.begin >= other.begin && one.end <= other.end;
    });
  });
}

TEST(FindScope, FindsFunctionsAndTheirInlinedCopies) {
  const std::vector<std::string> programs = programs_of("inlining.cpp");
  ASSERT_FALSE(programs.empty());
  for (const std::string& program : programs) {
    SCOPED_TRACE(program);
    const auto left = focus_of(program, {"left"});
    const auto right = focus_of(program, {"right"});
    const auto add = focus_of(program, {"add"});
    ASSERT_EQ(left.size(), 1U);
    EXPECT_FALSE(is_within(left, right));
    EXPECT_TRUE(is_within(add, focus_of(program, {"left", "right", "add"})));
    EXPECT_FALSE(is_within(add, right));
    EXPECT_EQ(focus_of(program, {"left(int)"}), left);
    EXPECT_EQ(focus_of(program, {"/^left\\(/"}), left);
    EXPECT_TRUE(is_within(left, focus_of(program, {"inlining.cpp"})));
    EXPECT_TRUE(is_within(right, focus_of(program, {"programs/inlining.cpp"})));
  }
}

TEST(FindScope, FindsTemplatesAndScopes) {
  for (const std::string& program : programs_of("templates.cpp")) {
    SCOPED_TRACE(program);
    const auto all = focus_of(program, {"Box::put"});
    EXPECT_EQ(focus_of(program, {"put"}), all);
    EXPECT_EQ(focus_of(program, {"/Box<.*>::put/"}), all);
    EXPECT_TRUE(is_within(all, focus_of(program, {"Box"})));
    const auto one = focus_of(program, {"Box<int>::put"});
    EXPECT_TRUE(is_within(one, all));
    EXPECT_NE(one, all);
  }
}

TEST(FindScope, RefusesWhatFitsNothing) {
  for (const std::string& program : programs_of("inlining.cpp")) {
    EXPECT_THAT(refusal(program, "lefty"), HasSubstr("did you mean left"));
    EXPECT_THAT(refusal(program, "inlinin.cpp"), HasSubstr("inlining.cpp"));
    EXPECT_THAT(refusal(program, "/^nothing$/"), HasSubstr("No function and no source file"));
    EXPECT_THAT(refusal(program, "/(/"), HasSubstr("not a regular expression"));
    const Result<CodeScope> start = find_scope(program, {}, "inlining.cpp");
    ASSERT_FALSE(start.ok()) << "a file cannot be a start";
    EXPECT_THAT(start.sentence(), HasSubstr("has no function 'inlining.cpp'"));
    EXPECT_EQ(find_scope(program, {}, "left")->start, focus_of(program, {"left"}));
  }
  EXPECT_NE(refusal("/dev/null", "f"), "accepted");
}

TEST(CodeScope, MakesTheRoundTrip) {
  const CodeScope scope{
      "/tmp/a b", "0a1b", {{1, 5}, {5, 9}}, {{18'446'744'073'709'551'614ULL, ~0ULL}}};
  EXPECT_EQ(CodeScope::decode(scope.encode()).value(), scope);
  EXPECT_EQ(CodeScope::decode(CodeScope{}.encode()).value(), CodeScope{});
}

TEST(CodeScope, RefusesOtherTexts) {
  const std::string head = "heddle scope 1\np\n\n";
  ASSERT_TRUE(CodeScope::decode(head).ok());
  for (const char* const line :
       {"focus", "focus 1", "focus 1 1", "focus 2 1", "focus 1 2 3", "other 1 2", "focus -1 2",
        "focus 1 99999999999999999999", "focus 5 9\nfocus 1 2"}) {
    EXPECT_FALSE(CodeScope::decode(head + line + "\n").ok()) << line;
  }
  EXPECT_FALSE(CodeScope::decode("").ok());
  EXPECT_FALSE(CodeScope::decode("heddle scope 2\np\n\n").ok());
}

TEST(CodeScope, RefusesDamagedTextsOrReadsThem) {
  const std::string text = CodeScope{"p", "b", {{10, 20}, {30, 40}}, {{50, 60}}}.encode();
  Random random(1);
  for (int i = 0; i < 2'000; ++i) {
    std::string damaged = text;
    damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    const Result<CodeScope> scope = CodeScope::decode(damaged);
    if (scope.ok()) {
      EXPECT_EQ(CodeScope::decode(scope->encode()).value(), *scope);
    }
  }
}

}  // namespace
}  // namespace heddle::guidance
