// The status of an execution.
#pragma once

#include <cstdint>

namespace heddle {

enum class Verdict : std::uint8_t {
  running,   // some thread may move
  finished,  // the program ended
  deadlock,  // threads are left and none may ever move
  failed,    // the program failed; System::failure() describes it
  cut,       // the step limit ended the run: nothing is known about its continuation
};

}  // namespace heddle
