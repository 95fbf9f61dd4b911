// Locations are found by line, function and operation; unknown and ambiguous ones are refused with
// the nearest candidates.
#include "guidance/locations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "guidance/make_guide.hpp"
#include "guidance/recovery/location_text.hpp"
#include "guidance/recovery/recover.hpp"
#include "temporary_folder.hpp"

namespace heddle::guidance {
namespace {

using testing::HasSubstr;

std::vector<std::string> shared_objects() {
  std::vector<std::string> found;
  std::ifstream list(HEDDLE_GRAPH_SHARED);
  for (std::string item; std::getline(list, item);) found.push_back(item);
  return found;
}

class Locations : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<ElfImage> opened = ElfImage::open(GetParam());
    ASSERT_TRUE(opened.ok()) << opened.sentence();
    image_.emplace(std::move(*opened));
    graph_ = recover_graph(*image_);
    finder_.emplace(*image_, graph_);
    std::ifstream source(HEDDLE_GRAPH_ACCESSES);
    std::string line;
    for (int number = 1; std::getline(source, line); ++number) {
      const std::size_t at = line.find("// tag: ");
      if (at != std::string::npos) tags_[line.substr(at + 8)] = number;
    }
  }

  std::string line(const std::string& tag) {
    return "accesses.cpp:" + std::to_string(tags_.at(tag));
  }

  std::vector<NodeId> nodes(const std::string& text) {
    const Result<FoundLocation> found = finder_->find(text);
    EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.sentence());
    return found.ok() ? found->nodes : std::vector<NodeId>{};
  }

  std::string refusal(const std::string& text) {
    const Result<FoundLocation> found = finder_->find(text);
    EXPECT_FALSE(found.ok()) << text;
    return found.ok() ? "" : found.sentence();
  }

  // Whether all of `inner` are among `outer`.
  static bool within(const std::vector<NodeId>& inner, const std::vector<NodeId>& outer) {
    return !inner.empty() && std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
  }

  std::optional<ElfImage> image_;
  ProgramGraph graph_;
  std::optional<LocationFinder> finder_;
  std::map<std::string, int> tags_;
};

TEST_P(Locations, OperationsOnAGlobalVariableAreFoundByItsAddress) {
  EXPECT_TRUE(within(nodes("set_balance+write(balance)"), nodes(line("set"))));
  EXPECT_FALSE(within(nodes("set_balance+write(other)"), nodes(line("set"))));
  EXPECT_TRUE(within(nodes("get_balance+read(balance)"), nodes(line("get"))));
  EXPECT_THAT(refusal("set_balance+read(balance)"), HasSubstr("no read of balance"));
  EXPECT_THAT(refusal("get_balance+write"), HasSubstr("no write there"));
}

TEST_P(Locations, OperationsOnAMemberAreFoundBySourceLines) {
  EXPECT_TRUE(within(nodes("Account::deposit+write(amount_)"), nodes(line("deposit_add"))));
  EXPECT_FALSE(within(nodes("deposit+write(fees_)"), nodes(line("deposit_add"))));
  EXPECT_TRUE(within(nodes("charge+write(fees_)"), nodes(line("charge_add"))));
  EXPECT_THAT(refusal("charge+write(amount_)"), HasSubstr("no line there mentions it"));
}

TEST_P(Locations, FunctionsOfUnnamedNamespacesHaveTheirClassInlinedOrNot) {
  EXPECT_TRUE(within(nodes("Purse::fill+write(coins_)"), nodes(line("fill"))));
  EXPECT_TRUE(within(nodes("fill+write(coins_)"), nodes(line("fill"))));
  EXPECT_THAT(refusal("Account::fill"), HasSubstr("Purse::fill"));
}

TEST_P(Locations, LocksInsideTheLibraryBelongToTheLine) {
  EXPECT_TRUE(within(nodes("deposit+lock"), nodes(line("deposit_lock"))));
  EXPECT_TRUE(within(nodes("locked+lock"), nodes(line("locked_lock"))));
  EXPECT_THAT(refusal("charge+lock"), HasSubstr("no lock there"));
  EXPECT_THAT(refusal("charge+wait"), HasSubstr("no wait there"));
}

