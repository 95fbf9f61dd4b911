#include "report/perfetto.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/explanation.hpp"
#include "report/lock_holds.hpp"
#include "report/step_order.hpp"
#include "report/step_text.hpp"

namespace heddle::report {
namespace {

using EventJson = nlohmann::ordered_json;

constexpr std::string_view kTool = "Heddle";
constexpr std::uint64_t kStepTime = 1'000;          // microseconds, the unit of the format
constexpr std::uint64_t kFirstLockTrack = 100'000;  // beyond all threads

// The time of a step or note in microseconds.
struct EventTime {
  std::uint64_t begin = 0;
  std::uint64_t length = 0;

  std::uint64_t end() const { return begin + length; }
  std::uint64_t middle() const { return begin + length / 2; }
};

// Gives step N the time from N to N + 1 milliseconds.  Notes share the second half of the step
// before them, so that a note of the same thread is nested in that step.
std::vector<EventTime> times_of(const trace::Trace& trace) {
  std::vector<EventTime> times(trace.steps.size());
  std::uint64_t now = 0;
  for (std::size_t i = 0; i < trace.steps.size();) {
    if (trace.steps[i].is_step) {
      now += kStepTime;
      times[i++] = {now, kStepTime};
      continue;
    }
    std::size_t end = i;
    while (end < trace.steps.size() && !trace.steps[end].is_step) ++end;
    const std::uint64_t length =
        std::max<std::uint64_t>(kStepTime / 2 / static_cast<std::uint64_t>(end - i), 1);
    // More notes than microseconds share the last one.
    for (std::uint64_t at = now + kStepTime / 2; i < end; ++i) {
      times[i] = {std::min(at, now + kStepTime - length), length};
      at += length;
    }
  }
  return times;
}

// Names a happens-before edge by its two steps.
std::string edge_name(const trace::Step& from, const trace::Step& to) {
  if (from.operation.kind == OpKind::thread_create) return "create";
  const bool is_signal = from.operation.object == to.operation.object;
  switch (to.operation.kind) {
    case OpKind::thread_join:
      return "join";
    case OpKind::cond_wake:
      return is_signal ? "signal -> wake" : "unlock -> lock";
    case OpKind::futex_wake_up:
      return "wake -> wake-up";
    case OpKind::barrier_wake:
      return "barrier";
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_timedwait:
      return "post -> wait";
    case OpKind::once_begin:
      return "once";
    default:
      return is_atomic_update(to.operation.kind) || to.operation.kind == OpKind::atomic_load
                 ? "release -> acquire"
                 : "unlock -> lock";
  }
}

// Appends the events of one execution.
class EventWriter {
 public:
  // Arrows of all executions have different numbers; `arrows` are those so far.
  EventWriter(const RecordedExecution& execution, std::size_t process, std::uint64_t& arrows,
              EventJson& events)
      : execution_(execution),
        trace_(execution.trace),
        names_(names_of(execution.trace, execution.symbols)),
        times_(times_of(execution.trace)),
        end_((depth(execution.trace) + 1) * kStepTime),
        process_(process),
        arrows_(arrows),
        events_(events) {}

  void write() {
    name_tracks();
    write_steps();
    write_ends();
    write_locks();
    write_edges();
  }

 private:
  EventJson event(std::string_view phase, std::string_view category, std::string name,
                  std::uint64_t track, std::uint64_t time) const {
    return {{"ph", phase},     {"cat", category}, {"name", std::move(name)},
            {"pid", process_}, {"tid", track},    {"ts", time}};
  }

  void add_slice(std::string_view category, std::string name, std::uint64_t track, EventTime time,
                 EventJson arguments) {
    EventJson slice = event("X", category, std::move(name), track, time.begin);
    slice["dur"] = time.length;
    slice["args"] = std::move(arguments);
    events_.push_back(std::move(slice));
  }

  void name_track(std::uint64_t track, const std::string& name) {
    events_.push_back({{"ph", "M"},
                       {"name", "thread_name"},
                       {"pid", process_},
                       {"tid", track},
                       {"args", {{"name", name}}}});
    events_.push_back({{"ph", "M"},
                       {"name", "thread_sort_index"},
                       {"pid", process_},
                       {"tid", track},
                       {"args", {{"sort_index", track}}}});
  }

  // Tracks are numbered from 1: the viewer takes track 0 for the idle thread.
  static std::uint64_t track_of(ThreadId thread) { return index(thread) + 1U; }

  void name_tracks() {
    const std::string failed = trace_.failure ? ": " + short_headline(trace_) : "";
    events_.push_back({{"ph", "M"},
                       {"name", "process_name"},
                       {"pid", process_},
                       {"args", {{"name", execution_.name + failed}}}});
    for (const trace::Thread& thread : trace_.threads) {
      name_track(track_of(thread.id), thread_name(trace_, thread.id));
    }
  }

