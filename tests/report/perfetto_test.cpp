// Trace events: steps and held locks are slices that nest, and happens-before edges are arrows.
#include "report/perfetto.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "report/lock_holds.hpp"
#include "report/step_order.hpp"
#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::json;

Json events_of(const TraceBuilder& builder) {
  const std::string text = perfetto_json({{"prog", builder.trace(), builder.symbols()}});
  EXPECT_TRUE(is_perfetto(text));
  return Json::parse(text)["traceEvents"];
}

// Slices of one track are disjoint or nested; otherwise a viewer drops some.
void expect_nested(const Json& events) {
  std::map<std::pair<int, int>, std::vector<std::pair<long, long>>> tracks;
  for (const Json& event : events) {
    if (event["ph"] != "X") continue;
    const long begin = event["ts"];
    tracks[{event["pid"], event["tid"]}].emplace_back(begin, begin + event["dur"].get<long>());
  }
  for (const auto& [track, slices] : tracks) {
    for (const auto& [begin, end] : slices) {
      EXPECT_LT(begin, end);
      for (const auto& [other_begin, other_end] : slices) {
        const bool is_crossed = begin < other_begin && other_begin < end && end < other_end;
        EXPECT_FALSE(is_crossed) << track.second << " " << begin << " " << other_begin;
      }
    }
  }
}

// main creates a thread; both lock a mutex; main joins the thread.
TraceBuilder two_threads() {
  TraceBuilder builder;
  builder.thread(0);
  builder.thread(1);
  builder.note(0, OpKind::thread_create, 1, builder.at(1, "main()"));
  builder.note(1, OpKind::thread_start, -1, builder.at(2, "run()"));
  builder.step(0, OpKind::mutex_lock, 0x10, builder.at(3, "main()"));
  builder.step(0, OpKind::mutex_unlock, 0x10, builder.at(4, "main()"));
  builder.step(1, OpKind::mutex_lock, 0x10, builder.at(5, "run()"));
  builder.step(1, OpKind::mutex_unlock, 0x10, builder.at(6, "run()"));
  builder.note(1, OpKind::thread_exit, -1, builder.at(7, "run()"));
  builder
      .step(0, OpKind::thread_join, static_cast<std::uint64_t>(end_of(thread_id(1))),
            builder.at(8, "main()"))
      .other = thread_id(1);
  return builder;
}

TEST(Perfetto, StepNumbersAreMilliseconds) {
  const TraceBuilder builder = two_threads();
  const Json events = events_of(builder);
  expect_nested(events);
  std::map<int, std::pair<long, std::string>> steps;
  for (const Json& event : events) {
    if (event["cat"] == "step") steps[event["args"]["step"]] = {event["ts"], event["name"]};
  }
  ASSERT_EQ(steps.size(), 5U);
  for (const auto& [number, step] : steps) EXPECT_EQ(step.first, 1000L * number);
  EXPECT_EQ(steps[1].second, "lock mutex 1");
}

// A viewer counts time from the first event.
TEST(Perfetto, BeginsAtZero) {
  TraceBuilder builder;
  builder.thread(0);
  builder.step(0, OpKind::yield, 0, builder.at(3, "main()"));
  for (const TraceBuilder& one : {two_threads(), builder}) {
    long first = 1'000'000;
    for (const Json& event : events_of(one)) {
      if (event.contains("ts")) first = std::min(first, event["ts"].get<long>());
    }
    EXPECT_EQ(first, 0);
  }
}

