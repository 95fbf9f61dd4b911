#include "report/advice.hpp"

#include <fmt/format.h>

#include <string_view>

#include "core/number_text.hpp"

namespace heddle::report {
namespace {

constexpr std::uint64_t kManyThreads = 6;  // all schedules of more are rarely explored
constexpr std::uint64_t kLargeState = std::uint64_t{64} << 10;  // bytes
constexpr std::uint64_t kMuchMemory = std::uint64_t{512} << 20;
constexpr double kLongTime = 3600;  // seconds

std::string_view option(const result::RunResult& result, const char* name) {
  const auto found = result.search.find(name);
  return found == result.search.end() ? "" : std::string_view(found->second);
}

bool samples(const result::RunResult& result) {
  const std::string_view search = option(result, "search");
  return search == "random" || search == "pct" || search == "pos" || search == "surw" ||
         search == "rff";
}

// "1.5 hours".
std::string duration(double seconds) {
  constexpr double kDay = 24 * 3600;
  constexpr double kYear = 365 * kDay;
  if (seconds > 100 * kYear) return "centuries";
  if (seconds > kYear) return fmt::format("{:.0f} years", seconds / kYear);
  if (seconds > 2 * kDay) return fmt::format("{:.0f} days", seconds / kDay);
  return fmt::format("{:.0f} hours", seconds / 3600);
}

std::string looping_place(const result::RunResult& result) {
  if (!result.cut_loop) return "";
  for (const result::CutThread& thread : result.cut_loop->threads) {
    if (!thread.location.empty()) return " at " + thread.location;
  }
  return "";
}

// Sampling needs no complete coverage of long executions.
std::string or_sample(const result::RunResult& result) {
  return samples(result) ? "" : ", or sample with --search pct --time 60";
}

std::string about_cuts(const result::RunResult& result) {
  if (result.cut == 0) return "";
  return fmt::format(
      "{} of {} executions were cut at {} steps: test fewer operations, lower the loop count{}{}",
      grouped(result.cut), grouped(result.executions), grouped(result.max_depth),
      looping_place(result), or_sample(result));
}

std::string about_size(const result::RunResult& result) {
  if (!result.estimate || result.executions == 0 || result.seconds <= 0) return "";
  const double rate = static_cast<double>(result.executions) / result.seconds;
  const double left = result.estimate->schedules / rate;
  if (left < kLongTime) return "";
  return fmt::format(
      "about {:.0e} schedules at {} per second take {}: remember states (--states memory), bound "
      "preemptions (--bound preemptions=2){}",
      result.estimate->schedules, grouped(static_cast<std::uint64_t>(rate)), duration(left),
      or_sample(result));
}

std::string about_threads(const result::RunResult& result) {
  if (result.threads_at_once <= kManyThreads) return "";
  return fmt::format(
      "the program has {} threads at once: test with 2 or 3, which show most errors{}",
      result.threads_at_once, or_sample(result));
}

std::string about_memory(const result::RunResult& result) {
  if (result.states == 0 || result.peak_rss < kMuchMemory) return "";
  const std::uint64_t each = result.peak_rss / result.states;
  if (each < kLargeState) return "";
  return fmt::format(
      "{} states took {} MiB, {} KiB each: test with less data, or use --states none",
      grouped(result.states), grouped(result.peak_rss >> 20U), grouped(each >> 10U));
}

std::string about_code(const result::RunResult& result) {
  if (!result::has_unseen_accesses(result.not_seen) || result.uninstrumented.empty()) return "";
  return fmt::format("{} {} without instrumentation, such as {}: compile them with heddle c++",
                     result.uninstrumented.size(),
                     result.uninstrumented.size() == 1 ? "function ran" : "functions ran",
                     result.uninstrumented.front());
}

}  // namespace

std::vector<std::string> advice_for(const result::RunResult& result) {
  std::vector<std::string> all;
  if (result.verdict != result::RunVerdict::incomplete || result::is_accepted(result)) return all;
  for (std::string one : {about_cuts(result), about_size(result), about_threads(result),
                          about_memory(result), about_code(result)}) {
    if (!one.empty()) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace heddle::report
