#include "snapshot/liveness/exposed_bytes.hpp"

#include <algorithm>

namespace heddle::native {
namespace {

// Variables of different scopes may share memory: those that overlap count as one object.
std::vector<FrameObject> merged(std::vector<FrameObject> objects) {
  std::sort(objects.begin(), objects.end(), [](const FrameObject& a, const FrameObject& b) {
    return a.bytes.begin < b.bytes.begin;
  });
  std::vector<FrameObject> result;
  for (const FrameObject& object : objects) {
    if (result.empty() || object.bytes.begin >= result.back().bytes.end) {
      result.push_back(object);
      continue;
    }
    FrameObject& last = result.back();
    last.bytes.end = std::max(last.bytes.end, object.bytes.end);
    last.is_scalar = last.is_scalar && object.is_scalar;
  }
  return result;
}

}  // namespace

std::vector<ByteRange> exposed_bytes(std::vector<FrameObject> named,
                                     const std::vector<std::int64_t>& formed,
                                     const ByteRange& frame) {
  named = merged(std::move(named));
  std::vector<ByteRange> exposed;
  for (const FrameObject& object : named) {
    const bool is_reached = std::any_of(formed.begin(), formed.end(), [&](std::int64_t address) {
      return address >= object.bytes.begin && address <= object.bytes.end;
    });
    if (is_reached || !object.is_scalar) exposed.push_back(object.bytes);
  }
  // Between two objects, and at the ends of the frame.
  std::int64_t begin = frame.begin;
  const auto close_gap = [&](std::int64_t end) {
    const bool is_reached = std::any_of(formed.begin(), formed.end(), [&](std::int64_t address) {
      return address >= begin && address < end;
    });
    if (is_reached) exposed.push_back({begin, end});
  };
  for (const FrameObject& object : named) {
    close_gap(object.bytes.begin);
    begin = std::max(begin, object.bytes.end);
  }
  close_gap(frame.end);
  std::sort(exposed.begin(), exposed.end(),
            [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
  return exposed;
}

}  // namespace heddle::native
