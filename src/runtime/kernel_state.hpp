// What the kernel keeps for the program: descriptors, positions in files, the folder, the files
// that it changes; and the locale, which the C library keeps.  None of it is in memory that is
// rolled back, so no snapshot holds it.  An execution therefore always begins with what there was
// at first; and since the program's first use of the kernel, states are reached by executing again.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/ids.hpp"

namespace heddle::native {

// Stands for everything that the kernel keeps, where it orders threads.
inline constexpr ObjectId kKernel{0xfffd'0000'0000'0000ULL};

// Sticky: whether any execution has used the kernel so far.
[[gnu::visibility("hidden")]] extern bool g_kernel_is_used;

// Called before a call that changes what the kernel keeps; `what` and the numbers tell the call
// from others: states with different calls behind them differ.
void note_kernel_call(std::string_view what, std::uint64_t a = 0, std::uint64_t b = 0);

// Takes what there is as what every execution begins with.  REQUIRES: called once, by the engine.
void capture_kernel_state();
// The program's output was redirected, by us.
void recapture_outputs();
// Brings it back.  REQUIRES: by the engine, at the end of an execution.
void restore_kernel_state();

// Whether every execution can read the same from standard input: it is a file, or there is none.
bool can_reread_input();
inline constexpr const char* kInputSentence =
    "the program reads its standard input: every execution must be able to read it again; redirect "
    "it from a file with < FILE";

// Whether a descriptor was there before the program and is not one of its three; such as ours.
bool is_hidden(int descriptor);
// Makes one so.
void hide_descriptor(int descriptor);
// Replaces a descriptor of ours by one with a number that programs do not use, and hides it.
int hidden_copy(int descriptor);

// The program uses the position of a descriptor, which may have been open before.
void note_position_use(int descriptor);

}  // namespace heddle::native
