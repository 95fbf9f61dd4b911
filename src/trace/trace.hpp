// One recorded execution: what a trace file holds, as a value.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/event.hpp"
#include "core/failure.hpp"
#include "core/ids.hpp"
#include "core/memory_excerpt.hpp"
#include "core/operation.hpp"
#include "core/schedule.hpp"

namespace heddle::trace {

// The format written, and the only one read.
inline constexpr std::uint32_t kFormatVersion = 1;

inline constexpr std::uint32_t kNoModule = std::numeric_limits<std::uint32_t>::max();

// An address that means the same in every run: an offset (an ELF virtual address) in a module.
// With kNoModule the offset is the bare address or, in a model, the instruction.
struct Place {
  std::uint32_t module = kNoModule;  // index into Trace::modules
  std::uint64_t offset = 0;

  // The check takes the literal 0 inside the defaulted comparison for a pointer.
  friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr)
};

// The program or a library of it.
struct Module {
  std::string path;
  std::string build_id;  // lower-case hexadecimal; empty when the file has none

  friend bool operator==(const Module&, const Module&) = default;
};

struct Thread {
  ThreadId id = kMainThread;
  std::string path;  // "0" for the main thread, "0.1" for its second child
  std::string name;  // as given by the program; empty when it gave none
  std::optional<Place> created_at;

  friend bool operator==(const Thread&, const Thread&) = default;
};

using Excerpt = MemoryExcerptAt<Place>;

// An object that debug information can name: it lives in a module, or variables and pointers reach
// it.
struct Object {
  ObjectId id = kNoObject;
  Place place;
  Excerpt around = {};  // empty for an object in a module
  // Differs between objects that had the same address at different times.  Several lines about one
  // object show the memory at different times.
  std::uint64_t incarnation = 0;

  friend bool operator==(const Object&, const Object&) = default;
};

// An action or a property of a model, with its source location.  Steps name it by their site.
struct NamedSite {
  Site site = kNoSite;
  std::string name;
  std::string function;
  std::string file;
  std::uint32_t line = 0;

  friend bool operator==(const NamedSite&, const NamedSite&) = default;
};

// One recorded Event.
struct Step {
  ThreadId thread = kNoThread;
  Operation operation;
  std::uint16_t alternative = 0;  // of `alternatives`
  std::uint16_t alternatives = 1;
  Outcome outcome = Outcome::done;
  bool is_step = true;         // false: a note, which the schedule does not count
  bool is_unfinished = false;  // the process died in it; only its announcement is known
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  ThreadId other = kNoThread;
  std::vector<Place> stack;  // innermost first; may be empty

  friend bool operator==(const Step&, const Step&) = default;
};

// Output that the program printed after `position` of the trace's steps.
struct Output {
  // For a model: the text describes its variables after the step.
  static constexpr int kVariables = 0;

  std::size_t position = 0;
  ThreadId thread = kNoThread;
  int descriptor = 1;
  std::string text;

  friend bool operator==(const Output&, const Output&) = default;
};

using TraceAccount = AccountAt<Place>;
using TraceFailure = FailureAt<Place>;

// A thread that was blocked when the execution ended.
struct Blocked {
  ThreadId thread = kNoThread;
  Operation operation;           // the one it waits at, with its object
  ThreadId held_by = kNoThread;  // holds the object, or is the thread to join
  std::vector<Place> stack;      // innermost first; may be empty

  friend bool operator==(const Blocked&, const Blocked&) = default;
};

// The data needed to replay the program in the same way.
struct Header {
  std::string program;                 // path
  std::vector<std::string> arguments;  // without the program's own name
  std::string build_id;
  std::string options;  // as in HEDDLE_OPTIONS: "name=value:name=value"
  std::uint64_t seed = 0;
  std::uint64_t explore_call = 0;  // which call of heddle::explore; 0: main was explored
  // Cells of stacks and thread_local variables that several threads use: their accesses are
  // scheduling points where plain accesses are.
  std::vector<std::string> shared_cells = {};

  friend bool operator==(const Header&, const Header&) = default;
};

struct Trace {
  Header header;
  std::vector<Module> modules;
  std::vector<Thread> threads;
  std::vector<Object> objects;
  std::vector<NamedSite> sites = {};  // of a model; empty for a program
  std::vector<Step> steps;
  std::vector<Output> outputs;  // in order of position
  std::optional<TraceFailure> failure;
  std::vector<Blocked> blocked;

  friend bool operator==(const Trace&, const Trace&) = default;
};

// Returns the decisions of the trace.
Schedule schedule(const Trace& trace);

// Returns the number of decisions: steps without notes.
std::size_t depth(const Trace& trace);

// Returns whether the trace is of a model, whose threads are processes with names.
inline bool is_of_model(const Trace& trace) { return !trace.sites.empty(); }

// Returns the name of an action or property; empty when it is unknown.
std::string site_name(const Trace& trace, Site site);

// Returns "main", "thread 2" or "thread 2 (worker)"; for a model, the name of the process.
std::string thread_name(const Trace& trace, ThreadId thread);

}  // namespace heddle::trace
