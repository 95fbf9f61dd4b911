#include "worker/publication.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include "runtime/scheduler.hpp"
#include "worker/adopted_points.hpp"

namespace heddle::worker {

void publish_counts(fleet::ChannelMemory& memory, const search::Tally& finished,
                    const search::Tally& present) {
  constexpr auto relaxed = std::memory_order_relaxed;
  memory.executions.store(finished.executions + present.executions, relaxed);
  memory.states.store(finished.states + present.states, relaxed);
  memory.transitions.store(finished.transitions + present.transitions, relaxed);
  memory.max_depth.store(std::max(finished.max_depth, present.max_depth), relaxed);
}

void publish_estimate(fleet::ChannelMemory& memory, const search::TreeEstimate& estimate) {
  const auto number = [](double power) {
    return std::min(std::pow(10.0, power), std::numeric_limits<double>::max());
  };
  memory.schedules_low.store(number(estimate.low), std::memory_order_relaxed);
  memory.schedules_high.store(number(estimate.high), std::memory_order_relaxed);
  memory.schedules.store(number(estimate.schedules), std::memory_order_relaxed);
}

void publish_threads(fleet::ChannelMemory& memory) {
  const native::ThreadPaths& paths = native::thread_paths();
  const std::size_t count = std::min(paths.size(), std::size(memory.threads));
  std::size_t id = std::max<std::size_t>(memory.thread_count.load(std::memory_order_relaxed), 1);
  if (id == count) return;
  for (; id < count; ++id) {
    const std::string path = paths.text(thread_id(id));
    const std::size_t dot = path.rfind('.');
    std::size_t parent = 0;
    while (paths.text(thread_id(parent)) != path.substr(0, dot)) ++parent;
    memory.threads[id] = {static_cast<std::uint16_t>(parent),
                          static_cast<std::uint16_t>(std::stoul(path.substr(dot + 1)))};
  }
  memory.thread_count.store(static_cast<std::uint32_t>(count), std::memory_order_relaxed);
}

void publish_points(fleet::ChannelMemory& memory) {
  memory.plain_points.store(static_cast<std::uint8_t>(native::flags().plain_points),
                            std::memory_order_relaxed);
  std::string text;
  for (const std::string& cell : adopted_cells()) {
    if (text.size() + cell.size() + 2 > sizeof memory.shared_cells) break;
    text += cell + '\n';
  }
  std::memcpy(memory.shared_cells, text.c_str(), text.size() + 1);
}

void publish_phase(fleet::ChannelMemory& memory, const std::string& text) {
  std::strncpy(memory.phase, text.c_str(), sizeof memory.phase - 1);
}

std::chrono::steady_clock::time_point deadline_of(const fleet::ChannelMemory& memory) {
  return std::chrono::steady_clock::time_point(std::chrono::nanoseconds(memory.deadline.load()));
}

}  // namespace heddle::worker
