#include "report/library_calls.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

using trace::Step;

// Functions of a class, separated by blanks, that are shown as calls.
struct KnownClass {
  std::string_view name;
  std::string_view word;  // names an object without a name of its own
  std::string_view functions;
};

constexpr std::string_view kAtomicFunctions = "wait notify_one notify_all";
constexpr std::string_view kFutureFunctions = "get wait wait_for wait_until share";
constexpr std::string_view kCounts = "";  // every function: all change the count of owners

constexpr std::array<KnownClass, 20> kKnown{{
    {"counting_semaphore", "semaphore",
     "acquire release try_acquire try_acquire_for try_acquire_until"},
    {"latch", "latch", "count_down wait try_wait arrive_and_wait"},
    {"barrier", "barrier", "arrive wait arrive_and_wait arrive_and_drop"},
    {"atomic", "atomic", kAtomicFunctions},
    {"__atomic_base", "atomic", kAtomicFunctions},
    {"__atomic_float", "atomic", kAtomicFunctions},
    {"__atomic_ref", "atomic", kAtomicFunctions},
    {"atomic_ref", "atomic", kAtomicFunctions},
    {"atomic_flag", "flag", kAtomicFunctions},
    {"future", "future", kFutureFunctions},
    {"shared_future", "future", kFutureFunctions},
    {"__basic_future", "future", kFutureFunctions},
    {"promise", "promise", "set_value set_exception set_value_at_thread_exit ~promise"},
    {"packaged_task", "task", "operator()"},
    {"scoped_lock", "scoped_lock", "scoped_lock"},
    {"shared_ptr", "shared_ptr", kCounts},
    {"__shared_ptr", "shared_ptr", kCounts},
    {"weak_ptr", "shared_ptr", kCounts},
    {"__shared_count", "shared_ptr", kCounts},
    {"_Sp_counted_base", "shared_ptr", kCounts},
}};

