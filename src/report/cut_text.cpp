#include "report/cut_text.hpp"

#include <fmt/format.h>

#include "core/number_text.hpp"
#include "report/code_frames.hpp"

namespace heddle::report {
namespace {

std::string looping_threads(const result::CutLoop& loop) {
  std::string text;
  for (std::size_t i = 0; i < loop.threads.size(); ++i) {
    const result::CutThread& thread = loop.threads[i];
    if (i > 0) text += i + 1 == loop.threads.size() ? " and " : ", ";
    text += thread.thread;
    if (!thread.location.empty()) text += " at " + thread.location;
  }
  return text;
}

}  // namespace

void locate(result::CutLoop& loop, symbolize::Symbolizer& symbolizer) {
  for (result::CutThread& thread : loop.threads) {
    thread.location = location_of(thread.stack, symbolizer);
  }
}

std::string cut_text(const result::RunResult& result) {
  if (!result.cut_loop || result.cut_loop->threads.empty()) return "";
  const result::CutLoop& loop = *result.cut_loop;
  const std::string text =
      "the first execution cut at the step limit loops in " + looping_threads(loop);
  if (loop.ends_after == 0 && loop.tried > 0) {
    return text +
           fmt::format(
               "; it had not terminated after {} steps, most of them under a fair scheduler: "
               "reduce its iterations, or begin behind it with --start",
               grouped(loop.tried));
  }
  if (loop.ends_after == 0) {
    return text + "; whether the loop terminates is unknown: raise --max-steps or --time";
  }
  return text + fmt::format(
                    "; it terminates after {} steps under a fair scheduler: raise --max-steps to "
                    "at least {}, or reduce its iterations",
                    grouped(loop.ends_after), loop.ends_after);
}

}  // namespace heddle::report
