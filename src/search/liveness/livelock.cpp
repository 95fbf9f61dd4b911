#include "search/liveness/livelock.hpp"

#include <set>
#include <string>

#include "core/check.hpp"

namespace heddle::search {
namespace {

// "main", "thread 1", "threads 1 and 2", "main and threads 1, 2 and 5".
std::string list(std::set<ThreadId> threads) {
  std::string text;
  if (threads.erase(kMainThread) > 0) text = threads.empty() ? "main" : "main and ";
  if (threads.empty()) return text;
  text += threads.size() == 1 ? "thread " : "threads ";
  std::size_t left = threads.size();
  for (const ThreadId thread : threads) {
    text += std::to_string(index(thread));
    --left;
    if (left > 0) text += left == 1 ? " and " : ", ";
  }
  return text;
}

}  // namespace

Failure failure(const Livelock& livelock) {
  HEDDLE_CHECK(livelock.cycle_begin < livelock.schedule.size(), "a loop without a step");
  std::set<ThreadId> movers;
  for (std::size_t i = livelock.cycle_begin; i < livelock.schedule.size(); ++i) {
    movers.insert(livelock.schedule[i].thread);
  }
  const std::uint64_t length = livelock.schedule.size() - livelock.cycle_begin;
  Failure result;
  result.kind = FailureKind::livelock;
  result.cycle_begin = livelock.cycle_begin;
  result.message = list(movers) + (movers.size() == 1 ? " repeats" : " repeat") + " the same " +
                   (length == 1 ? "step" : std::to_string(length) + " steps") +
                   " in a fair cycle, and no other thread can break it";
  return result;
}

}  // namespace heddle::search
