// Locations of a program: from the text that a user writes to code and nodes of the graph.
//
//   FILE:LINE       code of a source line, functions inlined there included
//   FUNCTION        a function with all its overloads and instances, inlined copies included
//   PLACE+KIND      only operations of one kind there: read, write, lock, unlock, wait, notify
//   PLACE+KIND(VAR) only those that access a variable
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "guidance/guide.hpp"
#include "guidance/program_graph.hpp"
#include "guidance/recovery/elf_image.hpp"

namespace heddle::guidance {

struct FoundLocation {
  Location location;          // its code is in module 0
  std::vector<NodeId> nodes;  // sorted, not empty; a path to the location ends at one of them
};

class LocationFinder {
 public:
  // Keeps references to both.
  LocationFinder(const ElfImage& image, const ProgramGraph& graph);
  ~LocationFinder();
  LocationFinder(const LocationFinder&) = delete;
  LocationFinder& operator=(const LocationFinder&) = delete;

  // Refuses locations that are unknown or ambiguous, and lists the nearest ones.
  Result<FoundLocation> find(const std::string& text);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace heddle::guidance
