// Reports of other tools become the right warnings and sequences, and no input crashes a reader.
// The logs in this folder were made by make_logs.sh.
#include "guidance/reports/report_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace heddle::guidance {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string contents(const std::string& name) {
  std::ifstream file(std::string(HEDDLE_REPORTS) + "/" + name, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string joined(const std::vector<Site>& sequence) {
  std::string text;
  for (const Site& site : sequence) {
    text += (text.empty() ? "" : ",") + via(site, base_name(site.file));
  }
  return text;
}

// "kind: sequence" for the first sequence of each warning.
std::vector<std::string> summary(const std::string& text) {
  const Result<std::vector<Warning>> warnings = read_report(text);
  if (!warnings.ok()) return {warnings.sentence()};
  std::vector<std::string> lines;
  for (const Warning& warning : *warnings) {
    const std::vector<std::vector<Site>> all = sequences(warning);
    lines.push_back(std::string(name(warning.kind)) + ": " +
                    (all.empty() ? "no place" : joined(all.front())));
  }
  return lines;
}

std::vector<std::string> summary_of(const std::string& name) { return summary(contents(name)); }

std::vector<Warning> warnings_in(const std::string& text) {
  const Result<std::vector<Warning>> warnings = read_report(text);
  EXPECT_TRUE(warnings.ok()) << warnings.sentence();
  return warnings.ok() ? *warnings : std::vector<Warning>();
}

TEST(ReportReader, ReadsThreadSanitizersRaces) {
  EXPECT_THAT(summary_of("counter.tsan_gcc.log"),
              ElementsAre("data race: counter.cpp:10+write,counter.cpp:17+read"));
  EXPECT_THAT(summary_of("fences.tsan_gcc.log"),
              ElementsAre("data race: fences.cpp:9+write,fences.cpp:18+read"));
  EXPECT_THAT(warnings_in(contents("counter.tsan_gcc.log")).front().title,
              "data race on global 'hits'");
}

TEST(ReportReader, ReadsBothOrdersOfClangsThreadSanitizer) {
  const std::vector<Warning> warnings = warnings_in(contents("ledger.tsan_clang.log"));
  ASSERT_EQ(warnings.size(), 2U);
  std::vector<std::string> orders;
  for (const std::vector<Site>& sequence : sequences(warnings[1])) {
    orders.push_back(joined(sequence));
  }
  EXPECT_THAT(orders, testing::UnorderedElementsAre("ledger.cpp:14+write,ledger.cpp:22+write",
                                                    "ledger.cpp:22+write,ledger.cpp:14+write"));
  EXPECT_THAT(warnings[1].sites[0].file, "/src/reports/ledger.cpp");
}

TEST(ReportReader, ReadsThreadSanitizersLockCycles) {
  const char* const transfer =
      "lock-order cycle: transfer.cpp:10+lock,transfer.cpp:16+lock,transfer.cpp:11+lock,"
      "transfer.cpp:17+lock";
  EXPECT_THAT(summary_of("transfer.tsan_gcc.log"), ElementsAre(transfer));
  EXPECT_THAT(summary_of("transfer.tsan_clang.log"), ElementsAre(transfer));
  EXPECT_THAT(summary_of("dining.tsan_gcc.log"),
              ElementsAre("lock-order cycle: dining.cpp:8+lock,dining.cpp:13+lock,"
                          "dining.cpp:18+lock,dining.cpp:9+lock,dining.cpp:14+lock,"
                          "dining.cpp:19+lock"));
}

TEST(ReportReader, ReadsThreadSanitizersUsesAfterFree) {
  const char* const freed = "use after free: freed.cpp:19,freed.cpp:13+read";
  EXPECT_THAT(summary_of("freed.tsan_gcc.log"), ElementsAre(freed));
  EXPECT_THAT(summary_of("freed.tsan_clang.log"), ElementsAre(freed));
}

TEST(ReportReader, ReadsHelgrindsTextAndXml) {
  for (const char* const name : {"counter.helgrind.log", "counter.helgrind.xml"}) {
    EXPECT_THAT(summary_of(name),
                ElementsAre("data race: counter.cpp:10+write,counter.cpp:17+read"))
        << name;
  }
  EXPECT_THAT(summary_of("transfer.helgrind.log"),
              ElementsAre("lock-order cycle: transfer.cpp:16+lock,transfer.cpp:10+lock,"
                          "transfer.cpp:17+lock,transfer.cpp:11+lock"));
  // The XML lacks the acquisition that the violating thread made first.
  EXPECT_THAT(summary_of("transfer.helgrind.xml"),
              ElementsAre("lock-order cycle: transfer.cpp:10+lock,transfer.cpp:17+lock,"
                          "transfer.cpp:11+lock"));
}

TEST(ReportReader, ReadsDrdsTextAndXml) {
  for (const char* const name : {"counter.drd.log", "counter.drd.xml"}) {
    EXPECT_THAT(summary_of(name), ElementsAre("data race: counter.cpp:17+read")) << name;
  }
}

TEST(ReportReader, ReadsMemchecksLogs) {
  for (const char* const name : {"freed.memcheck.log", "freed.memcheck.xml"}) {
    EXPECT_THAT(summary_of(name), ElementsAre("use after free: freed.cpp:19,freed.cpp:13+read"))
        << name;
  }
}

TEST(ReportReader, KeepsWarningsWithoutPlaces) {
  EXPECT_THAT(summary("WARNING: ThreadSanitizer: data race (pid=1)\n"
                      "  Write of size 4 at 0x1 by main thread:\n"
                      "    #0 main <null> (prog+0x1)\n"),
              ElementsAre("data race: no place"));
}

TEST(ReportReader, ReadsMemchecksUsesAfterFree) {
  EXPECT_THAT(
      summary("==7== Memcheck, a memory error detector\n"
              "==7== Invalid read of size 4\n"
              "==7==    at 0x1091: use(int*) (late.cpp:9)\n"
              "==7==  Address 0x4d is 0 bytes inside a block of size 4 free'd\n"
              "==7==    at 0x4843: operator delete(void*) (in /usr/lib/vgpreload_memcheck.so)\n"
              "==7==    by 0x1082: drop(int*) (late.cpp:5)\n"
              "==7==  Block was alloc'd at\n"
              "==7==    at 0x1072: main (late.cpp:15)\n"),
      ElementsAre("use after free: late.cpp:5,late.cpp:9+read"));
}

TEST(ReportReader, ReadsClangsThreadSafetyWarnings) {
  EXPECT_THAT(summary_of("annotated.clang.log"),
              ElementsAre("unprotected access: annotated.cpp:24+write",
                          "unprotected access: annotated.cpp:32+write",
                          "unprotected access: annotated.cpp:34+read"));
  EXPECT_THAT(summary("a.cpp:4:3: error: mutex 'm' must be acquired before 'n' "
                      "[-Werror,-Wthread-safety-analysis]\n"
                      "a.cpp:9:3: warning: unused variable 'i' [-Wunused-variable]\n"),
              ElementsAre("lock-order cycle: a.cpp:4+lock"));
}

TEST(ReportReader, ReadsTheAnalyzersSarif) {
  EXPECT_THAT(summary_of("stale.analyzer.sarif"),
              ElementsAre("use after free: stale.cpp:16,stale.cpp:17", "other: stale.cpp:18",
                          "use after free: stale.cpp:21,stale.cpp:22", "other: stale.cpp:23"));
}

TEST(ReportReader, ReadsSarifWithThreadsAndEscapedPaths) {
  const std::string at =
      R"({"physicalLocation": {"artifactLocation": {"uri": "file:///a%20b/q.cpp"},
                             "region": {"startLine": LINE}}})";
  const auto location = [&](const std::string& line) {
    return std::string(at).replace(at.find("LINE"), 4, line);
  };
  const auto thread = [&](const std::string& first, const std::string& second) {
    return R"({"locations": [{"location": )" + location(first) + R"(}, {"location": )" +
           location(second) + "}]}";
  };
  const std::string sarif =
      R"({"version": "2.1.0", "runs": [{"results": [
        {"ruleId": "DEADLOCK", "message": {"text": "locks"}, "codeFlows": [{"threadFlows": [)" +
      thread("3", "4") + "," + thread("8", "9") + R"(]}]},
        {"ruleId": "data-race", "message": {"text": "two writes"}, "locations": [)" +
      location("20") + R"(], "relatedLocations": [)" + location("30") + R"(]},
        {"ruleId": "data-race", "message": {"text": "a write"}, "suppressions": [{}],
         "locations": [)" +
      location("40") + "]}]}]}";
  EXPECT_THAT(summary(sarif),
              ElementsAre("lock-order cycle: q.cpp:3+lock,q.cpp:8+lock,q.cpp:4+lock,q.cpp:9+lock",
                          "data race: q.cpp:30+write,q.cpp:20+write"));
  EXPECT_EQ(warnings_in(sarif)[1].sites[0].file, "/a b/q.cpp");
}

TEST(ReportReader, ReadsHeddlesOwnResult) {
  EXPECT_THAT(summary(R"({"verdict": "complete", "races": [{"variable": "hits",
                  "earlier": {"access": "write", "location": "c.cpp:10 in count"},
                  "later": {"access": "free", "location": "c.cpp:17 in main"}}],
                  "lock_order": [[{"held_at": "t.cpp:1 in f", "wanted_at": "t.cpp:2 in f"},
                                  {"held_at": "t.cpp:3 in g", "wanted_at": "t.cpp:4 in g"}]]})"),
              ElementsAre("data race: c.cpp:10+write,c.cpp:17",
                          "lock-order cycle: t.cpp:1+lock,t.cpp:3+lock,t.cpp:2+lock,t.cpp:4+lock"));
}

TEST(ReportReader, ReadsALockCycleWithoutHeldLocks) {
  std::string text = contents("transfer.tsan_gcc.log");
  for (std::size_t at = 0; (at = text.find("previously acquired", at)) != std::string::npos;) {
    text.replace(at, 19, "mentioned");
  }
  EXPECT_THAT(summary(text), ElementsAre("lock-order cycle: transfer.cpp:11+lock,"
                                         "transfer.cpp:17+lock"));
}

TEST(ReportReader, CountsEveryKindOfValgrindsWarnings) {
  const std::string log =
      "==1== Helgrind, a thread error detector\n"
      "==1== \n"
      "==1== ----------------------------------------------------------------\n"
      "==1== \n"
      "==1== Thread #1 unlocked a not-locked lock at 0x10C060\n"
      "==1==    at 0x4849C86: ??? (in /usr/libexec/valgrind/vgpreload_helgrind.so)\n"
      "==1==    by 0x10918B: bad (mis.c:4)\n"
      "==1==  Lock at 0x10C060 was first observed\n"
      "==1==    at 0x48545B4: f (mis.c:5)\n"
      "==1== \n"
      "==1== Thread #2 was created\n"
      "==1==    at 0x4971B3F: main (mis.c:9)\n"
      "==1== \n"
      "==1== Thread #2: Exiting thread still holds 1 lock\n"
      "==1==    at 0x48F2226: start_thread (pthread_create.c:593)\n"
      "==1== \n"
      "==1== Mutex not locked: mutex 0x10c060, recursion count 0, owner 0.\n"
      "==1==    at 0x4853773: main (mis.c:6)\n"
      "==1== \n"
      "==1== ERROR SUMMARY: 3 errors from 3 contexts (suppressed: 0 from 0)\n";
  EXPECT_THAT(summary(log), ElementsAre("misuse of a lock: mis.c:4", "other: no place",
                                        "misuse of a lock: mis.c:6"));
}

TEST(ReportReader, CountsEveryErrorOfValgrindsXml) {
  const auto error = [](const std::string& kind, const std::string& text) {
    return "<error><kind>" + kind + "</kind><xwhat><text>" + text +
           "</text></xwhat><stack><frame><fn>f</fn><file>a.c</file><line>4</line></frame></stack>"
           "</error>";
  };
  const std::string begin = "<valgrindoutput>" +
                            error("UnlockUnlocked", "Thread #1 unlocked a not-locked lock at 0x1") +
                            error("Misc", "Thread #2: Exiting thread still holds 1 lock");
  EXPECT_THAT(summary(begin + "</valgrindoutput>"),
              ElementsAre("misuse of a lock: a.c:4", "other: a.c:4"));
  EXPECT_THAT(read_report(begin).sentence(), HasSubstr("damaged"));
}

TEST(ReportReader, ReadsThreadSanitizersMisuseOfLocks) {
  EXPECT_THAT(summary("WARNING: ThreadSanitizer: unlock of an unlocked mutex (or by a wrong "
                      "thread) (pid=1)\n"
                      "    #0 pthread_mutex_unlock <null> (libtsan.so.2+0x1)\n"
                      "    #1 bad() /a.cpp:4 (prog+0x1)\n"
                      "\n"
                      "  Mutex M0 (0x1) created at:\n"
                      "    #0 main /a.cpp:9 (prog+0x1)\n"),
              ElementsAre("misuse of a lock: a.cpp:4"));
}

TEST(ReportReader, KeepsWarningsApartThatShareALine) {
  const auto race = [](const std::string& variable, int caller) {
    return "==1== Possible data race during write of size 4 at 0x1 by thread #2\n"
           "==1== Locks held: none\n"
           "==1==    at 0x1: set(int*) (a.cpp:3)\n"
           "==1==    by 0x2: f (a.cpp:" +
           std::to_string(caller) +
           ")\n"
           "==1==  Location 0x1 is 0 bytes inside " +
           variable +
           ",\n"
           "==1==  a global variable declared at a.cpp:1\n"
           "==1== \n";
  };
  const std::vector<Warning> warnings =
      warnings_in(race("ordered", 7) + race("racy", 7) + race("racy", 8) + race("racy", 8));
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_EQ(warnings[0].variable, "ordered");
  EXPECT_EQ(warnings[2].sites.front().calls.front().line, 8U);
}

TEST(ReportReader, KeepsEachWarningOnce) {
  const std::string log = contents("counter.tsan_gcc.log");
  EXPECT_EQ(warnings_in(log + log).size(), 1U);
}

TEST(ReportReader, ReadsSeveralToolsFromOneLog) {
  const std::string log = contents("annotated.clang.log") + contents("counter.tsan_gcc.log") +
                          contents("transfer.helgrind.log");
  EXPECT_EQ(warnings_in(log).size(), 5U);
}

TEST(ReportReader, ReadsPrefixedLinesOfATestRunner) {
  std::string log = "12: ";
  for (const char c : contents("transfer.tsan_gcc.log")) {
    log += c;
    if (c == '\n') log += "12: ";
  }
  EXPECT_EQ(warnings_in(log).front().cycle.size(), 2U);
}

TEST(ReportReader, RefusesWhatIsNoReport) {
  EXPECT_THAT(read_report("").sentence(), HasSubstr("empty"));
  EXPECT_THAT(read_report("hello").sentence(), HasSubstr("no known format"));
  EXPECT_THAT(read_report("{ \"runs\": ").sentence(), HasSubstr("not valid JSON"));
  EXPECT_THAT(read_report("{}").sentence(), HasSubstr("neither SARIF"));
  EXPECT_THAT(warnings_in("==1== Helgrind, a thread error detector\n"), IsEmpty());
}

std::vector<std::string> all_logs() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(HEDDLE_REPORTS)) {
    const std::string extension = entry.path().extension();
    if (extension == ".log" || extension == ".xml" || extension == ".sarif") {
      names.push_back(entry.path().filename());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

// A reader must return, and what it returns must be usable.
void expect_usable(const std::string& text) {
  const Result<std::vector<Warning>> warnings = read_report(text);
  if (!warnings.ok()) {
    EXPECT_FALSE(warnings.sentence().empty());
    return;
  }
  for (const Warning& warning : *warnings) {
    EXPECT_EQ(all_sites(warning).empty(), sequences(warning).empty());
    for (const std::vector<Site>& sequence : sequences(warning)) EXPECT_FALSE(sequence.empty());
    for (const Site& site : all_sites(warning)) EXPECT_GT(site.line, 0U);
  }
}

TEST(ReportReader, SurvivesTruncation) {
  for (const std::string& name : all_logs()) {
    const std::string text = contents(name);
    const std::size_t whole = warnings_in(text).size();
    for (std::size_t size = 0; size < text.size(); size += 1 + text.size() / 60) {
      expect_usable(text.substr(0, size));
      const Result<std::vector<Warning>> part = read_report(text.substr(0, size));
      EXPECT_LE(part.ok() ? part->size() : 0, whole) << name << " " << size;
    }
  }
}

TEST(ReportReader, SurvivesRandomChanges) {
  const std::vector<std::string> words = {"WARNING: ThreadSanitizer: data race (pid=1)",
                                          "#0 f() /a.cpp:1:2 (m+0x1)",
                                          " (",
                                          ")",
                                          "<",
                                          ">",
                                          "\n",
                                          "==1== ",
                                          "Possible data race during read of size 4",
                                          "followed by a later acquisition",
                                          ":18446744073709551616",
                                          ":-1",
                                          "<frame>",
                                          "</error>",
                                          "\"startLine\": -3",
                                          "\"runs\": [",
                                          "{",
                                          "]",
                                          "null",
                                          std::string(1, '\0'),
                                          "operator ",
                                          "of size ",
                                          "<stack>",
                                          "%",
                                          "&#x0;"};
  std::vector<std::string> texts;
  for (const std::string& name : all_logs()) texts.push_back(contents(name));
  Random random = fuzz::seeded();
  for (std::uint64_t i = 0; i < fuzz::cases(4000); ++i) {
    expect_usable(fuzz::changed(fuzz::any_of(texts, random), words, random));
  }
}

TEST(ReportReader, SurvivesHugeAndDeepInput) {
  const std::string begin =
      "WARNING: ThreadSanitizer: data race (pid=1)\n Read of size 4 at 0 by main:\n";
  expect_usable(begin + "    #0 " + std::string(1'000'000, '(') + " /a.cpp:1\n");
  expect_usable(begin + "    #0 " + std::string(1'000'000, '<') + " /a.cpp:1\n");
  std::string many = begin;
  for (int i = 0; i < 100'000; ++i) many += "    #1 f() /a.cpp:3 (m+0x1)\n" + begin;
  expect_usable(many);
  expect_usable(R"({"runs": )" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}");
  std::string deep = "<valgrindoutput>";
  for (int i = 0; i < 200'000; ++i) deep += "<error><stack>";
  expect_usable(deep);
}

}  // namespace
}  // namespace heddle::guidance
