#include "search/strategy/uniform_walk.hpp"

#include <algorithm>

#include "search/strategy/candidates.hpp"
#include "search/strategy/run_size.hpp"

namespace heddle::search {

std::size_t UniformWalk::choose(const Path& path, std::span<const Choice> choices) {
  list_threads(choices, threads_);
  counts_.saw(path);
  meet(path);
  const auto ending = std::find_if(threads_.begin(), threads_.end(),
                                   [&](ThreadId thread) { return ends_program(path, thread); });
  ending_ = threads_.size() > 1 && ending != threads_.end() ? *ending : kNoThread;
  if (ending_ != kNoThread) end_one_in_ = delay_.one_in(threads_.size());
  const bool knows = counts_.runs() >= kProfilingRuns;
  const ThreadId mover = knows ? draw(path) : draw_unlearned();
  counts_.performs(path, mover);
  return draw_alternative(mover, choices, random_);
}

void UniformWalk::run_ended() {
  counts_.run_ended();
  delay_.run_ended();
  known_.clear();
  intended_ = kNoThread;
  if (kind_ == Kind::uniform) return;
  const std::vector<ObjectId> objects = counts_.shared_objects();
  subject_.is_everything = objects.empty();
  if (!objects.empty()) subject_.object = objects[random_.below(objects.size())];
}

// A new thread takes its events over from its creator.
void UniformWalk::meet(const Path& path) {
  for (const ThreadView& thread : path.view().threads) {
    if (index(thread.id) >= known_.size()) known_.resize(index(thread.id) + std::size_t{1});
    if (of(thread.id).is_known) continue;
    of(thread.id) = {true, false, counts_.with_children(thread.id, subject_)};
    const ThreadId creator = path.last();
    if (creator == kNoThread) continue;
    of(creator).events -= std::min(of(creator).events, of(thread.id).events);
  }
}

ThreadId UniformWalk::draw(const Path& path) {
  if (all_wait(path)) let_go();
  for (;;) {
    free_.clear();
    for (const ThreadId thread : threads_) {
      if (!of(thread).is_held) free_.push_back(thread);
    }
    if (free_.empty()) {
      let_go();
      continue;
    }
    const ThreadId thread = free_[random_.below(free_.size())];
    const bool is_event = thread == ending_ || subject_.includes(path.view().find(thread)->next);
    if (!is_event) return thread;
    if (intended_ == kNoThread) intended_ = draw_intended();
    if (thread != intended_) {
      of(thread).is_held = true;
      continue;
    }
    if (of(thread).events > 0) --of(thread).events;
    let_go();
    return thread;
  }
}

// Draws before the numbers of events are learned: every thread is equally likely, but for the end.
ThreadId UniformWalk::draw_unlearned() {
  if (ending_ == kNoThread) return threads_[random_.below(threads_.size())];
  if (random_.below(end_one_in_) == 0) return ending_;
  std::erase(threads_, ending_);
  return threads_[random_.below(threads_.size())];
}

// A thread that lives has something to come, whatever was learned.
ThreadId UniformWalk::draw_intended() {
  const auto weight = [&](ThreadId thread) {
    if (thread == ending_) return std::uint64_t{0};
    return std::max<std::uint64_t>(of(thread).events, 1);
  };
  std::uint64_t sum = 0;
  bool has_learned = false;
  for (const ThreadId thread : threads_) {
    sum += weight(thread);
    has_learned |= thread != ending_ && of(thread).events > 0;
  }
  if (ending_ != kNoThread) {
    const std::uint64_t one_in = has_learned ? sum + 1 : std::max(sum + 1, end_one_in_);
    if (random_.below(one_in) == 0) return ending_;
  }
  std::uint64_t at = random_.below(sum);
  for (const ThreadId thread : threads_) {
    if (at < weight(thread)) return thread;
    at -= weight(thread);
  }
  return threads_.back();
}

// Returns whether every thread that is not held yields.
bool UniformWalk::all_wait(const Path& path) const {
  return std::all_of(threads_.begin(), threads_.end(), [&](ThreadId thread) {
    return known_[index(thread)].is_held || path.view().find(thread)->yielding;
  });
}

void UniformWalk::let_go() {
  intended_ = kNoThread;
  for (Thread& thread : known_) thread.is_held = false;
}

}  // namespace heddle::search
