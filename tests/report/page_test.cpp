// The page: its data island cannot be left, its data are the rows of the report, and it is
// recognised as Heddle's own file.
#include "report/page/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "report/critical_steps.hpp"
#include "report/page/page_text.hpp"
#include "report/step_order.hpp"
#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kMain = 0;
constexpr int kOne = 1;
constexpr int kTwo = 2;

// Returns the text between the tags of the data island.
std::string island_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"heddle-data\">";
  const std::size_t first = page.find(begin);
  EXPECT_NE(first, std::string::npos);
  const std::size_t last = page.find("</script>", first);
  return page.substr(first + begin.size(), last - first - begin.size());
}

json page_data(const TraceBuilder& builder) {
  PageContents contents;
  contents.trace = &builder.trace();
  contents.symbols = &builder.symbols();
  contents.trace_file = "bank.trace";
  const std::string page = page_html(contents);
  EXPECT_TRUE(is_page(page));
  return json::parse(island_of(page)).at("trace");
}

// Thread 1 reads a balance, thread 2 adds to it under a lock, thread 1 overwrites it.
TraceBuilder lost_update_trace() {
  TraceBuilder builder;
  for (const int thread : {kMain, kOne, kTwo}) builder.thread(thread);
  builder.variable(0x40, "balance");
  builder.variable(0x80, "guard");
  builder.note(kMain, OpKind::thread_create, kOne, builder.at(30, "main"));
  builder.memory(kOne, OpKind::read, 0x40, 5, 5, builder.at(10, "withdraw"));
  builder.step(kTwo, OpKind::mutex_lock, 0x80, builder.at(19, "deposit"));
  builder.memory(kTwo, OpKind::read, 0x40, 5, 5, builder.at(20, "deposit"));
  builder.memory(kTwo, OpKind::write, 0x40, 5, 7, builder.at(20, "deposit"));
  builder.step(kTwo, OpKind::mutex_unlock, 0x80, builder.at(21, "deposit"));
  builder.memory(kOne, OpKind::write, 0x40, 7, 4, builder.at(11, "withdraw"));
  builder.fails(FailureKind::assertion, "balance == 6", kMain, {builder.at(35, "main")});
  return builder;
}

TEST(PageText, HiddenCharactersBecomeEscapes) {
  EXPECT_EQ(visible_text("a\u202e b"), "a\\u202e b");
  EXPECT_EQ(visible_text("\u2028\u2066\ufeff"), "\\u2028\\u2066\\ufeff");
  EXPECT_EQ(visible_text("\x1b[31m\x7f"), "\\x1b[31m\\x7f");
  EXPECT_EQ(visible_text("tab\tline\n"), "tab\tline\n");
  EXPECT_EQ(visible_text("gr\u00fc\u00df \U0001f600"), "gr\u00fc\u00df \U0001f600");
}

TEST(PageText, InvalidBytesAreReplaced) {
  const std::string mark = "\xef\xbf\xbd";
  EXPECT_EQ(visible_text("a\xff"), "a" + mark);
  EXPECT_EQ(visible_text("\xc0\xaf"), mark + mark);
  EXPECT_EQ(visible_text("\xed\xa0\x80"), mark);
  EXPECT_EQ(visible_text("\xf4\x90\x80\x80"), mark);
  EXPECT_EQ(visible_text("\xe2\x82"), mark + mark);
}

TEST(PageText, LongTextsAreCutWithTheirLength) {
  EXPECT_EQ(cut_long("abcdef", 6), "abcdef");
  EXPECT_EQ(cut_long("abcdef", 3), "abc... (6 bytes)");
  EXPECT_EQ(cut_long("ab\u20ac", 3), "ab... (5 bytes)");  // not in the middle of a character
  EXPECT_LT(cut_long(std::string(1 << 20, 'x')).size(), 1100U);
}

TEST(PageText, AnIslandHasNoMarkup) {
  nlohmann::ordered_json data;
  data["</script><b>"] = {"<!--", "&amp;", "\u2028", "\xff", "]]>"};
  const std::string island = data_island(data);
  EXPECT_THAT(island, Not(HasSubstr("<")));
  EXPECT_THAT(island, Not(HasSubstr(">")));
  EXPECT_THAT(island, Not(HasSubstr("&")));
  for (const char c : island) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
  EXPECT_EQ(json::parse(island)["</script><b>"][0], "<!--");
}

