#include "cli/test_shard.hpp"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace heddle::cli {
namespace {

std::optional<std::uint64_t> number_from(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  const std::string_view view(text);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
  if (error != std::errc{} || end != view.data() + view.size()) return std::nullopt;
  return number;
}

bool runs_disabled_tests() {
  const char* const text = std::getenv("GTEST_ALSO_RUN_DISABLED_TESTS");
  return text != nullptr && std::string_view(text) != "0";
}

}  // namespace

TestShard take_test_shard() {
  const std::optional<std::uint64_t> count = number_from("GTEST_TOTAL_SHARDS");
  const std::optional<std::uint64_t> index = number_from("GTEST_SHARD_INDEX");
  for (const char* variable : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX"}) unsetenv(variable);
  if (!count || !index || *index >= *count) return {};
  return {*index, *count};
}

void apply_google_environment(const TestShard& shard, std::vector<ListedTest>& tests) {
  std::vector<ListedTest> own;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (i % shard.count != shard.index) continue;
    own.push_back(std::move(tests[i]));
    if (runs_disabled_tests()) own.back().is_disabled = false;
  }
  tests = std::move(own);
}

}  // namespace heddle::cli
