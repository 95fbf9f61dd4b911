#include "model/trace_key.hpp"

#include <map>

#include "core/clock_vector.hpp"

namespace heddle::model {
namespace {

// The clocks that a later step that accesses the object is ordered after.
struct History {
  ClockVector writes;
  ClockVector reads;  // since the last write
};

class Clocks {
 public:
  explicit Clocks(std::size_t threads) : threads_(threads) {}

  const ClockVector& perform(const Performed& step) {
    ClockVector& clock = threads_[index(step.thread)];
    for (const Access& access : step.accesses) {
      const History& history = objects_[access.object];
      clock.join(history.writes);
      if (access.mode == AccessMode::write) clock.join(history.reads);
    }
    clock.tick(step.thread);
    for (const Access& access : step.accesses) {
      History& history = objects_[access.object];
      if (access.mode == AccessMode::write) {
        history.writes = clock;
        history.reads.clear();
      } else {
        history.reads.join(clock);
      }
    }
    return clock;
  }

 private:
  std::vector<ClockVector> threads_;
  std::map<ObjectId, History> objects_;
};

}  // namespace

TraceKey trace_key(std::span<const Performed> execution, std::size_t threads) {
  Clocks clocks(threads);
  std::vector<TraceKey> parts(threads);
  for (const Performed& step : execution) {
    const ClockVector& clock = clocks.perform(step);
    TraceKey& part = parts[index(step.thread)];
    part.push_back(static_cast<std::uint64_t>(step.kind));
    part.push_back(step.result);
    for (std::size_t i = 0; i < threads; ++i) part.push_back(clock.at(thread_id(i)));
  }
  TraceKey key;
  for (const TraceKey& part : parts) {
    key.push_back(part.size());
    key.insert(key.end(), part.begin(), part.end());
  }
  return key;
}

}  // namespace heddle::model
