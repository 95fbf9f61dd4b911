#include "report/endless_loop.hpp"

#include <fmt/format.h>

#include <set>

namespace heddle::report {

std::optional<EndlessLoop> endless_loop(const trace::Trace& trace) {
  if (!trace.failure || !trace.failure->cycle_begin) return std::nullopt;
  EndlessLoop loop;
  loop.begin = *trace.failure->cycle_begin;
  std::set<ThreadId> threads;
  std::size_t number = 0;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (!trace.steps[i].is_step || number++ < loop.begin) continue;
    if (loop.length++ == 0) loop.position = i;
    threads.insert(trace.steps[i].thread);
  }
  if (loop.length == 0) return std::nullopt;
  loop.threads.assign(threads.begin(), threads.end());
  return loop;
}

std::string heading(const EndlessLoop& loop) {
  const std::size_t first = loop.begin + 1;
  if (loop.length == 1) return fmt::format("from here on, step {} repeats endlessly:", first);
  return fmt::format("from here on, steps {} to {} repeat endlessly:", first,
                     loop.begin + loop.length);
}

std::string threads_text(const trace::Trace& trace, const std::vector<ThreadId>& threads) {
  std::string text;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (i > 0) text += i + 1 == threads.size() ? " and " : ", ";
    text += thread_name(trace, threads[i]);
  }
  return text;
}

}  // namespace heddle::report
