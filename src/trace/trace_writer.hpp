// Writes a trace during the execution, inside the explored process, which may die at any moment.
// Each line goes directly to a file descriptor, so a reader can always parse what is written.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/event.hpp"
#include "core/failure.hpp"
#include "core/ids.hpp"
#include "core/schedule.hpp"
#include "trace/trace.hpp"

namespace heddle::trace {

// Maps an absolute address to a Place; one with kNoModule when the address is in no module.
using Locate = std::function<Place(Site)>;

// As Thread and Blocked, with absolute addresses.
struct ThreadFacts {
  ThreadId id = kMainThread;
  std::string path;
  std::string name;
  Site created_at = kNoSite;
};
struct BlockedFacts {
  ThreadId thread = kNoThread;
  Operation operation;
  ThreadId held_by = kNoThread;
  std::span<const Site> stack;
};

class TraceWriter final : public EventListener {
 public:
  // Writes the header and the modules.  Does not own the descriptor.
  TraceWriter(int descriptor, const Header& header, std::span<const Module> modules, Locate locate);

  // Writes a step that is about to be taken.  The next line overwrites it: it is read only if the
  // process dies in the step.
  void step_begins(const Event& event);
  void happened(const Event& event) override;
  // Writes steps of which only the decisions are known.
  void decisions(const Schedule& schedule);
  void printed(ThreadId thread, int descriptor, std::string_view text) override;

  // Writes the facts about threads.  May be called at any time and repeatedly; the last call
  // counts.
  void threads(std::span<const ThreadFacts> threads);
  // Writes the actions and properties of a model, before their first use.
  void sites(std::span<const NamedSite> sites);
  void failure(const Failure& failure);
  void blocked(const BlockedFacts& blocked);

  // Writes the end line; nothing may follow.  Returns false when some line could not be written.
  bool end();

 private:
  Step step_of(const Event& event);
  void write_line(const std::string& line);
  std::vector<Place> locate_all(std::span<const Site> stack, Site innermost) const;
  void note_object(ObjectId object);

  int descriptor_;
  Locate locate_;
  std::uint64_t lines_ = 0;
  bool failed_ = false;
  bool is_tentative_ = false;  // the text after the present position will be overwritten
  std::set<ObjectId> seen_;    // objects whose place was looked up already
};

}  // namespace heddle::trace
