// Writes a trace while it happens, inside the explored process, which may die at any moment: each
// line goes straight to a file descriptor, and a reader can always read what is there.
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
#include "trace/trace.hpp"

namespace heddle::trace {

// Where an absolute address lies; a Place with kNoModule when it is in no module.
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

  // Writes a step that is about to be taken.  The next line takes its place: it is read only if the
  // process dies in the step.
  void step_begins(const Event& event);
  void happened(const Event& event) override;
  void printed(ThreadId thread, int descriptor, std::string_view text) override;

  // What is known about threads.  May be called at any time and again; the last word counts.
  void threads(std::span<const ThreadFacts> threads);
  void failure(const Failure& failure);
  void blocked(const BlockedFacts& blocked);

  // Writes the end line; nothing may follow.  False when some line could not be written.
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
  bool is_tentative_ = false;  // what is behind the present position is to be overwritten
  std::set<ObjectId> seen_;    // objects whose place was looked up already
};

}  // namespace heddle::trace
