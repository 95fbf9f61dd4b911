#include "report/code_frames.hpp"

#include "report/symbolized.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {

std::vector<symbolize::Frame> frames_of(const result::CodeStack& stack,
                                        symbolize::Symbolizer& symbolizer) {
  std::vector<symbolize::Frame> frames;
  for (const result::CodePlace& place : stack) {
    if (place.module.empty()) continue;
    const std::vector<symbolize::Frame>& more =
        symbolizer.frames_of_return(place.module, place.offset);
    frames.insert(frames.end(), more.begin(), more.end());
  }
  return frames;
}

std::string location_of(const result::CodeStack& stack, symbolize::Symbolizer& symbolizer) {
  const std::vector<symbolize::Frame> frames = frames_of(stack, symbolizer);
  const symbolize::Frame* const user = symbolize::user_frame(frames);
  if (user != nullptr) return frame_location(*user);
  return frames.empty() ? "" : frame_location(frames.front());
}

std::string variable_name(const result::CodePlace& place, symbolize::Symbolizer& symbolizer) {
  return symbolize::short_name(symbolizer.variable_at(place.module, place.offset),
                               symbolize::Parameters::keep);
}

std::string object_name(const result::CodeExcerpt& around, std::uint64_t address,
                        symbolize::Symbolizer& symbolizer) {
  const auto in_module = [](const result::CodePlace& place) {
    return symbolize::ModulePlace{place.module, place.offset};
  };
  symbolize::ModuleExcerpt excerpt;
  excerpt.blocks = around.blocks;
  for (const auto& frame : around.frames) {
    excerpt.frames.push_back(
        {frame.thread, in_module(frame.code), frame.begin, frame.end, frame.registers});
  }
  for (const auto& pointer : around.pointers) {
    excerpt.pointers.push_back({in_module(pointer.place), pointer.value});
  }
  return symbolize::short_name(symbolizer.object_in(excerpt, address).name,
                               symbolize::Parameters::keep);
}

}  // namespace heddle::report
