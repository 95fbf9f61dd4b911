// Names the steps of a trace by their function, operation and object, and finds steps by such
// names.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/order_constraint.hpp"
#include "report/anchored_schedule.hpp"
#include "report/symbolized.hpp"
#include "trace/order_request.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

class NamedSteps {
 public:
  NamedSteps(const trace::Trace& trace, const SymbolizedTrace& symbols);

  // Names a step; one beyond the last of its thread is the step that follows the last.
  Anchor anchor(const ThreadStep& step) const;
  // Finds the step; nothing when the execution has none.
  std::optional<ThreadStep> find(const Anchor& anchor) const;
  // Returns the number of steps, with the one at which the thread is blocked.
  std::size_t size(ThreadId thread) const;
  // Returns whether every execution names the step in the same way.  A plain access to memory
  // without a name may be a scheduling point in one execution and none in another.
  bool is_stable(const ThreadStep& step) const;
  // Returns whether the next step of the thread after the other one is a lock or another operation
  // that waits: the thread may have waited for the other step.
  bool waits_beyond(const std::string& thread_name, const ThreadStep& step) const;
  // Returns the functions of all stacks.
  const std::set<std::string>& functions() const { return functions_; }
  // Returns whether the execution takes the earlier step before the later one, which need not
  // happen.
  bool holds(const OrderConstraint& order) const;
  // Returns the alternative that the step took; nothing when the execution has no such step.
  std::optional<std::uint16_t> alternative(const ThreadStep& step) const;

 private:
  struct Named {
    OpKind operation = OpKind::none;
    std::string function;
    std::string object;
    std::uint16_t alternative = 0;
    std::optional<std::size_t> position = std::nullopt;  // in the trace; absent: still pending
  };
  struct ThreadSteps {
    std::string name;
    std::vector<Named> steps;
  };

  Named named(const SymbolizedTrace& symbols, const Operation& operation,
              const std::vector<trace::Place>& stack) const;
  void name_threads(const trace::Trace& trace, std::map<ThreadId, std::string> outermost);
  const Named* at(const ThreadStep& step) const;
  static bool matches(const Anchor& anchor, const Named& step);

  std::map<ThreadId, ThreadSteps> threads_;
  std::set<ObjectId> global_;
  std::set<std::string> functions_;
};

// Returns the schedule of a failed trace: by the orders that it needs or, with `whole`, by all its
// context switches.
AnchoredSchedule anchored(const trace::Trace& trace, const SymbolizedTrace& symbols, bool whole);

}  // namespace heddle::report