TEST_P(Locations, UnknownNamesAreRefusedWithCandidates) {
  EXPECT_THAT(refusal("get_balnce"), HasSubstr("did you mean get_balance"));
  EXPECT_THAT(refusal("Acount::deposit"), HasSubstr("did you mean Account::deposit"));
  EXPECT_THAT(refusal("charge+write(balanc)"), HasSubstr("balance"));
  EXPECT_THAT(refusal("acesses.cpp:3"), HasSubstr("accesses.cpp"));
  EXPECT_THAT(refusal("accesses.cpp:1"), HasSubstr("the nearest line with code is"));
  EXPECT_THAT(refusal("accesses.cpp:26"), HasSubstr("the nearest lines with code are 25 and 27"));
  EXPECT_THAT(refusal("accesses.cpp:x"), HasSubstr("write FILE:LINE"));
  EXPECT_THAT(refusal("charge+wrote"), HasSubstr("use read, write"));
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
}

TEST_P(Locations, AmbiguousNamesAreRefusedWithCandidates) {
  EXPECT_THAT(refusal("touch"), HasSubstr("write left::touch or right::touch"));
  EXPECT_THAT(refusal("left::touch+write(value)"), HasSubstr("left::value or right::value"));
  EXPECT_FALSE(nodes("left::touch").empty());
  EXPECT_FALSE(nodes("left::touch+write(left::value)").empty());
  EXPECT_FALSE(nodes("left::touch()").empty());
}

// The thread of the innermost address is about to perform the operation at the end of a node.
TEST_P(Locations, AGuideMatchesTheOperationsOfItsLocations) {
  const std::vector<std::string> texts = {"set_balance+write(balance)", line("get"), "locked"};
  const TemporaryFolder cache;
  ::setenv("XDG_CACHE_HOME", cache.path().c_str(), 1);
  const Result<Guide> guide = make_guide(GetParam(), texts);
  ASSERT_TRUE(guide.ok()) << guide.sentence();
  const NodeId write = nodes(texts[0]).front();
  const std::uintptr_t variable = guide->locations()[0].variable->begin;
  const std::vector<std::uintptr_t> writing = {graph_.nodes[write].end};
  EXPECT_TRUE(guide->matches(0, Wanted::write, {variable, 4}, writing));
  EXPECT_FALSE(guide->matches(0, Wanted::write, {variable + 4, 4}, writing));
  EXPECT_FALSE(guide->matches(0, Wanted::read, {variable, 4}, writing));
  EXPECT_FALSE(guide->matches(1, Wanted::write, {variable, 4}, writing));
  EXPECT_EQ(guide->distance(0, writing), 0U);
  EXPECT_EQ(guide->distance(1, writing), kUnreachable);

  const NodeId entry = nodes("locked").front();
  const Cost from_entry = guide->distance_from_entry(0, graph_.nodes[entry].begin);
  EXPECT_GE(from_entry, kStep);  // a lock comes first
  EXPECT_LT(from_entry, 2 * kStep);
  const std::vector<std::uintptr_t> locking = {graph_.nodes[nodes("locked+lock").front()].end};
  EXPECT_LE(guide->distance(0, locking), from_entry);
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(info.param.rfind('/') + 1);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Shared, Locations, testing::ValuesIn(shared_objects()), test_name);

TEST(LocationText, TakesLocationsApart) {
  const auto parsed = [](const std::string& text) { return parse_location(text).value(); };
  EXPECT_EQ(parsed("a/b.cpp:12").file, "a/b.cpp");
  EXPECT_EQ(parsed("a/b.cpp:12").line, 12);
  EXPECT_EQ(parsed("b.cpp:12+write(x)").variable, "x");
  EXPECT_EQ(parsed("Queue::push").function, "Queue::push");
  EXPECT_EQ(parsed("Queue::push+lock").wanted, Wanted::lock);
  EXPECT_EQ(parsed("operator+").function, "operator+");
  EXPECT_EQ(parsed("f(int)").function, "f(int)");
  EXPECT_EQ(parsed("f(int)+read(g(int)::x)").variable, "g(int)::x");
  EXPECT_EQ(parsed("f(int)+read(g(int)::x)").function, "f(int)");
  EXPECT_EQ(parsed("Box<int>::put").function, "Box<int>::put");
  EXPECT_FALSE(parse_location("a.cpp:0").ok());
  EXPECT_FALSE(parse_location("a.cpp:99999999999").ok());
}

TEST(ElfImage, RefusesOtherFiles) {
  EXPECT_FALSE(ElfImage::open(HEDDLE_GRAPH_ACCESSES).ok());
  EXPECT_FALSE(ElfImage::open("/no/such/file").ok());
  EXPECT_FALSE(ElfImage::open("/").ok());
}

}  // namespace
}  // namespace heddle::guidance
