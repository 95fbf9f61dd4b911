// A guide answers as the distance algorithm does, survives its encoding, and refuses damaged texts.
#include "guidance/guide.hpp"

#include <gtest/gtest.h>

#include "fuzz.hpp"
#include "guidance/distance.hpp"
#include "guidance/guide_tables.hpp"
#include "guidance/random_graph.hpp"

namespace heddle::guidance {
namespace {

// Two locations: the code of two random nodes.
Guide random_guide(const ProgramGraph& graph, std::vector<NodeId> targets) {
  std::vector<Location> locations;
  std::vector<std::vector<NodeId>> nodes;
  for (const NodeId target : targets) {
    Location location;
    location.text = "f" + std::to_string(target);
    location.wanted = static_cast<Wanted>(target % (kLastWanted + 1));
    location.code.push_back({0, graph.nodes[target].begin, graph.nodes[target].end});
    if (target % 2 == 0) location.variable = CodeRange{0, 100, 108};
    locations.push_back(std::move(location));
    nodes.push_back({target});
  }
  std::vector<GuideModule> modules;
  modules.push_back(module_tables(graph, Weights{}, nodes, "0123abcd"));
  return Guide(std::move(locations), std::move(modules));
}

std::vector<NodeId> two_targets(const ProgramGraph& graph, Random& random) {
  return {static_cast<NodeId>(random.below(graph.nodes.size())),
          static_cast<NodeId>(random.below(graph.nodes.size()))};
}

TEST(Guide, AnswersAsTheDistanceAlgorithm) {
  Random random(31);
  for (int round = 0; round < 1500; ++round) {
    const ProgramGraph graph = random_graph(random);
    const std::vector<NodeId> targets = two_targets(graph, random);
    Guide guide = random_guide(graph, targets);
    constexpr std::uintptr_t kBase = 0x555500000000;
    guide.place(0, kBase);
    const ThroughCosts through = through_costs(graph, Weights{});
    std::vector<std::uintptr_t> stack;
    std::vector<StackFrame> frames;
    for (std::uint64_t left = 1 + random.below(5); left > 0; --left) {
      // The innermost frame is inside the graph, others may be in foreign code.
      const Node& top = graph.nodes[random.below(graph.nodes.size())];
      const std::uint64_t address =
          stack.empty() ? top.end : 1 + random.below(graph.nodes.back().end + 20);
      const NodeId id = node_at(graph, address - 1);
      stack.push_back(kBase + address);
      if (id == kNone) {
        frames.push_back({.foreign = true});
      } else if (frames.empty()) {
        frames.push_back({.node = id});
      } else {
        const Node& node = graph.nodes[id];
        const bool calls = node.calls != kNone || node.external;
        const NodeId next = node.successors.empty() ? kNone : node.successors.front();
        frames.push_back({.node = calls ? next : id, .landing_pad = node.landing_pad});
      }
    }
    for (std::size_t k = 0; k < 2; ++k) {
      const std::vector<Cost> costs =
          costs_to(graph, Weights{}, through, std::vector<NodeId>{targets[k]});
      ASSERT_EQ(guide.distance(k, stack), distance(Weights{}, through, costs, frames));
    }
  }
}

TEST(Guide, SurvivesItsEncoding) {
  Random random(32);
  for (int round = 0; round < 200; ++round) {
    const ProgramGraph graph = random_graph(random);
    const Guide guide = random_guide(graph, two_targets(graph, random));
    const Result<Guide> again = Guide::decode(guide.encode());
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(*again == guide);
    EXPECT_EQ(again->encode(), guide.encode());
  }
}

TEST(Guide, RefusesDamagedTexts) {
  Random random = fuzz::seeded();
  const ProgramGraph graph = random_graph(random);
  const std::string text = random_guide(graph, {0, 0}).encode();
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(Guide::decode(text.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(Guide::decode(text + '\0').ok());
  const std::vector<std::string> words = {"\xff\xff\xff\xff\x0f", std::string(3, '\0'), "\x80"};
  std::uint64_t accepted = 0;
  for (std::uint64_t left = fuzz::cases(20'000); left > 0; --left) {
    const std::string changed = fuzz::changed(text, words, random);
    const Result<Guide> guide = Guide::decode(changed);
    if (!guide.ok()) continue;
    ++accepted;
    ASSERT_EQ(guide->encode(), changed);  // every guide has one text
    const std::vector<std::uintptr_t> stack = {20, 40, 60};
    for (std::size_t k = 0; k < guide->locations().size(); ++k) guide->distance(k, stack);
  }
  EXPECT_GT(accepted, 0U);
}

// Three functions: user code at 0x100, library code at 0x200, user code at 0x300.
Guide three_functions(Location location) {
  ProgramGraph graph;
  for (FunctionId id = 0; id < 3; ++id) {
    graph.functions.push_back({"f", id, id == 1});
    graph.nodes.push_back(
        {.begin = 0x100 * (id + 1), .end = 0x100 * (id + 1) + 0x80, .function = id});
  }
  std::vector<Location> locations{std::move(location)};
  std::vector<GuideModule> modules{module_tables(graph, Weights{}, {{0}}, "")};
  return Guide(std::move(locations), std::move(modules));
}

using Stack = std::vector<std::uintptr_t>;

TEST(Guide, AnOperationBelongsToTheInnermostUserFrame) {
  const Guide guide = three_functions({.text = "a.cpp:1", .code = {{0, 0x110, 0x120}}});
  EXPECT_TRUE(guide.matches(0, Wanted::lock, {}, Stack{0x115}));
  EXPECT_TRUE(guide.matches(0, Wanted::lock, {}, Stack{0x120}));   // the call ends there
  EXPECT_FALSE(guide.matches(0, Wanted::lock, {}, Stack{0x110}));  // the call before ends there
  EXPECT_TRUE(guide.matches(0, Wanted::lock, {}, Stack{0x210, 0x115}));
  EXPECT_TRUE(guide.matches(0, Wanted::lock, {}, Stack{0x9000, 0x115}));
  EXPECT_FALSE(guide.matches(0, Wanted::lock, {}, Stack{0x310, 0x115}));
  EXPECT_FALSE(guide.matches(0, Wanted::lock, {}, Stack{}));
}

TEST(Guide, AFunctionIncludesItsCallees) {
  const Guide guide =
      three_functions({.text = "f", .with_callees = true, .code = {{0, 0x100, 0x180}}});
  EXPECT_TRUE(guide.matches(0, Wanted::read, {}, Stack{0x310, 0x115}));
  EXPECT_FALSE(guide.matches(0, Wanted::read, {}, Stack{0x310, 0x215}));
}

TEST(Guide, AVariableMustBeTouched) {
  Guide guide = three_functions({.text = "f+write(x)",
                                 .wanted = Wanted::write,
                                 .code = {{0, 0x100, 0x180}},
                                 .variable = CodeRange{0, 0x1000, 0x1008}});
  guide.place(0, 0x10000);
  const Stack stack{0x10115};
  EXPECT_TRUE(guide.matches(0, Wanted::write, {0x11004, 4}, stack));
  EXPECT_TRUE(guide.matches(0, Wanted::write, {0x10ffc, 5}, stack));
  EXPECT_FALSE(guide.matches(0, Wanted::write, {0x10ffc, 4}, stack));
  EXPECT_FALSE(guide.matches(0, Wanted::write, {0x11008, 4}, stack));
  EXPECT_FALSE(guide.matches(0, Wanted::write, {0x11004, 0}, stack));
  EXPECT_FALSE(guide.matches(0, Wanted::read, {0x11004, 4}, stack));
  EXPECT_FALSE(guide.matches(0, Wanted::write, {0x11004, 4}, Stack{0x115}));
}

}  // namespace
}  // namespace heddle::guidance
