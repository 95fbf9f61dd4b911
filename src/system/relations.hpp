// What a search that reorders steps asks beyond the view: how objects stand at the present state,
// and which threads began and ended because of which.
#pragma once

#include <span>

#include "core/ids.hpp"
#include "core/operation.hpp"
#include "core/standing.hpp"
#include "system/deed.hpp"

namespace heddle {

class Relations {
 public:
  virtual ~Relations() = default;

  // How `object` stands for `operation`, which accesses it.
  virtual Standing standing(const Operation& operation, ObjectId object) const = 0;

  // Who created the thread; kNoThread: it was there from the start.
  virtual ThreadId creator(ThreadId) const { return kNoThread; }

  // Who has waited for the end of the thread; kNoThread: nobody yet.
  virtual ThreadId joined_by(ThreadId) const { return kNoThread; }

  // Whether the program ends with its main thread, whoever else lives.
  virtual bool ends_with_main() const { return false; }

  // What the last step did besides its operation, in order; and whether that is not all of it.
  virtual std::span<const Deed> deeds() const { return {}; }
  virtual bool did_more() const { return false; }
};

}  // namespace heddle
