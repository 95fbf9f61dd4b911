// Graphs recovered from machine code contain the paths that the sources have, and no others that
// matter.  Comments in programs/*.cpp name source lines (tag) and list the expected relations.
#include "guidance/recovery/recover.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "guidance/graph_text.hpp"
#include "guidance/locations.hpp"
#include "guidance/shortest_path.hpp"
#include "guidance/slow_distance.hpp"

namespace heddle::guidance {
namespace {

// "PROGRAM=SOURCE", for all compilers, architectures and optimisation levels at hand.
std::vector<std::string> programs() {
  std::vector<std::string> found;
  std::ifstream list(HEDDLE_GRAPH_PROGRAMS);
  for (std::string item; std::getline(list, item);) found.push_back(item);
  return found;
}

struct Expectation {
  std::string relation;
  std::vector<std::string> places;
};

class Recovered : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::size_t split = GetParam().find('=');
    Result<ElfImage> opened = ElfImage::open(GetParam().substr(0, split));
    ASSERT_TRUE(opened.ok()) << opened.sentence();
    image_.emplace(std::move(*opened));
    read_source(GetParam().substr(split + 1));
    graph_ = recover_graph(*image_);
    finder_.emplace(*image_, graph_);
  }

  void read_source(const std::string& path) {
    const std::string file = path.substr(path.rfind('/') + 1);
    const std::regex tag("// tag: (\\w+)$");
    const std::regex expected("^// (reachable|unreachable|within|not within|closer): (.*)$");
    std::ifstream source(path);
    std::string line;
    for (int number = 1; std::getline(source, line); ++number) {
      std::smatch match;
      if (std::regex_search(line, match, tag)) {
        tags_[match[1]] = file + ":" + std::to_string(number);
      } else if (std::regex_match(line, match, expected)) {
        std::istringstream words(match[2]);
        Expectation expectation{match[1], {}};
        for (std::string word; words >> word;) expectation.places.push_back(word);
        expectations_.push_back(std::move(expectation));
      }
    }
  }

  // A tag, or a function written as @name.  Empty when the compiler removed the code.
  std::vector<NodeId> nodes(const std::string& place) {
    const bool is_function = place.front() == '@';
    EXPECT_TRUE(is_function || tags_.count(place) == 1) << place;
    const Result<FoundLocation> found = finder_->find(is_function ? place.substr(1) : tags_[place]);
    return found.ok() ? found->nodes : std::vector<NodeId>{};
  }

  Cost path_cost(const std::string& from, const std::string& to) {
    const std::vector<NodeId> starts = nodes(from);
    EXPECT_FALSE(starts.empty()) << from;
    return shortest_path(graph_, kWeights, starts, nodes(to)).distance;
  }

  // From the entry of a function, without return from it.
  Cost cost_within(const std::string& function, const std::string& to) {
    const ThroughCosts through = through_costs(graph_, kWeights);
    const std::vector<Cost> costs = costs_to(graph_, kWeights, through, nodes(to));
    const std::vector<NodeId> code = nodes("@" + function);
    Cost best = kUnreachable;
    bool entered = false;
    for (const NodeId id : code) {
      if (graph_.functions[graph_.nodes[id].function].entry != id) continue;
      entered = true;
      best = std::min(best, costs[id]);
    }
    EXPECT_TRUE(entered) << function;
    return best;
  }

  static constexpr Weights kWeights{};
  std::optional<ElfImage> image_;
  ProgramGraph graph_;
  std::optional<LocationFinder> finder_;
  std::map<std::string, std::string> tags_;
  std::vector<Expectation> expectations_;
};

TEST_P(Recovered, HasTheExpectedPaths) {
  ASSERT_GE(expectations_.size(), 5U);
  for (const auto& [relation, places] : expectations_) {
    SCOPED_TRACE(relation + " " + places[0] + " " + places[1]);
    const bool within = relation.ends_with("within");
    const Cost cost = within ? cost_within(places[0], places[1])
                             : path_cost(places[0], relation == "closer" ? places[2] : places[1]);
    const bool expected = relation != "unreachable" && relation != "not within";
    EXPECT_EQ(cost != kUnreachable, expected);
    if (relation == "closer") {
      EXPECT_LT(cost, path_cost(places[1], places[2]));
    }
  }
}

TEST_P(Recovered, DistancesSolveTheirEquations) {
  const ThroughCosts through = through_costs(graph_, kWeights);
  for (const auto& [tag, place] : tags_) {
    const std::vector<NodeId> targets = nodes(tag);
    const slow::Fixpoint slow = slow::fixpoint(graph_, kWeights, {targets.begin(), targets.end()});
    ASSERT_EQ(through.to_exit, slow.to_exit) << tag;
    ASSERT_EQ(costs_to(graph_, kWeights, through, targets), slow.to_target) << tag;
  }
}

// Every step of a path is an edge, and the path is as long as its distance claims.
TEST_P(Recovered, PathsEndAtTheirTarget) {
  for (const auto& [relation, places] : expectations_) {
    if (relation != "reachable") continue;
    const std::vector<NodeId> targets = nodes(places[1]);
    const ShortestPath path = shortest_path(graph_, kWeights, nodes(places[0]), targets);
    ASSERT_FALSE(path.steps.empty());
    EXPECT_EQ(std::count(targets.begin(), targets.end(), path.steps.back().node), 1)
        << places[0] << " " << places[1];
  }
}

TEST_P(Recovered, GraphsSurviveTheirEncoding) {
  const std::string text = encode(graph_);
  const Result<ProgramGraph> again = decode_graph(text);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(encode(*again), text);
}

std::string program_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(0, info.param.find('='));
  name = name.substr(name.rfind('/') + 1);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Programs, Recovered, testing::ValuesIn(programs()), program_name);

}  // namespace
}  // namespace heddle::guidance
