// Calls that use files are scheduling points: which of two threads comes first shows in what they
// read.  All of them use one object, whichever file it is, since files have several names.
#pragma once

#include <cstddef>

#include "core/ids.hpp"

namespace heddle::native {

enum class FileUse : bool { reads, changes };

// Pauses the current thread before such a call; `others` are its arguments, as in
// Operation::second.
void use_files(FileUse use, ObjectId others, Site site);

// The same for a call that reads from a descriptor or writes to it, and moves its position.  No
// scheduling point unless the descriptor is an ordinary file.
void use_file(int descriptor, ObjectId others, Site site);

// Bytes that will be in a file tell states apart: nothing else need hold them any more.
void note_written(int descriptor, const void* from, std::size_t size);

}  // namespace heddle::native