  void write_steps() {
    // A viewer counts time from the first event: this one is at 0, so that step N begins at N ms.
    add_slice("note", "start", track_of(kMainThread), {0, kStepTime}, EventJson::object());
    std::size_t number = 0;
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      const trace::Step& step = trace_.steps[i];
      EventJson arguments = EventJson::object();
      if (step.is_step) arguments["step"] = ++number;
      const std::string place = location(execution_.symbols, step.stack);
      if (!place.empty()) arguments["location"] = place;
      add_slice(step.is_step ? "step" : "note", step_text(trace_, names_, step),
                track_of(step.thread), times_[i], std::move(arguments));
      last_[step.thread] = std::max(last_[step.thread], times_[i].end());
    }
  }

  // The waits of blocked threads last until the end, where the failure is.
  void write_ends() {
    for (const trace::Blocked& blocked : trace_.blocked) {
      const auto last = last_.find(blocked.thread);
      const std::uint64_t begin = last == last_.end() ? 0 : last->second;
      add_slice("blocked", blocked_text(trace_, names_, blocked), track_of(blocked.thread),
                {begin, end_ + kStepTime - begin},
                {{"location", location(execution_.symbols, blocked.stack)}});
    }
    if (!trace_.failure) return;
    const bool is_of_thread = trace_.failure->thread != kNoThread;
    const ThreadId thread = is_of_thread ? trace_.failure->thread : kMainThread;
    EventJson failure = event("i", "failure", headline(trace_), track_of(thread), end_);
    failure["s"] = is_of_thread ? "t" : "p";
    failure["args"] = {{"kind", key(trace_.failure->kind)},
                       {"location", location(execution_.symbols, trace_.failure->stack)}};
    events_.push_back(std::move(failure));
  }

  // One track per lock, and one per reader of a read-write lock: slices of a track must nest.
  std::uint64_t lock_track(const LockHold& hold) {
    const ThreadId reader = hold.is_shared ? hold.thread : kNoThread;
    const std::uint64_t next = kFirstLockTrack + lock_tracks_.size();
    const auto [found, is_new] = lock_tracks_.try_emplace({hold.lock, reader}, next);
    if (is_new) {
      const std::string of = hold.is_shared ? ", read by " + thread_name(trace_, reader) : "";
      name_track(next, names_(hold.lock) + " (lock)" + of);
    }
    return found->second;
  }

  void write_locks() {
    for (const LockHold& hold : lock_holds(trace_)) {
      const std::uint64_t begin = times_[hold.from].middle();
      const bool is_released = hold.to < trace_.steps.size();
      const std::uint64_t end = is_released ? times_[hold.to].middle() : end_ + kStepTime;
      add_slice("lock", "held by " + thread_name(trace_, hold.thread), lock_track(hold),
                {begin, end - begin}, {{"released", is_released}});
    }
  }

  void write_edges() {
    for (const OrderEdge& edge : order_edges(trace_)) {
      if (edge.kind != OrderEdge::Kind::happens_before) continue;
      ++arrows_;
      for (const auto& [phase, position] : {std::pair("s", edge.from), std::pair("f", edge.to)}) {
        EventJson arrow = event(phase, "happens-before",
                                edge_name(trace_.steps[edge.from], trace_.steps[edge.to]),
                                track_of(trace_.steps[position].thread), times_[position].begin);
        arrow["id"] = arrows_;
        if (position == edge.to) arrow["bp"] = "e";
        events_.push_back(std::move(arrow));
      }
    }
  }

  const RecordedExecution& execution_;
  const trace::Trace& trace_;
  const trace::ObjectNames names_;
  const std::vector<EventTime> times_;
  const std::uint64_t end_;
  const std::size_t process_;
  std::uint64_t& arrows_;
  EventJson& events_;
  std::map<ThreadId, std::uint64_t> last_;  // end of the last slice
  std::map<std::pair<ObjectId, ThreadId>, std::uint64_t> lock_tracks_;
};

}  // namespace

std::string perfetto_json(const std::vector<RecordedExecution>& executions) {
  EventJson events = EventJson::array();
  std::size_t process = 0;
  std::uint64_t arrows = 0;
  for (const RecordedExecution& execution : executions) {
    EventWriter(execution, ++process, arrows, events).write();
  }
  const EventJson json = {{"displayTimeUnit", "ms"},
                          {"otherData", {{"tool", kTool}, {"one_step", "1 ms"}}},
                          {"traceEvents", std::move(events)}};
  return json.dump(1, ' ', false, EventJson::error_handler_t::replace) + "\n";
}

bool is_perfetto(std::string_view text) {
  const EventJson json = EventJson::parse(text, nullptr, false);
  const EventJson::json_pointer tool("/otherData/tool");
  return json.is_object() && json.contains("traceEvents") && json.contains(tool) &&
         json[tool] == kTool;
}

}  // namespace heddle::report
