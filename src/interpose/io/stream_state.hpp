// Handles stream state that the C library keeps outside of the program's memory.
#pragma once

#include <stdio.h>

#include "core/ids.hpp"

namespace heddle::native {

// Makes the list of streams and the three standard streams part of the program's state from now on.
void roll_back_streams();

// Returns whether the stream's output is captured, so that no thread can read it back: that of
// stdout and stderr, unless the program has redirected them.
bool is_captured(const FILE* stream);
bool is_captured(int descriptor);
// Notes that the current thread prints to such a stream.
void note_printing(const FILE* stream);
void note_printing(int descriptor);
// Notes that the program gives the stream another file or a buffer.
void note_redirection(const FILE* stream);
void note_redirection(int descriptor);

// Returns whether a call that prints to the stream may have to write to its file: its buffer is
// nearly full, or it has none.  Captured streams are no files.
bool may_write_out(const FILE* stream);
// Notes the buffered data that will be written to the file, after a scheduling point if the call is
// one; `others` as in Operation::second.
void before_writing_out(FILE* stream, ObjectId others, Site site);

// Writes the data that the program left in its streams' buffers, as at the end of a process.
void flush_streams();

}  // namespace heddle::native
