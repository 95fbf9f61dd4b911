// The streaming writer: each line is in the file as soon as it happened.
#include "trace/trace_writer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "trace/trace_file.hpp"

namespace heddle::trace {
namespace {

// Addresses 0x1000 to 0x1fff are in module 0.
Place locate(Site site) {
  const auto address = static_cast<std::uint64_t>(site);
  if (address >= 0x1000 && address < 0x2000) return {0, address - 0x1000};
  return {kNoModule, address};
}

class Writing : public testing::Test {
 protected:
  Writing()
      : path_(testing::TempDir() + "/heddle_writer_test_" + std::to_string(::getpid())),
        descriptor_(::open(path_.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600)) {}
  ~Writing() override {
    ::close(descriptor_);
    std::filesystem::remove(path_);
  }

  Event lock_event() const {
    Event event;
    event.thread = ThreadId{1};
    event.operation = {OpKind::mutex_lock, 0, 5, ObjectId{0x1800}, kNoObject, 0, Site{0x1010}};
    return event;
  }

  const std::vector<Module> modules_ = {{"/home/me/prog", "ab"}};
  const Header header_ = {"/home/me/prog", {"x"}, "ab", "jobs=1", 5};
  std::string path_;
  int descriptor_;
};

TEST_F(Writing, EveryLineIsReadableAtOnce) {
  TraceWriter writer(descriptor_, header_, modules_, locate);
  EXPECT_EQ(read_partial_trace(path_)->header, header_);
  EXPECT_EQ(read_partial_trace(path_)->modules, modules_);
  writer.happened(lock_event());
  EXPECT_EQ(read_partial_trace(path_)->steps.size(), 1U);
  writer.printed(ThreadId{1}, 1, "hi");
  EXPECT_EQ(read_partial_trace(path_)->outputs, (std::vector<Output>{{1, ThreadId{1}, 1, "hi"}}));
  EXPECT_FALSE(read_trace(path_).ok());
  EXPECT_TRUE(writer.end());
  EXPECT_TRUE(read_trace(path_).ok());
}

TEST_F(Writing, DecisionsAreStepsWithoutOperations) {
  const Schedule schedule = {{kMainThread, 0}, {ThreadId{1}, 2}};
  TraceWriter writer(descriptor_, header_, modules_, locate);
  writer.decisions(schedule);
  EXPECT_TRUE(writer.end());
  const Result<Trace> trace = read_trace(path_);
  ASSERT_TRUE(trace.ok());
  ASSERT_EQ(trace->steps.size(), schedule.size());
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    EXPECT_EQ(trace->steps[i].thread, schedule[i].thread);
    EXPECT_EQ(trace->steps[i].alternative, schedule[i].alternative);
    EXPECT_EQ(trace->steps[i].operation.kind, OpKind::none);
  }
}

TEST_F(Writing, AStepThatBeginsIsReadUntilItHasHappened) {
  TraceWriter writer(descriptor_, header_, modules_, locate);
  writer.step_begins(lock_event());
  const Result<Trace> dead = read_partial_trace(path_);
  ASSERT_EQ(dead->steps.size(), 1U);
  EXPECT_TRUE(dead->steps[0].is_unfinished);
  EXPECT_EQ(dead->steps[0].operation.kind, OpKind::mutex_lock);
  writer.happened(lock_event());
  writer.step_begins(lock_event());
  EXPECT_TRUE(writer.end());
  const Result<Trace> whole = read_trace(path_);
  ASSERT_TRUE(whole.ok()) << whole.sentence();
  ASSERT_EQ(whole->steps.size(), 1U);
  EXPECT_FALSE(whole->steps[0].is_unfinished);
}

TEST_F(Writing, PlacesStacksAndObjectsInModules) {
  TraceWriter writer(descriptor_, header_, modules_, locate);
  const Site stack[] = {Site{0x1010}, Site{0x9999}};
  Event event = lock_event();
  writer.happened(event);  // without a stack, the operation's own site
  event.stack = stack;
  writer.happened(event);
  Failure failure{FailureKind::crash, "signal 11", ThreadId{1}, {Site{0x1020}}, 0x8};
  failure.accounts = {{"heap block freed by", ThreadId{0}, {Site{0x1030}}}};
  writer.failure(failure);
  writer.blocked({kMainThread, event.operation, ThreadId{1}, stack});
  writer.end();

  const Result<Trace> trace = read_trace(path_);
  ASSERT_TRUE(trace.ok()) << trace.sentence();
  EXPECT_EQ(trace->steps[0].stack, (std::vector<Place>{{0, 0x10}}));
  EXPECT_EQ(trace->steps[1].stack, (std::vector<Place>{{0, 0x10}, {kNoModule, 0x9999}}));
  EXPECT_EQ(trace->objects, (std::vector<Object>{{ObjectId{0x1800}, {0, 0x800}}}));
  EXPECT_EQ(trace->failure->stack, (std::vector<Place>{{0, 0x20}}));
  EXPECT_EQ(trace->failure->address, 8U);
  EXPECT_EQ(trace->failure->accounts,
            (std::vector<TraceAccount>{{"heap block freed by", ThreadId{0}, {{0, 0x30}}}}));
  EXPECT_EQ(trace->blocked[0].held_by, ThreadId{1});
}

// Counts objects at one address.
class Blocks : public Surroundings {
 public:
  std::uint64_t incarnation(ObjectId) const override { return number; }
  MemoryExcerpt around(ObjectId) override {
    return {
        {{ThreadId{1}, Site{0x1010}, 16, 32, {}}}, {{0x9000, number}}, {{Site{0x1800}, 0x9000}}};
  }
  std::uint64_t number = 1;
};

TEST_F(Writing, AddsTheMemoryAroundEachNewObject) {
  TraceWriter writer(descriptor_, header_, modules_, locate);
  Blocks blocks;
  writer.surround(blocks);
  Event event = lock_event();
  event.operation.object = ObjectId{0x9000};
  writer.happened(event);
  writer.happened(event);
  blocks.number = 2;
  writer.happened(event);
  writer.end();

  const Result<Trace> trace = read_trace(path_);
  ASSERT_TRUE(trace.ok()) << trace.sentence();
  ASSERT_EQ(trace->objects.size(), 2U) << "the second block has the address of the first";
  EXPECT_EQ(trace->objects[1].incarnation, 2U);
  const Excerpt& around = trace->objects[1].around;
  EXPECT_EQ(around.blocks, (std::vector<MemoryBlock>{{0x9000, 2}}));
  EXPECT_EQ(around.frames.front().code, (Place{0, 0x10}));
  EXPECT_EQ(around.pointers.front().place, (Place{0, 0x800}));
}

TEST_F(Writing, LastWordAboutAThreadCounts) {
  TraceWriter writer(descriptor_, header_, modules_, locate);
  const ThreadFacts early[] = {{kMainThread, "0", "", kNoSite}, {ThreadId{1}, "0.0", "", kNoSite}};
  const ThreadFacts late[] = {{ThreadId{1}, "0.0", "worker", Site{0x1040}}};
  writer.threads(early);
  writer.threads(late);
  writer.end();
  const Result<Trace> trace = read_trace(path_);
  ASSERT_TRUE(trace.ok()) << trace.sentence();
  ASSERT_EQ(trace->threads.size(), 2U);
  EXPECT_EQ(trace->threads[1], (Thread{ThreadId{1}, "0.0", "worker", Place{0, 0x40}}));
}

TEST_F(Writing, TellsWhenALineIsLost) {
  TraceWriter writer(-1, header_, modules_, locate);
  EXPECT_FALSE(writer.end());
}

TEST_F(Writing, PrintedBytesNeedNotBeText) {
  TraceWriter writer(descriptor_, header_, modules_, locate);
  writer.printed(kMainThread, 1, std::string_view("\xff\0\n", 3));
  writer.end();
  const Result<Trace> trace = read_trace(path_);
  ASSERT_TRUE(trace.ok()) << trace.sentence();
  EXPECT_EQ(trace->outputs[0].text, std::string("\xef\xbf\xbd\0\n", 5));
}

}  // namespace
}  // namespace heddle::trace