bool contains_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos;
       at = words.find(word, at + 1)) {
    const bool begins = at == 0 || words[at - 1] == ' ';
    const std::size_t end = at + word.size();
    if (begins && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

struct CallName {
  const KnownClass* known = nullptr;
  std::string function;
};

std::optional<CallName> known_call(const symbolize::Frame& frame) {
  const std::string name =
      symbolize::without_template_arguments(symbolize::short_name(frame.function));
  if (!name.starts_with("std::")) return std::nullopt;
  const std::size_t last = name.rfind("::");
  const std::size_t before = name.rfind("::", last - 1);
  if (last == std::string::npos || before == std::string::npos || before >= last) return {};
  const std::string_view type = std::string_view(name).substr(before + 2, last - before - 2);
  const std::string function = name.substr(last + 2);
  for (const KnownClass& known : kKnown) {
    if (known.name != type) continue;
    if (known.functions.empty() || contains_word(known.functions, function)) {
      return CallName{&known, function};
    }
  }
  return std::nullopt;
}

// One call: the steps of a thread under one frame of the user's.
struct Call {
  CallName name;
  ThreadId thread = kNoThread;
  std::string site;  // the user's function, file and line
  std::vector<std::size_t> steps;
};

bool is_named(std::string_view name) {
  if (name.empty() || name.starts_with("std::")) return false;
  const std::size_t blank = name.rfind(' ');  // "atomic 2" is made up
  return blank == std::string_view::npos || blank + 1 == name.size() || name[blank + 1] < '0' ||
         name[blank + 1] > '9';
}

class CallFinder {
 public:
  CallFinder(const trace::Trace& trace, const SymbolizedTrace& symbols,
             const trace::ObjectNames& names)
      : trace_(trace), symbols_(symbols), names_(names) {
    for (std::size_t i = 0; i < trace.steps.size(); ++i) add(i);
  }

  std::vector<CallSegment> segments() const {
    std::vector<CallSegment> segments;
    for (const Call& call : calls_) add_segments(call, segments);
    std::sort(segments.begin(), segments.end(),
              [](const CallSegment& a, const CallSegment& b) { return a.begin < b.begin; });
    return segments;
  }

 private:
  void add(std::size_t position) {
    const Step& step = trace_.steps[position];
    std::size_t& open = open_[step.thread];  // one more than the index of the thread's call
    const std::vector<symbolize::Frame> frames = expand(symbols_, step.stack);
    const symbolize::Frame* const user = symbolize::user_frame(frames);
    std::optional<CallName> name;
    if (step.is_step && user != nullptr && user != frames.data()) name = known_call(*(user - 1));
    if (!name) {
      open = 0;
      return;
    }
    const std::string site = fmt::format("{}:{} {}", user->file, user->line, user->function);
    if (open == 0 || begins_again(calls_[open - 1], *name, site, step)) {
      calls_.push_back({std::move(*name), step.thread, site, {}});
      open = calls_.size();
    }
    calls_[open - 1].steps.push_back(position);
  }

  // Whether a step is not part of the call before it.  A call that begins with an update does not
  // repeat this update: the user's loop made the call again.
  bool begins_again(const Call& call, const CallName& name, const std::string& site,
                    const Step& step) const {
    if (call.name.known != name.known || call.name.function != name.function || call.site != site) {
      return true;
    }
    const Step& first = trace_.steps[call.steps.front()];
    return is_atomic_update(first.operation.kind) &&
           first.operation.object == step.operation.object && first.stack == step.stack;
  }

  void add_segments(const Call& call, std::vector<CallSegment>& into) const {
    const bool is_lock = call.name.known->word == "scoped_lock";
    const bool is_whole = call.steps.back() - call.steps.front() + 1 == call.steps.size();
    if (is_lock && !is_whole) return;  // which mutexes it holds then matters
    const std::string object = object_of(call);
    for (auto begin = call.steps.begin(); begin != call.steps.end();) {
      auto end = std::next(begin);
      while (end != call.steps.end() && *end == *std::prev(end) + 1) ++end;
      const std::vector<std::size_t> part(begin, end);
      const bool goes_on = begin != call.steps.begin();
      std::string text = is_lock ? lock_text(part) : call_text(call, object, part, goes_on);
      into.push_back({part.front(), part.back() + 1, std::move(text)});
      begin = end;
    }
  }

  // The user's name of the object; empty when it has none.
  std::string object_of(const Call& call) const {
    for (const std::size_t position : call.steps) {
      const std::string name = names_(trace_.steps[position].operation.object);
      if (is_named(name)) return name.substr(0, name.find('+'));
    }
    return "";
  }

  std::string call_text(const Call& call, const std::string& object,
                        const std::vector<std::size_t>& part, bool goes_on) const {
    if (call.name.known->functions.empty()) return "shared_ptr count" + effect_of(part, object);
    std::string text =
        fmt::format("{}.{}{}", object.empty() ? std::string(call.name.known->word) : object,
                    call.name.function, call.name.function == "operator()" ? "" : "()");
    if (goes_on) text += " goes on";
    const std::string effect = effect_of(part, object);
    const Step& last = trace_.steps[part.back()];
    if (last.operation.kind != OpKind::futex_wait)
      return text + (goes_on && !effect.empty() ? "," : "") + effect;
    if (last.outcome == Outcome::refused) return text + ": the value has changed";
    // It waits at this value, which is not always the one that it read last.
    if (!object.empty() && names_(last.operation.object) == object) {
      const Operation& waits = last.operation;
      return text + ": waits, the value is " + names_.value(waits.object, waits.value, waits.size);
    }
    const bool is_value = effect.starts_with(" = ");
    return text + ": waits" + (is_value ? ", the value is" + effect.substr(2) : "");
  }

  // How the steps changed the object's value, or the value they read last.
  std::string effect_of(const std::vector<std::size_t>& part, const std::string& object) const {
    std::optional<std::uint64_t> before;
    std::uint64_t after = 0;
    std::optional<std::uint64_t> seen;
    unsigned size = 0;
    ObjectId cell = kNoObject;
    for (const std::size_t position : part) {
      const Step& step = trace_.steps[position];
      const Operation& operation = step.operation;
      const bool has_value = operation.size >= 1 && operation.size <= 8;
      if (!has_value || (!object.empty() && names_(operation.object) != object)) continue;
      if (object.empty() && operation.object != trace_.steps[part.front()].operation.object)
        continue;
      const bool writes =
          step.outcome != Outcome::refused &&
          (is_atomic_update(operation.kind) || operation.kind == OpKind::atomic_store);
      if (!writes && operation.kind != OpKind::atomic_load && !is_atomic_update(operation.kind))
        continue;
      size = operation.size;
      cell = operation.object;
      if (writes && !before) before = step.before;
      if (writes) after = step.after;
      seen = writes ? step.after : step.before;
    }
    const auto text = [&](std::uint64_t value) { return names_.value(cell, value, size); };
    if (before) return fmt::format(" {} -> {}", text(*before), text(after));
    if (!seen || object.empty()) return "";
    return " = " + text(*seen);
  }

  std::string lock_text(const std::vector<std::size_t>& part) const {
    std::vector<std::string> held;
    for (const std::size_t position : part) {
      const Step& step = trace_.steps[position];
      const std::string mutex = names_(step.operation.object);
      if (step.operation.kind == OpKind::mutex_unlock) {
        std::erase(held, mutex);
      } else if (step.outcome == Outcome::done) {
        held.push_back(mutex);
      }
    }
    return fmt::format("scoped_lock({})", fmt::join(held, ", "));
  }

  const trace::Trace& trace_;
  const SymbolizedTrace& symbols_;
  const trace::ObjectNames& names_;
  std::vector<Call> calls_;
  std::map<ThreadId, std::size_t> open_;
};

}  // namespace

std::vector<CallSegment> library_calls(const trace::Trace& trace, const SymbolizedTrace& symbols,
                                       const trace::ObjectNames& names) {
  return CallFinder(trace, symbols, names).segments();
}

}  // namespace heddle::report
