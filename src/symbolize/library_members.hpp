// The members of the C++ library's classes in the words of its users.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::symbolize {

// The target of a pointer in a class of the library.
enum class Target : std::uint8_t {
  none,
  object,        // unique_ptr, shared_ptr, atomic<T*>: one object
  elements,      // vector, string: consecutive elements
  nodes,         // list, map: a node with an element
  shared_count,  // the control block of a shared_ptr
  state,         // promise, future: the state that they share
};

struct LibraryMember {
  std::string_view text;  // appended to the object's name
  Target target = Target::none;
};

// Returns the meaning of a private member; null when no user would recognise it.  `type` is the
// plain name of the class, `path` the names of members down to it: "_M_impl._M_start".
const LibraryMember* library_member(std::string_view type, std::string_view path);

// Returns whether an object of the class shows its only value: atomic<int>.
bool is_value_class(std::string_view type);
// Returns whether the class only wraps another one, whose members count: queue.
bool is_adapter(std::string_view type);
// Returns whether a user's class inside is at a place that has no name: tuple, function.
bool hides_contents(std::string_view type);

// The size of the links at the beginning of a node.
std::uint64_t link_size(std::string_view container);

}  // namespace heddle::symbolize