TEST(Perfetto, TracksHaveNames) {
  std::map<int, std::string> names;
  for (const Json& event : events_of(two_threads())) {
    if (event["name"] == "thread_name") names[event["tid"]] = event["args"]["name"];
  }
  EXPECT_EQ(names, (std::map<int, std::string>{
                       {1, "main"}, {2, "thread 1"}, {100'000, "mutex 1 (lock)"}}));
}

TEST(Perfetto, ArrowsHaveTwoEndsInsideSlices) {
  const Json events = events_of(two_threads());
  std::map<int, std::vector<Json>> arrows;
  for (const Json& event : events) {
    if (event["ph"] == "s" || event["ph"] == "f") arrows[event["id"]].push_back(event);
  }
  ASSERT_EQ(arrows.size(), 3U);
  std::vector<std::string> names;
  for (const auto& [id, ends] : arrows) {
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_EQ(ends[0]["ph"], "s");
    EXPECT_EQ(ends[1]["ph"], "f");
    EXPECT_EQ(ends[1]["bp"], "e");
    EXPECT_NE(ends[0]["tid"], ends[1]["tid"]);
    EXPECT_LE(ends[0]["ts"].get<long>(), ends[1]["ts"].get<long>());
    names.push_back(ends[0]["name"]);
    for (const Json& end : ends) {
      bool is_inside = false;
      for (const Json& event : events) {
        if (event["ph"] != "X" || event["tid"] != end["tid"]) continue;
        const long begin = event["ts"];
        const long at = end["ts"];
        is_inside |= begin <= at && at < begin + event["dur"].get<long>();
      }
      EXPECT_TRUE(is_inside);
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"create", "unlock -> lock", "join"}));
}

TEST(Perfetto, BlockedThreadsAndHeldLocksLastUntilTheEnd) {
  TraceBuilder builder;
  builder.thread(0);
  builder.thread(1);
  builder.step(0, OpKind::mutex_lock, 0x10, builder.at(3, "main()"));
  builder.step(1, OpKind::yield, 0, builder.at(4, "run()"));
  builder.fails(FailureKind::deadlock, "all live threads are blocked", -1, {});
  builder.blocked(1, OpKind::mutex_lock, 0x10, 0, {builder.at(5, "run()")});
  const Json events = events_of(builder);
  expect_nested(events);
  std::map<std::string, long> ends;
  for (const Json& event : events) {
    if (event["ph"] == "X") ends[event["cat"]] = event["ts"].get<long>() + event["dur"].get<long>();
  }
  EXPECT_EQ(ends, (std::map<std::string, long>{
                      {"note", 1000}, {"step", 3000}, {"blocked", 4000}, {"lock", 4000}}));
}

TEST(Perfetto, ManyNotesStayInsideTheirStep) {
  TraceBuilder builder;
  builder.thread(0);
  builder.step(0, OpKind::yield, 0, builder.at(3, "main()"));
  for (int i = 1; i < 1'200; ++i)
    builder.note(0, OpKind::thread_create, i, builder.at(4, "main()"));
  builder.step(0, OpKind::yield, 0, builder.at(5, "main()"));
  long last = 0;
  for (const Json& event : events_of(builder)) {
    if (event["cat"] == "note") last = event["ts"].get<long>() + event["dur"].get<long>();
  }
  EXPECT_EQ(last, 2000);
}

TEST(Perfetto, NoExecutionIsAnEmptyTrace) {
  const std::string text = perfetto_json({});
  EXPECT_TRUE(is_perfetto(text));
  EXPECT_TRUE(Json::parse(text)["traceEvents"].empty());
  EXPECT_FALSE(is_perfetto("{\"traceEvents\":[]}"));
  EXPECT_FALSE(is_perfetto("{\"otherData\":3,\"traceEvents\":[]}"));
}

// The positions of both steps of each happens-before edge, sorted.
std::vector<std::pair<std::size_t, std::size_t>> edges_of(const trace::Trace& trace) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const OrderEdge& edge : order_edges(trace)) {
    if (edge.kind == OrderEdge::Kind::happens_before) edges.emplace_back(edge.from, edge.to);
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(StepEdges, RelaxedAtomicsAndFailedLocksOrderNothing) {
  TraceBuilder builder;
  builder.thread(0);
  builder.thread(1);
  const trace::Place place = builder.at(3, "f()");
  builder.memory(0, OpKind::atomic_store, 0x10, 0, 1, place).operation.memory_order = 0;
  builder.memory(1, OpKind::atomic_load, 0x10, 1, 1, place).operation.memory_order = 2;
  builder.step(0, OpKind::mutex_lock, 0x20, place);
  builder.step(0, OpKind::mutex_unlock, 0x20, place);
  builder.step(1, OpKind::mutex_trylock, 0x20, place).outcome = Outcome::refused;
  EXPECT_EQ(edges_of(builder.trace()), Edges{});
  EXPECT_EQ(lock_holds(builder.trace()).size(), 1U);
  builder.memory(0, OpKind::atomic_store, 0x10, 1, 2, place).operation.memory_order = 3;
  builder.memory(1, OpKind::atomic_load, 0x10, 2, 2, place).operation.memory_order = 2;
  EXPECT_EQ(edges_of(builder.trace()), (Edges{{5, 6}}));
}

TEST(StepEdges, AWaitReleasesItsMutex) {
  TraceBuilder builder;
  builder.thread(0);
  builder.thread(1);
  const trace::Place place = builder.at(3, "f()");
  builder.step(0, OpKind::mutex_lock, 0x20, place);
  builder.step(0, OpKind::cond_wait, 0x30, place).operation.second = ObjectId{0x20};
  builder.step(1, OpKind::mutex_lock, 0x20, place);
  builder.step(1, OpKind::cond_signal, 0x30, place);
  builder.step(1, OpKind::mutex_unlock, 0x20, place);
  builder.step(0, OpKind::cond_wake, 0x30, place).operation.second = ObjectId{0x20};
  EXPECT_EQ(edges_of(builder.trace()), (Edges{{1, 2}, {3, 5}, {4, 5}}));
  const std::vector<LockHold> holds = lock_holds(builder.trace());
  ASSERT_EQ(holds.size(), 3U);
  EXPECT_EQ(holds[0].to, 1U);
  EXPECT_EQ(holds[1].to, 4U);
  EXPECT_EQ(holds[2].to, builder.trace().steps.size());
}

}  // namespace
}  // namespace heddle::report
