// What the C library keeps of the program's streams outside of the program's memory.
#pragma once

#include <stdio.h>

#include "core/ids.hpp"

namespace heddle::native {

// The list of streams and the three that are always open belong to the program from now on.
void roll_back_streams();

// Whether a call that prints to the stream may have to write to its file: its buffer is nearly
// full, or it has none.  The three that are always open are captured elsewhere.
bool may_write_out(const FILE* stream);
// Notes what is in the buffer and will be in the file, after a scheduling point if it is one;
// `others` as in Operation::second.
void before_writing_out(FILE* stream, ObjectId others, Site site);

// Writes what the program left in its streams' buffers, as the end of a process does.
void flush_streams();

}  // namespace heddle::native
