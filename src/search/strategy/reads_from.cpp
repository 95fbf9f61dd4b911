#include "search/strategy/reads_from.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace heddle::search {
namespace {

// The weight of a pair that was never tried.
constexpr std::uint64_t kUntried = std::uint64_t{1} << 32U;

// A sum of these does not depend on the order of the pairs.
std::uint64_t hash_of(std::uint64_t write, std::uint64_t read) {
  Fingerprint hash{1, 1};
  hash.add(write + 1);
  hash.add(read + 1);
  return hash.high;
}

}  // namespace

void ReadsFrom::saw(const Path& path) {
  for (const ThreadView& thread : path.view().threads) {
    if (index(thread.id) >= births_.size()) births_.resize(index(thread.id) + std::size_t{1});
    Birth& birth = births_[index(thread.id)];
    if (birth.step == 0) birth = {step_ + 1, path.last()};
  }
}

void ReadsFrom::performs(ThreadId thread, const std::vector<EventUse>& uses) {
  ++step_;
  for (const EventUse& use : uses) {
    const Event event = intern(use.event);
    Object& used = object(use.event.object);
    if (use.reads) reads(thread, event, used);
    if (use.writes) writes(thread, event, used);
  }
}

void ReadsFrom::reads(ThreadId thread, Event event, Object& object) {
  Source& observed = source(object.last_write, event);
  if (!observed.is_now) {
    observed.is_now = true;
    ++observed.tries;
  }
  if (!precedes_creation(object.first_write, thread)) {
    source(intern(initial_value(events_[event].event.object)), event);
  }
  for (const Instances& write : object.writes) {
    if (may_swap(write, thread)) source(write.event, event);
  }
  add_instance(object.reads, event, thread);
  if (std::find(read_now_.begin(), read_now_.end(), event) == read_now_.end()) {
    read_now_.push_back(event);
  }
}

void ReadsFrom::writes(ThreadId thread, Event event, Object& object) {
  if (object.writes.empty()) object.first_write = {step_, thread};
  for (const Instances& read : object.reads) {
    if (may_swap(read, thread)) source(event, read.event);
  }
  add_instance(object.writes, event, thread);
  object.last_write = event;
}

std::uint64_t ReadsFrom::run_ended() {
  std::uint64_t signature = 0;
  for (const Event read : read_now_) {
    for (Source& source : events_[read].sources) {
      if (!source.is_now) continue;
      signature += hash_of(source.write, read);
      source.is_now = false;
    }
  }
  objects_.clear();
  births_.clear();
  read_now_.clear();
  step_ = 0;
  return signature;
}

void ReadsFrom::failed(const ReadsFromPair& pair) {
  ++source(intern(pair.write), intern(pair.read)).tries;
}

ReadsFromPair ReadsFrom::draw(Random& random) const {
  HEDDLE_CHECK(has_pairs_, "a reads-from pair was drawn before one was known");
  std::uint64_t sum = 0;
  for (const Known& read : events_) {
    for (const Source& source : read.sources) sum += weight(read, source);
  }
  std::uint64_t at = random.below(sum);
  for (const Known& read : events_) {
    for (const Source& source : read.sources) {
      const std::uint64_t own = weight(read, source);
      if (at < own) return {events_[source.write].event, read.event};
      at -= own;
    }
  }
  HEDDLE_CHECK(false, "the weights of reads-from pairs do not add up");
}

ReadsFromPair ReadsFrom::draw_other_write(const ReadsFromPair& pair, Random& random) const {
  const auto found = numbers_.find(pair.read);
  if (found == numbers_.end()) return pair;
  std::vector<Event> others;
  for (const Source& source : events_[found->second].sources) {
    if (events_[source.write].event != pair.write) others.push_back(source.write);
  }
  if (others.empty()) return pair;
  return {events_[others[random.below(others.size())]].event, pair.read};
}

// A read with one possible write has no choice.  A place in the code that uses many objects counts
// as often as one that uses a single object.
std::uint64_t ReadsFrom::weight(const Known& read, const Source& source) const {
  if (read.sources.size() < 2) return 0;
  const std::uint64_t share = kUntried / (1 + source.tries) / group_sizes_[read.group];
  return std::max<std::uint64_t>(share, 1);
}

void ReadsFrom::Instances::add(Instance instance) {
  if (last.thread != instance.thread) other = last;
  last = instance;
}

// Returns whether the thread, its creator, or the creator of that, ... was created after the
// instance by the thread that performed it.
bool ReadsFrom::precedes_creation(const Instance& instance, ThreadId of) const {
  if (instance.thread == kNoThread) return false;
  for (ThreadId created = of; created != kNoThread;) {
    const Birth& birth = births_[index(created)];
    if (birth.creator == instance.thread) return instance.step < birth.step;
    created = birth.creator;
  }
  return false;
}

// Returns whether another thread performed the earlier event, and not before it created the thread
// of the later one.
bool ReadsFrom::may_swap(const Instances& earlier, ThreadId later) const {
  const Instance& instance = earlier.last.thread == later ? earlier.other : earlier.last;
  return instance.thread != kNoThread && !precedes_creation(instance, later);
}

void ReadsFrom::add_instance(std::vector<Instances>& all, Event event, ThreadId thread) const {
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const Instances& instances) { return instances.event == event; });
  Instances& own = found != all.end() ? *found : all.emplace_back();
  own.event = event;
  own.add({step_, thread});
}

ReadsFrom::Event ReadsFrom::intern(const AbstractEvent& event) {
  const auto [entry, is_new] = numbers_.try_emplace(event, static_cast<Event>(events_.size()));
  if (is_new) {
    const AbstractEvent place{event.kind, event.site, kNoObject};
    const auto [group, is_first] =
        groups_.try_emplace(place, static_cast<std::uint32_t>(group_sizes_.size()));
    if (is_first) group_sizes_.push_back(0);
    ++group_sizes_[group->second];
    events_.push_back({event, {}, group->second});
  }
  return entry->second;
}

ReadsFrom::Source& ReadsFrom::source(Event write, Event read) {
  std::vector<Source>& sources = events_[read].sources;
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const Source& source) { return source.write == write; });
  if (found != sources.end()) return *found;
  has_pairs_ |= !sources.empty();
  sources.push_back({.write = write});
  return sources.back();
}

ReadsFrom::Object& ReadsFrom::object(ObjectId id) {
  const auto [entry, is_new] = objects_.try_emplace(id);
  if (is_new) entry->second.last_write = intern(initial_value(id));
  return entry->second;
}

}  // namespace heddle::search
