// The functions of other modules whose names say what a call of them does.
#pragma once

#include <string_view>

#include "guidance/program_graph.hpp"

namespace heddle::guidance {

struct LibraryFunction {
  Visible visible = Visible::none;
  Wanted kind = Wanted::other;  // of the visible operation
  bool returns = true;
  bool spawns = false;      // starts a thread
  bool calls_back = false;  // calls a function that its caller passes
};

// `name` is as linked, without a version.
LibraryFunction library_function(std::string_view name);

// Whether a function of the program comes from the headers of the C++ library, by its mangled name.
bool is_library_name(std::string_view name);

// The entry of a std::thread: `std::thread::_State_impl<...>::_M_run`.
bool is_thread_run(std::string_view name);

}  // namespace heddle::guidance
