#include "report/cut_text.hpp"

#include <fmt/format.h>

#include "core/number_text.hpp"
#include "report/symbolized.hpp"

namespace heddle::report {
namespace {

std::string location_of(const std::vector<result::CodePlace>& stack,
                        symbolize::Symbolizer& symbolizer) {
  std::vector<symbolize::Frame> frames;
  for (const result::CodePlace& place : stack) {
    if (place.module.empty()) continue;
    const std::vector<symbolize::Frame>& more =
        symbolizer.frames_of_return(place.module, place.offset);
    frames.insert(frames.end(), more.begin(), more.end());
  }
  const symbolize::Frame* const user = symbolize::user_frame(frames);
  if (user != nullptr) return frame_location(*user);
  return frames.empty() ? "" : frame_location(frames.front());
}

std::string threads_text(const result::CutLoop& loop) {
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
      "the first execution cut at the step limit loops in " + threads_text(loop);
  if (loop.ends_after == 0) {
    return text + "; whether the loop terminates is unknown: raise --max-steps or --time";
  }
  return text + fmt::format(
                    "; it terminates after {} steps under a fair scheduler: raise --max-steps to "
                    "at least {}, or reduce its iterations",
                    grouped(loop.ends_after), loop.ends_after);
}

}  // namespace heddle::report