TEST(Page, HasTheRowsOfTheReport) {
  const json data = page_data(lost_update_trace());
  EXPECT_EQ(data["headline"], "assertion failed: balance == 6");
  EXPECT_EQ(data["threads"], json::parse(R"(["main","thread 1","thread 2"])"));
  EXPECT_EQ(data["rows"].size(), 8U);
  const json& write = data["rows"][4];
  EXPECT_EQ(write["text"], "write balance 5 -> 7");
  EXPECT_EQ(write["number"], 4);
  EXPECT_EQ(data["objects"][write["object"].get<std::size_t>()], "balance");
  EXPECT_EQ(write["value"], "7");
  EXPECT_EQ(write["writes"], true);
  EXPECT_EQ(data["frames"][write["at"].get<std::size_t>()]["place"], "bank.cpp:20 in deposit");
  EXPECT_EQ(data["rows"][2]["locks"], data["rows"][5]["unlocks"]);
  EXPECT_EQ(data["rows"][7]["kind"], "failure");
  EXPECT_EQ(data["trace"], "bank.trace");
}

TEST(Page, AnInitialisationThatIsDoneIsNotHeld) {
  TraceBuilder builder;
  const trace::Place place = builder.at(1, "f");
  builder.step(kOne, OpKind::once_begin, 0x40, place);
  builder.step(kOne, OpKind::once_end, 0x40, place);
  builder.step(kTwo, OpKind::once_begin, 0x40, place);
  const json data = page_data(builder);
  EXPECT_TRUE(data["rows"][0].contains("locks"));
  EXPECT_EQ(data["rows"][1]["unlocks"], data["rows"][0]["locks"]);
  EXPECT_FALSE(data["rows"][2].contains("locks"));
}

TEST(Page, MissingSourceIsSaid) {
  const json data = page_data(lost_update_trace());
  bool has_missing = false;
  for (const json& file : data["files"]) {
    if (file["name"] == "bank.cpp") has_missing = file.contains("missing");
  }
  EXPECT_TRUE(has_missing);
}

// A trace cannot name a private file and have it copied into a page.
TEST(Page, EmbedsSourceFilesOnly) {
  const std::string folder = ::testing::TempDir();
  const auto lines_of = [&](const std::string& name) {
    std::ofstream(folder + "/" + name) << "first\nsecond \u202e\n";
    TraceBuilder builder;
    builder.thread(kMain);
    trace::Step& step = builder.step(kMain, OpKind::yield, 0, builder.at(2, "main"));
    trace::Trace trace = builder.trace();
    SymbolizedTrace symbols = builder.symbols();
    symbols.frames[step.stack[1]] = {{"main", folder + "/" + name, 2, "/no/program"}};
    const PageContents contents{&trace, &symbols};
    const json data = json::parse(island_of(page_html(contents)))["trace"];
    std::filesystem::remove(folder + "/" + name);
    for (const json& file : data["files"]) {
      if (file["name"] == name && !file["chunks"].empty()) return file["chunks"][0]["lines"];
    }
    return json();
  };
  EXPECT_EQ(lines_of("heddle_page_source.cpp"), json::parse(R"(["first","second \\u202e"])"));
  EXPECT_EQ(lines_of("heddle_page_secret.txt"), json());
}

TEST(Page, HostileNamesStayData) {
  TraceBuilder builder;
  builder.thread(kMain, "</script><script>alert(1)</script>");
  builder.thread(kOne, std::string(1 << 20, 'n'));
  builder.variable(0x40, "<img src=x onerror=alert(2)>\u202e");
  builder.memory(kMain, OpKind::read, 0x40, 1, 1, builder.at(1, "f"));
  builder.step(kOne, OpKind::yield, 0, builder.at(2, "g"));
  builder.prints(kMain, "\xff<!--<script>");
  PageContents contents;
  contents.trace = &builder.trace();
  contents.symbols = &builder.symbols();
  const std::string page = page_html(contents);
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_LT(page.size(), 200'000U);
  const json data = json::parse(island_of(page)).at("trace");
  EXPECT_EQ(data["objects"][0], "<img src=x onerror=alert(2)>\\u202e");
  EXPECT_THAT(data["threads"][1].get<std::string>(), HasSubstr("bytes)"));
}

TEST(Page, ARunWithoutErrorHasItsFindings) {
  result::RunResult run;
  run.verdict = result::RunVerdict::complete;
  run.states = 12;
  run.seed = ~0ULL;
  run.unwatched = {"plain accesses"};
  PageContents contents;
  contents.run = &run;
  contents.rates = {{0.5, 10, 20}};
  const json data = json::parse(island_of(page_html(contents)));
  EXPECT_FALSE(data.contains("trace"));
  EXPECT_EQ(data["run"]["headline"], "no error found");
  EXPECT_EQ(data["run"]["counts"][0], "12 states");
  EXPECT_EQ(data["run"]["result"]["seed"], "18446744073709551615");
  EXPECT_EQ(data["run"]["result"]["unwatched"][0], "plain accesses");
  EXPECT_EQ(data["run"]["rates"], json::parse("[[0.5,10,20]]"));
}

TEST(Page, OtherFilesAreNotPages) {
  EXPECT_FALSE(is_page(""));
  EXPECT_FALSE(is_page("<!DOCTYPE html>\n<title>mine</title>"));
}

TEST(CriticalSteps, NameTheLostUpdate) {
  const TraceBuilder builder = lost_update_trace();
  const std::vector<CriticalStep> steps =
      critical_steps(builder.trace(), names_of(builder.trace(), builder.symbols()));
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[0], (CriticalStep{0, "last step of the failing thread"}));
  EXPECT_EQ(steps[1], (CriticalStep{1, "lost update: reads the old value of balance"}));
  EXPECT_EQ(steps[2], (CriticalStep{4, "lost update: this write of balance is lost"}));
  EXPECT_EQ(steps[3], (CriticalStep{6, "lost update: overwrites balance"}));
}

