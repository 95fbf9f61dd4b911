// What a search that reorders steps asks beyond the view: how objects stand at the present state,
// and which threads began and ended because of which.
#pragma once

#include "core/ids.hpp"
#include "core/operation.hpp"
#include "core/standing.hpp"

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

  // Whether operations that may conflict with earlier steps were performed in the last step without
  // being announced: by a thread whose fellows have ended, but were not waited for.
  virtual bool passed_unseen() const { return false; }
};

}  // namespace heddle
