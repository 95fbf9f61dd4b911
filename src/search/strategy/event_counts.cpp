#include "search/strategy/event_counts.hpp"

#include <algorithm>

namespace heddle::search {

EventCounts::Thread& EventCounts::known(ThreadId thread) {
  if (index(thread) >= threads_.size()) threads_.resize(index(thread) + std::size_t{1});
  return threads_[index(thread)];
}

// A thread is created within a step of its creator.
void EventCounts::saw(const Path& path) {
  for (const ThreadView& thread : path.view().threads) {
    Thread& own = known(thread.id);
    if (own.is_known) continue;
    own.is_known = true;
    own.creator = path.last();
  }
}

void EventCounts::performs(const Path& path, ThreadId thread) {
  const Operation& operation = path.view().find(thread)->next;
  Thread& own = known(thread);
  add(own.all);
  if (operation.object == kNoObject) return;
  Count& count = own.on[operation.object];
  const auto [entry, is_new] = objects_.try_emplace(operation.object);
  if (is_new) order_.push_back(operation.object);
  if (count.most == 0) ++entry->second.threads;
  add(count);
  if (entry->second.is_changed) return;
  accesses_.clear();
  add_accesses(thread, operation, {}, accesses_);
  entry->second.is_changed =
      std::any_of(accesses_.begin(), accesses_.end(), [&](const Access& access) {
        return access.object == operation.object && access.mode == AccessMode::write;
      });
}

void EventCounts::run_ended() {
  ++runs_;
  for (Thread& thread : threads_) {
    thread.all.now = 0;
    for (auto& [object, count] : thread.on) count.now = 0;
  }
}

std::vector<ObjectId> EventCounts::shared_objects() const {
  std::vector<ObjectId> shared;
  for (const ObjectId object : order_) {
    const Object& facts = objects_.at(object);
    if (facts.threads > 1 && facts.is_changed) shared.push_back(object);
  }
  return shared;
}

std::uint64_t EventCounts::with_children(ThreadId thread, const Subject& subject) const {
  if (index(thread) >= threads_.size()) return 0;
  const Thread& own = threads_[index(thread)];
  std::uint64_t sum = 0;
  if (subject.is_everything) {
    sum = own.all.most;
  } else if (const auto found = own.on.find(subject.object); found != own.on.end()) {
    sum = found->second.most;
  }
  for (std::size_t child = 0; child < threads_.size(); ++child) {
    if (threads_[child].is_known && threads_[child].creator == thread) {
      sum += with_children(thread_id(child), subject);
    }
  }
  return sum;
}

}  // namespace heddle::search