TEST(CriticalSteps, NameTheLocksOfADeadlock) {
  TraceBuilder builder;
  builder.step(kOne, OpKind::mutex_lock, 0x40, builder.at(1, "f"));
  builder.step(kTwo, OpKind::mutex_lock, 0x80, builder.at(2, "g"));
  builder.fails(FailureKind::deadlock, "", -1, {});
  builder.blocked(kOne, OpKind::mutex_lock, 0x80, kTwo, {});
  builder.blocked(kTwo, OpKind::mutex_lock, 0x40, kOne, {});
  const std::vector<CriticalStep> steps =
      critical_steps(builder.trace(), names_of(builder.trace(), builder.symbols()));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].reason, "acquires mutex 1, for which thread 2 waits");
  EXPECT_EQ(steps[1].reason, "acquires mutex 2, for which thread 1 waits");
}

using Kind = OrderEdge::Kind;

TEST(StepOrder, AccessesConflictUnlessTheySynchronise) {
  TraceBuilder builder;
  const trace::Place place = builder.at(1, "f");
  builder.memory(kOne, OpKind::write, 0x40, 0, 1, place);
  builder.memory(kOne, OpKind::atomic_store, 0x80, 0, 1, place).operation.memory_order = 3;
  builder.memory(kTwo, OpKind::atomic_load, 0x80, 1, 1, place).operation.memory_order = 2;
  builder.memory(kTwo, OpKind::atomic_load, 0x80, 1, 1, place).operation.memory_order = 0;
  builder.memory(kTwo, OpKind::read, 0x40, 1, 1, place);
  builder.memory(kOne, OpKind::write, 0x40, 1, 2, place);
  EXPECT_THAT(order_edges(builder.trace()),
              ElementsAre(OrderEdge{1, 2, Kind::happens_before}, OrderEdge{1, 3, Kind::conflict},
                          OrderEdge{0, 4, Kind::conflict}, OrderEdge{4, 5, Kind::conflict}));
}

TEST(StepOrder, LocksThreadsAndSignalsSynchronise) {
  TraceBuilder builder;
  const trace::Place place = builder.at(1, "f");
  builder.note(kMain, OpKind::thread_create, kOne, place);                                // 0
  builder.step(kOne, OpKind::mutex_lock, 0x40, place);                                    // 1
  builder.step(kOne, OpKind::mutex_unlock, 0x40, place);                                  // 2
  builder.step(kMain, OpKind::mutex_trylock, 0x40, place);                                // 3
  builder.step(kOne, OpKind::mutex_trylock, 0x40, place).outcome = Outcome::refused;      // 4
  builder.step(kMain, OpKind::cond_wait, 0x80, place).operation.second = ObjectId{0x40};  // 5
  builder.step(kOne, OpKind::cond_signal, 0x80, place);                                   // 6
  builder.step(kMain, OpKind::cond_wake, 0x80, place).operation.second = ObjectId{0x40};  // 7
  builder.note(kOne, OpKind::thread_exit, -1, place);                                     // 8
  builder.note(kMain, OpKind::thread_join, kOne, place);                                  // 9
  EXPECT_THAT(
      order_edges(builder.trace()),
      ElementsAre(OrderEdge{0, 1, Kind::happens_before}, OrderEdge{2, 3, Kind::happens_before},
                  OrderEdge{6, 7, Kind::happens_before}, OrderEdge{8, 9, Kind::happens_before}));
}

}  // namespace
}  // namespace heddle::report
