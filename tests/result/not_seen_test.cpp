// What a worker could not see comes over to the watcher as it was, and only some of it raises
// doubt.
#include "result/not_seen.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace heddle::result {
namespace {

using Kind = UnseenKind;

NotSeen full() {
  NotSeen not_seen;
  not_seen.code = {{Kind::function, {"/home/me/prog", 0x1234}},
                   {Kind::system, {"/usr/lib/libz.so", 0}}};
  not_seen.calls = {{"_ZN4pathpLEc", {{"/home/me/prog", 0x42}}}};
  not_seen.weak = {{"relaxed load", {{"/home/me/prog", 0x10}, {"/home/me/prog", 0x20}}}};
  not_seen.spins = {{"loop", {{"/home/me/prog", 0x30}}}};
  not_seen.modules = {"/home/me/prog"};
  not_seen.has_parallel_algorithms = true;
  not_seen.has_protected_memory = true;
  not_seen.has_shared_output = true;
  not_seen.has_lasting_memory = true;
  not_seen.has_lowered_limits = true;
  not_seen.has_child_processes = true;
  not_seen.library_functions = {"signalfd"};
  return not_seen;
}

TEST(NotSeen, ComesBackAsItWas) {
  EXPECT_EQ(not_seen_from_json(to_json(full())), full());
  EXPECT_EQ(not_seen_from_json(to_json(NotSeen{})), NotSeen{});
}

TEST(NotSeen, IsReadFromAnything) {
  EXPECT_EQ(not_seen_from_json(nlohmann::json(3)), NotSeen{});
  EXPECT_EQ(not_seen_from_json({{"code", 1}, {"weak", {1, 2}}, {"parallel", "yes"}}), NotSeen{});
  EXPECT_EQ(not_seen_from_json({{"weak", {{{"operation", 3}}}}}), NotSeen{});
  const nlohmann::json beyond = {{"kind", 99}, {"place", {{"module", "x"}}}};
  EXPECT_EQ(not_seen_from_json({{"code", {beyond}}}), NotSeen{});
}

TEST(NotSeen, IsAddedOnce) {
  NotSeen all = full();
  add(all, full());
  EXPECT_EQ(all, full());
  NotSeen more;
  more.code = {{Kind::assembly, {"/home/me/prog", 0x99}}};
  add(all, more);
  EXPECT_EQ(all.code.size(), 3U);
}

TEST(NotSeen, TestFrameworksAndTheSystemAreTrusted) {
  EXPECT_TRUE(is_in_doubt({Kind::function, {}}));
  EXPECT_TRUE(is_in_doubt({Kind::assembly, {}}));
  EXPECT_TRUE(is_in_doubt({Kind::library, {}}));
  NotSeen called;
  called.calls = {{"_ZN4pathpLEc", {}}};
  EXPECT_TRUE(is_in_doubt(called));
  EXPECT_FALSE(is_in_doubt({Kind::framework, {}}));
  EXPECT_FALSE(is_in_doubt({Kind::system, {}}));
}

}  // namespace
}  // namespace heddle::result
