// The reads-from relation over abstract events: the pairs of the present execution, and the pairs
// that some execution may have.
//
// A pair of events is possible if it was observed, or if an execution performed both events by
// different threads and no creation of threads orders them.  Other orderings, as by a join, are
// ignored, so some of these pairs occur in no execution.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "search/engine/path.hpp"
#include "search/strategy/abstract_event.hpp"
#include "search/strategy/abstract_schedule.hpp"

namespace heddle::search {

class ReadsFrom final : public PairSource {
 public:
  // Notes the threads of the path's present state.  Called at each state of an execution.
  void saw(const Path& path);

  // Called when `thread` is about to perform an operation with these uses.
  void performs(ThreadId thread, const std::vector<EventUse>& uses);

  // Ends the execution and returns its signature, which is equal for equal sets of pairs.
  std::uint64_t run_ended();

  // Lowers the probability of drawing the pair: an execution could not satisfy its constraint.
  void failed(const ReadsFromPair& pair);

  // A pair is the more likely, the fewer executions had it or failed to have it.
  bool has_pairs() const override { return has_pairs_; }
  ReadsFromPair draw(Random& random) const override;
  ReadsFromPair draw_other_write(const ReadsFromPair& pair, Random& random) const override;

 private:
  using Event = std::uint32_t;  // an index of events_

  struct Source {
    Event write = 0;
    std::uint64_t tries = 0;  // executions that had the pair, or failed to have it
    bool is_now = false;      // in the present execution
  };
  struct Known {
    AbstractEvent event;
    std::vector<Source> sources;  // if it reads
    std::uint32_t group = 0;      // of events with the same place in the code
  };
  struct Instance {
    std::uint64_t step = 0;
    ThreadId thread = kNoThread;
  };
  // The instances of an event in the present execution: the last, and the last of another thread.
  struct Instances {
    Event event = 0;
    Instance last;
    Instance other;

    void add(Instance instance);
  };
  struct Object {
    Event last_write = 0;
    Instance first_write;
    std::vector<Instances> reads;
    std::vector<Instances> writes;
  };

  struct Birth {
    std::uint64_t step = 0;  // the first of the thread; 0: it does not exist yet
    ThreadId creator = kNoThread;
  };

  bool precedes_creation(const Instance& instance, ThreadId of) const;
  bool may_swap(const Instances& earlier, ThreadId later) const;
  Event intern(const AbstractEvent& event);
  Source& source(Event write, Event read);
  Object& object(ObjectId id);
  void reads(ThreadId thread, Event event, Object& object);
  void writes(ThreadId thread, Event event, Object& object);
  void add_instance(std::vector<Instances>& all, Event event, ThreadId thread) const;
  std::uint64_t weight(const Known& read, const Source& source) const;

  std::vector<Known> events_;
  std::unordered_map<AbstractEvent, Event, AbstractEventHash> numbers_;
  std::vector<std::uint64_t> group_sizes_;
  std::unordered_map<AbstractEvent, std::uint32_t, AbstractEventHash> groups_;
  bool has_pairs_ = false;
  // The members below describe the present execution.
  std::unordered_map<ObjectId, Object> objects_;
  std::vector<Birth> births_;  // by thread index
  std::vector<Event> read_now_;
  std::uint64_t step_ = 0;
};

}  // namespace heddle::search
