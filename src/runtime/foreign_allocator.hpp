// Allocators that a program brings with it: their blocks would not be rolled back.
#pragma once

#include <string>

namespace heddle::native {

// The loaded file that defines malloc, other than the C library and ours; empty when none does.
// A program that replaces operator new and delete alone is fine: what these call is ours.
std::string foreign_allocator();

}  // namespace heddle::native
