#include "search/strategy/discoveries.hpp"

#include <initializer_list>

#include "core/check.hpp"

namespace heddle::search {
namespace {

std::uint64_t mixed_hash(std::initializer_list<std::uint64_t> numbers) {
  Fingerprint hash{1, 1};
  for (const std::uint64_t number : numbers) hash.add(number + 1);
  return hash.high;
}

}  // namespace

DiscoveryWatch::News DiscoveryWatch::run_ended() { return {has_pair_, known_->add_class(class_)}; }

void DiscoveryWatch::stepping(const Path& path, Decision decision) {
  ++depth_;
  const std::size_t thread = index(decision.thread);
  if (thread >= steps_.size()) steps_.resize(thread + 1);
  const std::uint64_t instance = mixed_hash({thread, ++steps_[thread], decision.alternative});
  class_ += instance;
  for (const EventUse& use : events_.of(decision.thread, path.view().find(decision.thread)->next)) {
    const auto object = static_cast<std::uint64_t>(use.event.object);
    LastWrite& last = objects_[use.event.object];
    const std::uint64_t event = AbstractEventHash{}(use.event);
    class_ += mixed_hash({object, last.instance, instance});
    if (use.reads) has_pair_ |= known_->add_pair(mixed_hash({object, last.event, event}));
    if (use.writes) last = {event, instance};
  }
}

void DiscoveryWatch::rewound(const Path& path) {
  if (path.depth() == depth_) return;
  HEDDLE_CHECK(path.depth() == 0, "a sampled execution does not begin at the initial state");
  objects_.clear();
  steps_.clear();
  class_ = 0;
  depth_ = 0;
  has_pair_ = false;
}

}  // namespace heddle::search
