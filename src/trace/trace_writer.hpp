// Writes a trace during the execution, inside the explored process, which may die at any moment.
// Each line goes directly to a file descriptor, so a reader can always parse what is written.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
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

// Reads the memory of the process for objects that are in no module.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  // Returns a number that differs if the address now belongs to an object of another name.
  virtual std::uint64_t incarnation(ObjectId object) const = 0;
  virtual MemoryExcerpt around(ObjectId object) = 0;
};

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

  // Adds the memory around each object that appears from now on.  Keeps a reference.
  void surround(Surroundings& surroundings) { surroundings_ = &surroundings; }

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
  void note_object(ObjectId object, ThreadId user);
  void note_target(ObjectId target);
  Excerpt located(const MemoryExcerpt& excerpt) const;

  int descriptor_;
  Locate locate_;
  Surroundings* surroundings_ = nullptr;
  std::uint64_t lines_ = 0;
  bool failed_ = false;
  bool is_tentative_ = false;  // the text after the present position will be overwritten
  // Two lines about an object: when its first user and when a second one was about to use it.  The
  // creator of an object may have no name for it yet.
  struct Written {
    std::uint64_t incarnation = 0;
    ThreadId user = kNoThread;
    int lines = 0;
  };
  std::map<ObjectId, Written> seen_;
  std::set<ObjectId> targets_;  // of pointers
};

}  // namespace heddle::trace
