// Trace files: written, read back, and every way in which a file can be wrong.
#include "trace/trace_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/random.hpp"
#include "trace/sample_trace.hpp"

namespace heddle::trace {
namespace {

using testing::HasSubstr;

TEST(TraceFile, ComesBackAsItWas) {
  const Trace trace = sample_trace();
  const Result<Trace> back = parse_trace(to_text(trace), "t");
  ASSERT_TRUE(back.ok()) << back.sentence();
  EXPECT_EQ(*back, trace);
}

TEST(TraceFile, IsOneJsonObjectPerLineAndSaysItsVersionFirst) {
  EXPECT_TRUE(to_text(sample_trace()).starts_with("{\"heddle_trace\":1,"));
  EXPECT_TRUE(to_text(sample_trace()).ends_with("{\"item\":\"end\",\"lines\":17}\n"));
}

TEST(TraceFile, YieldsTheScheduleWithoutNotes) {
  const Schedule expected = {{ThreadId{1}, 0}, {kMainThread, 1}, {ThreadId{1}, 0}};
  EXPECT_EQ(schedule(sample_trace()), expected);
  EXPECT_EQ(depth(sample_trace()), 3U);
}

TEST(TraceFile, NamesThreads) {
  EXPECT_EQ(thread_name(sample_trace(), kMainThread), "main");
  EXPECT_EQ(thread_name(sample_trace(), ThreadId{1}), "thread 1 (worker)");
  EXPECT_EQ(thread_name(sample_trace(), ThreadId{9}), "thread 9");
}

TEST(TraceFile, NamesProcessesAndActionsOfAModel) {
  Trace trace;
  trace.threads = {{kMainThread, "0", "philosopher 0", {}}};
  trace.sites = {{Site{1}, "take the fork", "main", "/home/me/model.cpp", 12}};
  Step step;
  step.thread = kMainThread;
  step.operation.kind = OpKind::action;
  step.operation.site = Site{1};
  step.operation.value = 3;
  trace.steps = {step};
  trace.outputs = {{1, kMainThread, Output::kVariables, "taken=1"}};
  const Result<Trace> read = parse_trace(to_text(trace), "trace");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, trace);
  EXPECT_EQ(thread_name(*read, kMainThread), "philosopher 0");
  EXPECT_EQ(site_name(*read, Site{1}), "take the fork");
  EXPECT_EQ(site_name(*read, Site{2}), "");
}

TEST(TraceFile, IsWrittenAndReadByPath) {
  const std::string path = testing::TempDir() + "/heddle_trace_file_test.trace";
  ASSERT_TRUE(write_trace(sample_trace(), path).ok());
  const Result<Trace> back = read_trace(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(back.ok()) << back.sentence();
  EXPECT_EQ(*back, sample_trace());
  EXPECT_FALSE(write_trace(sample_trace(), "/nowhere/at/all").ok());
}

TEST(TraceFile, MissingFileAndFolder) {
  EXPECT_THAT(read_trace("/nowhere/t").sentence(),
              AllOf(HasSubstr("Cannot read the trace '/nowhere/t'"), HasSubstr("No such file")));
  EXPECT_THAT(read_trace("/").sentence(), HasSubstr("Cannot read the trace '/'"));
}

TEST(TraceFile, NotATrace) {
  for (const char* text :
       {"", "\n", "int main() {}\n", "[]\n", "{}\n", "{\"heddle_trace\":\"x\"}\n"}) {
    const Result<Trace> trace = parse_trace(text, "t");
    ASSERT_FALSE(trace.ok()) << text;
    EXPECT_THAT(trace.sentence(), HasSubstr("'t' is not a Heddle trace"));
  }
}

TEST(TraceFile, OtherVersion) {
  EXPECT_THAT(parse_trace("{\"heddle_trace\":2,\"new\":true}\n", "t").sentence(),
              AllOf(HasSubstr("format 2"), HasSubstr("reads format 1")));
}

TEST(TraceFile, GarbledLineIsNamed) {
  std::string text = to_text(sample_trace());
  const std::size_t third = text.find('\n', text.find('\n') + 1) + 1;
  text.insert(third, "oops");
  EXPECT_THAT(parse_trace(text, "t").sentence(), HasSubstr("corrupt at line 3"));
  EXPECT_THAT(parse_partial_trace(text, "t").sentence(), HasSubstr("corrupt at line 3"));
}

TEST(TraceFile, RefusesFieldsOutOfRange) {
  const std::string header = "{\"heddle_trace\":1}\n";
  for (const char* line :
       {R"({"item":"step","thread":70000,"op":"read"})",
        R"({"item":"step","thread":-1,"op":"read"})", R"({"item":"step","op":"read"})",
        R"({"item":"step","thread":0,"op":"teleport"})",
        R"({"item":"step","thread":0,"op":"read","stack":[[0,"0x1"]]})",
        R"({"item":"step","thread":0,"op":"read","alternative":2,"of":2})",
        R"({"item":"step","thread":0,"op":"read","outcome":"lucky"})",
        R"({"item":"step","thread":0,"op":"read","object":"0xg"})",
        R"({"item":"failure","kind":"boredom"})", R"({"item":"surprise"})", R"({})",
        R"({"item":"output","thread":0})", R"({"item":"end","lines":7})"}) {
    EXPECT_FALSE(parse_partial_trace(header + line + "\n", "t").ok()) << line;
  }
}

// Each proper prefix is refused as a whole trace; as a partial one it holds just the whole lines.
TEST(TraceFile, EveryTruncationIsNoticed) {
  const Trace trace = sample_trace();
  const std::string text = to_text(trace);
  const std::size_t header = text.find('\n');
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::string prefix = text.substr(0, length);
    ASSERT_FALSE(parse_trace(prefix, "t").ok()) << length;
    const Result<Trace> partial = parse_partial_trace(prefix, "t");
    if (length < header) continue;
    EXPECT_THAT(parse_trace(prefix, "t").sentence(), HasSubstr("truncated after line"));
    ASSERT_TRUE(partial.ok()) << partial.sentence();
    ASSERT_LE(partial->steps.size(), trace.steps.size());
    EXPECT_TRUE(std::equal(partial->steps.begin(), partial->steps.end(), trace.steps.begin()));
  }
}

std::string mutate(std::string text, Random& random) {
  for (std::uint64_t n = 1 + random.below(5); n > 0 && !text.empty(); --n) {
    const std::size_t at = random.below(text.size());
    switch (random.below(4)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, 1 + random.below(20));
        break;
      case 2:
        text.insert(at, text.substr(random.below(text.size()), random.below(40)));
        break;
      default:
        text.insert(at, 1 + random.below(200), "[{\"9\\\n"[random.below(6)]);
    }
  }
  return text;
}

// Whatever the bytes, reading answers with a trace or a sentence, and what it accepts can be
// written and read again.
TEST(TraceFile, SurvivesMutations) {
  const std::string good = to_text(sample_trace());
  Random random(1);
  int accepted = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = mutate(good, random);
    for (const Result<Trace>& trace : {parse_trace(text, "t"), parse_partial_trace(text, "t")}) {
      if (!trace.ok()) {
        EXPECT_THAT(trace.sentence(), HasSubstr("'t' "));
        continue;
      }
      ++accepted;
      const Result<Trace> again = parse_trace(to_text(*trace), "t");
      ASSERT_TRUE(again.ok()) << again.sentence();
      EXPECT_EQ(*again, *trace);
    }
  }
  EXPECT_GT(accepted, 20);
}

}  // namespace
}  // namespace heddle::trace
