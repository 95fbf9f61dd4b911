// Lets the race watch observe every execution, where it would otherwise take a sample.
#pragma once

namespace heddle::native {

// Makes all executions watched that begin during its lifetime, without keeping their stacks.
class WatchAllExecutions {
 public:
  WatchAllExecutions();
  ~WatchAllExecutions();
  WatchAllExecutions(const WatchAllExecutions&) = delete;
  WatchAllExecutions& operator=(const WatchAllExecutions&) = delete;
};

}  // namespace heddle::native
